/** On paper: the graph as it is. */
export const still = (/** @type {Element} */ element) => element.querySelector("svg.tw-parts-graph");
