/** On paper: the curve of the case that comes first. */
export const still = (/** @type {Element} */ element) => element.querySelector("svg.tw-curve-lines");
