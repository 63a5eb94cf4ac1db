/**
 * On paper: the rows as the figure has them.
 *
 * @param {HTMLElement} element
 * @returns {Element}
 */
export const still = (element) =>
  /** @type {Element} */ (element.querySelector(".tw-dots-drawing.is-rows").cloneNode(true));
