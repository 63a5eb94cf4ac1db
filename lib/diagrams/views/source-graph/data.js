import {brief, TraceError} from "../../trace/trace-error.js";

/** The categories of nodes, in the order of the census. */
export const CATEGORIES = [
  "compute", "fused_attention", "normalisation", "activation", "residual", "loss", "layout_copy", "layout_free", "dtype_copy", "accumulate", "other"
];

/**
 * @typedef {{op: string, category: string, label: string, change: "same"|"gone"|"new"}} Placed a node
 * @typedef {{lines: string[], switches: string[], at: (on: string[]) => Placed[][],
 *   cost: (op: string) => number[]|null}} Program `at` gives the nodes of each line with these switches on
 */

/**
 * A program in all settings of its switches, as `blocks.py` of module 04 writes it.
 *
 * @returns {Program}
 * @throws {TraceError} if it is not one
 */
export function programOf(data) {
  const {lines, switches, kinds, runs, costs = {}} = data ?? {};
  const isWhole = [lines, switches, kinds].every(Array.isArray) &&
    Object.keys(runs ?? {}).length === 2 ** switches.length;
  if (!isWhole) throw new TraceError("notAProgram", brief(data));
  const placed = (code) => {
    const kind = kinds[Math.floor(code / 3)];
    const category = CATEGORIES.includes(kind.category) ? kind.category : "other";
    return {...kind, category, change: ["same", "gone", "new"][code % 3]};
  };
  return {
    lines, switches,
    at: (on) => runs[switches.map((name) => (on.includes(name) ? 1 : 0)).join("")].map((line) => line.map(placed)),
    cost: (op) => costs[op.toLowerCase()] ?? null
  };
}

/** How many nodes of each category are present. */
export function censusOf(lines) {
  const nodes = lines.flat().filter(({change}) => change !== "gone");
  return CATEGORIES.map((category) => ({category, count: nodes.filter((node) => node.category === category).length}))
    .filter(({count}) => count > 0);
}

/** @param {Placed[][]} lines */
export function changesOf(lines) {
  const count = (change) => lines.flat().filter((node) => node.change === change).length;
  return {all: lines.flat().length - count("gone"), gone: count("gone"), added: count("new")};
}
