import assert from "node:assert/strict";
import {test} from "node:test";
import {state, steps} from "../../lib/diagrams/trace/steps.js";
import {modelTraces} from "./model-traces.js";
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

test("gradients appear from the end, one send at a time", () => {
  assert.deepEqual(gradients(state(chain, 4)), [null, null, null, 1]);
  assert.deepEqual(gradients(state(chain, 5)), [null, null, 14, 1]);
  assert.deepEqual(gradients(state(chain, 7)), [42, 14, 14, 1]);
  assert.equal(state(chain, 4).phase, "backward");
});

test("the send that happens now is told from those that are done", () => {
  const {edges} = state(chain, 6);
  assert.deepEqual(edges.map(({backward}) => backward), ["waiting", "now", "done"]);
  assert.deepEqual(edges.map(({contribution}) => contribution), [null, 14, 14]);
});

test("a second arrival shows the sum that it makes", () => {
  const first = state(twice, 3).nodes[0];
  assert.deepEqual([first.grad, first.sum, first.complete], [3, null, false]);
  const second = state(twice, 4).nodes[0];
  assert.deepEqual(second.sum, {before: 3, contribution: 3});
  assert.deepEqual([second.grad, second.complete], [6, true]);
});

test("the last state holds the trace's own values and gradients", () => {
  for (const [name, trace] of Object.entries(traces())) {
    const known = state(trace, steps(trace).length - 1);
    assert.deepEqual(values(known), trace.nodes.map(({value}) => value), name);
    for (const [id, grad] of Object.entries(trace.grads)) {
      assert.equal(known.nodes[id].grad, grad, `${name}, leaf ${id}`);
    }
  }
});

test("gradients of tensors are their summaries, and arrivals are counted", () => {
  const {network} = modelTraces();
  const all = steps(network);
  // The square of y uses it twice.
  const second = all.findLastIndex(({kind, to}) => kind === "send" && to === 6);
  const before = state(network, second - 1);
  const after = state(network, second);
  assert.deepEqual(before.nodes[6].grad.values, [-3, -6]);
  assert.equal(before.nodes[6].complete, false);
  assert.deepEqual(after.nodes[6].grad.values, [-6, -12]);
  assert.equal(after.nodes[6].complete, true);
  assert.deepEqual(after.nodes[6].sum.before.values, [-3, -6]);
  assert.deepEqual(after.edges.map(({arrival}) => arrival).filter(Boolean), [1, 2, 1]);
});
