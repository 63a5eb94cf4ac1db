import assert from "node:assert/strict";
import {test} from "node:test";
import {fold} from "../../lib/diagrams/layout/fold.js";
import {modelTraces} from "./model-traces.js";

const {blocks} = modelTraces();
const EVERY = ["blocks 0", "blocks 0 / mlp 0", "blocks 1", "blocks 1 / mlp 0", "head"];

/** What is drawn, in words: `blocks 0 (5)` for a group, `Sum` for a node. */
function drawn({items}) {
  return items.map(({kind, name, members}) =>
    kind === "group" ? `${name} (${members.length})` : blocks.nodes[members[0]].op
  );
}

test("closed groups are boxes, and groups nest by their path", () => {
  assert.deepEqual(drawn(fold(blocks, [])), [
    "blocks 0 (5)", "blocks 1 (5)", "head (3)", "Mul", "Linear", "Sum"
  ]);
  const open = fold(blocks, ["blocks 1"]);
  assert.deepEqual(drawn(open), [
    "blocks 0 (5)", "mlp 0 (3)", "ReLU", "Add", "head (3)", "Mul", "Linear", "Sum"
  ]);
  assert.deepEqual(open.frames.map(({path, parent}) => [path, parent]), [["blocks 1", null]]);
  assert.deepEqual(open.items.map(({frame}) => frame), [null, 0, 0, 0, null, null, null, null]);
});

test("whatever is open, each node is in one box and no line leads back", () => {
  for (let mask = 0; mask < 2 ** EVERY.length; mask++) {
    const outline = fold(blocks, EVERY.filter((_, i) => mask & (1 << i)));
    const members = outline.items.flatMap((item) => item.members).sort((a, b) => a - b);
    assert.deepEqual(members, blocks.nodes.map(({id}) => id));
    outline.items.forEach((item) => {
      for (const id of item.members) assert.equal(outline.itemOf[id], item.id);
    });
    for (const {from, to} of outline.edges) assert.ok(from < to, `${from} → ${to}`);
  }
});

test("every edge of the trace is in one line, or inside a folded box", () => {
  const outline = fold(blocks, ["blocks 0"]);
  blocks.edges.forEach(({from, to}, i) => {
    const start = outline.itemOf[from];
    const end = outline.itemOf[to];
    const line = outline.edges[outline.edgeOf[i]];
    if (start === end) return assert.equal(line, undefined);
    assert.ok(line.members.includes(i));
    assert.deepEqual([line.from, line.to], [start, end]);
  });
});

test("two uses between the same nodes stay two lines; between groups they are one", () => {
  const twice = {
    nodes: [{id: 0, group: "a"}, {id: 1, group: "a"}, {id: 2, group: "b"}, {id: 3, group: "b"}],
    edges: [{from: 0, to: 1, slot: 0}, {from: 0, to: 1, slot: 1}, {from: 0, to: 2}, {from: 1, to: 3}]
  };
  assert.equal(fold(twice, ["a", "b"]).edges.length, 4);
  assert.deepEqual(fold(twice, []).edges.map(({members}) => members), [[2, 3]]);
});

test("a group that runs twice, with others in between, is two boxes", () => {
  const nodes = ["a", "a", "b", "b", "a", "a"].map((group, id) => ({id, group}));
  const edges = [{from: 1, to: 2}, {from: 3, to: 4}];
  const {items} = fold({nodes, edges}, []);
  assert.deepEqual(items.map(({key}) => key), ["a", "b", "a#2"]);
});

test("without folding, every node is by itself and nothing is framed", () => {
  const {items, edges, frames} = fold(blocks);
  assert.equal(items.length, blocks.nodes.length);
  assert.deepEqual(edges.map(({members}) => members), blocks.edges.map((_, i) => [i]));
  assert.deepEqual(frames, []);
});
