import assert from "node:assert/strict";
import {mock, test} from "node:test";
import {player, position} from "../../lib/diagrams/controls/walk.js";
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

function make({ticks = Infinity, isAlive = () => true} = {}) {
  const seen = {ticks: 0, changes: []};
  const play = player({
    tick: () => ++seen.ticks < ticks,
    isAlive,
    onChange: (isPlaying) => seen.changes.push(isPlaying)
  });
  return {seen, play};
}

test("it ticks at its pace until it is stopped", () => {
  mock.timers.enable({apis: ["setTimeout"]});
  const {seen, play} = make();
  play.start(1000);
  mock.timers.tick(500);
  mock.timers.tick(1000);
  assert.equal(seen.ticks, 2);
  play.stop();
  mock.timers.tick(5000);
  assert.equal(seen.ticks, 2);
  assert.deepEqual(seen.changes, [true, false]);
  mock.timers.reset();
});

test("it stops by itself after the last tick, and when its widget left the page", () => {
  mock.timers.enable({apis: ["setTimeout"]});
  const finite = make({ticks: 2});
  finite.play.start(100);
  mock.timers.tick(50);
  mock.timers.tick(100);
  assert.deepEqual([finite.seen.ticks, finite.play.isPlaying()], [2, false]);

  const gone = make({isAlive: () => false});
  gone.play.start(100);
  mock.timers.tick(50);
  assert.deepEqual([gone.seen.ticks, gone.play.isPlaying()], [0, false]);
  mock.timers.reset();
});
