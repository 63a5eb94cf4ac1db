/**
 * On paper: the deepest stack that is open, as it is.
 *
 * @param {HTMLElement} element
 * @returns {Element|null}
 */
export const still = (element) => {
  const drawn = element.querySelector("svg.tw-stack");
  return drawn && /** @type {Element} */ (drawn.cloneNode(true));
};
