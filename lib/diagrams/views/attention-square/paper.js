/** On paper: the square and the strips as the figure begins. */
export const still = (/** @type {Element} */ element) => element.querySelector(".tw-square-drawing");
