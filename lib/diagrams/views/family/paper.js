import {svg} from "htl";

/** On paper a family is its panels as they begin, one below the other. */
export const still = (/** @type {Element} */ element) => {
  const plots = [...element.querySelectorAll("svg.tw-panel-plot")];
  let width = 0;
  let height = 0;
  for (const plot of plots) {
    // Whole pixels are enough for paper, and a third less to send.
    for (const line of plot.querySelectorAll(".tw-band, .tw-border")) {
      line.setAttribute("d", line.getAttribute("d").replace(/\d+\.\d/g, (x) => String(Math.round(Number(x)))));
    }
    const [, , wide, high] = plot.getAttribute("viewBox").split(" ").map(Number);
    plot.setAttribute("y", String(height));
    width = Math.max(width, wide);
    height += high;
  }
  return svg`<svg
    class="tw-plot" viewBox=${`0 0 ${width} ${height}`} width=${width} height=${height}
  >${plots}</svg>`;
};
