/**
 * On paper a tape is its table.
 *
 * @param {HTMLElement} element
 * @returns {Element}
 */
export function still(element) {
  const button = /** @type {HTMLButtonElement} */ (element.querySelector(".tw-twin-button"));
  button.click();
  return element.querySelector("table");
}
