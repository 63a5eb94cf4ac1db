import assert from "node:assert/strict";
import {test} from "node:test";
import {AXES, ports} from "../../lib/diagrams/layout/ports.js";

const source = {x: 50, y: 100, width: 100, height: 100, isLeaf: false};
const target = {x: 300, y: 100, width: 100, height: 100, isLeaf: false};

/** Heights at which edges leave the source, when each would run at the given height. */
function leaving(...heights) {
  const edges = heights.map((y) => ({from: 0, to: 1, points: [{x: 175, y}]}));
  return ports([source, target], edges, AXES.right).map(({start}) => start.across);
}

test("an edge leaves straight towards where it runs, as far as the node reaches", () => {
  assert.deepEqual(leaving(110), [110]);
  assert.deepEqual(leaving(500), [132]);
});

test("edges that would leave at one point are kept apart, in order", () => {
  assert.deepEqual(leaving(100, 100), [100, 130]);
  assert.deepEqual(leaving(120, 80), [120, 80]);
  assert.deepEqual(leaving(500, 400), [132, 102]);
});

test("more edges than fit share the side evenly", () => {
  const places = leaving(0, 1, 2, 3, 4, 5);
  const gaps = places.slice(1).map((place, i) => place - places[i]);
  assert.ok(gaps.every((gap) => Math.abs(gap - gaps[0]) < 1e-9 && gap > 10));
  assert.ok(places[0] > 50 && places.at(-1) < 150);
});

test("edges touch the two sides that face each other", () => {
  const edges = [{from: 0, to: 1, points: [{x: 175, y: 100}]}];
  const [{start, end}] = ports([source, target], edges, AXES.right);
  assert.deepEqual([start.along, end.along], [100, 250]);
});
