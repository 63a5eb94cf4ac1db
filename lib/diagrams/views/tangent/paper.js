/**
 * On paper a tangent is its drawing, at the end of the backward pass.
 *
 * @param {HTMLElement} element
 * @returns {Element}
 */
export const still = (element) => element.querySelector(".tw-tangent-drawing");
