import {brief, TraceError} from "../../trace/trace-error.js";

/**
 * One step of both passes.
 *
 * @typedef {{kind: "forward"|"again"|"backward", layer: number, held: number}} Step
 */

const KINDS = {f: "forward", a: "again", b: "backward"};

/**
 * The runs that Python measured, read: one for each set of results that can be kept.
 *
 * @param {any} data `layers`, and `runs`: by the kept layers in a row, as "36", the steps as text,
 *   each a letter of its kind, its layer and what was held after it, as "f1:2"
 * @returns {{layers: number, run: (kept: Set<number>) => Step[]}}
 * @throws {TraceError} if a run is missing
 */
export function runsOf(data) {
  const {layers, runs} = data ?? {};
  const isWhole = layers > 1 && Object.keys(runs ?? {}).length === 2 ** (layers - 1);
  if (!isWhole) throw new TraceError("notCheckpoints", brief(data));
  return {layers, run: (kept) => runs[keyOf(kept)].split(" ").map(step)};
}

/** The kept layers in a row, as runs are named. */
export function keyOf(kept) {
  return [...kept].sort((a, b) => a - b).join("");
}

function step(text) {
  const [, letter, layer, held] = /^([fab])(\d+):(\d+)$/.exec(text);
  return {kind: KINDS[letter], layer: Number(layer), held: Number(held)};
}
