/**
 * @typedef {{multiplications: number, additions: number}} Count
 */

/**
 * The cost of the derivatives up to a step. In reverse, each send is a multiplication, and each further
 * arrival at a node an addition. Forward mode runs once for each leaf, and computes the derivative by that
 * leaf together with the values.
 *
 * @param {Trace} trace of numbers
 * @param {import("../../trace/steps.js").Step[]} steps
 * @param {number} index the present step
 * @returns {{reverse: Count, forward: Count}}
 */
export function counts(trace, steps, index) {
  const reverse = {multiplications: 0, additions: 0};
  const forward = {multiplications: 0, additions: 0};
  const reached = reachedFrom(trace);
  for (const {kind, node, before} of steps.slice(1, index + 1)) {
    if (kind === "send") {
      reverse.multiplications += 1;
      if (before !== null) reverse.additions += 1;
    }
    if (kind !== "forward") continue;
    for (const nodes of reached) {
      const operands = trace.edges.filter(({from, to}) => to === node && nodes.has(from)).length;
      forward.multiplications += operands;
      forward.additions += Math.max(0, operands - 1);
    }
  }
  return {reverse, forward};
}

/**
 * @param {Trace} trace
 * @returns {Set<number>[]} for each leaf that gets a gradient, the nodes that depend on it
 */
export function reachedFrom({nodes, edges, grads}) {
  const leaves = nodes.filter(({id, op}) => op === "leaf" && id in grads);
  // Ids grow along the edges.
  const inOrder = [...edges].sort((one, other) => one.to - other.to);
  return leaves.map(({id}) => {
    const reached = new Set([id]);
    for (const {from, to} of inOrder) if (reached.has(from)) reached.add(to);
    return reached;
  });
}
