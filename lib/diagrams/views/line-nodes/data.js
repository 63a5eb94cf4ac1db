import {TraceError} from "../../trace/trace-error.js";

/**
 * @typedef {object} Tape the nodes of one run, in the order in which they were made
 * @property {{node: TapeNode, line: number, block: number}[]} places
 * @property {(number[]|null)[]} lines the nodes of each line, null for a line that does not run
 * @property {(number|null)[]} numbers of each line that runs, from 1
 *
 * @typedef {object} TapeNode
 * @property {string} op
 * @property {"compute"|"shape"|"copy"} kind
 * @property {number[]} shape
 * @property {{name: string|null, shape: number[]}[]} saved
 *
 * @typedef {{letters: string[], goals: string[], symbols: string[], steps: number[], shares: number[][][]}} Ends the
 *   program's inputs and outputs; `shares` by step, letter and symbol
 *
 * @typedef {object} LinesData as `line_tapes.py` returns it
 * @property {{text: string, part: "embedding"|"block"|"head"}[]} lines
 * @property {{name: string, label: string, says: {on: string, off: string, same: string}}[]} switches
 * @property {TapeNode[]} nodes
 * @property {{at: number[], lines: (number[]|null)[]}[]} runs by the positions of the switches
 * @property {Ends} [ends]
 *
 * @typedef {ReturnType<typeof linesOf>} Lines
 */

/** Blocks of the model: its lines run once for each. */
const BLOCKS = [0, 1];

export function linesOf(/** @type {LinesData} */ data) {
  const {lines, nodes, runs, switches} = data ?? {};
  const isWhole = [lines, nodes, runs, switches].every(Array.isArray) && runs.length === 2 ** switches.length;
  if (!isWhole) throw new TraceError("notLines", runs?.length ?? 0);
  const found = new Map(runs.map((run) => [String(run.at), run]));
  /** @returns {Tape} */
  const tapeOf = (/** @type {Set<string>} */ on) => {
    const run = found.get(String(switches.map(({name}) => Number(on.has(name)))));
    const laid = (/** @type {string} */ part, /** @type {number} */ block) => lines.flatMap((line, i) =>
      (line.part === part ? run.lines[i] ?? [] : []).map((at) => ({node: nodes[at], line: i, block})));
    const blocks = BLOCKS.flatMap((block) => laid("block", block));
    const places = [...laid("embedding", -1), ...blocks, ...laid("head", BLOCKS.length)];
    let last = 0;
    return {places, lines: run.lines, numbers: run.lines.map((made) => (made ? ++last : null))};
  };
  return {lines, nodes, switches, tapeOf, ends: data.ends ?? null};
}

/** The numbers of nodes that compute, only reshape, and copy. */
export function kindsOf(/** @type {TapeNode[]} */ nodes) {
  const count = (/** @type {string} */ kind) => nodes.filter((node) => node.kind === kind).length;
  return [count("compute"), count("shape"), count("copy")];
}
