/**
 * On paper: the losses as they are.
 *
 * @param {HTMLElement} element
 * @returns {Element|null}
 */
export const still = (element) => {
  const drawn = element.querySelector("svg.tw-wrong-loss");
  return drawn && /** @type {Element} */ (drawn.cloneNode(true));
};
