/**
 * On paper: the lines and their nodes as the figure begins.
 *
 * @param {HTMLElement} element
 * @returns {Element}
 */
export const still = (element) =>
  /** @type {Element} */ (element.querySelector(".tw-block-lines").cloneNode(true));
