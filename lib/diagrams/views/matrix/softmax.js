import {plain} from "../../words/say.js";
import {TraceError} from "../../trace/trace-error.js";
import {nodeFor, operandsOf, operationOf} from "./operands.js";
import {panel} from "./panel.js";
import {sentAlong, pythonShape, tensor} from "./tensor.js";
import {equation, numberPart, sum, wrapped} from "./write.js";

/** How far a ratio of float32 numbers may be from the exact number. */
const CLOSE = 0.01;

/** What is left of a sum of float32 numbers that should be 0, beside the largest it may hold. */
const ROUNDING = 1e-6;

/**
 * Softmax and cross-entropy: logits, probabilities, and what the logits receive, (p − one-hot) ÷ N.
 * Which class is right, and by what N divides, is read from the gradients of the trace.
 *
 * @param {Trace} trace with CrossEntropy, or LogSoftmax and the NLL that uses it
 * @param {Fields} options those of `matrix`
 * @param {{words: Words, format: import("../../words/numbers.js").NumberFormat}} language
 * @returns {{node: Fields, stages: import("./product.js").Stage[]}}
 */
export function softmax(trace, options, language) {
  const {lang} = language.words;
  const node = nodeFor(trace, options.node, ["CrossEntropy", "LogSoftmax"]);
  const [{tensor: z, edge}] = operandsOf(trace, node, ["z"], {...options, lang});
  if (z.shape.length > 2 || !edge) throw new TraceError("noMatrix", z.label, pythonShape(z.shape));
  const sent = panel(sentAlong(trace, edge, z.label));
  const logits = panel(z);
  const p = panel({...z, label: "p", numbers: probabilities(logits)});
  const sign = signOf(trace, node);
  // The right class of a row is the one entry that has the other sign. A row that the loss leaves
  // out has none.
  const targets = rows(sent).map((row) => row.findIndex((x) => x * sign < 0));
  const oneHot = panel({
    ...z,
    label: "one-hot",
    numbers: rows(sent).flatMap((row, r) => row.map((_, i) => Number(i === targets[r])))
  });
  const count = targets.filter((target) => target !== -1).length;
  const scale = scaleOf(sent, p, oneHot, count, sign);
  const largest = scale.factor / scale.divisor;
  // Targets with more than one class, or a loss weighted per row, would be explained wrongly.
  const isOneHot = sent.numbers.every((x, i) => {
    if (targets[Math.floor(i / p.columns)] === -1) return true;
    const expected = (p.numbers[i] - oneHot.numbers[i]) * largest;
    return Math.abs(x - expected) <= CLOSE * Math.abs(largest);
  });
  if (!isOneHot) throw new TraceError("fits", "(p − one-hot) ÷ N", node.op);
  const result = {...sent, sums: rows(sent).map((row) => rounded(total(row), largest))};
  const back = backward([p, oneHot, result], targets, scale, language);
  return {node, stages: [forward(logits, p, language), {...back, edge}]};
}

function forward(logits, p, {words, format}) {
  const rowOf = (cell) => Array.from({length: p.columns}, (_, k) => cell - (cell % p.columns) + k);
  const power = (cell) => {
    const part = numberPart(logits, cell, format);
    return {...part, text: `e^${wrapped(part).text}`};
  };
  const written = (cell) => {
    const below = sum(rowOf(cell).map((k) => [power(k)]));
    return equation(p, cell, [[power(cell), {text: " ÷ ("}, ...below, {text: ")"}]], format);
  };
  return {
    title: `p = softmax(${logits.title})`,
    layout: "row",
    panels: [logits, p],
    signs: ["→"],
    cells: "arrive",
    intro: words.matrix.softmax(logits.title),
    uses: (cell) => rowOf(cell).map((k) => ({panel: 0, cell: k})),
    equation: written,
    tell: (cell) => words.matrix.cell(written(cell))
  };
}

function backward(panels, targets, {divisor, factor}, {words, format}) {
  const [p, oneHot, result] = panels;
  const row = (cell) => Math.floor(cell / result.columns);
  const isLeftOut = (cell) => targets[row(cell)] === -1;
  const after = [
    ...(factor === 1 ? [] : [{text: "·"}, wrapped({text: format.short(factor)})]),
    ...(divisor === 1 ? [] : [{text: ` ÷ ${divisor}`}])
  ];
  const around = (parts) =>
    after.length > 0 ? [{text: "("}, ...parts, {text: ")"}, ...after] : parts;
  const written = (cell) => {
    const share = numberPart(p, cell, format);
    const one = numberPart(oneHot, cell, format);
    const steps = isLeftOut(cell) ? [] : [around([share, {text: " − "}, one])];
    return equation(result, cell, steps, format);
  };
  const endsRow = (cell) => cell % result.columns === result.columns - 1;
  return {
    title: `${result.title} = ${plain(around([{text: "p − one-hot"}]))}`,
    layout: "row",
    panels,
    signs: ["−", `${plain(after)} =`],
    cells: "arrive",
    intro: words.matrix.oneHot(result.title.slice(1), divisor),
    uses: (cell) => [{panel: 0, cell}, {panel: 1, cell}],
    equation: written,
    tell: (cell) => [
      ...(isLeftOut(cell) ? words.matrix.leftOut(written(cell)) : words.matrix.cell(written(cell))),
      ...(endsRow(cell) ? words.matrix.rowSum(row(cell), format.short(result.sums[row(cell)])) : [])
    ]
  };
}

/** Each row less its largest entry, so that no power is infinite. */
function probabilities(logits) {
  return rows(logits).flatMap((row) => {
    const largest = Math.max(...row);
    const powers = row.map((x) => Math.exp(x - largest));
    return powers.map((x) => x / total(powers));
  });
}

/** Which way the loss is wanted: its gradient's sign, which NLL turns on its way to LogSoftmax. */
function signOf(trace, node) {
  const event = trace.backward.find((one) => one.node === node.id);
  const {numbers, shape} = tensor("g", "grad", event?.grad);
  const isLoss = operationOf(node) === "CrossEntropy";
  if (isLoss && shape.length > 0) throw new TraceError("fits", "CrossEntropy", 'reduction="none"');
  return Math.sign(total(numbers)) * (isLoss ? 1 : -1);
}

/**
 * What (p − one-hot) is multiplied by: 1 over the number of rows under a mean.
 *
 * @returns {{divisor: number, factor: number}} one of them is 1
 */
function scaleOf(sent, p, oneHot, count, sign) {
  const differences = p.numbers.map((share, i) =>
    sent.numbers[i] === 0 ? 0 : Math.abs(share - oneHot.numbers[i])
  );
  const scale = sign * total(sent.numbers.map(Math.abs)) / total(differences);
  const isNear = (wanted) => Math.abs(scale / wanted - 1) < CLOSE;
  if (isNear(1 / count)) return {divisor: count, factor: 1};
  return {divisor: 1, factor: isNear(1) ? 1 : scale};
}

function total(numbers) {
  return numbers.reduce((all, x) => all + x, 0);
}

function rows({numbers, rows: count, columns}) {
  return Array.from({length: count}, (_, r) => numbers.slice(r * columns, (r + 1) * columns));
}

function rounded(sum, largest) {
  return Math.abs(sum) <= ROUNDING * Math.abs(largest) ? 0 : sum;
}
