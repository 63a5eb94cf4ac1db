/**
 * On paper: the map as it is.
 *
 * @param {HTMLElement} element
 * @returns {Element|null}
 */
export const still = (element) => {
  const drawn = element.querySelector("svg.tw-score-map");
  return drawn && /** @type {Element} */ (drawn.cloneNode(true));
};
