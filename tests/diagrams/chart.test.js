import assert from "node:assert/strict";
import {test} from "node:test";
import {installPage, press, show} from "./dom.js";
import {LOSSES as TWO} from "./samples.js";
import {traces} from "./traces.js";
import {chart} from "../../lib/diagrams/views/chart/chart.js";
import {stepper} from "../../lib/diagrams/views/stepper/stepper.js";

const LOSS = {
  x: {label: "step", values: [0, 10, 20, 30]},
  series: [{label: "loss", values: [4, 1, 0.25, 0.0002]}]
};
const range = (element) => element.querySelector("input[type=range]");
const reading = (element) => element.querySelector(".tw-reading").textContent.replace(/\s+/g, " ");
const points = (element, nth = 0) =>
  [...element.querySelectorAll(".tw-curve")][nth].getAttribute("d").match(/-?[\d.]+,-?[\d.]+/g)
    .map((pair) => pair.split(",").map(Number));

test("its value is the point of the marker, the last one to begin with", () => {
  const element = show(chart(LOSS));
  assert.equal(element.value, 3);
  assert.equal(reading(element), "step 30loss 0.0002");
  assert.equal(range(element).getAttribute("aria-valuetext"), "step 30: loss 0.0002");
});

test("keys move the marker and report it once; setting the value reports nothing", () => {
  const element = show(chart(LOSS, {step: 1}));
  const seen = [];
  element.addEventListener("input", () => seen.push(element.value));
  for (const key of ["ArrowRight", "End", "End", "Home", "ArrowLeft"]) press(element, key);
  element.value = 2;
  assert.deepEqual(seen, [2, 3, 0]);
  assert.equal(reading(element), "step 20loss 0.25");
});

test("the slider's own event stays inside", () => {
  const element = show(chart(LOSS));
  let count = 0;
  element.addEventListener("input", () => count++);
  range(element).value = 1;
  range(element).dispatchEvent(new Event("input", {bubbles: true}));
  assert.deepEqual([element.value, count], [1, 1]);
});

test("lines go through their points: higher values stand higher, equal steps are equal", () => {
  const [a, b, c, d] = points(show(chart(LOSS)));
  assert.ok(a[1] < b[1] && b[1] < c[1] && c[1] < d[1]);
  assert.ok(Math.abs(b[0] - a[0] - (d[0] - c[0])) < 0.2);
  assert.ok(Math.abs((b[1] - a[1]) / (d[1] - a[1]) - 3 / 3.9998) < 0.01);
});

test("on a logarithmic scale equal factors are equal distances", () => {
  const data = {x: {}, series: [{label: "n", values: [1, 10, 100, 0, 1e4]}]};
  const element = show(chart(data, {log: true}));
  const [a, b, c] = points(element);
  assert.ok(Math.abs(b[1] - a[1] - (c[1] - b[1])) < 0.2);
  assert.match(element.textContent, /n: 0 or less, which has no place on a logarithmic scale, at 3/);
});

test("what is no number is a gap with a cross and words", () => {
  const element = show(chart(TWO));
  assert.equal(element.querySelectorAll(".tw-gap").length, 2);
  const notes = [...element.querySelectorAll(".tw-note-line")].map((note) => note.textContent);
  assert.deepEqual(notes, ["validation: ∞ at step 1.", "validation: NaN at step 2."]);
  assert.equal(reading(element), "step 2training 1validation NaN nats");
  const diverging = {x: {label: "step"}, series: [{label: "loss", values: [1, 9, "Infinity", "Infinity"]}]};
  assert.match(show(chart(diverging)).textContent, /loss: ∞ from step 2 on\./);
});

test("colour never speaks alone: each line has its own dashes", () => {
  const dashes = [...show(chart(TWO)).querySelectorAll(".tw-plot path.tw-curve")].map((line) =>
    line.getAttribute("stroke-dasharray")
  );
  assert.equal(new Set(dashes).size, 2);
});

test("lines are named at their ends, apart even where they end together", () => {
  const close = {x: {}, series: ["a", "b", "c"].map((label, i) => ({label, values: [i, 1 + i / 1000]}))};
  const labels = [...show(chart(close)).querySelectorAll(".tw-plot .tw-series > text")];
  assert.deepEqual(labels.map((label) => label.textContent), ["a", "b", "c"]);
  const heights = labels.map((label) => Number(label.getAttribute("y"))).sort((one, other) => one - other);
  assert.ok(heights[1] - heights[0] >= 19 && heights[2] - heights[1] >= 19);
});

test("the table holds every number in full and marks the point", () => {
  const element = show(chart(LOSS, {title: "The loss", lang: "es"}));
  element.querySelector(".tw-twin-button").click();
  const table = element.querySelector("table");
  assert.equal(table.caption.textContent, "The loss");
  const rows = [...table.tBodies[0].rows].map((row) => [...row.cells].map((cell) => cell.textContent));
  assert.deepEqual(rows, [["0", "4"], ["10", "1"], ["20", "0,25"], ["30", "0,0002"]]);
  assert.ok(table.tBodies[0].rows[3].hasAttribute("aria-current"));
  element.value = 1;
  const marked = [...table.tBodies[0].rows].map((row) => row.hasAttribute("aria-current"));
  assert.deepEqual(marked, [false, true, false, false]);
});

test("names stand evenly spaced", () => {
  const data = {x: {label: "layer", values: ["q", "k", "v"]}, series: [{label: "norm", values: [1, 2, 3]}]};
  const element = show(chart(data));
  assert.equal(reading(element), "layer vnorm 3");
  assert.match(element.querySelector(".tw-axes").textContent, /q.*k.*v/s);
});

test("one point, equal values and missing ones are drawn too", () => {
  for (const values of [[7], [7, 7, 7], [null, 2, null], [0, 0], ["NaN"], [null]]) {
    const element = show(chart({x: {}, series: [{label: "y", values}]}));
    const drawn = element.querySelector(".tw-plot").innerHTML.replace(">NaN</text>", "");
    assert.doesNotMatch(drawn, /NaN|Infinity|undefined|false|null/);
  }
});

test("a link opens it at its point; it follows a stepper", () => {
  installPage({url: "https://course.test/lesson.html#fig-loss?step=1"});
  assert.equal(chart(LOSS, {id: "fig-loss"}).value, 1);
  const other = show(stepper(traces().chain, {step: 2}));
  const element = chart({x: {}, series: [{label: "y", values: [1, 2, 3, 4, 5, 6, 7, 8]}]}, {follow: other});
  document.body.append(element);
  assert.equal(element.value, 2);
  press(other, "ArrowRight");
  assert.equal(element.value, 3);
  press(element, "End");
  assert.equal(other.value, 7);
});

test("it says whose lines these are while the leaves of the view that it follows are elsewhere", () => {
  const {chain} = traces();
  const other = show(stepper(chain, {step: 2}));
  const element = chart({x: {}, series: [{label: "y", values: [1, 2, 3]}]}, {follow: other});
  const note = element.querySelector("[role=status]");
  const move = (shown) => other.dispatchEvent(Object.assign(new Event("tw-recast"), {built: chain, shown}));
  assert.equal(note.hidden, true);
  move({...chain});
  assert.equal(note.hidden, false);
  move(chain);
  assert.equal(note.hidden, true);
});

test("data it cannot draw is said in words", () => {
  const say = (data) => chart(data, {lang: "en"}).textContent;
  const series = [{label: "loss", values: [1, 2]}];
  assert.match(say(null), /A chart needs an x and at least one series.*got null/);
  assert.match(say({x: {}, series: []}), /at least one series/);
  assert.match(say({x: {values: [1]}, series}), /“loss” has 2 values, and x has 1/);
  assert.match(say({x: {}, series: [{label: "y", values: ["1.5"]}]}), /series\[0\]\.values\[0\] .* "1\.5"/);
  assert.match(say({x: {values: ["a", 1]}, series: [{values: [1, {}]}]}), /values\[1\] .* \{\}/);
  assert.match(say({x: {}, series: [{label: "y", values: Array(20_001).fill(0)}]}), /20,001 points, too many/);
});
