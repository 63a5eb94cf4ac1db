import {toNumber} from "../../words/numbers.js";

/** Levels of heat, and the share of the smallest norms that look the same. */
export const LEVELS = 5;
const LOWEST = 0.1;

/**
 * How large the gradients are that arrive, as levels on a scale of powers.
 *
 * @param {import("./data.js").Step} step
 * @returns {{levels: (number|null)[], least: number, most: number}|null} by moment 0 to LEVELS - 1,
 *   from the norms `least` or below to the `most`; -1 for none at all, LEVELS for no number, null
 *   for a moment without; null where none are told
 */
export function heat({told, nodes, ahead}) {
  if (!told.norms) return null;
  const norms = told.norms.map(toNumber);
  const positive = norms.filter((norm) => norm > 0 && Number.isFinite(norm)).sort((one, other) => one - other);
  if (positive.length === 0) return null;
  const most = positive.at(-1);
  // A few that are nearly 0, as of the bias of keys, would leave one level to all others.
  const least = positive[Math.floor(LOWEST * positive.length)];
  const floor = Math.log(least);
  const span = Math.max(Math.log(most) - floor, 1e-9);
  const level = (norm) => {
    if (norm === null) return null;
    if (!Number.isFinite(norm)) return LEVELS;
    if (norm === 0) return -1;
    const share = Math.max(0, (Math.log(norm) - floor) / span);
    return Math.min(LEVELS - 1, Math.floor(share * LEVELS));
  };
  const levels = nodes.map((_, moment) => (moment < ahead ? null : level(norms[moment - ahead])));
  return {levels, least, most};
}
