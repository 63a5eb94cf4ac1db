/**
 * On paper: the graph as it is.
 *
 * @param {HTMLElement} element
 * @returns {Element|null}
 */
export const still = (element) => {
  const drawn = element.querySelector("svg.tw-parts-graph");
  return drawn && /** @type {Element} */ (drawn.cloneNode(true));
};
