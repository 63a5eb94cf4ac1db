import {scalarOperations} from "../words/operations.js";
import {brief, TraceError} from "./trace-error.js";

/** Most nodes one drawing shows. */
export const MOST_NODES = 200;

/** Most nodes of a trace that is drawn folded. */
export const MOST_INSIDE = 5000;

const NAMED_NUMBERS = ["NaN", "Infinity", "-Infinity"];

/**
 * Checks that a trace can be drawn. The form of traces is described by lib/tapewalk/trace/schema.json;
 * this checks by hand what the views rely on: 1.0 kB of the bundle, where a validator that Ajv makes
 * of the schema takes 6.9 kB, follows no reference and speaks one language. The tests hold both to
 * the same traces.
 *
 * @param {Trace} trace
 * @param {object} [options]
 * @param {number} [options.most] nodes it may have
 * @throws {TraceError} naming the rule and the offending value
 */
export function validate(trace, {most = MOST_NODES} = {}) {
  if (trace === null || typeof trace !== "object" || Array.isArray(trace)) {
    throw new TraceError("notATrace", brief(trace));
  }
  if (trace.schema !== 1) throw new TraceError("schema", brief(trace.schema));
  for (const list of /** @type {const} */ (["nodes", "edges", "forward", "backward"])) {
    if (!Array.isArray(trace[list])) throw new TraceError("missing", list);
  }
  if (trace.nodes.length === 0) throw new TraceError("empty");
  if (trace.nodes.length > most) throw new TraceError("tooLarge", trace.nodes.length, most);
  trace.nodes.forEach((node, i) => checkNode(trace, node, i));
  trace.nodes.forEach(({saved}, i) => checkSaved(trace, saved, `nodes[${i}].saved`));
  trace.edges.forEach((edge, i) => checkEdge(trace, edge, i));
  trace.forward.forEach((id, i) => checkReference(trace.nodes, id, `forward[${i}]`));
  trace.backward.forEach((event, i) => checkEvent(trace, event, i));
}

/** @param {Trace} trace @param {TraceNode} node @param {number} i */
function checkNode({engine}, node, i) {
  const place = `nodes[${i}]`;
  if (node?.id !== i) throw new TraceError("id", place, brief(node?.id));
  const isKnown = engine === "value"
    ? node.op === "leaf" || scalarOperations.includes(node.op)
    : typeof node.op === "string" && node.op !== "";
  if (!isKnown) throw new TraceError("op", place, brief(node.op));
  // Graphs of tensors keep no results for a trace to read, unless it watched them being computed.
  checkNumber(node.value, `${place}.value`, engine !== "value");
  if (!Array.isArray(node.constants)) throw new TraceError("missing", `${place}.constants`);
  node.constants.forEach(({value}, k) => checkNumber(value, `${place}.constants[${k}].value`));
}

/**
 * The saved tensors of a node, where the trace lists them, and their memory.
 *
 * @param {Trace} trace
 * @param {SavedTensor[]|undefined} saved
 * @param {string} place
 */
function checkSaved({storages = []}, saved, place) {
  if (saved === undefined) return;
  if (!Array.isArray(saved)) throw new TraceError("missing", place);
  saved.forEach((entry, k) => {
    const at = `${place}[${k}]`;
    if (!Array.isArray(entry?.shape)) throw new TraceError("missing", `${at}.shape`);
    checkNumber(entry.bytes, `${at}.bytes`);
    if (entry.storage === undefined) return;
    checkReference(storages, entry.storage, `${at}.storage`);
    checkNumber(storages[entry.storage].bytes, `storages[${entry.storage}].bytes`);
  });
}

/** @param {Trace} trace @param {TraceEdge} edge @param {number} i */
function checkEdge({nodes, engine}, edge, i) {
  const place = `edges[${i}]`;
  checkReference(nodes, edge?.from, `${place}.from`);
  checkReference(nodes, edge.to, `${place}.to`);
  if (edge.from >= edge.to) throw new TraceError("order", place, `${edge.from} → ${edge.to}`);
  checkNumber(edge.local, `${place}.local`, engine !== "value");
}

/** @param {Trace} trace @param {TraceEvent} event @param {number} i */
function checkEvent({nodes, edges}, event, i) {
  const place = `backward[${i}]`;
  checkReference(nodes, event?.node, `${place}.node`);
  checkAmount(event.grad, `${place}.grad`, nodes[event.node]);
  if (!Array.isArray(event.sends)) throw new TraceError("missing", `${place}.sends`);
  event.sends.forEach((sent, k) => {
    const at = `${place}.sends[${k}]`;
    checkReference(edges, sent?.edge, `${at}.edge`);
    const edge = edges[sent.edge];
    if (edge.to !== event.node) throw new TraceError("sender", at, brief(sent.edge));
    checkAmount(sent.contribution, `${at}.contribution`, nodes[edge.from]);
    checkAmount(sent.total, `${at}.total`, nodes[edge.from]);
  });
}

/** @param {unknown[]} list @param {number} index @param {string} place */
function checkReference(list, index, place) {
  if (!Number.isInteger(index) || !(index in list)) {
    throw new TraceError("reference", place, brief(index));
  }
}

/**
 * The gradient of a tensor is a summary.
 *
 * @param {Entry|Summary} entry
 * @param {string} place
 * @param {TraceNode} node
 */
function checkAmount(entry, place, {shape}) {
  const isTensor = shape?.length > 0;
  if (!isTensor || entry === null || typeof entry !== "object") {
    return checkNumber(entry, place, isTensor);
  }
  if (!Array.isArray(entry.shape)) throw new TraceError("missing", `${place}.shape`);
  // An empty tensor has none of these.
  for (const name of /** @type {const} */ (["min", "max", "mean", "norm"])) {
    checkNumber(entry[name], `${place}.${name}`, true);
  }
  (entry.values ?? []).forEach((value, i) => checkNumber(value, `${place}.values[${i}]`));
}

/** @param {unknown} entry @param {string} place @param {boolean} [mayLack] */
function checkNumber(entry, place, mayLack = false) {
  if (mayLack && (entry === null || entry === undefined)) return;
  if (Number.isFinite(entry) || NAMED_NUMBERS.includes(/** @type {string} */ (entry))) return;
  throw new TraceError("number", place, brief(entry));
}
