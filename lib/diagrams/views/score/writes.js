/** @import {Event, Row, Step} from "./types.js" */

/** The most rows that are drawn; if there are more, those where something goes wrong come first. */
const MOST = 6;

/** What goes wrong. */
export const BAD = new Set(["fails", "wrong", "unnoticed"]);

/**
 * The pieces of memory that are written in place and saved by a node, oldest first.
 *
 * @param {Step} step
 * @returns {Row[]}
 */
export function writtenRows(step) {
  const {told} = step;
  const writes = told.writes ?? [];
  const storages = [...new Set(writes.map(({storage}) => storage))].filter((at) => at !== undefined);
  const rows = storages.map((storage) => rowOf(step, storage, writes.filter((one) => one.storage === storage)));
  const isBad = (/** @type {Row} */ {events}) => events.some(({kind}) => BAD.has(kind));
  if (rows.length <= MOST) return rows;
  return [...rows.filter(isBad), ...rows.filter((row) => !isBad(row))].slice(0, MOST);
}

/** @param {Step} step @param {number} storage @param {Score["writes"]} writes */
function rowOf({told, made, read}, storage, writes) {
  const {failed} = told;
  /** @type {Event[]} */
  const events = writes.map(({node, version, counted}) => ({
    moment: made[node],
    kind: counted === false ? "unnoticed" : "written",
    version,
    node
  }));
  const unnoticed = events.find(({kind}) => kind === "unnoticed");
  told.nodes.forEach(({saved}, node) => saved.forEach(({storage: at, version = 0}, i) => {
    if (at !== storage || made[node] === -1) return;
    events.push({moment: made[node], kind: "stored", version, node});
    if (failed?.node === node && failed.saved === i) {
      events.push({moment: read[node], kind: "fails", version, found: failed.found, node});
    } else if (read[node] !== -1) {
      // A write that is not recorded is at the node before it, which may be the one that stored.
      const isWrong = unnoticed !== undefined && made[node] <= unnoticed.moment;
      events.push({moment: read[node], kind: isWrong ? "wrong" : "read", version, node});
    }
  }));
  events.sort((one, other) => one.moment - other.moment);
  const {from, until} = told.storages[storage];
  return {shape: writes[0].shape, from: Math.min(from, events[0].moment), until, events};
}

/**
 * The events of written memory at one moment.
 *
 * @param {Row[]} rows
 * @param {number} moment
 * @returns {{event: Event, row: Row}[]}
 */
export function eventsAt(rows, moment) {
  return rows.flatMap((row) => row.events.filter((event) => event.moment === moment)
    .map((event) => ({event, row})));
}
