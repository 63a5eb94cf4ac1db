import {scalarRules} from "./scalar-rules.js";
import {toEntry, toNumber} from "../words/numbers.js";
import {TraceError} from "./trace-error.js";

/**
 * The trace that Python would write for the same operations on other leaves.
 *
 * @param {Trace} trace of scalars
 * @param {Record<string, number>} leaves new values by the label of the leaf; the others stay
 * @returns {Fields} a new trace of the same form
 * @throws {TraceError} where Python raises too, at the logarithm of a negative number for
 *   instance. Its `trace` is then what had been computed until there, with no backward pass, and
 *   its `node` the one that has no result
 */
export function replay(trace, leaves) {
  if (trace.engine !== "value") throw new TraceError("notScalar", trace.engine);
  const given = new Map(Object.entries(leaves));
  checkLabels(trace, [...given.keys()]);
  const nodes = trace.nodes.map((node) =>
    node.op === "leaf" && given.has(node.label)
      ? {...node, value: toEntry(given.get(node.label))}
      : node
  );
  const ahead = {...trace, nodes, edges: trace.edges.map((edge) => ({...edge}))};
  runForward(ahead);
  return {...ahead, ...runBackward(ahead)};
}

function checkLabels({nodes}, given) {
  const labels = nodes.filter(({op, label}) => op === "leaf" && label).map(({label}) => label);
  const unknown = given.find((label) => !labels.includes(label));
  if (unknown !== undefined) throw new TraceError("label", unknown, labels.join(", "));
}

/** Computes values and local gradients anew, in place. */
function runForward(trace) {
  const {nodes, edges, forward} = trace;
  const arriving = nodes.map(() => []);
  for (const edge of edges) arriving[edge.to].push(edge);
  forward.forEach((id, done) => {
    const operands = [];
    for (const {slot, value} of nodes[id].constants) operands[slot] = toNumber(value);
    for (const {slot, from} of arriving[id]) operands[slot] = toNumber(nodes[from].value);
    const {value, locals} = orStop(trace, done, () => scalarRules[nodes[id].op](operands[0], operands[1]));
    nodes[id] = {...nodes[id], value: toEntry(value)};
    for (const edge of arriving[id]) edge.local = toEntry(locals[edge.slot]);
  });
}

/** An error takes along how far the walk came. */
function orStop(trace, done, compute) {
  try {
    return compute();
  } catch (error) {
    const reached = {...trace, forward: trace.forward.slice(0, done), backward: [], grads: {}};
    throw Object.assign(error, {trace: reached, node: trace.forward[done]});
  }
}

/** Gradients in the order of the trace: a sum of floats depends on it. */
function runBackward({nodes, edges, backward}) {
  const totals = nodes.map(() => 0);
  totals[nodes.length - 1] = 1;
  const events = backward.map(({node, sends}) => {
    const grad = totals[node];
    const sent = sends.map(({edge}) => {
      const contribution = grad * toNumber(edges[edge].local);
      const total = (totals[edges[edge].from] += contribution);
      return {edge, contribution: toEntry(contribution), total: toEntry(total)};
    });
    return {node, grad: toEntry(grad), sends: sent};
  });
  const leaves = nodes.filter(({op}) => op === "leaf");
  return {
    backward: events,
    grads: Object.fromEntries(leaves.map(({id}) => [id, toEntry(totals[id])]))
  };
}
