import assert from "node:assert/strict";
import {test} from "node:test";
import {replay} from "../../lib/diagrams/trace/replay.js";
import {traces} from "./traces.js";

const {chain, everyOperation, sumTimesB} = traces();

test("replay at a trace's own leaves is the trace", () => {
  for (const name of ["chain", "sumTimesB", "squaredError", "twice", "diamond", "doubling"]) {
    const trace = traces()[name];
    assert.deepEqual(replay(trace, {}), trace, name);
  }
});

test("replay takes what JSON cannot write, and leaves the trace as it was", () => {
  const before = structuredClone(sumTimesB);
  const trace = replay(sumTimesB, {a: Infinity, b: -Infinity});
  assert.deepEqual(trace.nodes.map(({value}) => value), ["Infinity", "-Infinity", "NaN", "NaN"]);
  assert.deepEqual(trace.grads, {0: "-Infinity", 1: "NaN"});
  assert.deepEqual(sumTimesB, before);
});

test("where there is no result it throws, and tells how far it came", () => {
  const place = everyOperation.nodes.findIndex(({op}) => op === "log");
  assert.throws(() => replay(everyOperation, {y: 0}), (error) => {
    assert.equal(error.rule, "logOf");
    assert.equal(error.node, place);
    assert.ok(error.trace.forward.length > 0 && error.trace.forward.every((id) => id < place));
    assert.deepEqual(error.trace.backward, []);
    return true;
  });
});

test("a leaf that is not there, or a trace of tensors, is refused in words", () => {
  assert.throws(() => replay(chain, {q: 1}), /No node is called “q”. There are: x/);
  assert.throws(() => replay({...chain, engine: "torch"}, {}), /trace of single numbers/);
});
