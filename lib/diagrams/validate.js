import {scalarOperations} from "./operations.js";
import {TraceError} from "./trace-error.js";

/** Most nodes one drawing shows. */
export const MOST_NODES = 200;

const NAMED_NUMBERS = ["NaN", "Infinity", "-Infinity"];

/**
 * Checks that a trace can be drawn. The form of traces is described by lib/tapewalk/schema.json;
 * this checks by hand what the views rely on, since a schema library would weigh more than they.
 *
 * @param {unknown} trace
 * @throws {TraceError} naming the rule and the offending value
 */
export function validate(trace) {
  if (trace === null || typeof trace !== "object" || Array.isArray(trace)) {
    throw new TraceError("notATrace", show(trace));
  }
  if (trace.schema !== 1) throw new TraceError("schema", show(trace.schema));
  for (const list of ["nodes", "edges", "forward", "backward"]) {
    if (!Array.isArray(trace[list])) throw new TraceError("missing", list);
  }
  if (trace.nodes.length === 0) throw new TraceError("empty");
  if (trace.nodes.length > MOST_NODES) {
    throw new TraceError("tooLarge", trace.nodes.length, MOST_NODES);
  }
  trace.nodes.forEach((node, i) => checkNode(trace, node, i));
  trace.edges.forEach((edge, i) => checkEdge(trace, edge, i));
  trace.forward.forEach((id, i) => checkReference(trace.nodes, id, `forward[${i}]`));
  trace.backward.forEach((event, i) => checkEvent(trace, event, i));
}

function checkNode({engine}, node, i) {
  const place = `nodes[${i}]`;
  if (node?.id !== i) throw new TraceError("id", place, show(node?.id));
  const isKnown = engine === "value"
    ? node.op === "leaf" || scalarOperations.includes(node.op)
    : typeof node.op === "string" && node.op !== "";
  if (!isKnown) throw new TraceError("op", place, show(node.op));
  // Tensors show their shape in place of a value.
  const mayLack = Array.isArray(node.shape) && node.shape.length > 0;
  checkNumber(node.value, `${place}.value`, mayLack);
  if (!Array.isArray(node.constants)) throw new TraceError("missing", `${place}.constants`);
  node.constants.forEach(({value}, k) => checkNumber(value, `${place}.constants[${k}].value`));
}

function checkEdge({nodes, engine}, edge, i) {
  const place = `edges[${i}]`;
  checkReference(nodes, edge?.from, `${place}.from`);
  checkReference(nodes, edge.to, `${place}.to`);
  if (edge.from >= edge.to) throw new TraceError("order", place, `${edge.from} → ${edge.to}`);
  checkNumber(edge.local, `${place}.local`, engine !== "value");
}

function checkEvent({nodes, edges}, event, i) {
  const place = `backward[${i}]`;
  checkReference(nodes, event?.node, `${place}.node`);
  checkNumber(event.grad, `${place}.grad`, nodes[event.node].shape?.length > 0);
  if (!Array.isArray(event.sends)) throw new TraceError("missing", `${place}.sends`);
  event.sends.forEach((sent, k) => {
    const at = `${place}.sends[${k}]`;
    checkReference(edges, sent?.edge, `${at}.edge`);
    const edge = edges[sent.edge];
    if (edge.to !== event.node) throw new TraceError("sender", at, show(sent.edge));
    const mayLack = nodes[edge.from].shape?.length > 0;
    checkNumber(sent.contribution, `${at}.contribution`, mayLack);
    checkNumber(sent.total, `${at}.total`, mayLack);
  });
}

function checkReference(list, index, place) {
  if (!Number.isInteger(index) || !(index in list)) {
    throw new TraceError("reference", place, show(index));
  }
}

function checkNumber(entry, place, mayLack = false) {
  if (mayLack && (entry === null || entry === undefined)) return;
  if (Number.isFinite(entry) || NAMED_NUMBERS.includes(entry)) return;
  throw new TraceError("number", place, show(entry));
}

function show(value) {
  const text = typeof value === "string" ? `"${value}"` : JSON.stringify(value) ?? String(value);
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}
