/**
 * On paper: the tables as they are.
 *
 * @param {HTMLElement} element
 * @returns {Element}
 */
export const still = (element) =>
  /** @type {Element} */ (element.querySelector(".tw-grid-pair").cloneNode(true));
