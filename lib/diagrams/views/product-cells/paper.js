/** On paper: the product with both gradients, as it begins. */
export const still = (/** @type {HTMLElement} */ element) => element.querySelector(".tw-product-drawing");
