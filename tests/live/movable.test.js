/** Leaves that are moved by keys, in every view that has handles; the drawing of a drag is in tests/browser. */
import assert from "node:assert/strict";
import {afterEach, beforeEach, test} from "node:test";
import {press, said, show} from "../diagrams/dom.js";
import {makeMovable} from "../../lib/live/movable-leaves.js";
import {traces} from "../diagrams/traces.js";
import {bringEngine, rest, settled, traceOf} from "./in-node.js";
import {graph} from "../../lib/diagrams/views/graph/graph.js";
import {stepper} from "../../lib/diagrams/views/stepper/stepper.js";
import {prediction} from "../../lib/diagrams/views/prediction/prediction.js";

const {sumTimesB} = traces();

beforeEach(bringEngine);
afterEach(rest);

const handles = (element) => element.querySelectorAll(".is-handle").length;
const numbers = (element, part) =>
  [...element.querySelectorAll(`.tw-${part} .tw-number`)].map(({textContent}) => textContent.trim()).filter(Boolean);

/** Presses a key on the leaf of this name, and waits for what the engine computes. */
async function move(element, name, key) {
  const leaves = [...element.querySelectorAll(".tw-leaf")];
  press(leaves.find((leaf) => leaf.querySelector(".tw-symbol").textContent === name), key);
  await settled(element);
}

for (const view of [stepper, graph]) {
  test(`a ${view.name} stops where the engine refuses a number, and goes on from there`, async () => {
    const element = show(view(traceOf("x = Value(0.5, label='x')\nx.log() * x"), {step: 1000}));
    await Promise.resolve();
    assert.equal(numbers(element, "gradient").length, 3);
    await move(element, "x", "Home");
    assert.match(said(element), /log needs a positive number/);
    assert.equal(element.querySelectorAll(".is-broken").length, 1);
    assert.deepEqual(numbers(element, "gradient"), []);
    await move(element, "x", "End");
    assert.doesNotMatch(said(element), /log needs/);
    assert.equal(element.querySelector(".is-broken"), null);
    assert.deepEqual(numbers(element, "value"), ["3.5", "1.253", "4.385"]);
  });
}

test("a folded group stays beside leaves that move, and they keep their numbers when it opens", async () => {
  const parts = "for _ in range(20):\n    part = part * 1";
  const trace = traceOf(`a, b = Value(2.0, label='a'), Value(3.0, label='b')\npart = a\n${parts}\npart * b`);
  for (const node of trace.nodes.filter(({constants}) => constants.length > 0)) node.group = "part";
  const element = show(graph(trace, {step: 1000}));
  await Promise.resolve();
  await move(element, "b", "ArrowUp");
  assert.deepEqual(numbers(element, "value"), ["2", "3.1", "6.2"]);
  press(element.querySelector(".tw-group"), "Enter");
  await Promise.resolve();
  assert.equal(element.querySelectorAll(".tw-group-frame").length, 1);
  assert.equal(handles(element), 2);
  assert.deepEqual([numbers(element, "value").slice(0, 2), numbers(element, "value").at(-1)], [["2", "3.1"], "6.2"]);
});

test("there are no handles while a question waits, nor where a figure does not live", async () => {
  for (const view of [stepper, graph]) {
    const still = show(view(sumTimesB, {live: false}));
    assert.equal(handles(still), 0);
    const asked = prediction(sumTimesB, {question: "How much?", answer: 3});
    const element = show(view(sumTimesB, {after: {step: 1, prediction: asked}}));
    await Promise.resolve();
    assert.equal(handles(element), 0);
    await move(element, "b", "ArrowUp");
    assert.equal(element.querySelector(".tw-leaf").getAttribute("role"), "img");
    element.querySelector(".tw-lock button").click();
    await Promise.resolve();
    assert.equal(handles(element), 2);
  }
});

test("an engine without time, memory or an answer is explained until the next move", async () => {
  const why = {Timeout: /longer than a second/, MemoryError: /more memory/, Broken: /no answer/};
  for (const [type, words] of Object.entries(why)) {
    const answers = [{trace: null, error: {type, sentence: "", line: null}, reached: {}}, {trace: sumTimesB, error: null}];
    globalThis[Symbol.for("tapewalk.live")].hear = (figure) => makeMovable(figure, async () => answers.shift());
    const element = show(stepper(sumTimesB, {step: 1000}));
    await Promise.resolve();
    await move(element, "b", "ArrowUp");
    assert.match(said(element), words);
    await move(element, "b", "ArrowUp");
    assert.doesNotMatch(said(element), words);
  }
});
