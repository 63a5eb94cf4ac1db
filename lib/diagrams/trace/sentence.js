import {bytesText, toNumber, isSummary, shapeText, numberFormat} from "../words/numbers.js";
import {asFactor, derivativeName, nodeName, formula} from "../words/operations.js";
import {capitalised, say} from "../words/say.js";
import {strings} from "../words/strings.js";
import {savedBytes, incoming, steps as stepsOf} from "./steps.js";

/**
 * An operation on tensors has run: of what, which shape it made, what it saved.
 *
 * @param {Context} context @param {TraceNode} node @param {TraceEdge[]} operands the edges that lead to it
 */
function tellTensorForward({trace, words, format, name}, node, operands) {
  // Operands without a name are called by their operation.
  const names = operands.map(({from}) => {
    const {label, op} = trace.nodes[from];
    return label ?? (op === "leaf" ? "·" : op);
  });
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
 * Return the sentence of a gradient sent from one tensor to another: the sender's own, the part that
 * arrives, and the sum.
 *
 * @param {Context} context @param {import("./steps.js").Step} step
 */
function tellTensorSend({words, format, name}, step) {
  const from = name(step.node);
  const to = name(step.to);
  /** @param {Amount} entry */
  const norm = (entry) => gradient(format, toNumber(isSummary(entry) ? entry.norm : entry));
  // `3`, or `a gradient of shape (2, 3), norm 0.41`.
  /** @param {Amount} entry */
  const tell = (entry) => (isSummary(entry) ? words.gradientOf(shapeText(entry.shape), norm(entry)) : [norm(entry)]);
  const text = words.sendTensor({
    from,
    to,
    upstream: tell(step.upstream),
    contribution: tell(step.contribution)
  });
  if (step.before !== null) {
    const add = isSummary(step.total) ? words.addsTensor : words.addsNumber;
    text.push(...add(capitalised(to), norm(step.before), norm(step.total)));
  }
  if (step.waiting > 0) text.push(...words.waits(capitalised(to), step.waiting));
  return text;
}

const LISTED_LEAVES = 5;

/**
 * @typedef {object} Context
 * @property {Trace} trace
 * @property {Words} words
 * @property {import("../words/numbers.js").NumberFormat} format
 * @property {(id: number) => import("../words/say.js").Part} name of a node
 */

/**
 * Return one or two sentences about a step.
 *
 * @param {Trace} trace
 * @param {number} index position in `steps(trace)`
 * @param {object} [options]
 * @param {string} [options.lang]
 * @param {import("./steps.js").Step[]} [options.steps] those steps, when the caller has them
 * @returns {import("../words/say.js").Part[]}
 */
export function sentence(trace, index, {lang, steps = stepsOf(trace)} = {}) {
  const words = strings(lang);
  const format = numberFormat(words.lang);
  /** @param {number} id */
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

/** @type {Record<string, (context: Context, step: any) => import("../words/say.js").Part[]>} */
const TELL = {start: tellStart, forward: tellForward, seed: tellSeed, send: tellSend};

/** @param {Context} context */
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

/** @param {Context} context @param {import("./steps.js").Step} step */
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
  return [...words.computed(equation), ...tellLocals(context, operands)];
}

/** @param {Context} context @param {TraceNode} node @param {TraceEdge[]} operands @param {"label"|"value"} what */
function formulaOver({trace, format}, node, operands, what) {
  const texts = [];
  for (const edge of operands) {
    const operand = trace.nodes[edge.from];
    texts[edge.slot] =
      what === "label" ? asFactor(operand.label) : format.short(toNumber(operand.value));
  }
  return {text: formula(node, texts, format.short), kind: what === "label" ? "name" : "value"};
}

/** @param {string} formulaText @param {string|null} label */
function isSameFormula(formulaText, label) {
  /** @param {string} text */
  const bare = (text) => text.replace(/\s/g, "").replace(/[·*]/g, "×").replace(/-/g, "−");
  return label !== null && bare(formulaText) === bare(label);
}

/** @param {Context} context @param {TraceEdge[]} operands */
function tellLocals(context, operands) {
  const {words} = context;
  const known = operands.filter((edge) => toNumber(edge.local) !== null);
  if (known.length === 0) return [];
  const locals = known.map((edge) => tellLocal(context, edge, known));
  return known.length === 1 ? words.keeps(locals[0]) : words.keepsMany(list(locals, words));
}

/** @param {Context} context @param {TraceEdge} edge @param {TraceEdge[]} known */
function tellLocal({trace, words, format, name}, edge, known) {
  const local = gradient(format, toNumber(edge.local));
  const twin = known.some((other) => other !== edge && isParallel(other, edge));
  if (twin) return words.localBySide(name(edge.from), edge.slot, local);
  if (known.every((one) => derivativeName(trace, one))) {
    return words.local({text: derivativeName(trace, edge), kind: "name"}, local);
  }
  return trace.nodes[edge.from].label ? words.localFor(name(edge.from), local) : [local];
}

/** @param {TraceEdge} one @param {TraceEdge} other */
function isParallel(one, other) {
  return one.from === other.from && one.to === other.to;
}

/** @param {Context} context @param {import("./steps.js").ScalarStep} step */
function tellSeed({trace, words, format, name}, step) {
  const {label} = trace.nodes[step.node];
  const itself = label && {text: `∂${asFactor(label)}/∂${asFactor(label)}`, kind: "name"};
  return words.seed(name(step.node), itself, gradient(format, step.total));
}

/** @param {Context} context @param {import("./steps.js").ScalarStep} step */
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

/**
 * A sentence that begins with "the × node" gets its capital; a label stays as it is.
 *
 * @param {import("../words/say.js").Part[]} parts
 * @param {Trace} trace
 * @param {import("./steps.js").Step} step
 */
function capital([first, ...rest], trace, step) {
  if (step.kind !== "send" || trace.nodes[step.node].label) return [first, ...rest];
  return [capitalised(first), ...rest];
}

/**
 * `14 × 3 = 42`, in the gradient's colour.
 *
 * @param {import("../words/numbers.js").NumberFormat} format
 * @param {number[]} sides
 * @param {string} sign
 * @param {number} result
 */
function arithmetic(format, [left, right], sign, result) {
  const second = right < 0 ? `(${format.short(right)})` : format.short(right);
  const sides = `${format.short(left)} ${sign} ${second}`;
  return [{text: `${sides}${equals(format, result)}${format.short(result)}`, kind: "grad"}];
}

/**
 * A rounded result does not equal the product before it.
 *
 * @param {import("../words/numbers.js").NumberFormat} format
 * @param {number} result
 */
function equals(format, result) {
  return format.isRounded(result) ? " ≈ " : " = ";
}

/** @param {import("../words/say.js").Part[]} equation */
function equal(equation) {
  return equation.length > 0 ? [{text: " = "}] : [];
}

/** @param {import("../words/numbers.js").NumberFormat} format @param {number} x */
function value(format, x) {
  return {text: format.short(x), kind: "value"};
}

/** @param {import("../words/numbers.js").NumberFormat} format @param {number|null} x */
function gradient(format, x) {
  return {text: x === null ? "?" : format.short(x), kind: "grad"};
}

/**
 * Parts of several entries as a list: `a, b and c`.
 *
 * @param {(import("../words/say.js").Part|import("../words/say.js").Part[])[]} entries
 * @param {Words} words
 */
function list(entries, words) {
  const pieces = new Intl.ListFormat(words.lang).formatToParts(entries.map((_, i) => String(i)));
  return pieces.flatMap((piece) => {
    if (piece.type === "element") return entries[Number(piece.value)];
    return [{text: piece.value === ", " ? words.listSeparator : piece.value}];
  });
}

/**
 * Return the sentence of a step while a reader moves leaves; where the engine has no result, the reason.
 *
 * @param {{trace: Trace, steps: import("./steps.js").Step[],
 *   error: {text: string}|null}} now
 * @param {number} index
 * @param {Words} words of `strings(lang)`
 * @returns {import("../words/say.js").Part[]}
 */
export function told({trace, steps, error}, index, words) {
  if (error) return [{text: words.noResult(error.text), kind: "error"}];
  return sentence(trace, index, {lang: words.lang, steps});
}
