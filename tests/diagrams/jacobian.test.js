import assert from "node:assert/strict";
import {test} from "node:test";
import {press, show} from "./dom.js";
import {SWEEPS} from "./samples.js";
import {jacobian} from "../../lib/diagrams/views/jacobian/jacobian.js";
import {prediction} from "../../lib/diagrams/views/prediction/prediction.js";

const table = (element) => [...element.querySelectorAll("tbody tr")].map((row) =>
  [...row.querySelectorAll("td")].map(({textContent}) => textContent));
const modes = (element) => [...element.querySelectorAll(".tw-jacobian-counts p")].map(
  ({textContent}) => textContent.replaceAll(/\s+/g, " ").trim());

test("a forward sweep fills a column, a backward sweep a row", () => {
  const element = show(jacobian(SWEEPS, {inputs: 2, outputs: 2}));
  assert.deepEqual(table(element), [["", ""], ["", ""]]);
  press(element, "ArrowRight");
  assert.deepEqual(table(element), [["2.00", ""], ["3.00", ""]]);
  element.value = {mode: "backward", sweeps: 1};
  assert.deepEqual(table(element), [["2.00", "2.00"], ["", ""]]);
  press(element, "End");
  assert.deepEqual(table(element), [["2.00", "2.00"], ["3.00", "3.00"]]);
  assert.deepEqual(element.value, {inputs: 2, outputs: 2, mode: "backward", sweeps: 2});
});

test("its nodes show the slopes that the last sweep brought", () => {
  const element = show(jacobian(SWEEPS, {inputs: 2, outputs: 2}));
  const slopes = () => [...element.querySelectorAll(".tw-jacobian-slope")].map(({textContent}) => textContent);
  assert.deepEqual(slopes(), []);
  element.value = {sweeps: 2};
  assert.deepEqual(slopes(), ["+ 0.00ε", "+ 1.00ε", "+ 1.00ε", "+ 2.00ε", "+ 3.00ε"]);
  element.value = {mode: "backward", sweeps: 1};
  assert.deepEqual(slopes(), ["∂ 2.00", "∂ 2.00", "∂ 2.00", "∂ 1.00", "∂ 0.00"]);
});

test("there are never more sweeps than inputs, or outputs", () => {
  const element = show(jacobian(SWEEPS, {inputs: 2, outputs: 1}));
  element.value = {sweeps: 9};
  assert.equal(element.value.sweeps, 2);
  element.value = {inputs: 1};
  assert.equal(element.value.sweeps, 1);
  element.value = {inputs: 9, outputs: 0, mode: "sideways"};
  assert.deepEqual(element.value, {inputs: 2, outputs: 1, mode: "forward", sweeps: 1});
});

test("each mode says what the whole table takes", () => {
  const element = show(jacobian(SWEEPS, {inputs: 2, outputs: 1}));
  assert.deepEqual(modes(element), ["forward 2 sweeps 8 edges", "backward 1 sweep 4 edges"]);
  element.value = {outputs: 2};
  assert.deepEqual(modes(element), ["forward 2 sweeps 12 edges", "backward 2 sweeps 8 edges"]);
});

test("until a question is answered, there is no backward mode", () => {
  const asked = prediction(null, {id: "rows", question: "How many?", answer: 2});
  const element = show(jacobian(SWEEPS, {inputs: 2, outputs: 2, after: {modes: "forward", prediction: asked}}));
  assert.equal(element.querySelector(".tw-switch"), null);
  assert.deepEqual(modes(element), ["forward 2 sweeps 12 edges"]);
  element.value = {mode: "backward"};
  assert.equal(element.value.mode, "forward");
});

test("a network without its sweeps is told in the page's language", () => {
  assert.match(jacobian({networks: [{values: [[1]]}]}, {lang: "es"}).textContent, /Una jacobiana necesita/);
});
