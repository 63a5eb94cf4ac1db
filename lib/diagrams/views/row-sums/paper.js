/**
 * On paper: the rows as they begin.
 *
 * @param {HTMLElement} element
 * @returns {Element}
 */
export const still = (element) =>
  /** @type {Element} */ (element.querySelector(".tw-rows-drawing").cloneNode(true));
