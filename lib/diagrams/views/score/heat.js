import {toNumber} from "../../words/numbers.js";
/** @import {Step} from "./types.js" */

/** The number of levels, and the share of the smallest norms that all have the lowest level. */
export const LEVELS = 5;
const LOWEST = 0.1;

/**
 * The sizes of the gradients that arrive, as levels on a logarithmic scale.
 *
 * @param {Step} step
 * @returns {{levels: (number|null)[], least: number, most: number}|null} by moment 0 to LEVELS - 1,
 *   for norms from `least` or below to `most`; -1 for a norm of 0, LEVELS for NaN and infinity, null for a
 *   moment without a norm. Null if the score has no norms
 */
export function heat({told, nodes, ahead}) {
  if (!told.norms) return null;
  const norms = told.norms.map(toNumber);
  const positive = norms.filter((norm) => norm > 0 && Number.isFinite(norm)).sort((one, other) => one - other);
  if (positive.length === 0) return null;
  const most = positive.at(-1);
  // A few norms that are nearly 0, as that of the bias of keys, would leave one level for all others.
  const least = positive[Math.floor(LOWEST * positive.length)];
  const floor = Math.log(least);
  const span = Math.max(Math.log(most) - floor, 1e-9);
  const level = (/** @type {number|null} */ norm) => {
    if (norm === null) return null;
    if (!Number.isFinite(norm)) return LEVELS;
    if (norm === 0) return -1;
    const share = Math.max(0, (Math.log(norm) - floor) / span);
    return Math.min(LEVELS - 1, Math.floor(share * LEVELS));
  };
  const levels = nodes.map((_, moment) => (moment < ahead ? null : level(norms[moment - ahead])));
  return {levels, least, most};
}
