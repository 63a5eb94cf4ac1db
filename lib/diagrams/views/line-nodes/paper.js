/** On paper: the tape as it is. */
export const still = (/** @type {Element} */ element) => element.querySelector("svg.tw-line-tape");
