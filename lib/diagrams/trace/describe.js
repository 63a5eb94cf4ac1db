import {bytesText, toNumber, isSummary, shapeText, valueText} from "../words/numbers.js";
import {derivativeName, nodeName} from "../words/operations.js";
import {savedBytes} from "./steps.js";

/**
 * A node on tensors in words: shape, type, the summary of its entries, what it saves.
 *
 * @param {TraceNode} node of a trace
 * @param {Words} words of `strings(lang)`
 * @param {import("../words/numbers.js").NumberFormat} format
 * @returns {string}
 */
export function describeTensor(node, words, format) {
  const number = toNumber(node.value);
  const parts = [number === null
    ? words.tensorOf(shapeText(node.shape), (node.dtype ?? "").replace("torch.", ""))
    : `= ${format.exact(number)}`];
  if (node.summary) parts.push(describeAmount(node.summary, words, format));
  const saved = (node.saved ?? []).map(({name, shape, bytes, of}) =>
    [name, shapeText(shape), of ? words.byReference : bytesText(bytes, words.lang)]
      .filter(Boolean)
      .join(" ")
  );
  if (saved.length > 0) parts.push(words.savesTensors(saved.join(", ")));
  return parts.filter(Boolean).join("; ");
}

/**
 * A gradient in words: the number, or the range, mean and norm of a tensor's entries.
 *
 * @param {Amount} entry
 * @param {Words} words
 * @param {import("../words/numbers.js").NumberFormat} format
 * @returns {string}
 */
export function describeAmount(entry, words, format) {
  if (!isSummary(entry)) return format.exact(entry);
  const numbers = [entry.min, entry.max, entry.mean, entry.norm].map(toNumber);
  // An empty tensor has none of them.
  if (numbers.includes(null)) return shapeText(entry.shape);
  return words.summaryOf(...numbers.map(format.short));
}

/**
 * A node in words with the numbers that are drawn, for screen readers.
 *
 * @param {number} id
 * @param {import("./steps.js").State} state
 * @param {{trace: Trace, words: Words, format: import("../words/numbers.js").NumberFormat}} context
 * @returns {string}
 */
export function labelNode(id, state, context) {
  const {short} = context.format;
  return describeNode(id, state, {...context, format: {...context.format, exact: short}});
}

/**
 * A node in words with its exact numbers, for focus and hover.
 *
 * @param {number} id
 * @param {import("./steps.js").State} state
 * @param {{trace: Trace, words: Words, format: import("../words/numbers.js").NumberFormat}} context
 * @returns {string}
 */
export function describeNode(id, state, {trace, words, format}) {
  const {isKnown, value, grad, complete} = state.nodes[id];
  const node = trace.nodes[id];
  const name = nodeName(node, words, format.short);
  const exact = value === null ? valueText(node, format.short) : format.exact(value);
  const said = trace.engine === "value"
    ? words.valueOf(name, exact)
    : `${name}, ${describeTensor(node, words, format)}`;
  const text = isKnown ? said : words.noValue(name);
  if (grad === null) return text;
  const amount = describeAmount(grad, words, format);
  return `${text}, ${complete ? words.gradientIs(amount) : words.gradientSoFar(amount)}`;
}

/**
 * What an edge carries, in words with its exact numbers.
 *
 * @param {number} i
 * @param {import("./steps.js").State} state
 * @param {{trace: Trace, words: Words, format: import("../words/numbers.js").NumberFormat}} context
 * @returns {string}
 */
export function describeEdge(i, state, {trace, words, format}) {
  const edge = trace.edges[i];
  const {local, contribution} = state.edges[i];
  const parts = [];
  if (local !== null) {
    parts.push(words.localIs(derivativeName(trace, edge), format.exact(local)));
  }
  if (contribution !== null) {
    parts.push(words.contributionIs(describeAmount(contribution, words, format)));
  }
  return parts.join(", ");
}

/**
 * A folded group in words, for focus, hover and screen readers.
 *
 * @param {import("../layout/fold.js").Item} item of an outline
 * @param {{operations: number, known: number, due: number, passed: number}} known how many are inside,
 *   have been computed, send, and have sent
 * @param {{trace: Trace, words: Words}} context
 * @returns {string}
 */
export function describeGroup({name, members}, known, {trace, words}) {
  const bytes = savedBytes(trace, members.map((id) => trace.nodes[id]));
  // Begins with what can be read in the box, so that it can be called by voice.
  const seen = [words.nodes(members.length), bytes > 0 && bytesText(bytes, words.lang)];
  const parts = [`${name} ${seen.filter(Boolean).join(" · ")}`, words.group];
  if (known.operations > 0) parts.push(words.groupKnown(known.known, known.operations));
  if (known.due > 0 && known.passed > 0) parts.push(words.groupPassed(known.passed, known.due));
  return parts.join("; ");
}
