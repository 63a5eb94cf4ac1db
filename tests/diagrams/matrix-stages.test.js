import assert from "node:assert/strict";
import {test} from "node:test";
import {broadcast} from "../../lib/diagrams/views/matrix/broadcast.js";
import {matrixSteps, usersOf} from "../../lib/diagrams/views/matrix/steps.js";
import {numberFormat} from "../../lib/diagrams/words/numbers.js";
import {plain} from "../../lib/diagrams/words/say.js";
import {product} from "../../lib/diagrams/views/matrix/product.js";
import {strings} from "../../lib/diagrams/words/strings.js";
import {tensorTraces} from "./tensor-traces.js";
import {words as own} from "../../lib/diagrams/views/matrix/words.js";

const all = tensorTraces();

const english = {words: strings("en", own), format: numberFormat("en")};
const spanish = {words: strings("es", own), format: numberFormat("es")};

const stagesOf = (view, name, language = english) => view(all[name], undefined, language);
const cellsOf = (stage) => [...stage.panels.at(-1).numbers.keys()];

/** What the written calculation between the name and the result comes to. */
function worked(equation) {
  const steps = plain(equation).split(/ [=≈] /);
  const calculation = steps.at(-2)
    .replaceAll("−", "-").replaceAll("·", "*").replaceAll("×", "*");
  return Function(`return ${calculation}`)();
}

function holds(stage, name, tolerance = 1e-9) {
  for (const cell of cellsOf(stage)) {
    const told = stage.panels.at(-1).numbers[cell];
    const equation = stage.equation(cell);
    assert.ok(Math.abs(worked(equation) - told) <= tolerance, `${name}: ${plain(equation)}`);
  }
}

test("what is written out comes to the number of the trace, forward and backward", () => {
  const products = [
    "product", "vectorTimesMatrix", "matrixTimesVector", "dot", "batchTimesMatrix",
    "batchTimesBatch", "square"
  ];
  for (const name of products) {
    const stages = stagesOf(product, name);
    assert.equal(stages.length, 3, name);
    stages.forEach((stage) => holds(stage, name));
  }
  const sums = [
    "addRow", "addColumn", "addCell", "subtractRow", "scaleRow", "addNumber", "outer", "addSame"
  ];
  for (const name of sums) {
    for (const stage of stagesOf(broadcast, name)) if (stage.cells !== "none") holds(stage, name);
  }
});

test("every number that a stage shows is the trace's own", () => {
  const {product: trace} = all;
  const [y, dA, dB] = stagesOf(product, "product");
  assert.deepEqual(y.panels.map((panel) => panel.numbers), [
    trace.nodes[0].summary.values, trace.nodes[1].summary.values, trace.nodes[2].summary.values
  ]);
  const {grad, sends} = trace.backward.find(({node}) => node === 2);
  assert.deepEqual(dA.panels[0].numbers, grad.values);
  assert.deepEqual(dA.panels[2].numbers, sends[0].contribution.values);
  assert.deepEqual(dB.panels[2].numbers, sends[1].contribution.values);
});

test("a transposed matrix has the numbers and names of the upright one, turned", () => {
  const [, dA] = stagesOf(product, "product");
  const turned = dA.panels[1];
  assert.equal(turned.title, "Bᵀ");
  assert.deepEqual([turned.rows, turned.columns], [2, 3]);
  assert.equal(turned.names[1], "B[1, 0]");
  assert.equal(turned.numbers[1], all.product.nodes[1].summary.values[2]);
});

test("a cell is computed from a row and a column, and knows who uses it", () => {
  const [y] = stagesOf(product, "product");
  assert.deepEqual(y.uses(1), [
    {panel: 0, cell: 0, pair: 1}, {panel: 1, cell: 1, pair: 1},
    {panel: 0, cell: 1, pair: 2}, {panel: 1, cell: 3, pair: 2},
    {panel: 0, cell: 2, pair: 3}, {panel: 1, cell: 5, pair: 3}
  ]);
  assert.deepEqual(usersOf(y, 0, 4), [2, 3]);
  assert.deepEqual(usersOf(y, 1, 3), [1, 3]);
});

test("sentences tell the real numbers, in each language's own writing", () => {
  const [y] = stagesOf(product, "product");
  const enA = all.product.nodes[0].summary.values;
  const enB = all.product.nodes[1].summary.values;
  const terms = [0, 1, 2].map((k) => `${enA[k]}·${enB[2 * k + 1]}`.replaceAll("-", "−"));
  const text = plain(y.tell(1));
  assert.match(text, /^Row 0 of A times column 1 of B: y\[0, 1\] = /);
  for (const [first, second] of terms.map((term) => term.split("·"))) {
    assert.ok(text.includes(first) && text.includes(second), text);
  }
  const [, , dB] = stagesOf(product, "product", spanish);
  assert.match(plain(dB.tell(0)), /^Fila 0 de Aᵀ por columna 0 de ∂y: ∂B\[0, 0\] = .*\d,\d.*\.$/);
});

test("an operand used twice is said to get only a part here", () => {
  const [, left] = stagesOf(product, "square");
  assert.match(plain(left.intro), /x is used 2 times: this is one part/);
  assert.doesNotMatch(plain(stagesOf(product, "product")[1].intro), /times: this/);
});

test("a stretched operand repeats its numbers, and gets the sum of what its copies got", () => {
  for (const [name, rows, columns] of [["addRow", 1, 4], ["addColumn", 3, 1], ["addCell", 1, 1]]) {
    const [forward, , sum] = stagesOf(broadcast, name);
    const [, b, y] = forward.panels;
    assert.deepEqual([b.rows, b.columns], [y.rows, y.columns], name);
    const own = all[name].nodes[1].summary.values;
    assert.equal(b.isCopy.filter((isCopy) => !isCopy).length, own.length, name);
    assert.deepEqual([sum.panels.at(-1).rows, sum.panels.at(-1).columns], [rows, columns], name);
    const used = cellsOf(sum).flatMap((cell) => sum.uses(cell).map((use) => use.cell));
    assert.deepEqual(used.sort((i, k) => i - k), [...y.numbers.keys()], name);
  }
});

test("an operand of the result's shape gets its gradient as it is, in one step", () => {
  const [, x] = stagesOf(broadcast, "addRow");
  assert.equal(x.cells, "none");
  assert.deepEqual(x.panels[0].numbers, x.panels[1].numbers);
});

test("each stage begins with a step of its own, then comes a step a cell", () => {
  const steps = matrixSteps(stagesOf(product, "product"));
  assert.equal(steps.length, 1 + 4 + 1 + 6 + 1 + 6);
  assert.deepEqual(steps[0], {stage: 0, cell: null});
  assert.deepEqual(steps[5], {stage: 1, cell: null});
  assert.deepEqual(steps.at(-1), {stage: 2, cell: 5});
});
