/**
 * On paper: the mountain as it begins.
 *
 * @param {HTMLElement} element
 * @returns {Element}
 */
export const still = (element) => {
  const copy = element.querySelector("svg.tw-mountain-plot").cloneNode(true);
  return /** @type {Element} */ (copy);
};
