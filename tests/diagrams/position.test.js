import assert from "node:assert/strict";
import {test} from "node:test";
import {position} from "../../lib/diagrams/controls/walk.js";
import {steps} from "../../lib/diagrams/trace/steps.js";
import {traces} from "./traces.js";

// 0 start, 1–3 forward, 4 seed, 5–7 sends.
const ofChain = steps(traces().chain);

test("it stays between the first step and the last", () => {
  const at = position(ofChain);
  at.set(99);
  assert.equal(at.index(), 7);
  at.set(-1);
  assert.equal(at.index(), 0);
  at.set("not a step");
  assert.equal(at.index(), 0);
});

test("a limit holds until it is lifted", () => {
  const at = position(ofChain);
  at.limitTo(5);
  at.set(7);
  assert.ok(at.isAtLimit());
  assert.equal(at.index(), 5);
  at.limitTo(at.end);
  assert.ok(!at.isAtLimit());
  at.set(6);
  assert.equal(at.index(), 6);
});
