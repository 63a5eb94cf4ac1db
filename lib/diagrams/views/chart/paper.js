/** On paper a chart is its drawing. */
export const still = (/** @type {Element} */ element) => element.querySelector(".tw-plot");
