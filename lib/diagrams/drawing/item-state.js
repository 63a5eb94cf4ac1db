/** @import {EdgeState, NodeState, State} from "../trace/steps.js" */

/**
 * What is known of each box and line of an outline at a step.
 *
 * @param {import("../layout/fold.js").Outline} outline
 * @param {Trace} trace
 * @param {State} state
 * @returns {{items: (NodeState|GroupState)[], edges: LineState[]}} a node's state as it is
 *
 * @typedef {EdgeState & {count?: number}} LineState `count` is how many gradients went along several edges
 * @typedef {ReturnType<typeof groupState>} GroupState `computed` and `sent` are shares
 */
export function itemState(outline, trace, state) {
  const senders = sendersOf(trace);
  const items = outline.items.map(({kind, members}) =>
    kind === "node" ? state.nodes[members[0]] : groupState(members, trace, state, senders)
  );
  const edges = outline.edges.map(({members}) =>
    members.length === 1 ? state.edges[members[0]] : lineState(members, state)
  );
  // What happens inside a folded group happens at its box.
  const {kind, node, to} = state.step;
  const item = outline.items[outline.itemOf[to ?? node]];
  if (item?.kind === "group") items[item.id].now = kind === "forward" ? "forward" : "backward";
  return {items, edges};
}

/** @param {number[]} members @param {Trace} trace @param {State} state @param {Map<number, number[]>} senders */
function groupState(members, trace, state, senders) {
  const operations = members.filter((id) => trace.nodes[id].op !== "leaf");
  const known = operations.filter((id) => state.nodes[id].isKnown).length;
  const due = operations.filter((id) => senders.has(id));
  const hasSent = (/** @type {number} */ id) => senders.get(id).every((edge) => state.edges[edge].arrival !== null);
  const sent = due.filter(hasSent);
  return {
    isGroup: true,
    isKnown: known > 0,
    computed: known / Math.max(operations.length, 1),
    sent: sent.length / Math.max(due.length, 1),
    known,
    operations: operations.length,
    passed: sent.length,
    due: due.length,
    grad: /** @type {null} */ (null),
    now: /** @type {NodeState["now"]} */ (null)
  };
}

/** Several edges as one line: it shows what went along it last.
 * @param {number[]} members @param {State} state @returns {LineState} */
function lineState(members, state) {
  const edges = members.map((i) => state.edges[i]);
  const phase = (/** @type {"forward"|"backward"} */ pass) => {
    const all = edges.map((edge) => edge[pass]);
    if (all.includes("now")) return "now";
    return all.every((one) => one === "waiting") ? "waiting" : "done";
  };
  const now = edges.find(({backward}) => backward === "now");
  return {
    forward: phase("forward"),
    backward: phase("backward"),
    local: null,
    contribution: (now ?? [...edges].reverse().find(({contribution}) => contribution !== null))
      ?.contribution ?? null,
    count: edges.filter(({arrival}) => arrival !== null).length,
    arrival: null
  };
}

/** @type {WeakMap<Trace, Map<number, number[]>>} */
const known = new WeakMap();

/** By node: the edges along which it sends. */
function sendersOf(/** @type {Trace} */ trace) {
  if (!known.has(trace)) {
    known.set(trace, new Map(trace.backward
      .filter(({sends}) => sends.length > 0)
      .map(({node, sends}) => [node, sends.map(({edge}) => edge)])));
  }
  return known.get(trace);
}
