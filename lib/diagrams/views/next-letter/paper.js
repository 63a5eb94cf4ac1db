/** On paper: the chances as they are. */
export const still = (/** @type {HTMLElement} */ element) => element.querySelector("svg.tw-letters");
