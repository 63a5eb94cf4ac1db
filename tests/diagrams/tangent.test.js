import assert from "node:assert/strict";
import {test} from "node:test";
import {press, said, show} from "./dom.js";
import {RUNS_OF_B} from "./samples.js";
import {tangent} from "../../lib/diagrams/views/tangent/tangent.js";

const made = (options) => show(tangent(RUNS_OF_B, options));
const gradients = (element) => [...element.querySelectorAll(".tw-grad")].map(({textContent}) => textContent);
const knobOf = (element) => element.querySelector("[role=slider]");

test("a tangent begins with the trace's own run, walked to its end", () => {
  const element = made();
  assert.equal(element.value, 3);
  assert.equal(knobOf(element).getAttribute("aria-valuetext"), "b = 3, c = 15, slope 8");
  assert.deepEqual(gradients(element).slice(0, 4), ["∂ 3", "∂ 8", "∂ 3", "∂ 1"]);
});

test("keys choose the nearest run, and every number follows", () => {
  const element = made();
  const heard = [];
  element.addEventListener("input", () => heard.push(element.value));
  press(knobOf(element), "Home");
  press(knobOf(element), "Home");
  assert.deepEqual(heard, [-1]);
  assert.match(said(element), /1 \+ \(−1\) = 0\. The curve is level\./);
  assert.equal(gradients(element)[1], "∂ 0");
  element.value = 1.2;
  assert.equal(knobOf(element).getAttribute("aria-valuenow"), "1");
  assert.match(said(element), /3 \+ 1 = 4, the slope\./);
});

test("runs that don't fit their trace are refused with what is wrong", () => {
  for (const wrong of [null, {...RUNS_OF_B, leaf: 2}, {...RUNS_OF_B, values: [[1], [2]]}, {...RUNS_OF_B, sends: [["x"]]}]) {
    assert.match(tangent(wrong).textContent, /A tangent needs runs/);
    assert.match(tangent(wrong, {lang: "es"}).textContent, /Una tangente necesita ejecuciones/);
  }
});
