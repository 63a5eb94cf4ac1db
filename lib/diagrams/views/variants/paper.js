/** On paper: the first graph of the case that comes first. */
export const still = (/** @type {HTMLElement} */ element) => element.querySelector("svg.tw-graph");
