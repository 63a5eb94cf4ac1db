/**
 * On paper: the first graph of the case that comes first.
 *
 * @param {HTMLElement} element
 * @returns {Element|null}
 */
export const still = (element) => {
  const drawn = element.querySelector("svg.tw-graph");
  return drawn && /** @type {Element} */ (drawn.cloneNode(true));
};
