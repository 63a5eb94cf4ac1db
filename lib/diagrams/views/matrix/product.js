import {TraceError} from "../../trace/trace-error.js";
import {nodeFor, operandsOf} from "./operands.js";
import {panel} from "./panel.js";
import {gradientOf, sentAlong, pythonShape, valueOf} from "./tensor.js";
import {equation, numberPart, sum, times} from "./write.js";

/**
 * One calculation that a view goes through cell by cell.
 *
 * @typedef {object} Stage
 * @property {string} title
 * @property {string} layout `corner`, `row` or `down`
 * @property {import("./panel.js").Panel[]} panels the result is the last
 * @property {string[]} signs the signs between the panels
 * @property {string} cells `arrive`, `stand` or `none`: whether there is a step for each cell of the result,
 *   and whether the cells are empty until then
 * @property {import("../../words/say.js").Part[]} intro
 * @property {(cell: number) => Use[]} uses what a cell of the result is computed from
 * @property {(cell: number) => import("../../words/say.js").Part[]} equation of a cell of the result
 * @property {(cell: number) => import("../../words/say.js").Part[]} tell the same in words
 *
 * @typedef {{panel: number, cell: number, pair?: number}} Use cells of one pair are multiplied
 */

/**
 * A matrix product and its two backward products.
 *
 * @param {Trace} trace
 * @param {number|string|undefined} asked id or label of the node; the first that fits by default
 * @param {{words: Words, format: import("../../words/numbers.js").NumberFormat}} language
 * @returns {Stage[]}
 */
export function product(trace, asked, language) {
  const {words} = language;
  const node = nodeFor(trace, asked, ["MatMul"]);
  const [a, b] = operandsOf(trace, node, ["A", "B"], words.lang);
  const y = valueOf(trace, node.id, node.label ?? "y");
  const cut = slices(a.tensor.shape, b.tensor.shape);
  const draw = (of, which, turn = false) => panel(of, {
    isColumn: which === "b" || (which === "y" && a.tensor.shape.length > 1),
    isTransposed: turn,
    slice: cut?.[which]
  });
  const forward = stage(
    [draw(a.tensor, "a"), draw(b.tensor, "b"), draw(y, "y")], language,
    words.matrix.product(y.label, a.tensor.label, b.tensor.label)
  );
  const g = gradientOf(trace, node.id, y.label);
  const back = (operand, which, left, right) => {
    if (!operand.edge || !g) return [];
    const sent = draw(sentAlong(trace, operand.edge, operand.tensor.label), which);
    const intro = words.matrix.productBack(operand.tensor.label, y.label, operand.uses);
    return [stage([left, right, sent], language, intro)];
  };
  return [
    forward,
    ...back(a, "a", g && draw(g, "y"), draw(b.tensor, "b", true)),
    ...back(b, "b", draw(a.tensor, "a", true), g && draw(g, "y"))
  ];
}

function stage(panels, {words, format}, intro) {
  const [left, top, result] = panels;
  const row = (cell) => Math.floor(cell / result.columns);
  const uses = (cell) => Array.from({length: left.columns}, (_, k) => [
    {panel: 0, cell: row(cell) * left.columns + k, pair: k + 1},
    {panel: 1, cell: k * top.columns + (cell % result.columns), pair: k + 1}
  ]).flat();
  const written = (cell) => {
    const used = uses(cell).map((use) => numberPart(panels[use.panel], use.cell, format));
    const terms = used.filter((_, i) => i % 2 === 0).map((one, k) => times([one, used[2 * k + 1]]));
    return equation(result, cell, [sum(terms)], format);
  };
  return {
    title: `${result.title} = ${left.title} @ ${top.title}`,
    layout: "corner",
    panels,
    signs: ["@", "="],
    cells: "arrive",
    intro,
    uses,
    equation: written,
    tell: (cell) => words.matrix.rowTimesColumn(
      row(cell), left.title, cell % result.columns, top.title, written(cell)
    )
  };
}

/**
 * Where the first matrix of a batch lies in each tensor; null when each is a matrix or a vector,
 * or when one matrix serves the whole batch: then the rows of the batch are just more rows.
 */
function slices(a, b) {
  if (b.length === 2 || (a.length <= 2 && b.length < 2)) return null;
  const leading = (shape) => shape.slice(0, -2).join();
  if (b.length < 2 || leading(a) !== leading(b)) {
    throw new TraceError("batch", pythonShape(a), pythonShape(b));
  }
  const of = (rows, columns) => ({shape: [rows, columns]});
  const [m, k] = a.slice(-2);
  const n = b.at(-1);
  return {a: of(m, k), b: of(k, n), y: of(m, n)};
}
