/** @import {Axis, Step} from "./types.js" */

/** Longer passes are not compared node by node. */
const MOST = 1500;

/** @typedef {ReturnType<typeof entriesOf>} Entries */

/**
 * The axis of all runs: a slot for each node that runs forward or backward in any of them, in order. If a
 * run lacks a node, the slot stays empty, so that nothing else moves.
 *
 * @param {Step[]} steps one for each run
 * @returns {Axis}
 */
export function axisOf(steps) {
  const passes = [false, true].map((isBack) => merged(steps.map((step) => entriesOf(step, isBack))));
  const [ahead, behind] = passes;
  const lost = steps.length === 1 ? steps[0].left : 0;
  const clocks = steps.map((_, run) => ({start: Float64Array.from([
    ...ahead.places[run], ...behind.places[run].map((slot) => slot + ahead.slots.length)
  ])}));
  const slots = passes.flatMap((pass, nth) => pass.slots.map(({node}) => ({node, isBack: nth === 1})));
  return {length: slots.length + lost, middle: ahead.slots.length, clocks, slots};
}

function entriesOf(/** @type {Step} */ {told, nodes, passes, ahead}, /** @type {boolean} */ isBack) {
  const own = isBack ? nodes.slice(ahead) : nodes.slice(0, ahead);
  return own.map((at, i) => {
    const node = told.nodes[at];
    const pass = isBack ? passes[ahead + i] : "";
    return {node, key: `${pass} ${node.op} ${node.group} ${node.label}`};
  });
}

/** Put each run's entries into the slots of the runs before it, with new slots for new entries. */
function merged(/** @type {Entries[]} */ runs) {
  let slots = /** @type {Entries} */ ([]);
  let places = /** @type {number[][]} */ ([]);
  for (const entries of runs) {
    const own = matches(slots, entries);
    const next = /** @type {Entries} */ ([]);
    /** For each old slot its new position. @type {number[]} */
    const moved = [];
    const keepUntil = (/** @type {number} */ last) => {
      while (moved.length <= last) moved.push(next.push(slots[moved.length]) - 1);
    };
    const at = entries.map((entry, i) => {
      if (own[i] === undefined) return next.push(entry) - 1;
      keepUntil(own[i]);
      return next.length - 1;
    });
    keepUntil(slots.length - 1);
    places = [...places.map((list) => list.map((slot) => moved[slot])), at];
    slots = next;
  }
  return {slots, places};
}

/** For each entry the slot of the same node, in the longest common order; undefined where it is new. */
function matches(/** @type {Entries} */ slots, /** @type {Entries} */ entries) {
  const n = slots.length;
  const m = entries.length;
  if (n > MOST || m > MOST) return entries.map((_, i) => (i < n ? i : undefined));
  const long = Array.from({length: n + 1}, () => new Uint16Array(m + 1));
  for (let i = n - 1; i >= 0; i--) {
    for (let j = m - 1; j >= 0; j--) {
      long[i][j] = slots[i].key === entries[j].key ? long[i + 1][j + 1] + 1 : Math.max(long[i + 1][j], long[i][j + 1]);
    }
  }
  const found = /** @type {(number|undefined)[]} */ (Array(m).fill(undefined));
  for (let i = 0, j = 0; i < n && j < m;) {
    if (slots[i].key === entries[j].key) found[j++] = i++;
    else if (long[i + 1][j] >= long[i][j + 1]) i += 1;
    else j += 1;
  }
  return found;
}
