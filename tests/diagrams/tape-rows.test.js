import assert from "node:assert/strict";
import {test} from "node:test";
import {modelTraces} from "./model-traces.js";
import {steps} from "../../lib/diagrams/trace/steps.js";
import {tapeRows} from "../../lib/diagrams/views/tape-list/rows.js";
import {traces} from "./traces.js";

const all = {...traces(), ...modelTraces()};

test("one row an operation, in forward order", () => {
  for (const trace of Object.values(all)) {
    assert.deepEqual(tapeRows(trace, steps(trace)).map(({node}) => node), trace.forward);
  }
});

test("every step but the start belongs to exactly one row, as what it computes or sends", () => {
  for (const [name, trace] of Object.entries(all)) {
    const list = steps(trace);
    const owned = tapeRows(trace, list).flatMap(({at, seed, sends}) => [
      at,
      ...(seed === null ? [] : [seed]),
      ...sends.map((sent) => sent.at)
    ]);
    const numbers = list.map((_, i) => i).slice(1);
    assert.deepEqual(owned.sort((a, b) => a - b), numbers, name);
  }
});

test("what arrives at a row is what the trace's edges bring to its node", () => {
  for (const trace of Object.values(all)) {
    for (const {node, arrivals} of tapeRows(trace, steps(trace))) {
      const sends = trace.backward.flatMap((event) => event.sends);
      const expected = sends.filter(({edge}) => trace.edges[edge].from === node).length;
      assert.equal(arrivals.length, expected);
    }
  }
});

test("the last arrival of a row is the gradient with which the trace goes on", () => {
  const {diamond} = all;
  for (const {node, arrivals, seed, total} of tapeRows(diamond, steps(diamond))) {
    const event = diamond.backward.find((one) => one.node === node);
    assert.equal(seed === null ? arrivals.at(-1).total : total, event.grad);
  }
});
