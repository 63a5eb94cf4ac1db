import {bytesText, toNumber} from "./numbers.js";
import {capitalised} from "./say.js";
import {isSummary, shapeText} from "./amounts.js";
import {savedBytes} from "../trace/lookup.js";

/**
 * An operation on tensors has run: of what, which shape it made, what it saved.
 *
 * @param {Fields} context of `sentence`
 * @param {TraceNode} node of the trace
 * @param {Fields[]} operands the edges that lead to it
 * @returns {import("./say.js").Part[]}
 */
export function tellTensorForward({trace, words, format, name}, node, operands) {
  const names = operands.map(({from}) => trace.nodes[from].label ?? shortName(trace.nodes[from]));
  const call = {text: `${node.op}(${names.join(", ")})`, kind: "name"};
  const equation = node.label ? [name(node.id), {text: " = "}, call] : [call];
  const number = toNumber(node.value);
  const result = number === null
    ? words.ofShape(shapeText(node.shape))
    : [{text: " = "}, {text: format.short(number), kind: "value"}];
  const count = (node.saved ?? []).length;
  const bytes = bytesText(savedBytes(trace, [node]), words.lang);
  const references = (node.saved ?? []).filter(({of}) => of).length;
  const keeps = count === 0 ? [] : words.keepsTensors(count, bytes, references);
  return [...words.computed([...equation, ...result]), ...keeps];
}

/**
 * A gradient goes from one tensor to another: what its sender holds, what arrives, what it adds to.
 *
 * @param {Fields} context of `sentence`
 * @param {import("../trace/steps.js").Step} step
 * @returns {import("./say.js").Part[]}
 */
export function tellTensorSend({words, format, name}, step) {
  const from = name(step.node);
  const to = name(step.to);
  const tell = (entry) => amountParts(entry, words, format);
  const text = words.sendTensor({
    from,
    to,
    upstream: tell(step.upstream),
    contribution: tell(step.contribution)
  });
  if (step.before !== null) {
    const norm = (entry) => ({text: sizeText(entry, format), kind: "grad"});
    const add = isSummary(step.total) ? words.addsTensor : words.addsNumber;
    text.push(...add(capitalised(to), norm(step.before), norm(step.total)));
  }
  if (step.waiting > 0) text.push(...words.waits(capitalised(to), step.waiting));
  return text;
}

/** `3`, or `a gradient of shape (2, 3), norm 0.41`. */
function amountParts(entry, words, format) {
  const size = {text: sizeText(entry, format), kind: "grad"};
  return isSummary(entry) ? words.gradientOf(shapeText(entry.shape), size) : [size];
}

function sizeText(entry, format) {
  const number = toNumber(isSummary(entry) ? entry.norm : entry);
  return number === null ? "?" : format.short(number);
}

/** Operands without a name are called by their operation. */
function shortName(node) {
  return node.op === "leaf" ? "·" : node.op;
}
