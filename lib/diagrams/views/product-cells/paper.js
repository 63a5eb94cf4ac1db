/**
 * On paper: the product with both gradients, as it begins.
 *
 * @param {HTMLElement} element
 * @returns {Element}
 */
export const still = (element) =>
  /** @type {Element} */ (element.querySelector(".tw-product-drawing").cloneNode(true));
