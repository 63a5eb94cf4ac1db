/**
 * On paper: the tensor, its threads and the memory as they begin.
 *
 * @param {HTMLElement} element
 * @returns {Element}
 */
export const still = (element) =>
  /** @type {Element} */ (element.querySelector(".tw-strides-drawing").cloneNode(true));
