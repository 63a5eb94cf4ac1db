import {brief, TraceError} from "../../trace/trace-error.js";

/** @typedef {number[][]} Rows */

const matrix = (rows, columns, cell) =>
  Array.from({length: rows}, (_, i) => Array.from({length: columns}, (__, j) => cell(i, j)));

/**
 * P = A B and the gradients of A and B. The loss is half the sum of P's squares, so the gradient of P
 * is P itself.
 *
 * @param {Rows} A
 * @param {Rows} B
 * @returns {{A: Rows, B: Rows, P: Rows, dA: Rows, dB: Rows}}
 */
export function productOf(A, B) {
  const m = A.length;
  const k = B.length;
  const n = B[0].length;
  const sum = (count, term) => Array.from({length: count}, (_, i) => term(i)).reduce((one, other) => one + other, 0);
  const P = matrix(m, n, (i, j) => sum(k, (l) => A[i][l] * B[l][j]));
  return {
    A, B, P,
    dA: matrix(m, k, (i, l) => sum(n, (j) => P[i][j] * B[l][j])),
    dB: matrix(k, n, (l, j) => sum(m, (i) => A[i][l] * P[i][j]))
  };
}

/** @typedef {{of: string, i: number, j: number}} Cell */

/**
 * The products that add up to a cell, as pairs of cells; for a cell of A or B, those that add up to its
 * gradient.
 *
 * @param {Cell} cell
 * @param {Pick<ReturnType<typeof productOf>, "A"|"B"|"P">} numbers
 * @returns {{pairs: [Cell, Cell][], of: Cell}} `of` is the cell that the pairs add up to
 */
export function termsOf({of, i, j}, {A, B, P}) {
  const count = (length, pair) => Array.from({length}, (_, l) => pair(l));
  const at = (name, row, column) => ({of: name, i: row, j: column});
  if (of === "P") return {of: {of, i, j}, pairs: count(B.length, (l) => [at("A", i, l), at("B", l, j)])};
  if (of.endsWith("A")) return {of: at("dA", i, j), pairs: count(P[0].length, (l) => [at("P", i, l), at("B", j, l)])};
  return {of: at("dB", i, j), pairs: count(A.length, (l) => [at("A", l, i), at("P", l, j)])};
}

/**
 * Two factors as Python published them. The gradients that its engine found must be those that are
 * computed here.
 *
 * @returns {{A: Rows, B: Rows, names?: Record<"A"|"B"|"P", string>}}
 * @throws {TraceError} if they are not
 */
export function factorsOf(data) {
  const {A, B, dA, dB, names} = data ?? {};
  const isMatrix = (rows) => rows?.length > 0 &&
    rows.every((row) => row.length === rows[0].length && row.every(Number.isFinite));
  if (![A, B, dA, dB].every(isMatrix) || A[0].length !== B.length) throw new TraceError("notAProduct", brief(data));
  const found = productOf(A, B);
  const isSame = [[dA, found.dA], [dB, found.dB]].every(([told, own]) =>
    told.flat().every((x, i) => Math.abs(x - own.flat()[i]) < 1e-6));
  if (!isSame) throw new TraceError("notAProduct", brief({dA, dB}));
  return {A, B, names};
}
