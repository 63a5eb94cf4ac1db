import assert from "node:assert/strict";
import {test} from "node:test";
import {press, said, show} from "./dom.js";
import {counts} from "../../lib/diagrams/views/counter/counts.js";
import {overwritten} from "./samples.js";
import {steps} from "../../lib/diagrams/trace/steps.js";
import {modelTraces} from "./model-traces.js";
import {traces} from "./traces.js";
import {compare} from "../../lib/diagrams/views/compare/compare.js";
import {counter} from "../../lib/diagrams/views/counter/counter.js";
import {stepper} from "../../lib/diagrams/views/stepper/stepper.js";

const {chain, sumTimesB, squaredError} = traces();

const marked = (element) => [...element.querySelectorAll("section")].map((side) => side.querySelectorAll(".is-different").length);

test("what differs is marked in the wrong walk alone, and said at its end", () => {
  const wrong = overwritten(sumTimesB);
  const element = show(compare(sumTimesB, {label: "right", beside: {label: "wrong", trace: wrong}}));
  const end = steps(sumTimesB).length - 1;
  for (let step = 0; step < end; step++) {
    element.value = step;
    assert.deepEqual(marked(element), [0, 0], `${step}`);
    if (step < steps(sumTimesB).findIndex(({kind}) => kind === "send")) assert.match(said(element), /no number differs/);
  }
  element.value = end;
  assert.deepEqual(marked(element), [0, 1]);
  assert.equal(element.querySelectorAll(".is-different.is-wrong").length, 1);
  const last = wrong.backward.at(-1).sends.at(-1).total;
  assert.equal(said(element), `The gradient of b differs: ${sumTimesB.grads[1]} in “right”, ${last} in “wrong”.`);
});

test("a walk that overwrites says what is lost, and writes no sum that is none", () => {
  const element = show(stepper(overwritten(sumTimesB), {step: 1000}));
  assert.match(said(element), /b already had 5, which is lost: it now has 3\./);
  assert.equal(element.querySelectorAll(".tw-sum")[1].textContent, "");
});

test("a step says what both walks send, and one change is one event", () => {
  const element = show(compare(chain, {label: "one", beside: {label: "other", trace: chain}}));
  const seen = [];
  element.addEventListener("input", () => seen.push(element.value));
  press(element, "ArrowRight");
  press(element, "ArrowRight");
  assert.deepEqual([element.value, seen], [2, [1, 2]]);
  element.value = steps(chain).findIndex(({kind}) => kind === "send");
  assert.match(said(element), /^“one”: .+ sends .+ “other”: .+ sends /);
});

test("the longer walk goes on where the shorter has ended", () => {
  const short = {...chain, backward: []};
  const element = show(compare(short, {beside: {trace: chain}}));
  element.value = 1000;
  assert.equal(element.value, steps(chain).length - 1);
  assert.match(said(element), /nothing yet/);
});

test("tensors with the same gradients do not differ", () => {
  const {network} = modelTraces();
  const wrong = structuredClone(network);
  wrong.backward[0].sends[0].total = {...wrong.backward[0].sends[0].total, norm: 99};
  for (const [other, text] of [[structuredClone(network), /^So far no number/], [wrong, / norm .+ norm 99 in/]]) {
    assert.match(said(show(compare(network, {step: 1000, beside: {trace: other}}))), text);
  }
});

test("two graphs are not compared", () => {
  assert.match(compare(chain, {beside: {trace: sumTimesB}}).textContent, /the same nodes and edges/);
});

test("a counter counts with the walk that it follows", () => {
  const walk = stepper(sumTimesB);
  const element = counter(sumTimesB, {follow: walk});
  show(element).append(walk);
  const cells = () => [...element.querySelectorAll("tbody td > span:first-child")].map((one) => one.textContent);
  assert.deepEqual(cells(), ["0 of 4", "0 of 1", "0 of 5", "0 of 1"]);
  press(walk, "End");
  assert.deepEqual(cells(), ["4 of 4", "1 of 1", "5 of 5", "1 of 1"]);
});

test("in reverse each edge costs one multiplication; in forward mode once for each leaf", () => {
  for (const trace of [chain, sumTimesB, squaredError]) {
    const all = steps(trace);
    const {reverse, forward} = counts(trace, all, all.length - 1);
    const sends = trace.backward.flatMap((event) => event.sends);
    const receivers = new Set(sends.map(({edge}) => trace.edges[edge].from));
    assert.equal(reverse.multiplications, sends.length);
    assert.equal(reverse.additions, sends.length - receivers.size);
    const leaves = Object.keys(trace.grads).length;
    if (leaves === 1) assert.equal(forward.multiplications, trace.edges.length);
    assert.ok(forward.multiplications <= leaves * trace.edges.length);
  }
});
