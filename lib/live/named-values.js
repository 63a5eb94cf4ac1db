import {readGuess} from "../diagrams/words/guess.js";

/** A drag that comes nearer than so many steps to a number that the page names has reached it. */
const NEAR = 2;

/**
 * Return where a drag has brought a leaf: on a step of its scale, or on a number that a phrase of the
 * page gives to it and that is between two steps.
 *
 * @param {string|null|undefined} label of the leaf
 * @param {number} x
 * @param {import("../diagrams/controls/leaf-sliders.js").Scale} scale
 * @returns {number}
 */
export function snapped(label, x, scale) {
  const named = label ? valuesOf(label) : [];
  const near = named.find((one) => Math.abs(one - x) < NEAR * scale.step && scale.snap(one) !== one);
  return near ?? scale.snap(x);
}

/** Return the numbers that phrases of the page, `#fig-id?x=-1/3`, give to a leaf. */
function valuesOf(/** @type {string} */ label) {
  /** @type {NodeListOf<HTMLAnchorElement>} */
  const phrases = document.querySelectorAll('main a[href*="#fig-"][href*="?"]');
  return [...phrases].flatMap(({hash}) => {
    const text = new URLSearchParams(hash.slice(hash.indexOf("?"))).get(label);
    return text === null ? [] : [readGuess(text) ?? []].flat();
  });
}
