import {TraceError} from "../../trace/trace-error.js";
import {nodeFor, operandsOf, operationOf} from "./operands.js";
import {panel, stretched} from "./panel.js";
import {gradientOf, sentAlong, pythonShape, valueOf} from "./tensor.js";
import {equation, numberPart, sum, times, wrapped} from "./write.js";

const SIGNS = {Add: "+", Sub: "−", Mul: "×"};

/**
 * An operation that goes cell by cell over operands of different shapes, and the backward pass: where a
 * number was used several times, its gradients are summed.
 *
 * @param {Trace} trace
 * @param {number|string|undefined} asked id or label of the node; the first that fits by default
 * @param {{words: Words, format: import("../../words/numbers.js").NumberFormat}} language
 * @returns {import("./product.js").Stage[]}
 */
export function broadcast(trace, asked, language) {
  const {words} = language;
  const node = nodeFor(trace, asked, Object.keys(SIGNS));
  const operands = operandsOf(trace, node, ["a", "b"], words.lang);
  const y = valueOf(trace, node.id, node.label ?? "y");
  if (y.shape.length > 2) throw new TraceError("noMatrix", y.label, pythonShape(y.shape));
  const wide = operands.map(({tensor}) => stretched(tensor, y.shape));
  const sign = SIGNS[operationOf(node)];
  const g = gradientOf(trace, node.id, y.label);
  const back = operands.map((operand, slot) =>
    operand.edge && g && backward({trace, operand, g, shape: y.shape, sign, slot, wide, language})
  );
  return [forward(wide, panel(y), sign, operands, language), ...back.filter(Boolean)];
}

function forward(wide, result, sign, operands, {words, format}) {
  const panels = [...wide, result];
  const written = (cell) => {
    const names = wide.map((one) => ({text: one.names[cell], kind: one.kind}));
    const numbers = wide.map((one) => numberPart(one, cell, format));
    const join = ([left, right]) => [left, {text: ` ${sign} `}, wrapped(right)];
    return equation(result, cell, [join(names), join(numbers)], format);
  };
  const spread = wide.find((one) => one.isCopy.includes(true));
  const title = `${result.title} = ${wide[0].title} ${sign} ${wide[1].title}`;
  return {
    title,
    layout: "row",
    panels,
    signs: [sign, "="],
    cells: "arrive",
    intro: spread
      ? words.matrix.stretch(spread.title, spread.shape, result.shape)
      : words.matrix.cell(title),
    // A copy is lit together with the number that it repeats.
    uses: (cell) => wide.flatMap((one, i) => {
      const original = one.positions.indexOf(one.positions[cell]);
      return [...new Set([cell, original])].map((used) => ({panel: i, cell: used}));
    }),
    equation: written,
    tell: (cell) => words.matrix.cell(written(cell))
  };
}

function backward({trace, operand, g, shape, sign, slot, wide, language}) {
  const {words} = language;
  const {label, shape: own} = operand.tensor;
  const result = panel(sentAlong(trace, operand.edge, label));
  const factors = [panel(g), ...(sign === "×" ? [wide[1 - slot]] : [])];
  const {positions, isCopy} = wide[slot];
  const isTurned = sign === "−" && slot === 1;
  const isSum = isCopy.includes(true);
  const parts = (cell) => positions.flatMap((position, i) => (position === cell ? [i] : []));
  const written = (cell) => writeSum(result, cell, factors, parts(cell), isTurned, language.format);
  const isColumn = own.at(-1) === 1 && shape.at(-1) !== 1;
  const product = factors.map((one) => one.title).join(" × ");
  const title = `${result.title} = ${isTurned ? "−" : ""}${isSum ? "Σ " : ""}${product}`;
  const isSame = !isSum && !isTurned && factors.length === 1;
  const pass = () => isSame
    ? words.matrix.passBack(label, g.label, operand.uses)
    : words.matrix.cell(title);
  return {
    title,
    layout: isSum && !isColumn && factors.length === 1 ? "down" : "row",
    panels: [...factors, result],
    signs: [...factors.slice(1).map(() => "×"), isSum ? "Σ" : isTurned ? "−" : "="],
    cells: isSame ? "none" : "arrive",
    intro: isSum
      ? words.matrix.sumBack(label, positions.length / result.numbers.length)
      : pass(),
    uses: (cell) => parts(cell).flatMap((i) => factors.map((_, k) => ({panel: k, cell: i}))),
    equation: written,
    tell: (cell) => isSum
      ? words.matrix.sumCell(written(cell), parts(cell).length)
      : words.matrix.cell(written(cell))
  };
}

/** The gradients of all uses of a number, each times the other factor if there is one. */
function writeSum(result, cell, factors, uses, isTurned, format) {
  const terms = uses.map((use) => times(factors.map((one) => numberPart(one, use, format))));
  const total = sum(terms);
  if (!isTurned) return equation(result, cell, [total], format);
  const inside = terms.length > 1 ? [{text: "("}, ...total, {text: ")"}] : total.map(wrapped);
  return equation(result, cell, [[{text: "−"}, ...inside]], format);
}
