/** Inputs and outputs are drawn from −REACH to REACH. */
const REACH = 2.75;

/**
 * The positions of all parts of a drawing of some size.
 *
 * @typedef {ReturnType<typeof planOf>} Plan
 *
 * @param {{width: number, height: number}} size
 * @param {number} count of points
 * @param {boolean} hasOutgoing whether the outgoing gradients are drawn
 */
export function planOf({width, height}, count, hasOutgoing) {
  const isNarrow = width < 520;
  const type = isNarrow ? 12.5 : 14;
  const label = type + 4;
  const band = isNarrow ? 22 : 34;
  const hasSum = hasOutgoing && height > 300;
  const fixed = 3 * label + 2 * band + (hasOutgoing ? 22 : 20) + (hasSum ? 44 : 0);
  const line = Math.max(12, Math.min(30, (height - fixed) / (hasOutgoing ? 2 * count : count + 1.5)));
  const top = label;
  const out = top + count * line + 4 + band / 2;
  const left = height - fixed - (hasOutgoing ? 2 : 1) * count * line;
  const gap = band + label + 8 + Math.max(0, Math.min(90, left));
  const into = out + gap;
  const below = into + band / 2 + label + 4;
  const unit = (width / 2 - 8) / REACH;
  return {
    width, height, isNarrow, type, label, band, line, top, out, into, below, hasSum, unit,
    sum: below + count * line + 18,
    /** Pixels of an arrow of size 1. */
    force: unit * 0.85,
    x: (/** @type {number} */ value) => width / 2 + value * unit,
    inside: (/** @type {number} */ x) => Math.max(10, Math.min(width - 10, x))
  };
}
