/**
 * On paper a counter is its table, with everything counted.
 *
 * @param {HTMLElement} element
 * @returns {Element}
 */
export const still = (element) => element.querySelector("table");
