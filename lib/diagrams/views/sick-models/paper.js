import {create} from "d3-selection";

/** How many cards are in a row, and the size of each in pixels. */
const IN_A_ROW = 4;
const WIDTH = 190;
const HEIGHT = 96;

/**
 * On paper: the curve and the symptom of each card.
 *
 * @param {HTMLElement} element
 * @returns {Element|null}
 */
export const still = (element) => {
  const cards = [...element.querySelectorAll(".tw-sick-card")];
  if (cards.length === 0) return null;
  const wide = IN_A_ROW * WIDTH;
  const high = Math.ceil(cards.length / IN_A_ROW) * HEIGHT;
  const sheet = create("svg:svg").attr("class", "tw-graph").attr("viewBox", `0 0 ${wide} ${high}`)
    .attr("width", wide).attr("height", high).attr("role", "img").attr("aria-label", element.getAttribute("aria-label"));
  cards.forEach((card, i) => {
    const place = sheet.append("g").attr("transform", `translate(${(i % IN_A_ROW) * WIDTH} ${Math.floor(i / IN_A_ROW) * HEIGHT})`);
    const curve = /** @type {Element} */ (card.querySelector("svg")?.cloneNode(true));
    for (const [name, size] of [["width", `${WIDTH - 20}`], ["height", "60"]]) curve.setAttribute(name, size);
    place.node()?.append(curve);
    place.append("text").attr("y", 78).style("font-size", "13px").text(card.lastElementChild?.textContent ?? "");
  });
  return sheet.node();
};
