import {TraceError} from "../../trace/trace-error.js";
import {nodeFor} from "./operands.js";
import {panel} from "./panel.js";
import {fromRows, gradientOf, valueOf} from "./tensor.js";
import {numberPart} from "./write.js";

/**
 * One tensor: its numbers and, beside them, its gradient. Of a parameter it is marked which way
 * gradient descent would move each number.
 *
 * @param {Fields} source a trace, or plain rows `{rows, label, gradient}`
 * @param {Fields} options those of `matrix`
 * @param {{words: Words, format: import("../../words/numbers.js").NumberFormat}} language
 * @returns {{node: Fields|null, stages: import("./product.js").Stage[]}}
 */
export function values(source, options, language) {
  const isPlain = source.rows !== undefined;
  const {node, value, gradient} = isPlain ? plainParts(source) : partsOf(source, options);
  const left = panel(value);
  const right = gradient && panel(gradient);
  const isParameter = Boolean(right) && node?.op === "leaf";
  if (isParameter) left.marks = right.numbers.map((x) => (x > 0 ? "↓" : x < 0 ? "↑" : ""));
  return {node, stages: [stage(left, right, isParameter, language)]};
}

function plainParts(given) {
  const value = fromRows(given);
  const gradient = given.gradient
    ? fromRows({rows: given.gradient, label: `∂${value.label}`}, "grad")
    : null;
  if (gradient && gradient.shape.join() !== value.shape.join()) {
    throw new TraceError("rows", gradient.label);
  }
  return {node: null, value, gradient};
}

function partsOf(trace, options) {
  const node = nodeFor(trace, options.node, []);
  const label = node.label ?? "y";
  return {
    node,
    value: valueOf(trace, node.id, label),
    gradient: gradientOf(trace, node.id, label)
  };
}

function stage(left, right, isParameter, {words, format}) {
  const panels = right ? [left, right] : [left];
  const name = (from, cell) => [{text: from.names[cell], kind: from.kind}, {text: " = "}];
  const written = (cell) => panels.flatMap((from, i) => [
    ...(i === 0 ? [] : [{text: words.listSeparator}]),
    ...name(from, cell),
    numberPart(from, cell, format)
  ]);
  const moved = right?.numbers.filter((x) => x !== 0).length;
  return {
    title: left.title,
    layout: "row",
    panels,
    signs: [""],
    cells: "stand",
    intro: isParameter
      ? words.matrix.parameter(left.title, moved, left.numbers.length)
      : words.matrix.cell(`${left.title} ${left.shape}`),
    uses: (cell) => panels.slice(0, -1).map((_, i) => ({panel: i, cell})),
    equation: written,
    tell: (cell) => isParameter && !Number.isNaN(right.numbers[cell])
      ? words.matrix.moves(written(cell), Math.sign(right.numbers[cell]))
      : words.matrix.cell(written(cell))
  };
}
