/** How far a leaf goes to both sides, at least, and the parts of that which a step is. */
const REACH = 3;
const STEPS = 30;

/** Beyond it a scale would leave the range of floats. */
const LARGEST = 1e300;

/**
 * The scale along which a leaf is moved. The number that was there at first is on it.
 *
 * @param {number} start
 * @returns {{least: number, most: number, step: number, inside: (x: number) => number,
 *   snap: (x: number) => number}|null} null for a number that no scale can hold
 */
export function scaleOf(start) {
  if (!(Math.abs(start) <= LARGEST)) return null;
  const reach = 10 ** Math.ceil(Math.log10(Math.max(REACH, Math.abs(start)) / REACH)) * REACH;
  const step = reach / STEPS;
  const clean = (x) => Number(x.toPrecision(12));
  const least = clean(start - reach);
  const most = clean(start + reach);
  const inside = (x) => Math.min(most, Math.max(least, x));
  return {
    least,
    most,
    step,
    inside: (x) => clean(inside(x)),
    // Steps are counted from the start: 0.1 added thirty times is not 3.
    snap: (x) => clean(start + Math.round((inside(x) - start) / step) * step)
  };
}
