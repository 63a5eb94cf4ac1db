import {litPath, openGroups} from "../../lib/diagrams/layout/fold.js";
import assert from "node:assert/strict";
import {describe, test} from "node:test";
import {foldedLayout} from "../../lib/diagrams/layout/folded-layout.js";
import {overlaps} from "./boxes.js";
import {modelTraces} from "./model-traces.js";
import {nextMark} from "../../lib/diagrams/drawing/graph-keys.js";
import {steps} from "../../lib/diagrams/trace/steps.js";
import {strings} from "../../lib/diagrams/words/strings.js";
import {traces} from "./traces.js";

const {blocks, torchNetwork} = modelTraces();
const words = strings("en");
const plan = (trace, open) => foldedLayout(trace, steps(trace), {open, words});
const cases = [
  ["folded", blocks, []],
  ["one open", blocks, ["blocks 1"]],
  ["all open", blocks, openGroups(blocks).all],
  ["not foldable", blocks, null],
  ["PyTorch", torchNetwork, null],
  ["numbers", traces().everyOperation, null]
];

function boxes({items}) {
  return items.map(({id, x, y, width, height, tray}) =>
    ({what: `item ${id}`, x: x - width / 2, y: y - height / 2, width: width + tray, height})
  );
}

function isInside(box, {x, y, width, height}) {
  return (
    box.x >= x && box.y >= y && box.x + box.width <= x + width && box.y + box.height <= y + height
  );
}

describe("everything has its place", () => {
  for (const [name, trace, open] of cases) {
    test(`${name}: nothing overlaps or is outside, and all lead down`, () => {
      const drawing = plan(trace, open);
      const all = boxes(drawing);
      all.forEach((one, i) => {
        for (const other of all.slice(i + 1)) {
          assert.ok(!overlaps(one, other), `${one.what} on ${other.what}`);
        }
        assert.ok(isInside(one, {x: 0, y: 0, ...drawing}), one.what);
      });
      for (const {from, to, points} of drawing.edges) {
        const start = drawing.items[from];
        const end = drawing.items[to];
        assert.ok(Math.abs(points[0].y - (start.y + start.height / 2)) < 1e-6, "starts at its box");
        assert.ok(Math.abs(points.at(-1).y - (end.y - end.height / 2)) < 1e-6, "ends at its box");
        points.slice(1).forEach((point, i) => assert.ok(point.y >= points[i].y, "never back up"));
      }
    });

    test(`${name}: frames hold their own nodes and nothing else`, () => {
      const {items, frames, ...drawing} = plan(trace, open);
      boxes({items}).forEach((box, i) => {
        frames.forEach((frame) => {
          const isMember = items[i].members.every((id) => frame.members.includes(id));
          assert.equal(isInside(box, frame), isMember, `${box.what} in ${frame.path}`);
          if (!isMember) assert.ok(!overlaps(box, frame), `${box.what} on ${frame.path}`);
        });
      });
      for (const frame of frames) assert.ok(isInside(frame, {x: 0, y: 0, ...drawing}), frame.path);
    });

    test(`${name}: no line runs through a box`, () => {
      const {edges, ...drawing} = plan(trace, open);
      for (const {from, to, points} of edges) {
        points.slice(1).forEach((point, i) => {
          const last = points[i];
          const stretch = {
            x: Math.min(point.x, last.x), y: last.y, width: Math.abs(point.x - last.x) || 1,
            height: point.y - last.y
          };
          boxes(drawing).forEach((box, id) => {
            if (id !== from && id !== to) assert.ok(!overlaps(stretch, box), `${from}→${to} ${box.what}`);
          });
        });
      }
    });
  }
});

test("too many boxes are refused with a count; folded, they are drawn", () => {
  const nodes = Array.from({length: 5000}, (_, id) => ({
    id, op: id === 0 ? "leaf" : "Add", label: null, shape: [2], value: null, dtype: "float32",
    group: `part ${Math.floor(id / 50)}`, constants: [], saved: []
  }));
  const edges = nodes.slice(1).map(({id}) => ({from: id - 1, to: id, slot: 0}));
  const large = {engine: "tensor", nodes, edges, forward: [], backward: []};
  assert.equal(plan(large, []).items.length, 100);
  const open = Array.from({length: 4}, (_, i) => `part ${i}`);
  assert.throws(() => plan(large, open), {rule: "tooLargeOpen", details: [296, 200]});
  const bare = {...large, nodes: nodes.map((node) => ({...node, group: null}))};
  assert.throws(() => plan(bare, null), {rule: "tooLarge"});
});

describe("arrow keys", () => {
  const drawing = plan(blocks, ["blocks 0"]);
  const at = (id) => drawing.items.findIndex(({members}) => members.includes(id));
  const go = (id, ...keys) => keys.reduce((item, key) => nextMark(drawing, item, key), at(id));

  test("down and up follow edges, into frames and out of them", () => {
    assert.equal(go(3, "ArrowDown"), at(4), "ReLU feeds Add");
    assert.equal(go(4, "ArrowDown"), at(9), "Add feeds the second block");
    assert.equal(go(9, "ArrowUp"), at(4));
    assert.equal(go(4, "ArrowUp"), at(3));
  });

  test("every box is reached from the first one", () => {
    const reached = new Set([0]);
    for (const item of reached) {
      for (const key of ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"]) {
        reached.add(nextMark(drawing, item, key));
      }
    }
    assert.equal(reached.size, drawing.items.length);
  });

  test("a key that leads nowhere stays; Home and End lead to the ends", () => {
    assert.equal(go(15, "ArrowDown"), at(15));
    assert.equal(go(4, "Home"), 0);
    assert.equal(go(4, "End"), at(15));
  });
});

test("the lit path holds every line between a box and the root", () => {
  const edges = [[0, 2], [1, 2], [1, 3], [2, 4], [3, 4]].map(([from, to]) => ({from, to}));
  assert.deepEqual([...litPath(edges, 1)].sort(), [1, 2, 3, 4]);
  assert.deepEqual([...litPath(edges, 2)], [3]);
  assert.deepEqual([...litPath(edges, 4)], []);
});

test("an address names the innermost open groups, and opening one opens those around it", () => {
  const groups = openGroups(blocks);
  assert.deepEqual(groups.read("blocks 1 / mlp 0,head"), ["blocks 1", "blocks 1 / mlp 0", "head"]);
  assert.equal(groups.write(groups.read("blocks 1 / mlp 0,head")), "blocks 1 / mlp 0,head");
  assert.deepEqual(groups.read("nothing,"), []);
});
