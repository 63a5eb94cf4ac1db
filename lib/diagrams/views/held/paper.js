/**
 * On paper: the mountain as it is first drawn.
 *
 * @param {HTMLElement} element
 * @returns {Element|null}
 */
export const still = (element) => {
  const drawn = element.querySelector("svg.tw-held-drawing");
  return drawn && /** @type {Element} */ (drawn.cloneNode(true));
};
