import {TraceError} from "../../trace/trace-error.js";
import {MOST_INSIDE, validate} from "../../trace/validate.js";
import {broadcast} from "./broadcast.js";
import {product} from "./product.js";
import {values} from "./values.js";

const VIEWS = {product, broadcast};

/**
 * The stages that a matrix was asked for: those of a calculation, or plain rows as they are.
 *
 * @param {Fields} trace or plain rows
 * @param {Fields} options those of `matrix`
 * @param {{words: Words, format: import("../../words/numbers.js").NumberFormat}} language
 * @returns {import("./product.js").Stage[]}
 * @throws {TraceError} when the trace is broken, or there is no such view
 */
export function matrixStages(trace, {view = "product", node}, language) {
  if (trace?.rows !== undefined) return [values(trace, language)];
  validate(trace, {most: MOST_INSIDE});
  if (!(view in VIEWS)) throw new TraceError("fits", Object.keys(VIEWS).join(", "), view);
  return VIEWS[view](trace, node, language);
}
