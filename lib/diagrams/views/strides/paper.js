/** On paper: the tensor, its threads and the memory as they begin. */
export const still = (/** @type {HTMLElement} */ element) => element.querySelector(".tw-strides-drawing");
