/** How far a leaf goes to both sides, at least, and the parts of that which a step is. */
const REACH = 3;
const STEPS = 30;

/** Beyond it a scale would leave the range of floats. */
const LARGEST = 1e300;

/**
 * The scale along which a leaf is moved.
 *
 * @typedef {object} Scale
 * @property {number} least
 * @property {number} most
 * @property {number} step
 * @property {(x: number) => number} inside the nearest number that the scale holds
 * @property {(x: number) => number} snap the nearest whole number of steps
 */

/**
 * The scale of a leaf that nobody said one for. The number that was there at first is on it.
 *
 * @param {number} start
 * @returns {Scale|null} null for a number that no scale can hold
 */
export function scaleOf(start) {
  if (!(Math.abs(start) <= LARGEST)) return null;
  const reach = 10 ** Math.ceil(Math.log10(Math.max(REACH, Math.abs(start)) / REACH)) * REACH;
  return scaleFrom(clean(start - reach), clean(start + reach), reach / STEPS, start);
}

/**
 * @param {number} least
 * @param {number} most
 * @param {number} step
 * @param {number} [start] where steps are counted from: 0.1 added thirty times is not 3
 * @returns {Scale}
 */
export function scaleFrom(least, most, step, start = least) {
  const inside = (x) => Math.min(most, Math.max(least, x));
  return {
    least,
    most,
    step,
    inside: (x) => clean(inside(x)),
    snap: (x) => clean(start + Math.round((inside(x) - start) / step) * step)
  };
}

/** Without the tail that sums of floats have. */
function clean(x) {
  return Number(x.toPrecision(12));
}
