/** On paper: the points and the gradients as they begin. */
export const still = (/** @type {Element} */ element) => element.querySelector(".tw-points-drawing");
