import assert from "node:assert/strict";
import {test} from "node:test";
import {differences, firstDifference, traceOf} from "../../lib/live/lab/walks.js";
import {lineDiff, mutate, shuffled} from "../../lib/live/lab/texts.js";
import {validate} from "../../lib/diagrams/trace/validate.js";

test("an edit is made where its text stands, and refused where it doesn't stand once", () => {
  assert.equal(mutate("a += b\n", [["+=", "="]]), "a = b\n");
  assert.equal(mutate("a + b", [["a", "$&"], ["b", "c"]]), "$& + c");
  assert.throws(() => mutate("a", [["b", "c"]]), /0 times/);
  assert.throws(() => mutate("a a", [["a", "c"]]), /2 times/);
});

test("a diff has every line of both texts, in order, and as few changes as can be", () => {
  const right = "a\nb\nc\nd\n";
  const broken = "a\nx\nc\nc\nd";
  const rows = lineDiff(right, broken);
  const of = (...signs) => rows.filter(({sign}) => signs.includes(sign)).map(({text}) => text);
  assert.deepEqual(of(" ", "-"), ["a", "b", "c", "d"]);
  assert.deepEqual(of(" ", "+"), ["a", "x", "c", "c", "d"]);
  assert.equal(of("-", "+").length, 3);
  assert.deepEqual(rows.find(({sign}) => sign === "-"), {sign: "-", text: "b", line: 2});
  assert.ok(lineDiff(right, right).every(({sign}) => sign === " "));
});

test("a seed decides the order, and no round comes twice", () => {
  const list = Array.from({length: 14}, (_, i) => i);
  assert.deepEqual(shuffled(list, 7), shuffled(list, 7));
  assert.notDeepEqual(shuffled(list, 7), shuffled(list, 8));
  assert.deepEqual(shuffled(list, 7).sort((a, b) => a - b), list);
});

/** a · a, as watch.py tells it: two writes, and what they come to. */
function square(totals, parents = [0, 0]) {
  return {
    nodes: [
      {label: "a", op: "leaf", value: 3, parents: [], locals: [], grad: totals.at(-1)},
      {label: "b", op: "mul", value: 9, parents, locals: [3, 3], grad: 1}
    ],
    walks: [{root: 1, writes: [[1, null, null, 0], [1, null, null, 1], ...totals.map((x) => [0, 1, 1, x])]}],
    count: 2,
    error: null
  };
}

test("two walks over one graph, the first number that differs, and where they end", () => {
  const right = square([3, 6]);
  const overwritten = square([3, 3]);
  const traces = [traceOf(right), traceOf(overwritten, right)];
  traces.forEach((trace) => validate(trace));
  assert.deepEqual(traces[0].backward[0].sends.map(({edge}) => edge), [0, 1]);
  assert.deepEqual(firstDifference(...traces), {step: 4, node: 0, numbers: [6, 3]});
  assert.deepEqual(differences(right, overwritten), [{label: "a", numbers: [6, 3]}]);
  assert.equal(firstDifference(traces[0], traces[0]), null);
  assert.deepEqual(differences(right, right), []);
});

test("an edge that a broken engine lost is still drawn, and nothing goes along it", () => {
  const right = square([3, 6]);
  const lost = traceOf(square([3], [0]), right);
  validate(lost);
  assert.equal(lost.edges.length, 2);
  assert.equal(lost.backward.flatMap(({sends}) => sends).length, 1);
  assert.deepEqual(firstDifference(traceOf(right), lost), {step: 4, node: 0, numbers: [6, 3]});
});

test("what no figure can show is none", () => {
  const right = square([3, 6]);
  assert.equal(traceOf({...right, walks: []}), null);
  assert.equal(traceOf({...right, nodes: right.nodes.slice(0, 1)}, right), null);
  const unknown = square([3, 6]);
  unknown.nodes[1].op = null;
  assert.equal(traceOf(unknown), null);
  const elsewhere = square([3, 6]);
  elsewhere.walks[0].writes.push([1, 0, 6, 5]);
  assert.equal(traceOf(elsewhere, right), null);
});
