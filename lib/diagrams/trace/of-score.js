/**
 * The graph of a step that was measured, as a trace without numbers: what its backward pass reached
 * first is the root. Nodes that a checkpoint computed again are left out.
 *
 * @param {Score} score as `lib/tapewalk/trace/score.py` describes it
 * @returns {Trace}
 */
export function traceOfScore({engine, nodes, forward, backward, storages}) {
  const kept = behind(nodes, backward[0]);
  const ids = new Map(kept.map((node, id) => [node, id]));
  return {
    schema: 1,
    engine,
    nodes: kept.map((node, id) => nodeOf(nodes[node], id, storages)),
    edges: kept.flatMap((node, to) => nodes[node].operands.map((operand, slot) => /** @type {TraceEdge} */ ({
      from: ids.get(operand),
      to,
      slot,
      local: null
    }))),
    forward: forward.filter((node) => ids.has(node)).map((node) => ids.get(node)),
    backward: [],
    grads: {},
    storages: storages.map(({bytes, of}) => ({bytes, of}))
  };
}

/**
 * @param {ScoreNode} node
 * @param {number} id
 * @param {Score["storages"]} storages whose `of` is that of the saved tensors in them
 * @returns {TraceNode}
 */
function nodeOf({op, label, group, shape, dtype, saved}, id, storages) {
  const about = {
    id, op, label, group, shape, dtype,
    saved: saved.map((one) => ({...one, of: storages[one.storage].of}))
  };
  return {...about, value: null, requires_grad: true, constants: []};
}

/**
 * A node and all that its gradient reaches, in the order of the score: operands come first.
 *
 * @param {ScoreNode[]} nodes
 * @param {number} root
 */
function behind(nodes, root) {
  const seen = new Set([root]);
  for (const node of seen) nodes[node].operands.forEach((operand) => seen.add(operand));
  return [...seen].sort((a, b) => a - b);
}
