/**
 * On paper: the points and the gradients as they begin.
 *
 * @param {HTMLElement} element
 * @returns {Element}
 */
export const still = (element) =>
  /** @type {Element} */ (element.querySelector(".tw-points-drawing").cloneNode(true));
