/** On paper: the map as it is. */
export const still = (/** @type {HTMLElement} */ element) => element.querySelector("svg.tw-score-map");
