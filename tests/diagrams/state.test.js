import assert from "node:assert/strict";
import {test} from "node:test";
import {state, steps} from "../../lib/diagrams/trace/steps.js";
import {traces} from "./traces.js";

const {chain, twice} = traces();

const values = (known) => known.nodes.map(({value}) => value);
const gradients = (known) => known.nodes.map(({grad}) => grad);

test("at the start only the leaf is known, and nothing is a zero", () => {
  const known = state(chain, 0);
  assert.deepEqual(values(known), [2, null, null, null]);
  assert.deepEqual(gradients(known), [null, null, null, null]);
  assert.ok(known.edges.every(({local}) => local === null));
});

test("an operation brings its value and the local gradients of its edges", () => {
  const known = state(chain, 2);
  assert.deepEqual(values(known), [2, 6, 7, null]);
  assert.deepEqual(known.edges.map(({local}) => local), [3, 1, null]);
  assert.deepEqual(known.edges.map(({forward}) => forward), ["done", "now", "waiting"]);
  assert.equal(known.nodes[2].now, "forward");
  assert.equal(known.phase, "forward");
});

test("a second arrival shows the sum that it makes", () => {
  const first = state(twice, 3).nodes[0];
  assert.deepEqual([first.grad, first.sum, first.complete], [3, null, false]);
  const second = state(twice, 4).nodes[0];
  assert.deepEqual(second.sum, {before: 3, contribution: 3});
  assert.deepEqual([second.grad, second.complete], [6, true]);
});

test("numbers that JSON lacks are read", () => {
  const broken = traces().chain;
  broken.backward[0].sends[0] = {edge: 2, contribution: "Infinity", total: "NaN"};
  const sent = steps(broken).find(({kind}) => kind === "send");
  assert.equal(sent.contribution, Infinity);
  assert.ok(Number.isNaN(sent.total));
});
