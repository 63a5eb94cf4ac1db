import {TraceError} from "../../trace/trace-error.js";
import {cellName, pythonShape} from "./tensor.js";

/**
 * A tensor as it is drawn: in rows and columns.
 *
 * @typedef {object} Panel
 * @property {string} title
 * @property {string} shape as Python writes it
 * @property {"value"|"grad"} kind
 * @property {number} rows
 * @property {number} columns
 * @property {number[]} numbers by cell, row by row
 * @property {string[]} names by cell, such as `A[0, 1]`
 * @property {number[]} positions by cell: the position of its number in the tensor
 * @property {boolean[]} [isCopy] by cell: whether it is the number of another cell once more
 */

/**
 * @param {import("./tensor.js").Tensor} of at most a matrix, unless `rows` says more
 * @param {object} [options]
 * @param {boolean} [options.isColumn] a vector is drawn as a column
 * @param {boolean} [options.isTransposed]
 * @param {{shape: number[]}} [options.slice] the first matrix of a batch
 * @returns {Panel}
 */
export function panel(of, {isColumn = false, isTransposed = false, slice} = {}) {
  const {rows, columns} = size(of, slice?.shape ?? of.shape, isColumn);
  const positions = Array.from({length: rows * columns}, (_, i) => i);
  const upright = place(of, rows, columns, positions);
  return isTransposed ? transposed(upright, of) : upright;
}

/**
 * A tensor laid out over a larger shape, as broadcasting does it.
 *
 * @param {import("./tensor.js").Tensor} of
 * @param {number[]} shape at most a matrix's
 * @returns {Panel}
 */
export function stretched(of, shape) {
  const rows = shape.at(-2) ?? 1;
  const columns = shape.at(-1) ?? 1;
  const ownRows = of.shape.at(-2) ?? 1;
  const ownColumns = of.shape.at(-1) ?? 1;
  const cells = Array.from({length: rows * columns}, (_, i) => ({
    row: Math.floor(i / columns),
    column: i % columns
  }));
  const positions = cells.map(
    ({row, column}) => (ownRows === 1 ? 0 : row * ownColumns) + (ownColumns === 1 ? 0 : column)
  );
  const isCopy = positions.map((position, i) => positions.indexOf(position) < i);
  return {...place(of, rows, columns, positions), isCopy};
}

function place(of, rows, columns, positions) {
  return {
    title: of.label,
    shape: pythonShape(of.shape),
    kind: of.kind,
    rows,
    columns,
    positions,
    numbers: positions.map((position) => of.numbers[position]),
    names: positions.map((position) => cellName(of, position))
  };
}

function transposed({rows, columns, positions}, of) {
  const turned = positions.map((_, i) => positions[(i % rows) * columns + Math.floor(i / rows)]);
  const shape = of.shape.length < 2 ? [columns, rows] : [...of.shape].reverse();
  return {...place(of, columns, rows, turned), title: `${of.label}ᵀ`, shape: pythonShape(shape)};
}

/** Leading axes count as more rows: a product treats them so. */
function size(of, shape, isColumn) {
  const columns = shape.at(-1) ?? 1;
  const rows = shape.slice(0, -1).reduce((product, length) => product * length, 1);
  if (rows * columns === 0) throw new TraceError("noMatrix", of.label, pythonShape(of.shape));
  return isColumn && shape.length < 2 ? {rows: columns, columns: 1} : {rows, columns};
}
