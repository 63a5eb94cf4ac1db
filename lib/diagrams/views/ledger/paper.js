/** On paper a ledger is its table. */
export const still = (/** @type {Element} */ element) => element.querySelector("table");
