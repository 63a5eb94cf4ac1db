/**
 * On paper: the ruler as it is.
 *
 * @param {HTMLElement} element
 * @returns {Element|null}
 */
export const still = (element) => {
  const drawn = element.querySelector("svg.tw-ruler-drawing");
  return drawn && /** @type {Element} */ (drawn.cloneNode(true));
};
