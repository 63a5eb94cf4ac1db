import assert from "node:assert/strict";
import {test} from "node:test";
import {differences, firstDifference, traceOf} from "../../lib/live/lab/walks.js";
import {lineDiff, mutate, shuffled} from "../../lib/live/lab/texts.js";
import {watcher} from "../../lib/live/lab/watching.js";
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

/** The record of a · a as watch.py returns it, with the totals after the writes. */
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

test("a run without an end has its loop in the program, or in an engine that was changed", async () => {
  const run = async () => ({printed: "", error: {type: "Timeout", sentence: "", line: 99}});
  const {watch, check} = watcher({run}, {watch: "", engine: "while a:\n    pass"});
  const program = "x = 1\nwhile True:\n    pass";
  assert.deepEqual((await watch("while a:\n    pass", program)).error, {
    type: "Timeout", sentence: "", line: 2, place: "program"
  });
  const changed = await watch("a = 1\nb = 2\nwhile a:\n    pass", program);
  assert.deepEqual([changed.error.place, changed.error.line, changed.nodes], ["engine", 3, []]);
  const [[told]] = await check("while a:\n    pass", [{text: program, root: "x"}]);
  assert.deepEqual([told.isRight, told.error.line], [false, 1]);
});

test("what comes back is data of the right form, or an error", async () => {
  const answer = async (printed) => {
    const {watch} = watcher({run: async () => ({printed, error: null})}, {watch: "", engine: ""});
    return (await watch("", "")).error?.type ?? null;
  };
  assert.equal(await answer(`noise\u001e${JSON.stringify({...square([3, 6]), error: null})}`), null);
  for (const bad of ["", "\u001e", "\u001e7", "\u001e{}", `\u001e{"nodes":[{"parents":["a"]}],"walks":[]}`]) {
    assert.equal(await answer(bad), "Malformed", bad);
  }
  assert.equal(await answer('\u001e{"error":{"type":"NameError","line":"x"}}'), "NameError");
});
