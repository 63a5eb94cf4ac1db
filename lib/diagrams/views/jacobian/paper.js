/** On paper: the network as it begins. */
export const still = (/** @type {Element} */ element) => element.querySelector(".tw-jacobian-network");
