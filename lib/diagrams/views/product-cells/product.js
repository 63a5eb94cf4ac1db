import {brief, TraceError} from "../../trace/trace-error.js";

/**
 * @typedef {number[][]} Rows
 * @typedef {ReturnType<typeof productOf>} Numbers
 * @typedef {{of: keyof Numbers, i: number, j: number}} Cell
 * @typedef {{A: Rows, B: Rows, names?: Record<"A"|"B"|"P", string>}} Factors `names` are what the three matrices are
 *   called where it is not A, B and P
 */

const transpose = (/** @type {Rows} */ rows) => rows[0].map((_, j) => rows.map((row) => row[j]));

const times = (/** @type {Rows} */ A, /** @type {Rows} */ B) => A.map((row) =>
  transpose(B).map((column) => row.reduce((sum, x, l) => sum + x * column[l], 0)));

/** P = A B and the gradients of A and B. The loss is half the sum of P's squares, so the gradient of P is P itself. */
export function productOf(/** @type {Rows} */ A, /** @type {Rows} */ B) {
  const P = times(A, B);
  return {A, B, P, dA: times(P, transpose(B)), dB: times(transpose(A), P)};
}

/**
 * The products that add up to a cell, as pairs of cells; for a cell of A or B, those that add up to its
 * gradient.
 *
 * @param {Cell} cell
 * @param {Numbers} numbers
 * @returns {{pairs: [Cell, Cell][], of: Cell}} `of` is the cell that the pairs add up to
 */
export function termsOf({of, i, j}, {A, B}) {
  /** @param {Cell["of"]} name @param {number} row @param {number} column */
  const at = (name, row, column) => ({of: name, i: row, j: column});
  if (of === "P") return {of: {of, i, j}, pairs: B.map((_, l) => [at("A", i, l), at("B", l, j)])};
  if (of.endsWith("A")) return {of: at("dA", i, j), pairs: B[0].map((_, l) => [at("P", i, l), at("B", j, l)])};
  return {of: at("dB", i, j), pairs: A.map((_, l) => [at("A", l, i), at("P", l, j)])};
}

/**
 * Two factors as Python published them. The gradients that its engine found must be those that are
 * computed here.
 *
 * @param {Factors & {dA: Rows, dB: Rows}} data
 * @returns {Factors}
 * @throws {TraceError} if they are not
 */
export function factorsOf(data) {
  const {A, B, dA, dB, names} = data ?? {};
  const isMatrix = (/** @type {Rows} */ rows) => rows?.length > 0 &&
    rows.every((row) => row.length === rows[0].length && row.every(Number.isFinite));
  if (![A, B, dA, dB].every(isMatrix) || A[0].length !== B.length) throw new TraceError("notAProduct", brief(data));
  const found = productOf(A, B);
  const isSame = [[dA, found.dA], [dB, found.dB]].every(([told, own]) =>
    told.flat().every((x, i) => Math.abs(x - own.flat()[i]) < 1e-6));
  if (!isSame) throw new TraceError("notAProduct", brief({dA, dB}));
  return {A, B, names};
}
