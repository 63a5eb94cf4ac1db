/** On paper: the mountain as it begins. */
export const still = (/** @type {Element} */ element) => element.querySelector("svg.tw-mountain-plot");
