import assert from "node:assert/strict";
import {beforeEach, test} from "node:test";
import {press, show} from "./dom.js";
import {RATES} from "./samples.js";
import {contours, networkSamples} from "../../lib/diagrams/views/family/contours.js";
import {pick} from "../../lib/diagrams/views/family/data.js";
import {family} from "../../lib/diagrams/views/family/family.js";
import {quiz} from "../../lib/diagrams/views/quiz/quiz.js";
import {resetProgress} from "../../lib/diagrams/questions/progress-store.js";

beforeEach(resetProgress);

/** The runs from their first step, beside a map. */
const RUNS = {
  ...RATES,
  sliders: RATES.sliders.map((slider) => ({...slider, at: 0})),
  panels: [
    ...RATES.panels,
    {
      title: "surface",
      x: {label: "a"},
      y: {label: "b"},
      marks: [
        {
          kind: "field", columns: 2, x: [0, 1], y: [0, 1], border: 0.5, levels: [0.25, 0.5],
          values: {by: ["rate", "step"], values: [[[0, 1, 1, 0], [0, 0, 0, 0], [1, 1, 1, 1]], [[0, 0, 0, 0], [0, 0, 0, 1]]]}
        },
        {kind: "dots", x: [0.2, 0.8], y: [0.2, 0.8], filled: [1, 0]},
        {kind: "tangent", x: 0.5, y: 0.5, slope: {by: ["rate"], values: [1, -1]}}
      ]
    }
  ]
};
const ranges = (element) => [...element.querySelectorAll("input[type=range]")];
const reading = (element) => element.querySelector(".tw-reading").textContent.replace(/\s+/g, " ");
const slide = (range, to) => {
  range.value = to;
  range.dispatchEvent(new Event("input", {bubbles: true}));
};

test("its value is what the sliders are set to, and what it says belongs to that", () => {
  const element = show(family(RUNS));
  assert.deepEqual(element.value, {rate: 0.1, step: 0});
  assert.equal(reading(element), "loss 1");
  slide(ranges(element)[1], 2);
  assert.deepEqual(element.value, {rate: 0.1, step: 2});
  assert.equal(reading(element), "loss 0.01");
  slide(ranges(element)[0], 1);
  assert.equal(reading(element), "loss no value: this run has ended");
});

test("a change reports once, by slider or key; setting the value reports nothing", () => {
  const element = show(family(RUNS));
  const seen = [];
  element.addEventListener("input", () => seen.push({...element.value}));
  slide(ranges(element)[0], 1);
  press(element, "ArrowRight");
  press(element, "Home");
  element.value = {rate: 0.12, step: 2};
  assert.deepEqual(seen, [{rate: 0.5, step: 0}, {rate: 0.5, step: 1}, {rate: 0.5, step: 0}]);
  assert.deepEqual(element.value, {rate: 0.1, step: 2});
});

test("a run is drawn as far as it came, and its whole is there too", () => {
  const element = show(family(RUNS));
  const corners = () =>
    [...element.querySelectorAll(".tw-panel-plot .tw-curve")].slice(0, 2)
      .map((path) => path.getAttribute("d").match(/[ML]/g)?.length ?? 0);
  assert.deepEqual(corners(), [3, 1]);
  element.value = {step: 1};
  assert.deepEqual(corners(), [3, 2]);
  element.value = {rate: 0.5, step: 2};
  assert.deepEqual(corners(), [2, 2]);
});

test("a higher border stands higher, on an axis that all settings share", () => {
  const element = show(family(RUNS));
  const rule = () => {
    const path = [...element.querySelectorAll(".tw-panel-plot .tw-curve")][2].getAttribute("d");
    return Number(/,([\d.]+)H/.exec(path)[1]);
  };
  const slow = rule();
  element.value = {rate: 0.5};
  assert.ok(rule() > slow);
});

test("a map has a border where its samples cross the level", () => {
  const element = show(family(RUNS));
  const lines = () => element.querySelector(".tw-border").getAttribute("d").match(/M/g)?.length ?? 0;
  assert.equal(lines(), 2);
  element.value = {step: 1};
  assert.equal(lines(), 0);
  // All of it is above, so its edge is not drawn as a border.
  element.value = {step: 2};
  assert.equal(lines(), 0);
});

test("a level of a smooth function is outlined as finely as it is sampled", () => {
  const side = Array.from({length: 48}, (_, i) => i);
  const away = side.flatMap((row) => side.map((column) => -Math.hypot(column - 20, row - 24)));
  const [circle, ...others] = contours(away, 48, -10.3);
  assert.equal(others.length, 0);
  for (const [column, row] of circle) {
    assert.ok(Math.abs(Math.hypot(column - 20, row - 24) - 10.3) < 0.02, `${column}, ${row}`);
  }
  // What is cut by the edge of the map is closed along it.
  assert.deepEqual(contours(away, 48, -100).map(({length}) => length), [4 * 48]);
});

test("a network's samples are those that the library's tensors give", () => {
  // parameters = W1[0], W1[1], b1, W2 of each hidden number, then b2: see the page network
  const parameters = [0.5, -1, 0.25, 2, 1.5, 0.75, -0.5, -1, 0.1];
  const samples = networkSamples(parameters, [0, 1], [0, 0.5]);
  const byTapewalk = [1.051954482, 0.608703749, -0.265484323, -0.289989375];
  assert.equal(samples.length, 4);
  [...samples].forEach((y, i) => assert.ok(Math.abs(y - byTapewalk[i]) < 1e-8, `${y}`));
});

test("a run starts where a reader puts it, and the engine's answer is drawn", async () => {
  const placed = {by: ["rate", "step"], series: "x"};
  const element = show(family({
    ...RUNS,
    panels: [{title: "map", x: {from: 0, to: 10}, y: {from: 0, to: 10}, marks: [
      {kind: "start", x: {by: ["rate"], series: "x0"}, y: 5},
      {kind: "run", along: "step", x: {by: ["rate"], series: "x"}, y: [5, 5, 5]}
    ]}],
    readings: [{label: "x =", values: placed}],
    series: {x: [[1, 2, 3], [1, 2]], x0: [1, 1]},
    live: {program: "…", along: "step", place: ["x", "y"]}
  }, {id: "fig-started"}));
  const {figures} = globalThis[Symbol.for("tapewalk.live")];
  const asked = [];
  figures.at(-1).wake(async (program, leaves) => {
    asked.push(leaves);
    return {error: null, printed: JSON.stringify({x: [leaves.x, leaves.x + 1], next: [leaves.x + 2, 0]})};
  });
  const stage = element.querySelector(".tw-panel-stage");
  press(stage, "ArrowRight");
  for (let i = 0; i < 5000 && reading(element) !== "x = 1.1"; i++) {
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  assert.equal(reading(element), "x = 1.1");
  assert.deepEqual(asked, [{rate: 0.1, step: 0, x: 1.1, y: 5}, {rate: 0.1, step: 0, x: 3.1, y: 0}]);
  element.value = {step: 2};
  assert.equal(reading(element), "x = 3.1");
});

test("a number of a started run counts also where it is 0", () => {
  const run = {id: "1 1", along: "step", start: [0, 5], series: {x0: 0}};
  assert.equal(pick({by: ["rate"], series: "x0", values: [1]}, {index: {rate: 0}, run}), 0);
});

test("a table says the same, one row a value of the slider that plays", () => {
  const element = show(family(RUNS));
  element.value = {rate: 0.5};
  press(element, "t");
  assert.match(element.querySelector("caption").textContent, /learning rate 0\.5/);
  const cells = [...element.querySelectorAll("td")].map(({textContent}) => textContent);
  assert.deepEqual(cells, ["1", "100", "no value: this run has ended"]);
  assert.match(element.querySelector("tr[aria-current]").textContent, /0\s+1/);
});

test("a slope that is asked for comes with the answer, and whatever is drawn then", () => {
  const slopes = {by: ["rate"], values: [1, -1]};
  const sloped = {...RUNS, readings: [
    ...RUNS.readings, {label: "slope", of: "tangent", values: slopes}
  ]};
  const replies = [{when: 7, say: "Too steep."}];
  const other = {given: "Then", answer: -1, when: [7]};
  const asked = quiz({
    question: "how steep?", answer: 1, replies, right: "It is.", hint: "Look.", draws: [
      {given: "Now", answer: 1, when: [7]}, other
    ]
  });
  const place = show(family(sloped, {after: {prediction: asked, tangents: false}}));
  document.body.append(asked);
  const curves = () => place.querySelectorAll("svg.tw-panel-plot .tw-curve").length;
  const begun = curves();
  assert.match(reading(place), /^loss 1$/);
  place.value = {rate: 0.5};
  assert.equal(place.value.rate, 0.5);
  asked.querySelector(".tw-draw").click();
  place.querySelector(".tw-lock button").click();
  assert.match(asked.textContent, /−1/);
  assert.equal(place.querySelector(".tw-lock"), null);
  assert.equal(curves(), begun + 1);
  assert.match(reading(place), /^loss 1 ?slope 1$/);
});

test("a slider that begins past its limit begins at it", () => {
  const question = quiz({id: "far", question: "?", answer: 1, choices: [{when: 1, say: "."}, {when: 2, say: "."}]});
  const [rate, step] = RUNS.sliders;
  const runs = {...RUNS, sliders: [rate, {...step, at: 2}]};
  const element = show(family(runs, {after: {prediction: question, most: {step: 1}}}));
  assert.deepEqual(element.value, {rate: 0.1, step: 1});
});

test("what is no family says so in its place, in the page's language", () => {
  assert.match(family({sliders: []}, {lang: "en"}).textContent, /sliders with values/);
  const misspelt = structuredClone(RUNS);
  misspelt.panels[0].marks[0].along = "stpe";
  assert.match(family(misspelt, {lang: "es"}).textContent, /se llama «stpe». Estos son: rate, step/);
});

test("histograms have a strip for each layer there is, and buttons choose how many", () => {
  const element = show(family({
    sliders: [
      {name: "depth", label: "layers", values: [1, 2], choice: true},
      {name: "gain", label: "gain", values: [0.5, 2]}
    ],
    panels: [{
      title: "sizes", x: {label: "layer"}, y: {log: true},
      marks: [{
        kind: "histograms", rows: 2, y: [0.01, 1], layers: {by: ["depth"], values: [1, 2]},
        levels: {by: ["gain"], values: ["A/fA", "/A/A"]}
      }]
    }]
  }));
  const bars = () => element.querySelector(".tw-bar").getAttribute("d").split("z").length - 1;
  const widths = () => [...element.querySelector(".tw-bar").getAttribute("d").matchAll(/h([\d.]+)/g)].map((one) => Number(one[1]));
  assert.equal(bars(), 1);
  const [deep] = [...element.querySelectorAll("input[type=radio]")].slice(-1);
  deep.checked = true;
  deep.dispatchEvent(new Event("change", {bubbles: true}));
  assert.deepEqual(element.value, {depth: 2, gain: 0.5});
  assert.equal(bars(), 2);
  // A share of 31 of 63 is about half as wide as a whole one.
  const [whole, half] = widths();
  assert.ok(Math.abs(half / whole - 31 / 63) < 0.02);
});
