import assert from "node:assert/strict";
import {test} from "node:test";
import {steps} from "../../lib/diagrams/trace/steps.js";
import {traces} from "./traces.js";

const {chain, twice, sumTimesB, doubling} = traces();

/** A step in short: `forward a=6`, `c→b 14`. */
function told(trace, step) {
  const name = (id) => trace.nodes[id].label;
  if (step.kind === "forward") return `${name(step.node)}=${trace.nodes[step.node].value}`;
  if (step.kind === "send") return `${name(step.node)}→${name(step.to)} ${step.contribution}`;
  return step.kind;
}

const tell = (trace) => steps(trace).map((step) => told(trace, step));

test("a chain has its start, three operations, the seed and three sends", () => {
  assert.deepEqual(tell(chain), [
    "start", "a=6", "b=7", "c=49", "seed", "c→b 14", "b→a 14", "a→x 42"
  ]);
});

test("a·a sends twice, the second time on top of what was there", () => {
  const [first, second] = steps(twice).filter(({kind}) => kind === "send");
  assert.deepEqual(
    [first.edge, first.before, first.total, first.waiting],
    [0, null, 3, 1]
  );
  assert.deepEqual(
    [second.edge, second.before, second.total, second.waiting],
    [1, 3, 6, 0]
  );
});

test("b in (a + b)·b waits until its second gradient came", () => {
  const toB = steps(sumTimesB).filter(({kind, to}) => kind === "send" && to === 1);
  assert.deepEqual(toB.map(({waiting}) => waiting), [1, 0]);
  assert.deepEqual(toB.map(({total}) => total), [5, 8]);
});

test("every send multiplies what its node holds by the local gradient", () => {
  for (const [name, trace] of Object.entries(traces())) {
    for (const step of steps(trace)) {
      if (step.kind !== "send") continue;
      assert.equal(step.contribution, step.upstream * step.local, name);
      assert.equal(step.total, (step.before ?? 0) + step.contribution, name);
    }
  }
});

test("a graph of doublings is walked edge by edge, not path by path", () => {
  assert.equal(steps(doubling).length, 1 + 5 + 1 + 10);
});

test("a trace without a backward pass ends with its forward one", () => {
  assert.deepEqual(tell({...chain, backward: []}), ["start", "a=6", "b=7", "c=49"]);
});

test("numbers that JSON lacks are read", () => {
  const broken = traces().chain;
  broken.backward[0].sends[0] = {edge: 2, contribution: "Infinity", total: "NaN"};
  const sent = steps(broken).find(({kind}) => kind === "send");
  assert.equal(sent.contribution, Infinity);
  assert.ok(Number.isNaN(sent.total));
});
