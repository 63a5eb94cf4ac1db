import {TraceError} from "../../trace/trace-error.js";
import {panel} from "./panel.js";
import {fromRows} from "./tensor.js";
import {numberPart} from "./write.js";

/**
 * Plain rows of numbers and, beside them, their gradient.
 *
 * @param {Fields} given `{rows, label, gradient}`
 * @param {{words: Words, format: import("../../words/numbers.js").NumberFormat}} language
 * @returns {import("./product.js").Stage}
 */
export function values(given, {words, format}) {
  const value = fromRows(given);
  const gradient = given.gradient
    ? fromRows({rows: given.gradient, label: `∂${value.label}`}, "grad")
    : null;
  if (gradient && gradient.shape.join() !== value.shape.join()) {
    throw new TraceError("rows", gradient.label);
  }
  const left = panel(value);
  const panels = gradient ? [left, panel(gradient)] : [left];
  const name = (from, cell) => [{text: from.names[cell], kind: from.kind}, {text: " = "}];
  const written = (cell) => panels.flatMap((from, i) => [
    ...(i === 0 ? [] : [{text: words.listSeparator}]),
    ...name(from, cell),
    numberPart(from, cell, format)
  ]);
  return {
    title: left.title,
    layout: "row",
    panels,
    signs: [""],
    cells: "stand",
    intro: words.matrix.cell(`${left.title} ${left.shape}`),
    uses: (cell) => panels.slice(0, -1).map((_, i) => ({panel: i, cell})),
    equation: written,
    tell: (cell) => words.matrix.cell(written(cell))
  };
}
