import {brief, TraceError} from "../../trace/trace-error.js";

/** The categories of nodes, in the order of the census. */
export const CATEGORIES = [
  "compute", "fused_attention", "normalisation", "activation", "residual", "loss", "layout_copy", "layout_free", "dtype_copy", "accumulate", "other"
];

/**
 * @typedef {{op: string, category: string, label: string}} Kind
 * @typedef {Kind & {change: string}} Placed a node, the "same", "gone" or "new"
 * @typedef {{lines: string[], switches: string[], kinds: Kind[], runs: Record<string, number[][]>,
 *   costs?: Record<string, number[]>}} Data
 * @typedef {ReturnType<typeof programOf>} Program
 */

/**
 * A program in all settings of its switches, as `blocks.py` of module 04 writes it; `at` gives the nodes of
 * each line with some switches on.
 *
 * @param {Data} data
 * @throws {TraceError} if it is not one
 */
export function programOf(data) {
  const {lines, switches, kinds, runs, costs = {}} = data ?? {};
  const isWhole = [lines, switches, kinds].every(Array.isArray) &&
    Object.keys(runs ?? {}).length === 2 ** switches.length;
  if (!isWhole) throw new TraceError("notAProgram", brief(data));
  const placed = (/** @type {number} */ code) => {
    const kind = kinds[Math.floor(code / 3)];
    const category = CATEGORIES.includes(kind.category) ? kind.category : "other";
    return {...kind, category, change: ["same", "gone", "new"][code % 3]};
  };
  return {
    lines, switches,
    /** @param {string[]} on @returns {Placed[][]} */
    at: (on) => runs[switches.map((name) => (on.includes(name) ? 1 : 0)).join("")].map((line) => line.map(placed)),
    cost: (/** @type {string} */ op) => costs[op.toLowerCase()]
  };
}

/** The nodes that no switch removed. */
export const presentOf = (/** @type {Placed[]} */ nodes) => nodes.filter(({change}) => change !== "gone");

/** How many nodes of each category are present. */
export function censusOf(/** @type {Placed[][]} */ lines) {
  const nodes = presentOf(lines.flat());
  return CATEGORIES.map((category) => ({category, count: nodes.filter((node) => node.category === category).length}))
    .filter(({count}) => count > 0);
}

export function changesOf(/** @type {Placed[][]} */ lines) {
  const count = (/** @type {string} */ change) => lines.flat().filter((node) => node.change === change).length;
  return {all: presentOf(lines.flat()).length, gone: count("gone"), added: count("new")};
}
