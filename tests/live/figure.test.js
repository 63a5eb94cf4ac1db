import assert from "node:assert/strict";
import {test} from "node:test";
import {strings} from "../../lib/diagrams/words/strings.js";
import {programOf} from "../../lib/live/program.js";
import {reachedPart} from "../../lib/live/reached.js";
import {refusal} from "../../lib/live/refusals.js";
import {scaleOf} from "../../lib/diagrams/controls/leaf-sliders.js";
import {traces} from "../diagrams/traces.js";

const {everyOperation, sumTimesB} = traces();

test("a trace's program has a line a node", () => {
  const {nodes} = sumTimesB;
  const lines = programOf(sumTimesB).split("\n");
  assert.equal(lines.length, nodes.length + 1);
  assert.match(lines[0], /^x0 = Value\(leaves\.get\("x0", \S+\), label="a"\)$/);
  assert.equal(lines.at(-1), `root = x${nodes.length - 1}`);
});

test("a part of a trace ends at the node that has no result", () => {
  const node = everyOperation.nodes.findIndex(({op}) => op === "log");
  const reached = Object.fromEntries(
    everyOperation.nodes.slice(0, node).map(({id}) => {
      const locals = everyOperation.edges.filter(({to}) => to === id).map(({local}) => local);
      return [`x${id}`, [id, locals]];
    })
  );
  const result = {error: {line: node + 1}, reached};
  const {trace, node: broken} = reachedPart(everyOperation, result);
  assert.equal(broken, node);
  assert.deepEqual(trace.nodes.slice(0, node).map(({value}) => value), [...Array(node).keys()]);
  assert.ok(trace.forward.length > 0 && trace.forward.every((id) => id < node));
  assert.deepEqual(trace.edges, everyOperation.edges);
  assert.deepEqual([trace.backward, trace.grads], [[], {}]);
});

test("what the engine refuses is said in the page's language", () => {
  const said = {
    "log needs a positive number, got -3.0. Usually a": ["logOf", "−3"],
    "sqrt needs a number that is not negative, got -0.5. Usually a": ["rootOf", "−0,5"],
    "division by zero: 2.0 / 0.0. A quotient": ["zeroDivision", "2", "0"],
    "0 to a negative power: 0.0 ** -1.0 divides by zero. A": ["zeroPower", "0", "−1"],
    "a negative base needs a whole exponent: -inf ** 0.5 is not a": ["negativeBase", "−∞", "0,5"]
  };
  const words = strings("es");
  for (const [sentence, [rule, ...numbers]] of Object.entries(said)) {
    assert.equal(refusal(sentence, words), words.problems[rule](...numbers));
  }
  assert.equal(refusal("something else", words), "something else");
});

test("a scale holds the number it begins with, and numbers without a tail", () => {
  for (const start of [0, 2, -0.7, 3, 1 / 3, 42, -1000]) {
    const {least, most, snap, inside, step} = scaleOf(start);
    assert.equal(snap(start), Number(start.toPrecision(12)));
    assert.ok(least < start && start < most);
    assert.equal(inside(1e9), most);
    assert.equal(snap(-1e9), least);
    assert.ok(String(snap(start + 3 * step)).length <= String(start).length + 3);
  }
  for (const none of [1e308, -Infinity, NaN]) assert.equal(scaleOf(none), null);
  assert.deepEqual([scaleOf(2).least, scaleOf(2).most, scaleOf(2).snap(2.273)], [-1, 5, 2.27]);
});
