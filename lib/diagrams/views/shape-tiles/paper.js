/**
 * On paper: the tiles as they begin.
 *
 * @param {HTMLElement} element
 * @returns {Element}
 */
export const still = (element) =>
  /** @type {Element} */ (element.querySelector(".tw-tiles-drawing").cloneNode(true));
