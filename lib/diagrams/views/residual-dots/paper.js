/** On paper: the rows as the figure has them. */
export const still = (/** @type {HTMLElement} */ element) => element.querySelector(".tw-dots-drawing.is-rows");
