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
    copy.setAttribute("y", String(top));
    top += sizes[i][3];
    return copy;
  });
  const width = Math.max(...sizes.map((size) => size[2]));
  return svg`<svg
    class="tw-plot" viewBox=${`0 0 ${width} ${top}`} width=${width} height=${top}
  >${placed}</svg>`;
};
