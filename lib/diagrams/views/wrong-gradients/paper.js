/** On paper: the losses as they are. */
export const still = (/** @type {HTMLElement} */ element) => element.querySelector("svg.tw-wrong-loss");
