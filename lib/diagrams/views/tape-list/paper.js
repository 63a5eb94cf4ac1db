/**
 * On paper a tape is the table that stands in for it.
 *
 * @param {HTMLElement} element
 * @returns {Element}
 */
export function still(element) {
  element.querySelector(".tw-twin-button").click();
  return element.querySelector("table");
}
