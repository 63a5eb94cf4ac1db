/**
 * On paper: the tape as it is.
 *
 * @param {HTMLElement} element
 * @returns {Element|null}
 */
export const still = (element) => {
  const drawn = element.querySelector("svg.tw-line-tape");
  return drawn && /** @type {Element} */ (drawn.cloneNode(true));
};
