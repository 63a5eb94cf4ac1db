/**
 * @typedef {object} LedgerRow
 * @property {number} node
 * @property {string} kind its operation
 * @property {string|null} group
 * @property {number} added bytes that no earlier operation saved
 * @property {number} referenced bytes of leaves that no earlier operation refers to
 * @property {number} again how many of its saved tensors are in memory that an earlier row counts
 */

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
    for (const entry of saved) count(row, entry, trace.storages, counted);
    return row;
  });
}

function count(row, entry, storages, counted) {
  const {storage, bytes, of} = entry;
  // Without storages in the trace, each saved tensor counts by itself.
  const memory = storages?.[storage] ?? {bytes, of};
  if (storages?.[storage] && counted.has(storage)) {
    row.again += 1;
    return;
  }
  counted.add(storage);
  if (memory.of === null) row.added += memory.bytes;
  else row.referenced += memory.bytes;
}

/**
 * @param {LedgerRow[]} rows
 * @returns {{added: number, referenced: number, again: number}} their sums
 */
export function totals(rows) {
  const sum = (name) => rows.reduce((so, row) => so + row[name], 0);
  return {added: sum("added"), referenced: sum("referenced"), again: sum("again")};
}

/**
 * Rows in sections; rows and sections are sorted in the same way.
 *
 * @param {LedgerRow[]} rows
 * @param {"kind"|"group"|"none"} by
 * @param {{name: "bytes"|"referenced"|"order"|"name", isDown: boolean}} sort
 * @param {(row: LedgerRow) => string} nameOf
 * @returns {{key: string|null, rows: LedgerRow[], added: number, referenced: number}[]}
 */
export function arranged(rows, by, {name, isDown}, nameOf) {
  const sections = new Map();
  for (const row of rows) {
    const key = by === "none" ? null : row[by];
    sections.set(key, [...(sections.get(key) ?? []), row]);
  }
  const order = {
    bytes: (one, other) => one.added - other.added,
    referenced: (one, other) => one.referenced - other.referenced,
    order: (one, other) => one.node - other.node,
    name: (one, other) => one.name.localeCompare(other.name)
  }[name];
  const sort = (list) => list.sort((one, other) => (isDown ? -1 : 1) * order(one, other));
  const made = [...sections].map(([key, own]) => ({
    key,
    rows: sort(own.map((row) => ({...row, name: nameOf(row)}))),
    node: own[0].node,
    name: key ?? "",
    ...totals(own)
  }));
  return sort(made);
}
