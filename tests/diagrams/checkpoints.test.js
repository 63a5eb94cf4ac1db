import assert from "node:assert/strict";
import {beforeEach, test} from "node:test";
import {installPage, press, show} from "./dom.js";

installPage();
const {checkpoints} = await import("../../lib/diagrams/views/checkpoints/checkpoints.js");

beforeEach(() => installPage());

/** Three layers: with both results kept, with the first, with the second, with none. */
const RUNS = {
  layers: 3,
  runs: {
    12: "f1:1 f2:2 f3:3 b3:4 b2:3 b1:2",
    1: "f1:1 f2:2 f3:3 b3:2 a2:3 a3:3 b2:2 b1:2",
    2: "f1:1 f2:1 f3:2 b3:3 b2:2 a1:2 a2:3 b1:2",
    "": "f1:1 f2:2 f3:3 b3:1 a1:2 a2:3 a3:5 b2:3 b1:2"
  }
};
const reading = (element) =>
  [...element.querySelectorAll(".tw-reading strong")].map(({textContent}) => Number(textContent));
const trays = (element) => [...element.querySelectorAll("button.tw-keep")];

test("it begins with every result kept, where most is held", () => {
  const element = show(checkpoints(RUNS));
  assert.deepEqual(element.value, {kept: "12", step: 3});
  assert.deepEqual(reading(element), [4, 4, 0]);
  assert.match(element.querySelector(".tw-moment").textContent, /layer 3.*4 held/);
});

test("a tray that is emptied brings another run, and reports once", () => {
  const element = show(checkpoints(RUNS));
  let told = 0;
  element.addEventListener("input", () => told++);
  trays(element)[1].click();
  assert.equal(told, 1);
  assert.deepEqual(element.value, {kept: "1", step: 2});
  assert.deepEqual(reading(element), [3, 4, 2]);
  assert.deepEqual(trays(element).map((tray) => tray.getAttribute("aria-pressed")), ["true", "false"]);
  trays(element)[1].click();
  assert.deepEqual(reading(element), [4, 4, 0]);
});

test("all and none are a button away, and the keys walk through the steps", () => {
  const element = show(checkpoints(RUNS));
  const [all, none] = element.querySelectorAll(".tw-preset");
  none.click();
  assert.deepEqual(element.value, {kept: "", step: 6});
  press(element, "Home");
  press(element, "ArrowRight");
  assert.equal(element.value.step, 1);
  press(element, "End");
  assert.equal(element.value.step, 8);
  all.click();
  assert.equal(element.value.kept, "12");
});

test("setting the value reports nothing; what is no layer is left out", () => {
  const element = show(checkpoints(RUNS));
  element.addEventListener("input", () => assert.fail("nothing moved by hand"));
  element.value = {kept: "29", step: 1};
  assert.deepEqual(element.value, {kept: "2", step: 1});
});

test("there are as many bars as steps, each as high as what is held", () => {
  const element = show(checkpoints(RUNS));
  const heights = () =>
    [...element.querySelectorAll("rect.tw-heap")].map((bar) => Number(bar.getAttribute("height")));
  assert.equal(heights().length, 6);
  assert.ok(Math.abs(heights()[3] / heights()[0] - 4) < 1e-9);
});

test("a table says the same, and a run that is missing is told in the page's language", () => {
  const element = show(checkpoints(RUNS, {lang: "es"}));
  press(element, "t");
  const rows = [...element.querySelectorAll("tbody tr")].map((row) =>
    [...row.children].map(({textContent}) => textContent.trim()).join(" "));
  assert.deepEqual(rows.slice(2, 4), ["3 hacia delante 3 3", "4 hacia atrás 3 4"]);
  assert.match(checkpoints({layers: 3, runs: {}}, {lang: "es"}).textContent, /Hacen falta capas/);
});
