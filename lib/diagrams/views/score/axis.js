/**
 * The axis of all runs: a slot for each node that runs forward or backward in any of them, in order. If a
 * run lacks a node, the slot stays empty, so that nothing else moves.
 *
 * @typedef {object} Axis
 * @property {number} length
 * @property {number} middle where the backward pass begins
 * @property {{start: Float64Array}[]} clocks for each run, the slot of each moment
 * @property {{node: ScoreNode, isBack: boolean}[]} slots the node that each was made for
 */

/** Longer passes are not compared node by node. */
const MOST = 1500;

/**
 * @param {import("./data.js").Step[]} steps one for each run
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

function entriesOf({told, nodes, passes, ahead}, isBack) {
  const own = isBack ? nodes.slice(ahead) : nodes.slice(0, ahead);
  return own.map((at, i) => {
    const node = told.nodes[at];
    const pass = isBack ? passes[ahead + i] : "";
    return {node, key: `${pass} ${node.op} ${node.group} ${node.label}`};
  });
}

/** Put each run's entries into the slots of the runs before it, with new slots for new entries. */
function merged(runs) {
  let slots = [];
  let places = [];
  for (const entries of runs) {
    const own = matches(slots, entries);
    const next = [];
    /** For each old slot its new position. */
    const moved = [];
    const keepUntil = (last) => {
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
function matches(slots, entries) {
  const n = slots.length;
  const m = entries.length;
  if (n > MOST || m > MOST) return entries.map((_, i) => (i < n ? i : undefined));
  const long = Array.from({length: n + 1}, () => new Uint16Array(m + 1));
  for (let i = n - 1; i >= 0; i--) {
    for (let j = m - 1; j >= 0; j--) {
      long[i][j] = slots[i].key === entries[j].key ? long[i + 1][j + 1] + 1 : Math.max(long[i + 1][j], long[i][j + 1]);
    }
  }
  const found = Array(m).fill(undefined);
  for (let i = 0, j = 0; i < n && j < m;) {
    if (slots[i].key === entries[j].key) found[j++] = i++;
    else if (long[i + 1][j] >= long[i][j + 1]) i += 1;
    else j += 1;
  }
  return found;
}
