import {svg} from "htl";

/**
 * On paper a family is its panels as they begin, one below the other.
 *
 * @param {HTMLElement} element
 * @returns {Element}
 */
export const still = (element) => {
  const plots = [...element.querySelectorAll("svg.tw-panel-plot")];
  const sizes = plots.map((plot) => plot.getAttribute("viewBox").split(" ").map(Number));
  let top = 0;
  const placed = plots.map((plot, i) => {
    const copy = /** @type {Element} */ (plot.cloneNode(true));
    // Whole pixels are enough for paper, and a third less to send.
    for (const line of copy.querySelectorAll(".tw-band, .tw-border")) {
      line.setAttribute("d", line.getAttribute("d").replace(/\d+\.\d/g, (x) => String(Math.round(Number(x)))));
    }
    copy.setAttribute("y", String(top));
    top += sizes[i][3];
    return copy;
  });
  const width = Math.max(...sizes.map((size) => size[2]));
  return svg`<svg
    class="tw-plot" viewBox=${`0 0 ${width} ${top}`} width=${width} height=${top}
  >${placed}</svg>`;
};
