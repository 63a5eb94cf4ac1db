import assert from "node:assert/strict";
import {test} from "node:test";
import {linkedStep} from "../../lib/diagrams/deep-link.js";

test("the step of this figure is read", () => {
  assert.equal(linkedStep("fig-square", "#fig-square?step=3"), 3);
  assert.equal(linkedStep("fig-square", "#fig-square?x=2&step=12"), 12);
});

test("anything else is no step", () => {
  assert.equal(linkedStep("fig-square", ""), null);
  assert.equal(linkedStep("fig-square", "#fig-square"), null);
  assert.equal(linkedStep("fig-square", "#fig-other?step=3"), null);
  assert.equal(linkedStep("fig-square", "#fig-square?step=-1"), null);
  assert.equal(linkedStep("fig-square", "#fig-square?step=two"), null);
  assert.equal(linkedStep(undefined, "#fig-square?step=3"), null);
});

test("an id may be encoded", () => {
  assert.equal(linkedStep("fig-año", "#fig-a%C3%B1o?step=1"), 1);
});

test("a broken address does no harm", () => {
  assert.equal(linkedStep("fig-square", "#%E0%A4%A?step=3"), null);
});
