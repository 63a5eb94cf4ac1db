import assert from "node:assert/strict";
import {beforeEach, test} from "node:test";
import {installPage, show} from "./dom.js";
import {MODELS} from "./samples.js";

installPage();
const {held} = await import("../../lib/diagrams/views/held/held.js");
const {changed, placesOf} = await import("../../lib/diagrams/views/held/state.js");

beforeEach(() => installPage());

const said = (element) => element.querySelector(".tw-said").textContent;

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

test("models without sizes are refused", () => {
  assert.match(show(held({models: {a: {}}}, {lang: "en"})).textContent, /needs models/);
});
