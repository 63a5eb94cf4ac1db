/**
 * On paper: the curve of the case that comes first.
 *
 * @param {HTMLElement} element
 * @returns {Element|null}
 */
export const still = (element) => {
  const drawn = element.querySelector("svg.tw-curve-lines");
  return drawn && /** @type {Element} */ (drawn.cloneNode(true));
};
