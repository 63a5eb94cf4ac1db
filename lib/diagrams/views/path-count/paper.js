/** On paper: the deepest stack that is open, as it is. */
export const still = (/** @type {HTMLElement} */ element) => element.querySelector("svg.tw-stack");
