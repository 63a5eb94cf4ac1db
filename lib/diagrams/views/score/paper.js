/**
 * On paper a score is its lanes and its mountain.
 *
 * @param {HTMLElement} element
 * @returns {Element}
 */
export const still = (element) => element.querySelector(".tw-score-drawing");
