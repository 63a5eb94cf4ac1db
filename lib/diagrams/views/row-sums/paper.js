/** On paper: the rows as they begin. */
export const still = (/** @type {HTMLElement} */ element) => element.querySelector(".tw-rows-drawing");
