import {TraceError} from "../../trace/trace-error.js";
import {MOST_INSIDE, validate} from "../../trace/validate.js";
import {broadcast} from "./broadcast.js";
import {product} from "./product.js";
import {softmax} from "./softmax.js";
import {values} from "./values.js";

const VIEWS = {product, broadcast, softmax, values};

/**
 * What makes the stages that a matrix was asked for; plain rows have values only.
 *
 * @param {Fields} trace or plain rows
 * @param {string} [view] the option of `matrix`
 * @returns {(trace: Trace, options: Fields, language: Fields) => {node: Fields, stages: Fields[]}}
 * @throws {TraceError} when the trace is broken, or there is no such view
 */
export function matrixView(trace, view) {
  const isPlain = trace?.rows !== undefined;
  if (!isPlain) validate(trace, {most: MOST_INSIDE});
  const asked = view ?? (isPlain ? "values" : "product");
  if (!(asked in VIEWS)) throw new TraceError("fits", Object.keys(VIEWS).join(", "), asked);
  return VIEWS[isPlain ? "values" : asked];
}
