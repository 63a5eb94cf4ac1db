/**
 * On paper: the network as it begins.
 *
 * @param {HTMLElement} element
 * @returns {Element}
 */
export const still = (element) =>
  /** @type {Element} */ (element.querySelector(".tw-jacobian-network").cloneNode(true));
