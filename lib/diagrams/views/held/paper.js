/** On paper: the mountain as it is first drawn. */
export const still = (/** @type {Element} */ element) => element.querySelector("svg.tw-held-drawing");
