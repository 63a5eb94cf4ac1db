import {bytesText} from "./numbers.js";
import {derivativeName, nodeName} from "./names.js";
import {describeAmount, describeTensor} from "./describe-tensor.js";
import {savedBytes} from "../trace/lookup.js";
import {valueText} from "../layout/measure.js";

/**
 * A node in words with its exact numbers, for focus, hover and screen readers.
 *
 * @param {number} id
 * @param {import("../trace/state.js").State} state
 * @param {{trace: Trace, words: Words, format: import("./numbers.js").NumberFormat}} context
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
 * @param {import("../trace/state.js").State} state
 * @param {{trace: Trace, words: Words, format: import("./numbers.js").NumberFormat}} context
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
 * @param {import("../layout/fold.js").Item} item
 * @param {Fields} known of `itemState`
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
