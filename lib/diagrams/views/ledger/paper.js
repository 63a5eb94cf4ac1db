/**
 * On paper a ledger is its table.
 *
 * @param {HTMLElement} element
 * @returns {Element}
 */
export const still = (element) => element.querySelector("table");
