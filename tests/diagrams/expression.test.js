import assert from "node:assert/strict";
import {beforeEach, mock, test} from "node:test";
import {bringEngine, rest, settled} from "../live/in-node.js";
import {installPage, press, show} from "./dom.js";
import {traces} from "./traces.js";

installPage();
const {expression} = await import("../../lib/diagrams/views/expression/expression.js");
const {stepper} = await import("../../lib/diagrams/views/stepper/stepper.js");
const {sumTimesB, chain, everyOperation, squaredError} = traces();

beforeEach(() => {
  installPage();
  bringEngine();
});

const AB = {a: [-3, 3, 0.1], b: [-3, 3, 0.1]};
const said = (element) => element.querySelector(".tw-said").textContent;
const ranges = (element) => [...element.querySelectorAll(".tw-slider input[type=range]")];
const fields = (element) => [...element.querySelectorAll(".tw-slider input[type=text]")];
const rows = (element) =>
  [...element.querySelectorAll("tbody tr")].map((row) =>
    [row.querySelector("th").textContent, row.querySelector(".tw-live").textContent].join(": ")
  );

function slide(element, nth, x) {
  const range = ranges(element)[nth];
  range.value = x;
  range.dispatchEvent(new Event("input", {bubbles: true}));
}

function type(element, nth, text) {
  const field = fields(element)[nth];
  field.value = text;
  field.dispatchEvent(new Event("change", {bubbles: true}));
}

function reported(element, act) {
  const seen = [];
  const note = () => seen.push(element.value);
  element.addEventListener("input", note);
  act();
  element.removeEventListener("input", note);
  return seen;
}

test("its value is its leaves and its step, the last one to begin with", async () => {
  const element = show(expression(sumTimesB, {sliders: AB}));
  assert.deepEqual(element.value, {a: 2, b: 3, step: 7});
});

test("a slider changes the value, reports it once, and every number follows", async () => {
  const element = show(expression(sumTimesB, {sliders: AB}));
  assert.deepEqual(reported(element, () => slide(element, 1, -1)), [{a: 2, b: -1, step: 7}]);
  await settled(element);
  const texts = [...element.querySelectorAll(".tw-value .tw-number")].map((t) => t.textContent);
  assert.deepEqual(texts, ["2", "−1", "1", "−1"]);
  const locals = [...element.querySelectorAll(".tw-local text")].map((t) => t.textContent);
  assert.deepEqual(locals, ["× 1", "× 1", "× −1", "× 1"]);
});

test("each way to a leaf is a row with its product, and their sum is the gradient", async () => {
  const element = show(expression(sumTimesB, {sliders: AB}));
  element.value = {b: -1};
  await settled(element);
  assert.deepEqual(rows(element).slice(2), [
    "∂c/∂b: 1 + (−1) = 0",
    "c → b: 1",
    "c → s → b: −1 × 1 = −1"
  ]);
});

test("a row is empty until its gradient arrives", async () => {
  const element = show(expression(sumTimesB, {sliders: AB, step: 5}));
  assert.deepEqual(rows(element), [
    "∂c/∂a: ",
    "c → s → a: ",
    "∂c/∂b: 5",
    "c → b: 5",
    "c → s → b: "
  ]);
});

test("a slide changes texts and makes no new drawing", async () => {
  const element = show(expression(sumTimesB, {sliders: AB}));
  const marks = [...element.querySelectorAll(".tw-graph :not(.tw-scale, .tw-scale *), table *")];
  const boxes = marks.map((mark) => mark.getAttribute("width"));
  for (const x of [-3, 0.7, 2.9]) {
    slide(element, 0, x);
    await settled(element);
  }
  const after = [...element.querySelectorAll(".tw-graph :not(.tw-scale, .tw-scale *), table *")];
  assert.deepEqual(after, marks);
  assert.deepEqual(after.map((mark) => mark.getAttribute("width")), boxes);
});

test("a number can be typed, with a decimal comma too, and stays within the slider", async () => {
  const element = show(expression(sumTimesB, {sliders: AB, lang: "es"}));
  type(element, 0, "0,25");
  assert.deepEqual([element.value.a, fields(element)[0].value], [0.25, "0,25"]);
  type(element, 0, "99");
  assert.equal(element.value.a, 3);
  assert.deepEqual(reported(element, () => type(element, 0, "two")), []);
  assert.equal(fields(element)[0].value, "3");
});

test("arrows in the number field count in steps without drifting", async () => {
  const element = show(expression(sumTimesB, {sliders: AB}));
  type(element, 0, "0");
  for (let i = 0; i < 3; i++) press(fields(element)[0], "ArrowUp");
  assert.equal(element.value.a, 0.3);
  press(fields(element)[0], "ArrowDown");
  assert.equal(element.value.a, 0.2);
});

test("reset brings back the trace that Python wrote", async () => {
  const element = show(expression(everyOperation, {sliders: {x: [0.1, 2, 0.1]}}));
  const built = rows(element);
  slide(element, 0, 1.3);
  await settled(element);
  assert.notDeepEqual(rows(element), built);
  const reset = element.querySelector(".tw-afresh");
  assert.deepEqual(reported(element, () => reset.click()), [{x: 0.5, step: element.value.step}]);
  await settled(element);
  assert.deepEqual(rows(element), built);
  assert.equal(reset.hidden, true);
});

test("a leaf that is moved in the drawing takes its slider along", async () => {
  const element = show(expression(sumTimesB, {sliders: {b: [-3, 3, 0.1]}}));
  await Promise.resolve(); // its handles are drawn after it
  const [a, b] = element.querySelectorAll(".tw-node.tw-leaf");
  assert.deepEqual([a, b].map((leaf) => leaf.classList.contains("is-handle")), [false, true]);
  press(b, "ArrowDown");
  await settled(element);
  assert.deepEqual(element.value, {b: 2.9, step: 7});
  assert.equal(ranges(element)[0].value, "2.9");
  assert.equal(fields(element)[0].value, "2.9");
  assert.equal(rows(element)[3], "c → b: 4.9");
});

test("without an engine it stays what was built, and the sliders rest", async () => {
  rest();
  const element = show(expression(sumTimesB, {sliders: AB}));
  const built = rows(element);
  slide(element, 0, 1);
  assert.deepEqual(rows(element), built);
  const [figure] = globalThis[Symbol.for("tapewalk.live")].figures;
  assert.deepEqual(figure.wanted, new Map([[0, 1]]));
  figure.sleep();
  assert.deepEqual(element.value, {a: 2, b: 3, step: 7});
  assert.ok([...ranges(element), ...fields(element)].every((input) => input.disabled));
});

test("steps are walked at any setting, by key, with the sentence of that setting", async () => {
  const element = show(expression(sumTimesB, {sliders: AB, step: 0}));
  element.value = {a: 1, b: -2};
  await settled(element);
  press(element, "ArrowRight");
  assert.match(said(element), /s = a \+ b = 1 \+ \(−2\) = −1/);
  press(element, "End");
  assert.match(said(element), /−2 × 1 = −2.*now has −1 \+ \(−2\) = −3/);
});

test("keys on a slider are the slider's own", async () => {
  const element = show(expression(sumTimesB, {sliders: AB, step: 2}));
  press(ranges(element)[0], "ArrowRight");
  assert.equal(element.value.step, 2);
});

test("where Python raises it says why, and how far the walk came", async () => {
  const element = show(expression(everyOperation, {sliders: {y: [-2, 2, 0.5]}}));
  slide(element, 0, -1);
  await settled(element);
  assert.match(said(element), /No result at these values: log needs a positive number, got −1/);
  const broken = element.querySelector(".tw-node.is-broken");
  const [node] = everyOperation.nodes.filter(({op}) => op === "log");
  assert.equal(broken, element.querySelectorAll(".tw-node")[node.id]);
  assert.equal(rows(element)[0], "∂ x: ");
  slide(element, 0, 1);
  await settled(element);
  assert.equal(element.querySelector(".tw-node.is-broken"), null);
  assert.equal(element.value.step, element.querySelector(".tw-range").valueAsNumber);
});

test("the sentence is read out when the slider rests, not while it moves", async () => {
  mock.timers.enable({apis: ["setTimeout"]});
  const element = show(expression(sumTimesB, {sliders: AB}));
  const live = () => element.querySelector(".tw-said").getAttribute("aria-live");
  slide(element, 0, 1);
  slide(element, 0, 1.1);
  await settled(element);
  assert.equal(live(), "off");
  const [before] = element.querySelector(".tw-said").childNodes;
  mock.timers.tick(1000);
  assert.equal(live(), "polite");
  assert.notEqual(element.querySelector(".tw-said").childNodes[0], before, "it must be set again");
  mock.timers.reset();
});

test("a link opens it at its leaves and step; what is no number stays", async () => {
  installPage({url: "https://course.test/lesson.html#fig-sum?step=3&a=2.5&b=-1&c=x"});
  const element = expression(sumTimesB, {sliders: AB, id: "fig-sum"});
  assert.deepEqual(element.value, {a: 2.5, b: -1, step: 3});
});

test("it stays in step with another view of the trace", async () => {
  const other = show(stepper(sumTimesB, {step: 4}));
  const element = expression(sumTimesB, {sliders: AB, follow: other});
  document.body.append(element);
  assert.equal(element.value.step, 4);
  press(element, "ArrowRight");
  assert.equal(other.value, 5);
});

test("without sliders named, every labelled leaf has one around its value", async () => {
  const element = show(expression(squaredError));
  assert.deepEqual(Object.keys(element.value), ["w", "x", "b", "target", "step"]);
  assert.deepEqual([ranges(element)[0].min, ranges(element)[0].max], ["-2.5", "3.5"]);
});

test("a leaf, a range or a trace it cannot use is said in words", async () => {
  const say = (trace, options) => expression(trace, {lang: "en", ...options}).textContent;
  assert.match(say(chain, {sliders: {y: [0, 1, 0.1]}}), /No node is called “y”. There are: x/);
  assert.match(say(chain, {sliders: {x: [3, 1, 0.1]}}), /slider of “x” needs .* got \[3,1,0.1\]/);
  assert.match(say(chain, {sliders: {x: 3}}), /got 3/);
  assert.match(say({...chain, engine: "tensor"}), /needs a trace of single numbers/);
  assert.match(say(null), /needs a trace/);
});

test("many ways are told by the edges on which they arrive", async () => {
  const {doubling} = traces();
  const element = show(expression(doubling, {sliders: {y0: [-1, 1, 0.5]}}));
  assert.deepEqual(rows(element), ["∂y5/∂y0: 16 + 16 = 32", "through y1: 16 × 1 = 16", "through y1: 16 × 1 = 16"]);
});

test("values that are no numbers are shown; such a leaf has a slider only when asked for", async () => {
  const trace = structuredClone(sumTimesB);
  trace.nodes[0].value = trace.nodes[2].value = trace.nodes[3].value = "NaN";
  const element = show(expression(trace));
  assert.deepEqual(Object.keys(element.value), ["b", "step"]);
  const texts = [...element.querySelectorAll(".tw-value .tw-number")].map((t) => t.textContent);
  assert.deepEqual(texts, ["NaN", "3", "NaN", "NaN"]);
  const asked = show(expression(trace, {sliders: AB}));
  slide(asked, 0, 1);
  await settled(asked);
  assert.equal(asked.value.a, 1);
  assert.equal(asked.querySelectorAll(".tw-value .tw-number")[3].textContent, "12");
});
