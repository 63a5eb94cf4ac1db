import assert from "node:assert/strict";
import {test} from "node:test";
import {said, show} from "./dom.js";
import {ruler} from "../../lib/diagrams/views/ruler/ruler.js";
import {axisOf} from "../../lib/diagrams/views/ruler/drawing.js";

const dots = [
  {key: "h", right: true, apart: 0, share: 0},
  {key: "C", right: true, apart: 8e-9, share: 2e-7},
  {key: "bessel", right: false, apart: 3e-5, share: 4e-3},
  {key: "zeros", right: false, apart: 0.008, share: 1}
];

test("a place on the axis leads back to its power of ten", () => {
  const {x, power} = axisOf(600);
  for (const p of [-12, -7.5, 0]) assert.ok(Math.abs(power(x(10 ** p)) - p) < 1e-9);
});

test("the dots at the left of the tolerance pass", () => {
  const element = show(ruler({dots}, {lang: "en"}));
  for (const [tolerance, measure, right, wrong] of [
    [1e-9, "share", 1, 0], [1e-5, "share", 2, 0], [0.01, "share", 2, 1], [0.01, "apart", 2, 2]
  ]) {
    element.value = {tolerance, measure};
    assert.match(said(element), new RegExp(`${right} of 2 right gradients pass, and ${wrong} of 2 wrong`));
  }
});

test("the arrow keys move the tolerance, and a change is an input", () => {
  const element = show(ruler({dots}, {lang: "en"}));
  let changes = 0;
  element.addEventListener("input", () => (changes += 1));
  const handle = element.querySelector("[role=slider]");
  for (const key of ["PageUp", "ArrowRight"]) {
    handle.dispatchEvent(Object.assign(new Event("keydown", {bubbles: true, cancelable: true}), {key}));
  }
  assert.equal(handle.getAttribute("aria-valuenow"), "-4.9");
  assert.equal(changes, 2);
});

test("dots without differences are refused", () => {
  assert.match(show(ruler({dots: [{key: "h"}]}, {lang: "en"})).textContent, /needs dots/);
});
