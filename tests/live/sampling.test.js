import assert from "node:assert/strict";
import {test} from "node:test";
import {loadMicroPython} from "@micropython/micropython-webassembly-pyscript/micropython.mjs";
import {startEngine} from "../../lib/live/engine.js";
import {files} from "../../lib/live/files.mjs";
import {programOf} from "../../lib/live/program.js";
import {sampling} from "../../lib/live/sampling.js";
import {scaleOf} from "../../lib/diagrams/controls/leaf-sliders.js";
import {toNumber} from "../../lib/diagrams/words/numbers.js";
import {traces} from "../diagrams/traces.js";

const engine = await startEngine(loadMicroPython, files());

function lensOf(trace, leaf) {
  const ends = trace.nodes.filter(({op}) => op === "leaf").map(({id, value}) => [id, scaleOf(value)]);
  const windows = trace.edges.map((_, edge) => ({edge, reach: 2}));
  return {windows, scales: new Map(ends), leaf: () => leaf};
}

const valuesOf = ({nodes}) =>
  new Map(nodes.filter(({op}) => op === "leaf").map(({id, value}) => [id, value]));

const near = (one, other, tolerance) =>
  assert.ok(Math.abs(one - other) <= tolerance * Math.max(1, Math.abs(other)), `${one} ${other}`);

test("a window's curve goes through its point, with the local gradient as its slope", () => {
  for (const [name, trace] of Object.entries(traces())) {
    const lens = lensOf(trace, 0);
    const {windows} = sampling(trace, lens).sample(trace, valuesOf(trace));
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

test("the whole curve goes through the root, and the ghost is a step further on it", () => {
  const {sumTimesB: trace} = traces();
  const a = valuesOf(trace).get(0);
  const b = valuesOf(trace).get(1);
  const curves = sampling(trace, lensOf(trace, 1));
  const {whole, ghost} = curves.sample(trace, valuesOf(trace));
  whole.x.forEach((x, i) => near(whole.y[i], (a + x) * x, 1e-7));
  near(ghost.y, (a + ghost.x + ghost.h) * (ghost.x + ghost.h), 1e-7);
  assert.equal(ghost.x, b);
  const moved = new Map([[0, a + 1], [1, b]]);
  const {whole: later} = curves.sample(trace, moved);
  later.x.forEach((x, i) => near(later.y[i], (a + 1 + x) * x, 1e-7));
});

test("a curve has what the engine computes, and a gap where that refuses a value", () => {
  const refusing = engine("x = Value(2.0, label='x')\n1 / (x.log() * x.sqrt()) + (2 ** x).sigmoid() - x.sinh().relu()", {}).trace;
  for (const [name, trace] of Object.entries({refusing, ...traces()})) {
    const {whole} = sampling(trace, lensOf(trace, 0)).sample(trace, valuesOf(trace));
    for (let i = 0; i < whole.x.length; i += 5) {
      const {error, trace: computed} = engine(programOf(trace), {x0: whole.x[i]});
      const expected = error ? NaN : toNumber(computed.nodes.at(-1).value);
      if (Number.isFinite(expected)) near(whole.y[i], expected, 1e-12);
      else assert.ok(Number.isNaN(whole.y[i]), `${name} at ${whole.x[i]}: ${whole.y[i]}, not ${expected}`);
    }
  }
});
