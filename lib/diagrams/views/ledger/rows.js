/**
 * @typedef {object} LedgerRow
 * @property {number} node
 * @property {string} kind its operation
 * @property {string|null} group
 * @property {number} added bytes that no earlier operation saved
 * @property {number} referenced bytes of leaves that no earlier operation refers to
 * @property {number} again how many of its saved tensors are in memory that an earlier row counts
 *
 * @typedef {"kind"|"group"|"none"} By what has a section of its own
 * @typedef {{name: keyof typeof KEYS|"name", isDown: boolean}} Sort
 * @typedef {ReturnType<typeof arranged>[number]} Section
 */

/** What numbers are sorted by. */
const KEYS = /** @type {const} */ ({bytes: "added", referenced: "referenced", order: "node"});

/**
 * The bytes that each operation adds to the memory of the tape. Each storage is counted once, at the first
 * operation that saves it, so that the rows add up to the whole.
 *
 * @param {Trace} trace
 * @returns {LedgerRow[]} in forward order
 */
export function ledgerRows(trace) {
  const counted = new Set();
  return trace.forward.map((node) => {
    const {op, group, saved = []} = trace.nodes[node];
    const row = {node, kind: op, group: group ?? null, added: 0, referenced: 0, again: 0};
    for (const {storage, bytes, of} of saved) {
      // Without storages in the trace, each saved tensor counts by itself.
      const memory = trace.storages?.[storage] ?? {bytes, of};
      if (trace.storages?.[storage] && counted.has(storage)) row.again += 1;
      else row[memory.of === null ? "added" : "referenced"] += memory.bytes;
      counted.add(storage);
    }
    return row;
  });
}

/** The sums of rows. */
export function totals(/** @type {LedgerRow[]} */ rows) {
  const sum = (/** @type {"added"|"referenced"|"again"} */ name) => rows.reduce((so, row) => so + row[name], 0);
  return {added: sum("added"), referenced: sum("referenced"), again: sum("again")};
}

/** The section of a row; null for those without a group. */
export function sectionOf(/** @type {LedgerRow} */ row, /** @type {By} */ by) {
  return by === "none" ? null : row[by];
}

/**
 * Rows in sections; rows and sections are sorted in the same way.
 *
 * @param {LedgerRow[]} rows
 * @param {By} by
 * @param {Sort} sort
 * @param {(row: LedgerRow) => string} nameOf
 */
export function arranged(rows, by, {name, isDown}, nameOf) {
  /** @template {Pick<LedgerRow, "added"|"referenced"|"node"> & {name: string}} T @param {T[]} list */
  const sort = (list) => list.sort((one, other) => (isDown ? -1 : 1) *
    (name === "name" ? one.name.localeCompare(other.name) : one[KEYS[name]] - other[KEYS[name]]));
  const keys = [...new Set(rows.map((row) => sectionOf(row, by)))];
  return sort(keys.map((key) => {
    const own = rows.filter((row) => sectionOf(row, by) === key);
    const named = own.map((row) => ({...row, name: nameOf(row)}));
    return {key, rows: sort(named), node: own[0].node, name: key ?? "", ...totals(own)};
  }));
}
