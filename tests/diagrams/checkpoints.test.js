import assert from "node:assert/strict";
import {test} from "node:test";
import {press, show} from "./dom.js";
import {RUNS} from "./samples.js";
import {checkpoints} from "../../lib/diagrams/views/checkpoints/checkpoints.js";
import {prediction} from "../../lib/diagrams/views/prediction/prediction.js";

const reading = (element) =>
  [...element.querySelectorAll(".tw-reading strong")].map(({textContent}) => Number(textContent));
const trays = (element) => [...element.querySelectorAll("button.tw-keep")];

const full = (element) =>
  [...element.querySelectorAll(".tw-keep.is-there .tw-keep-layer")].map(({textContent}) => Number(textContent));

test("it begins with every result kept, where most is held", () => {
  const element = show(checkpoints(RUNS));
  assert.deepEqual(element.value, {kept: "12", step: 2});
  assert.deepEqual(reading(element), [3, 0]);
  assert.deepEqual(full(element), [1, 2, 3]);
  assert.match(element.querySelector(".tw-moment").textContent, /layer 3.*3 in memory/i);
});

test("a tray that is emptied brings another run, and reports once", () => {
  const element = show(checkpoints(RUNS));
  let told = 0;
  element.addEventListener("input", () => told++);
  trays(element)[1].click();
  assert.equal(told, 1);
  assert.deepEqual(element.value, {kept: "1", step: 5});
  assert.deepEqual(reading(element), [4, 2]);
  assert.deepEqual(trays(element).map((tray) => tray.getAttribute("aria-pressed")), ["true", "false"]);
  trays(element)[1].click();
  assert.deepEqual(reading(element), [3, 0]);
});

test("trays are full while their results are in memory, at each step", () => {
  const element = show(checkpoints(RUNS, {kept: "1"}));
  const seen = ["Home", ...Array(7).fill("ArrowRight")].map((key) => {
    press(element, key);
    return full(element).join("");
  });
  assert.deepEqual(seen, ["1", "12", "13", "1", "12", "123", "1", ""]);
  press(element, "End");
  assert.equal(element.value.step, 7);
});

test("until a question is answered, there is the forward pass only", () => {
  const asked = prediction(null, {id: "most", question: "How many?", answer: 4});
  const options = {kept: "", after: {passes: "forward", prediction: asked}};
  const element = show(checkpoints(RUNS, options));
  assert.equal(element.querySelectorAll(".tw-heap").length, 3);
  assert.equal(element.querySelector(".tw-peak"), null);
  assert.deepEqual(reading(element), []);
});

test("setting the value reports nothing; what is no layer is left out", () => {
  const element = show(checkpoints(RUNS));
  element.addEventListener("input", () => assert.fail("nothing moved by hand"));
  element.value = {kept: "29", step: 1};
  assert.deepEqual(element.value, {kept: "2", step: 1});
});

test("there is a column for each step, with a block for each array", () => {
  const element = show(checkpoints(RUNS, {kept: "1"}));
  const columns = [...element.querySelectorAll(".tw-heap")].map((one) =>
    [...one.querySelectorAll("text")].map(({textContent}) => textContent).join(""));
  assert.deepEqual(columns, ["1", "12", "13", "1∂", "12∂", "123∂", "1∂", "∂"]);
});

test("a table says the same, and a run that is missing is told in the page's language", () => {
  const element = show(checkpoints(RUNS, {lang: "es"}));
  press(element, "t");
  const rows = [...element.querySelectorAll("tbody tr")].map((row) =>
    [...row.children].map(({textContent}) => textContent.trim()).join(" "));
  assert.deepEqual(rows.slice(2, 4), ["3 hacia delante 3 3", "4 hacia atrás 3 3"]);
  assert.match(checkpoints({layers: 3, runs: {}}, {lang: "es"}).textContent, /Hacen falta capas/);
});
