import {effectOf} from "./norm.js";

/** A smaller number counts as 0. */
const NONE = 0.005;

/**
 * The sentence on what the gradients do.
 *
 * @param {Omit<import("./drawing.js").Scene, "mean"|"spread"|"right"> & {parts: string[]|null}} state
 * @param {Words} words
 * @param {(x: number) => string} format
 * @returns {string}
 */
export function saying({x, g, y, outgoing, parts, effect, before}, {says}, format) {
  if (before) return says.moved(before.i + 1, format(x[before.i] - before.x[before.i]));
  const pushed = g.flatMap((one, i) => (Math.abs(one) > NONE ? [i + 1] : []));
  if (pushed.length === 0) return says.nothing;
  if (!outgoing) return says.drag;
  if (parts.length === 0) return says.closed;
  if (!parts.includes("straight")) return says.corrections;
  if (parts.length === 3) return whole(g, y, pushed, says, format);
  const found = {mean: Math.abs(effect.shift) > NONE, variance: Math.abs(effect.stretch) > NONE};
  const missing = /** @type {const} */ (["mean", "variance"]).filter((part) => !parts.includes(part));
  const seen = missing.filter((part) => found[part]);
  if (seen.length === 0) return says.unseen(missing);
  return seen.length === 2 ? says.both(effect.stretch > 0) : says.missing[seen[0]](effect.stretch > 0);
}

/** The sentence where all paths are open.
 * @param {number[]} g @param {number[]} y @param {number[]} pushed @param {Words} says
 * @param {(x: number) => string} format */
function whole(g, y, pushed, says, format) {
  const {shift, stretch, rest} = effectOf(g, y);
  const has = {shift: Math.abs(shift) > NONE, stretch: Math.abs(stretch) > NONE};
  if (rest < 2 * NONE) return has.shift && has.stretch ? says.undone : has.shift ? says.alike : says.apart;
  if (pushed.length === 1) return says.one(pushed[0], y.length);
  return says.lost(has.shift ? format(shift) : null, has.stretch ? format(stretch) : null);
}
