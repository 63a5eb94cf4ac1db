import assert from "node:assert/strict";
import {test} from "node:test";
import {said, show} from "./dom.js";
import {MODELS} from "./samples.js";
import {held} from "../../lib/diagrams/views/held/held.js";
import {changed, placesOf} from "../../lib/diagrams/views/held/state.js";

test("a phrase brings the figure to its model and its sizes", () => {
  const element = show(held(MODELS, {lang: "en"}));
  element.value = {model: "gpt2", texts: "32", checkpoint: "1"};
  assert.match(said(element), /21\.11 GiB.*It fits.*2 changes/);
  element.value = {model: "gpt2"};
  assert.equal(element.value.texts, 8);
});

test("what a task begins with is not counted as a change", () => {
  const gpt2 = {...MODELS.models.gpt2, task: {texts: 32}};
  const element = show(held({models: {...MODELS.models, gpt2}}, {lang: "en"}));
  element.value = {model: "gpt2", texts: "32"};
  assert.match(said(element), /too much\. Your task/);
  element.value = {model: "gpt2", texts: "32", checkpoint: "1"};
  assert.match(said(element), /One change\./);
  element.value = {model: "gpt2", texts: "16", fused: "1"};
  assert.match(said(element), /2 changes\./);
});

test("a switch says what it saves before it is pressed, and saves that", () => {
  const element = show(held(MODELS, {lang: "en"}));
  element.value = {model: "gpt2"};
  const fused = element.querySelector(".tw-held-switch");
  assert.match(fused.textContent, /−4\.\d+ GiB/);
  fused.click();
  assert.equal(element.value.fused, 1);
  assert.equal(fused.getAttribute("aria-pressed"), "true");
});

test("keeping heads, a width is divided by them", () => {
  const {setting} = MODELS.models.gpt2;
  assert.equal(changed(setting, "width", 1024).heads, 8);
  assert.ok(placesOf("heads", setting).every((count) => setting.width % count === 0));
});

const KIB = 2 ** 10;

/** A step as `Plan.mountain` has it: two forward columns, one backward, one of the optimizer. */
const planned = (saved, more = {}) => ({
  phases: {forward: 2, backward: 1, step: 1},
  held: {parameter: 4, saved: [...saved.map((one) => one * KIB), 1, 0], other: 0},
  work: 1, bus: 0, ...more
});
const PLAN = {plan: {
  changes: [{kind: "attention", count: 2, where: ""}, {kind: "checkpoint", count: 3, where: "Block"}],
  budget: 10 * KIB,
  span: 4,
  steps: {
    "00": planned([6, 14]), "01": planned([1, 9], {work: 1.25}), 10: planned([2, 8]), 11: planned([1, 7], {work: 1.25})
  }
}};

test("a plan's switches say what they save of the present step, and what they cost", () => {
  const element = show(held(PLAN, {lang: "en"}));
  const [attention, checkpoint] = element.querySelectorAll(".tw-held-switch");
  assert.match(attention.textContent, /Fused attention × 2−6 KiB\s*$/);
  assert.match(checkpoint.textContent, /Checkpoint Block × 3.*−5 KiB, \+25\u00a0%/s);
  assert.match(said(element), /14 KiB.*too much/);
  attention.click();
  assert.deepEqual(element.value, {attention: 1, checkpoint: 0});
  assert.match(checkpoint.textContent, /−1 KiB/);
  assert.match(said(element), /8\.004 KiB.*It fits/);
  assert.ok(element.querySelector(".tw-held-ghost"), "the step before the switch was turned");
  element.value = {checkpoint: 1};
  assert.match(said(element), /Arithmetic: \+25\u00a0%/);
});

test("models without sizes are refused", () => {
  assert.match(show(held({models: {a: {}}}, {lang: "en"})).textContent, /needs models/);
});
