/**
 * Return the part of a trace that was computed before the engine refused a value.
 *
 * @param {Trace} trace of the same graph
 * @param {Pick<RunResult, "reached"|"error">} result with an error, of the program of this trace
 * @returns {{trace: Trace, node: number}} the part, without a backward pass, and the node that has
 *   no result
 */
export function reachedPart(trace, {reached, error}) {
  const node = error.line - 1;
  const known = (/** @type {number} */ id) => reached[`x${id}`];
  const nodes = trace.nodes.map((one) => (known(one.id) ? {...one, value: known(one.id)[0]} : one));
  const edges = trace.edges.map((edge, i) => {
    const locals = known(edge.to)?.[1];
    // The place among the edges into the same node.
    const place = trace.edges.slice(0, i).filter(({to}) => to === edge.to).length;
    return locals ? {...edge, local: locals[place]} : edge;
  });
  const forward = trace.forward.filter((id) => known(id));
  return {trace: {...trace, nodes, edges, forward, backward: [], grads: {}}, node};
}
