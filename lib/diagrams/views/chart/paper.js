/**
 * On paper a chart is its drawing.
 *
 * @param {HTMLElement} element
 * @returns {Element}
 */
export const still = (element) => element.querySelector(".tw-plot");
