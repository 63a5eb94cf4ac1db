/**
 * On paper: the square and the strips as the figure begins.
 *
 * @param {HTMLElement} element
 * @returns {Element}
 */
export const still = (element) =>
  /** @type {Element} */ (element.querySelector(".tw-square-drawing").cloneNode(true));
