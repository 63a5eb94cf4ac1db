import assert from "node:assert/strict";
import {test} from "node:test";
import {scale, ticks} from "../../lib/diagrams/drawing/scale.js";

test("ticks are round numbers within the ends", () => {
  assert.deepEqual(ticks(0, 1, 5), [0, 0.2, 0.4, 0.6, 0.8, 1]);
  assert.deepEqual(ticks(0, 99, 5), [0, 20, 40, 60, 80]);
  assert.deepEqual(ticks(-3, 3, 6), [-3, -2, -1, 0, 1, 2, 3]);
  assert.deepEqual(ticks(0, 3, 10, true), [0, 1, 2, 3]);
  assert.deepEqual(ticks(5, 5, 4), [5]);
  assert.deepEqual(ticks(1e-9, 4e-9, 3), [1e-9, 2e-9, 3e-9, 4e-9]);
});

test("ticks are about as many as asked for, of any size and sign", () => {
  for (let power = -12; power <= 12; power++) {
    for (const [from, to] of [[0, 1], [-0.37, 2.91], [0.99, 1.01], [-7, -3]]) {
      const found = ticks(from * 10 ** power, to * 10 ** power, 5);
      assert.ok(found.length >= 2 && found.length <= 11, `${from}e${power}: ${found}`);
      const digits = found.map((x) => Math.abs(x).toPrecision(12).replace(/e.*|\./g, "").replace(/^0+|0+$/g, ""));
      assert.ok(digits.every((text) => text.length <= 4), `${found}`);
    }
  }
});

test("an axis holds its numbers, from zero where that costs little", () => {
  const {at, ticks: marks} = scale([0.3, 4.2], [200, 0], {count: 5});
  assert.equal(marks[0], 0);
  assert.ok(marks.at(-1) >= 4.2);
  assert.equal(at(marks[0]), 200);
  assert.equal(at(marks.at(-1)), 0);
  assert.ok(scale([99, 100], [200, 0], {count: 5}).ticks[0] > 0);
});

test("a logarithmic axis ends where its numbers end, with powers of ten, exactly", () => {
  const {at, ticks: marks} = scale([2e-5, 300], [200, 0], {log: true, count: 9});
  assert.deepEqual(marks, [1e-4, 1e-3, 0.01, 0.1, 1, 10, 100]);
  assert.equal(at(2e-5), 200);
  assert.equal(at(300), 0);
  assert.deepEqual(scale([1, 32], [200, 0], {log: true, count: 5}).ticks, [1, 2, 5, 10, 20]);
  assert.ok(scale([1e-300, 1e300], [200, 0], {log: true, count: 5}).ticks.length <= 7);
});

test("numbers of a logarithmic axis keep clear of each other, however low it is", () => {
  for (const high of [30, 60, 90, 150, 300]) {
    for (const span of [[7e-6, 2], [0.2, 0.7], [0.02, 6], [1e-12, 1e5], [3, 4e3]]) {
      const {at, ticks: marks} = scale(span, [high, 0], {log: true, count: 3});
      const gaps = marks.slice(1).map((mark, i) => at(marks[i]) - at(mark));
      assert.ok(Math.min(...gaps, 16) >= 16, `${span} on ${high}: ${marks}`);
    }
  }
  assert.deepEqual(scale([7e-6, 2], [90, 0], {log: true, count: 3}).ticks, [1e-4, 0.01, 1]);
});

test("numbers that are all equal stand in the middle", () => {
  const {at} = scale([7, 7], [200, 0], {count: 5});
  assert.ok(Math.abs(at(7) - 100) < 30);
  assert.ok(Number.isFinite(scale([0], [200, 0], {count: 5}).at(0)));
  assert.ok(Number.isFinite(scale([], [200, 0], {count: 5}).at(0)));
});
