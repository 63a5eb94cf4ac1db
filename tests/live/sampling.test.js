import assert from "node:assert/strict";
import {test} from "node:test";
import {loadMicroPython} from "@micropython/micropython-webassembly-pyscript/micropython.mjs";
import {startEngine} from "../../lib/live/engine.js";
import {files} from "../../lib/live/files.mjs";
import {sampler} from "../../lib/live/sampler.js";
import {sampling} from "../../lib/live/sampling.js";
import {scaleOf} from "../../lib/diagrams/controls/leaf-sliders.js";
import {traces} from "../diagrams/traces.js";

const engine = await startEngine(loadMicroPython, files());
const run = async (program, leaves) => engine(program, leaves);

function lensOf(trace, leaf) {
  const ends = trace.nodes.filter(({op}) => op === "leaf").map(({id, value}) => [id, scaleOf(value)]);
  const windows = trace.edges.map((_, edge) => ({edge, reach: 2}));
  return {windows, scales: new Map(ends), leaf: () => leaf};
}

const valuesOf = ({nodes}) =>
  new Map(nodes.filter(({op}) => op === "leaf").map(({id, value}) => [id, value]));

const near = (one, other, tolerance) =>
  assert.ok(Math.abs(one - other) <= tolerance * Math.max(1, Math.abs(other)), `${one} ${other}`);

test("a window's curve goes through its point, with the local gradient as its slope", async () => {
  for (const [name, trace] of Object.entries(traces())) {
    const lens = lensOf(trace, 0);
    const {windows} = await sampling(sampler(run, trace), trace, lens).sample(trace, valuesOf(trace));
    trace.edges.forEach(({from, to, local}, i) => {
      const {x, y} = windows[i];
      const middle = (x.length - 1) / 2;
      near(x[middle], trace.nodes[from].value, 1e-12);
      near(y[middle], trace.nodes[to].value, 1e-7);
      const beside = (y[middle + 1] - y[middle - 1]) / (x[middle + 1] - x[middle - 1]);
      // Steps of 0.2 bend; what is straight has no such excuse.
      if (["add", "sub", "mul", "neg"].includes(trace.nodes[to].op)) near(beside, local, 1e-3);
      else if (Number.isFinite(beside)) assert.ok(beside * local >= 0, `${name} ${i}`);
    });
  }
});

test("the whole curve goes through the root, and the ghost is a step further on it", async () => {
  const {sumTimesB: trace} = traces();
  const a = valuesOf(trace).get(0);
  const b = valuesOf(trace).get(1);
  const curves = sampling(sampler(run, trace), trace, lensOf(trace, 1));
  const {whole, ghost} = await curves.sample(trace, valuesOf(trace));
  whole.x.forEach((x, i) => near(whole.y[i], (a + x) * x, 1e-7));
  near(ghost.y, (a + ghost.x + ghost.h) * (ghost.x + ghost.h), 1e-7);
  assert.equal(ghost.x, b);
  const moved = new Map([[0, a + 1], [1, b]]);
  const {whole: later} = await curves.sample(trace, moved);
  later.x.forEach((x, i) => near(later.y[i], (a + 1 + x) * x, 1e-7));
});

test("where the engine refuses a value the curve has a gap", async () => {
  const program = "x = Value(1.0, label='x')\nx.log() * x";
  const {trace} = engine(program, {});
  const {whole} = await sampling(sampler(run, trace), trace, lensOf(trace, 0))
    .sample(trace, valuesOf(trace));
  whole.x.forEach((x, i) => assert.equal(Number.isFinite(whole.y[i]), x > 0));
});
