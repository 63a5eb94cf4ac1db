import assert from "node:assert/strict";
import {test} from "node:test";
import {position} from "../../lib/diagrams/controls/walk.js";
import {steps} from "../../lib/diagrams/trace/steps.js";
import {traces} from "./traces.js";

// 0 start, 1–3 forward, 4 seed, 5–7 sends.
const ofChain = steps(traces().chain);

test("it stays between the first step and the last", () => {
  const at = position(ofChain, "both");
  at.go(99);
  assert.equal(at.index(), 7);
  at.go(-1);
  assert.equal(at.index(), 0);
  at.go("not a step");
  assert.equal(at.index(), 0);
});

test("with a switch, going stays in its pass and setting changes it", () => {
  const at = position(ofChain, "switch");
  at.go(7);
  assert.deepEqual([at.index(), at.phase()], [3, "forward"]);
  at.turnTo("backward");
  assert.deepEqual([at.index(), at.range()], [4, {first: 4, last: 7}]);
  at.go(0);
  assert.equal(at.index(), 4);
  at.set(1);
  assert.deepEqual([at.index(), at.phase()], [1, "forward"]);
});

test("a limit holds until it is lifted", () => {
  const at = position(ofChain, "both");
  at.limitTo(5);
  at.set(7);
  assert.ok(at.isAtLimit());
  assert.equal(at.index(), 5);
  at.limitTo(at.end);
  assert.ok(!at.isAtLimit());
  at.go(6);
  assert.equal(at.index(), 6);
});

test("a limit before the seed keeps the switch forward", () => {
  const at = position(ofChain, "switch");
  at.limitTo(2);
  at.turnTo("backward");
  assert.deepEqual([at.index(), at.phase()], [2, "forward"]);
});

test("a trace without a backward pass is all forward", () => {
  const at = position(steps({...traces().chain, backward: []}), "switch");
  at.turnTo("backward");
  assert.deepEqual([at.index(), at.phase(), at.range().last], [0, "forward", 3]);
});
