/** On paper: the drawing at the end of the backward pass. */
export const still = (/** @type {HTMLElement} */ element) => element.querySelector(".tw-tangent-drawing");
