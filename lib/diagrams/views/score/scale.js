/** @import {Axis, Scale, Step} from "./types.js" */

/** The lists of a score that have the widths. @type {Record<string, "moved"|"seconds">} */
const WIDTHS = {bytes: "moved", time: "seconds"};

/** The scales that all runs can be drawn on. */
export const scalesOf = (/** @type {Step[]} */ steps) => ["node", ...Object.keys(WIDTHS).filter((kind) =>
  steps.every(({told}) => told[WIDTHS[kind]]?.some((width) => width > 0)))];

/**
 * The widths of the slots of an axis: all alike, or by the bytes that a node moves, or by its time.
 *
 * @param {Axis} axis
 * @param {Step[]} steps
 * @param {string} kind "node", "bytes" or "time"
 * @returns {Scale}
 */
export function scaleOf({length, clocks}, steps, kind) {
  const widths = new Float64Array(length).fill(kind === "node" ? 1 : 0);
  // A slot that several runs fill is as wide as the widest needs.
  steps.forEach(({told}, run) => told[WIDTHS[kind]]?.forEach((width, moment) => {
    const slot = clocks[run].start[moment];
    widths[slot] = Math.max(widths[slot], width);
  }));
  const total = widths.reduce((sum, width) => sum + width, 0);
  const edges = new Float64Array(length + 1);
  widths.forEach((width, slot) => (edges[slot + 1] = edges[slot] + (width * length) / total));
  const along = (/** @type {number} */ at) => {
    const slot = Math.max(0, Math.min(length - 1, Math.floor(at)));
    return edges[slot] + (at - slot) * (edges[slot + 1] - edges[slot]);
  };
  const back = (/** @type {number} */ far) => {
    if (far <= 0) return 0;
    let low = 0;
    let high = length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (edges[middle + 1] > far) high = middle;
      else low = middle + 1;
    }
    const wide = edges[low + 1] - edges[low];
    return Math.min(length, wide > 0 ? low + (far - edges[low]) / wide : low + 1);
  };
  return {along, back};
}

/** The width of a node on a scale; null if the score has none.
 * @param {Step} step @param {number} moment @param {string} kind */
export const costOf = ({told}, moment, kind) => told[WIDTHS[kind]]?.[moment] ?? null;
