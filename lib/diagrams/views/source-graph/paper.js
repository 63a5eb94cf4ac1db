/** On paper: the lines and their nodes as the figure begins. */
export const still = (/** @type {HTMLElement} */ element) => element.querySelector(".tw-block-lines");
