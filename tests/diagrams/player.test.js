import assert from "node:assert/strict";
import {mock, test} from "node:test";
import {player} from "../../lib/diagrams/controls/walk.js";

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
