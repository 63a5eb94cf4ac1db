/** On paper: the lanes and the mountain. */
export const still = (/** @type {HTMLElement} */ element) => element.querySelector(".tw-score-drawing");
