import assert from "node:assert/strict";
import {test} from "node:test";
import {linked, stepIn} from "../../lib/diagrams/figure/links.js";

test("every parameter of this figure is read", () => {
  const hash = "#fig-square?step=3&x=-2.5&open=block+0%2Chead";
  assert.deepEqual(linked("fig-square", hash), {step: "3", x: "-2.5", open: "block 0,head"});
  assert.deepEqual(linked("fig-square", "#fig-square?open="), {open: ""});
  assert.deepEqual(linked("fig-square", "#fig-square?open=a?b"), {open: "a?b"});
});

test("an address that asks for nothing, or something of another figure, is null", () => {
  for (const hash of ["", "#fig-square", "#fig-square?", "#fig-other?step=3", "?step=3"]) {
    assert.equal(linked("fig-square", hash), null, hash);
  }
  assert.equal(linked(undefined, "#undefined?step=3"), null);
});

test("an id may be encoded", () => {
  assert.deepEqual(linked("fig-año", "#fig-a%C3%B1o?step=1"), {step: "1"});
});

test("a broken address does no harm", () => {
  assert.equal(linked("fig-square", "#%E0%A4%A?step=3"), null);
});

test("only a number is a step", () => {
  assert.equal(stepIn({x: "2", step: "12"}), 12);
  for (const parameters of [null, {}, {step: "-1"}, {step: "two"}]) assert.equal(stepIn(parameters), null);
});
