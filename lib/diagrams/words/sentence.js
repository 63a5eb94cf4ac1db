import {asFactor, derivativeName, nodeName} from "./names.js";
import {capitalised, say} from "./say.js";
import {formula} from "./operations.js";
import {incoming} from "../trace/lookup.js";
import {numberFormat, toNumber} from "./numbers.js";
import {steps as stepsOf} from "../trace/steps.js";
import {strings} from "./strings.js";
import {tellTensorForward, tellTensorSend} from "./sentence-tensor.js";

const LISTED_LEAVES = 5;

/**
 * One step told as one or two sentences.
 *
 * @param {Trace} trace
 * @param {number} index position in `steps(trace)`
 * @param {object} [options]
 * @param {string} [options.lang]
 * @param {import("../trace/steps.js").Step[]} [options.steps] those steps, when the caller has them
 * @returns {import("./say.js").Part[]}
 */
export function sentence(trace, index, {lang, steps = stepsOf(trace)} = {}) {
  const words = strings(lang);
  const format = numberFormat(words.lang);
  const name = (id) => {
    const text = nodeName(trace.nodes[id], words, format.short);
    return trace.nodes[id].label ? {text, kind: "name"} : {text};
  };
  const context = {trace, words, format, name};
  const step = steps[index];
  const text = capital(TELL[step.kind](context, step), trace, step);
  const isLast = index === steps.length - 1;
  return isLast && step.kind === "send" ? [...text, ...words.end()] : text;
}

const TELL = {start: tellStart, forward: tellForward, seed: tellSeed, send: tellSend};

function tellStart({trace, words, format, name}) {
  const leaves = trace.nodes.filter((node) => node.op === "leaf");
  if (leaves.length > LISTED_LEAVES || leaves.some((leaf) => toNumber(leaf.value) === null)) {
    return words.startMany(leaves.length);
  }
  const given = leaves.map((leaf) => {
    const number = value(format, toNumber(leaf.value));
    return leaf.label ? say`${name(leaf.id)} = ${number}` : [number];
  });
  return words.start(list(given, words));
}

function tellForward(context, step) {
  const {trace, words, format, name} = context;
  const node = trace.nodes[step.node];
  const operands = incoming(trace, step.node).map(({edge}) => edge);
  if (trace.engine !== "value") return tellTensorForward(context, node, operands);
  const equation = node.label ? [name(step.node)] : [];
  if (operands.every((edge) => trace.nodes[edge.from].label)) {
    const names = formulaOver(context, node, operands, "label");
    // A node may be called by its own formula: "a+b = a + b" would say nothing.
    if (!isSameFormula(names.text, node.label)) equation.push(...equal(equation), names);
  }
  const result = toNumber(node.value);
  if (result !== null) {
    const numbers = formulaOver(context, node, operands, "value");
    const end = value(format, result);
    // The formula of −x over 0.5 is its result already.
    if (numbers.text !== end.text) equation.push(...equal(equation), numbers);
    equation.push({text: equals(format, result)}, end);
  }
  return [...words.computed(equation), ...tellLocals(context, node, operands)];
}

function formulaOver({trace, format}, node, operands, what) {
  const texts = [];
  for (const edge of operands) {
    const operand = trace.nodes[edge.from];
    texts[edge.slot] =
      what === "label" ? asFactor(operand.label) : format.short(toNumber(operand.value));
  }
  return {text: formula(node, texts, format.short), kind: what === "label" ? "name" : "value"};
}

function isSameFormula(formulaText, label) {
  const bare = (text) => text.replace(/\s/g, "").replace(/[·*]/g, "×").replace(/-/g, "−");
  return label !== null && bare(formulaText) === bare(label);
}

function tellLocals(context, node, operands) {
  const {words} = context;
  const known = operands.filter((edge) => toNumber(edge.local) !== null);
  if (known.length === 0) return [];
  const locals = known.map((edge) => tellLocal(context, edge, known));
  return known.length === 1 ? words.keeps(locals[0]) : words.keepsMany(list(locals, words));
}

function tellLocal({trace, words, format, name}, edge, known) {
  const local = gradient(format, toNumber(edge.local));
  const twin = known.some((other) => other !== edge && isParallel(other, edge));
  if (twin) return words.localBySide(name(edge.from), edge.slot, local);
  if (known.every((one) => derivativeName(trace, one))) {
    return words.local({text: derivativeName(trace, edge), kind: "name"}, local);
  }
  return trace.nodes[edge.from].label ? words.localFor(name(edge.from), local) : [local];
}

function isParallel(one, other) {
  return one.from === other.from && one.to === other.to;
}

function tellSeed({trace, words, format, name}, step) {
  const {label} = trace.nodes[step.node];
  const itself = label && {text: `∂${asFactor(label)}/∂${asFactor(label)}`, kind: "name"};
  return words.seed(name(step.node), itself, gradient(format, step.total));
}

function tellSend(context, step) {
  if (context.trace.engine !== "value") return tellTensorSend(context, step);
  const {trace, words, format, name} = context;
  const from = name(step.node);
  const to = name(step.to);
  const contribution = gradient(format, step.contribution);
  const derivative = derivativeName(trace, trace.edges[step.edge]);
  const text = step.local === null || step.contribution === null
    ? words.sendWhole({from, to, contribution})
    : words.send({
      from,
      to,
      upstream: gradient(format, step.upstream),
      localName: derivative && {text: derivative, kind: "name"},
      local: gradient(format, step.local),
      product: arithmetic(format, [step.upstream, step.local], "×", step.contribution)
    });
  if (step.before !== null) {
    const sum = arithmetic(format, [step.before, step.contribution], "+", step.total);
    const had = gradient(format, step.before);
    text.push(...(step.isOverwritten
      ? words.overwrites(capitalised(to), had, gradient(format, step.total))
      : words.adds(capitalised(to), had, sum)));
  }
  if (step.waiting > 0) text.push(...words.waits(capitalised(to), step.waiting));
  return text;
}

/** A sentence that begins with "the × node" gets its capital; a label stays as it is. */
function capital([first, ...rest], trace, step) {
  if (step.kind !== "send" || trace.nodes[step.node].label) return [first, ...rest];
  return [capitalised(first), ...rest];
}

/** `14 × 3 = 42`, in the gradient's colour. */
function arithmetic(format, [left, right], sign, result) {
  const second = right < 0 ? `(${format.short(right)})` : format.short(right);
  const sides = `${format.short(left)} ${sign} ${second}`;
  return [{text: `${sides}${equals(format, result)}${format.short(result)}`, kind: "grad"}];
}

/** A rounded result is not equal to what stands before it. */
function equals(format, result) {
  return format.isRounded(result) ? " ≈ " : " = ";
}

function equal(equation) {
  return equation.length > 0 ? [{text: " = "}] : [];
}

function value(format, x) {
  return {text: format.short(x), kind: "value"};
}

function gradient(format, x) {
  return {text: x === null ? "?" : format.short(x), kind: "grad"};
}

/** Parts of several entries as a list: `a, b and c`. */
function list(entries, words) {
  const pieces = new Intl.ListFormat(words.lang).formatToParts(entries.map((_, i) => String(i)));
  return pieces.flatMap((piece) => {
    if (piece.type === "element") return entries[Number(piece.value)];
    return [{text: piece.value === ", " ? words.listSeparator : piece.value}];
  });
}
