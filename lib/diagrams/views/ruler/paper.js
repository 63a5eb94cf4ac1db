/** On paper: the ruler as it is. */
export const still = (/** @type {HTMLElement} */ element) => element.querySelector("svg.tw-ruler-drawing");
