import {brief, TraceError} from "../../trace/trace-error.js";

/** How the rows are written: added one at a time, assigned, or added to the numbers that were read first. */
export const MODES = ["index_add", "=", "+="];

/**
 * @typedef {{rows: number[][], into: number[], labels: string[], columns: string[]}} Rows `into` which each goes
 * @typedef {{fallen: number, mode: string}} Now
 *
 * Rows as Python published them. Their sums, and the rows that an assignment leaves, must be those that are
 * computed here.
 *
 * @param {Omit<Rows, "columns"> & {columns?: string[], sums: number[][], left?: number[]}} data
 * @returns {Rows}
 * @throws {TraceError} if they are not
 */
export function rowsOf(data) {
  const {rows, into, labels, columns, sums, left} = data ?? {};
  const isWhole = rows?.length > 0 && into?.length === rows.length && labels?.length > 0 &&
    into.every((to) => to in labels) && sums?.length === labels.length;
  if (!isWhole) throw new TraceError("notRows", brief(data));
  const whole = {rows, into, labels, columns: columns ?? rows[0].map((_, i) => String(i))};
  const isSum = writtenBy(whole, {fallen: rows.length, mode: MODES[0]}).sums.every((row, i) =>
    row.every((x, k) => Math.abs(x - sums[i][k]) < 2e-3 * Math.max(1, Math.abs(x))));
  const last = labels.map((_, row) => into.lastIndexOf(row));
  if (!isSum || (left && String(left) !== String(last))) throw new TraceError("notRows", brief(left));
  return whole;
}

/**
 * The rows after some have fallen into them, and which of the fallen ones are lost.
 *
 * @param {Rows} data
 * @param {Now} now
 * @returns {{sums: number[][], lost: Set<number>}}
 */
export function writtenBy({rows, into, labels}, {fallen, mode}) {
  const sums = labels.map(() => rows[0].map(() => 0));
  const held = new Map();
  const lost = new Set();
  for (let i = 0; i < fallen; i++) {
    const to = into[i];
    if (mode === MODES[0]) sums[to] = sums[to].map((x, k) => x + rows[i][k]);
    else {
      // An assignment overwrites; a plus adds to the zeros that were read before anything was written.
      if (held.has(to)) lost.add(held.get(to));
      sums[to] = rows[i];
    }
    held.set(to, i);
  }
  return {sums, lost};
}
