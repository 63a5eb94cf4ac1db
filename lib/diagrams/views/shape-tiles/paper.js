/** On paper: the tiles as they begin. */
export const still = (/** @type {HTMLElement} */ element) => element.querySelector(".tw-tiles-drawing");
