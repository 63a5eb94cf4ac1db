/**
 * On paper: the chances as they are.
 *
 * @param {HTMLElement} element
 * @returns {Element|null}
 */
export const still = (element) => {
  const drawn = element.querySelector("svg.tw-letters");
  return drawn && /** @type {Element} */ (drawn.cloneNode(true));
};
