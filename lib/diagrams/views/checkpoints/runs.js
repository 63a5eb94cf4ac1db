import {brief, TraceError} from "../../trace/trace-error.js";

/**
 * One step of both passes.
 *
 * @typedef {object} Step
 * @property {"forward"|"again"|"backward"} kind
 * @property {number} layer
 * @property {number} held arrays in memory after it
 * @property {Set<number>} there layers whose results are among them; the others are gradients
 */

/** @type {Record<string, Step["kind"]>} */
const KINDS = {f: "forward", a: "again", b: "backward"};

/**
 * The runs that Python measured, one for each set of results that can be kept.
 *
 * @param {{layers: number, runs: Record<string, string>}} data `runs` by the kept layers in a row, as "36": the steps
 *   as text, each a letter of its kind, its layer, what was held after it, and the layers whose results were in
 *   memory, as "f4:2:34"
 * @returns {{layers: number, run: (kept: Set<number>) => Step[]}}
 * @throws {TraceError} if a run is missing
 */
export function runsOf(data) {
  const {layers, runs} = data ?? {};
  const isWhole = layers > 1 && Object.keys(runs ?? {}).length === 2 ** (layers - 1);
  if (!isWhole) throw new TraceError("notCheckpoints", brief(data));
  return {layers, run: (kept) => runs[keyOf(kept)].split(" ").map(step)};
}

/** The largest number of arrays in memory. */
export function most(/** @type {Step[]} */ steps) {
  return Math.max(...steps.map(({held}) => held));
}

/** The name of a run: its kept layers in a row. */
export function keyOf(/** @type {Set<number>} */ kept) {
  return [...kept].sort((a, b) => a - b).join("");
}

function step(/** @type {string} */ text) {
  const [, letter, layer, held, there] = /^([fab])(\d+):(\d+):(\d*)$/.exec(text);
  return {kind: KINDS[letter], layer: Number(layer), held: Number(held), there: new Set([...there].map(Number))};
}
