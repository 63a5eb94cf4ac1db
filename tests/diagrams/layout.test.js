import assert from "node:assert/strict";
import {describe, test} from "node:test";
import {layout} from "../../lib/diagrams/layout/layout.js";
import {PILL} from "../../lib/diagrams/layout/measure.js";
import {overlaps} from "./boxes.js";
import {traces} from "./traces.js";

const {everyOperation, ...courseGraphs} = traces();
const cases = Object.entries(courseGraphs).flatMap(([name, trace]) =>
  ["right", "down"].map((direction) => ({name: `${name}, ${direction}`, trace, direction}))
);

function nodeBoxes({nodes}) {
  return nodes.map(({id, x, y, width, height}) =>
    ({what: `node ${id}`, x: x - width / 2, y: y - height / 2, width, height})
  );
}

/** The pill with the local gradient, and the text of what is sent. */
function labelBoxes({edges}) {
  return edges.flatMap(({label}, i) => (label ? [{what: `label ${i}`, ...label.box}] : []));
}

function overlapping(boxes) {
  return boxes.flatMap((one, i) =>
    boxes
      .slice(i + 1)
      .filter((other) => overlaps(one, other))
      .map((other) => `${one.what} on ${other.what}`)
  );
}

/** Every number pair of a path is a point or a control point, and a curve stays among them. */
function pointsOf(arrow) {
  const numbers = arrow.stem.match(/-?\d+(\.\d+)?/g).map(Number);
  const pairs = [];
  for (let i = 0; i < numbers.length; i += 2) pairs.push([numbers[i], numbers[i + 1]]);
  return [...pairs, arrow.tip, ...arrow.head];
}

/** Points along the path of an arrow, which d3 writes as M x,y, then C curves and L lines. */
function along(arrow) {
  const parts = [...arrow.stem.matchAll(/([MCL])([^MCL]*)/g)];
  let at = null;
  const points = [];
  for (const [, command, text] of parts) {
    const numbers = text.split(",").map(Number);
    const end = numbers.slice(-2);
    const [a, b] = command === "C" ? [numbers.slice(0, 2), numbers.slice(2, 4)] : [at ?? end, end];
    for (let t = 0.05; at && t < 1; t += 0.05) points.push(bezier(at, a, b, end, t));
    at = end;
  }
  return points;
}

function bezier(p, a, b, q, t) {
  const s = 1 - t;
  return [0, 1].map((k) =>
    s ** 3 * p[k] + 3 * s * s * t * a[k] + 3 * s * t * t * b[k] + t ** 3 * q[k]
  );
}

describe("the course's graphs", () => {
  for (const {name, trace, direction} of cases) {
    test(`${name}: nothing overlaps, nothing is outside`, () => {
      const plan = layout(trace, {direction});
      const boxes = [...nodeBoxes(plan), ...labelBoxes(plan)];
      assert.deepEqual(overlapping(boxes), []);
      for (const {what, x, y, width, height} of boxes) {
        assert.ok(x >= 0 && y >= 0, `${what} starts at ${x}, ${y}`);
        assert.ok(x + width <= plan.width, `${what} ends at ${x + width} of ${plan.width}`);
        assert.ok(y + height <= plan.height, `${what} ends at ${y + height} of ${plan.height}`);
      }
      const arrows = plan.edges.flatMap(({forward, backward}) => [forward, backward]);
      for (const [x, y] of arrows.flatMap(pointsOf)) {
        assert.ok(x >= 0 && x <= plan.width && y >= 0 && y <= plan.height, `a line at ${x}, ${y}`);
      }
    });

    test(`${name}: no line runs through the label of another edge`, () => {
      const {edges} = layout(trace, {direction});
      const hit = edges.flatMap(({label}, i) =>
        edges.flatMap((other, k) => {
          const points = [other.forward, other.backward].flatMap(along);
          const through = points.some(([x, y]) => overlaps({x, y, width: 0, height: 0}, label.box));
          return i !== k && through ? [`edge ${k} through label ${i}`] : [];
        })
      );
      assert.deepEqual(hit, []);
    });

    test(`${name}: a pill sits on its backward arrow, clear of the forward one`, () => {
      for (const {forward, backward, label} of layout(trace, {direction}).edges) {
        const pill = {...label.pill, height: PILL.height};
        const meets = (arrow) =>
          along(arrow).some(([x, y]) => overlaps({x, y, width: 0, height: 0}, pill));
        assert.ok(meets(backward) && !meets(forward), label.text);
      }
    });

    test(`${name}: arrows start and end at the borders of their nodes`, () => {
      const plan = layout(trace, {direction});
      const [size, axis] = direction === "right" ? ["width", 0] : ["height", 1];
      const key = axis === 0 ? "x" : "y";
      plan.edges.forEach(({from, to, forward, backward}) => {
        const source = plan.nodes[from];
        const target = plan.nodes[to];
        assert.ok(Math.abs(forward.tip[axis] - (target[key] - target[size] / 2)) < 1e-6);
        assert.ok(Math.abs(backward.tip[axis] - (source[key] + source[size] / 2)) < 1e-6);
      });
    });
  }
});

test("two edges between the same pair are two lines with two labels", () => {
  for (const direction of ["right", "down"]) {
    const [one, other] = layout(courseGraphs.twice, {direction}).edges;
    assert.notEqual(one.forward.stem, other.forward.stem);
    const across = direction === "right" ? 1 : 0;
    assert.ok(Math.abs(one.forward.tip[across] - other.forward.tip[across]) >= 28);
    assert.ok(!overlaps(one.label.box, other.label.box));
  }
});

test("forward and backward arrows of an edge stand apart all along", () => {
  const [edge] = layout(courseGraphs.chain, {direction: "right"}).edges;
  const levels = (arrow) => new Set(pointsOf({...arrow, head: []}).map(([, y]) => y));
  assert.equal(levels(edge.forward).size, 1);
  assert.equal([...levels(edge.backward)][0] - [...levels(edge.forward)][0], 16);
});

test("operands stand in the order they are written", () => {
  const {nodes} = layout(courseGraphs.squaredError, {direction: "right"});
  assert.ok(nodes[0].y < nodes[1].y, "w above x");
  const narrow = layout(courseGraphs.sumTimesB, {direction: "down"}).nodes;
  assert.ok(narrow[0].x < narrow[1].x, "a left of b");
});

test("the same trace gives the same drawing", () => {
  for (const trace of Object.values(courseGraphs)) {
    assert.deepEqual(layout(trace, {width: 700}), layout(structuredClone(trace), {width: 700}));
  }
});

test("it runs to the right where there is room, and downwards on a phone", () => {
  assert.equal(layout(courseGraphs.chain, {width: 760}).direction, "right");
  const narrow = layout(courseGraphs.chain, {width: 358});
  assert.equal(narrow.direction, "down");
  assert.ok(narrow.width <= 358);
  assert.equal(layout(courseGraphs.twice, {width: 358}).direction, "right", "it is small enough");
});

test("a picture on a phone leaves out labels before a graph is too wide for it", () => {
  const room = {width: 358, height: 247};
  const plan = layout(courseGraphs.sumTimesB, room);
  const narrow = layout(courseGraphs.chain, room);
  assert.ok(narrow.width < layout(courseGraphs.chain, {direction: "right"}).width);
  assert.deepEqual([plan, narrow].map(({edges}) => edges.some(({label}) => label.isBare)), [false, true]);
  assert.deepEqual(overlapping(nodeBoxes(narrow)), []);
});

test("leaves that want no gradient have no way back", () => {
  const trace = traces().chain;
  trace.backward[2].sends = [];
  const [edge] = layout(trace, {direction: "right"}).edges;
  assert.equal(edge.backward, null);
  assert.equal(edge.label, null);
});

test("a graph of every operation keeps its nodes apart", () => {
  const plan = layout(everyOperation, {direction: "right"});
  assert.deepEqual(overlapping(nodeBoxes(plan)), []);
});
