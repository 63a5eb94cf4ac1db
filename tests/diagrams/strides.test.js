import assert from "node:assert/strict";
import {test} from "node:test";
import {press, said, show} from "./dom.js";
import {strides} from "../../lib/diagrams/views/strides/strides.js";
import {parse, runPile, breach, written} from "../../lib/diagrams/views/strides/rule.js";

const cells = (element, kind) => [...element.querySelectorAll(`.tw-strides-cell.${kind} text`)].map((one) => one.textContent);

test("operations are read as a reader writes them, and as a link does", () => {
  for (const text of ["view(6, -1)", "unbind(0)[1]", "permute(2, 0, 1)", "contiguous()"]) {
    assert.equal(written(parse(` .${text}`)), text);
  }
  assert.deepEqual(parse("transpose-1-2"), parse("transpose(1, 2)"));
  for (const wrong of ["transpose(1)", "flip(0)", "view(2.5)", "toString()"]) assert.equal(parse(wrong), null);
});

test("a refused view names the first number that its strides miss", () => {
  const [, {tensor}, {kind, wanted}] = runPile([parse("transpose(1, 2)"), parse("view(6, 4)")]);
  assert.equal(kind, "error");
  assert.deepEqual(breach(tensor, wanted), {place: 3, expected: 12, address: 1});
});

test("a copy shows new memory beside the old, a view does not", () => {
  const element = show(strides({pile: "transpose-1-2_reshape-6-4"}, {lang: "en"}));
  assert.match(said(element), /copied 24 numbers, 96 bytes/);
  assert.equal(cells(element, "is-source").length, 24);
  element.value = {pile: "permute-1-2-0_reshape-12-2"};
  assert.match(said(element), /moved no number/);
  assert.equal(cells(element, "is-source").length, 0);
});

test("the gradient of a select is a block of zeros around what arrived", () => {
  const element = show(strides({pile: "select-0-1_select-0-2"}, {lang: "en"}));
  press(element, "End");
  assert.match(said(element), /block of 96 bytes, with 20 numbers set to zero/);
  const numbers = cells(element, "is-tensor").map(Number);
  assert.deepEqual(numbers.filter(Boolean), [1, 2, 3, 4]);
  assert.deepEqual(numbers.indexOf(1), 20);
});

test("an arrow key on a stride sets it, and never past the memory", () => {
  const element = show(strides({}, {lang: "en"}));
  const knob = (dim) => element.querySelector(`[data-dim="${dim}"]`);
  press(knob(2), "ArrowLeft");
  assert.equal(element.value.pile, "strided-12-4-0-0");
  press(knob(0), "ArrowUp");
  press(knob(0), "ArrowUp");
  press(knob(0), "ArrowUp");
  press(knob(0), "ArrowUp");
  assert.equal(knob(0).textContent, "15");
  assert.match(said(element), /past the end of the memory/);
});
