import assert from "node:assert/strict";
import {test} from "node:test";
import {show} from "./dom.js";
import {pathCount} from "../../lib/diagrams/views/path-count/path-count.js";
import {placeAt, timeText} from "../../lib/diagrams/views/path-count/walk.js";
import {words} from "../../lib/diagrams/views/path-count/words.js";

/** Every call of a walk along every path, in order: the edges it took, and its visits of the leaf. */
function walked(depth) {
  const calls = [];
  let leaves = 0;
  const go = (turns) => {
    if (turns.length === depth) leaves += 1;
    calls.push({turns, leaves});
    if (turns.length < depth) for (const turn of [0, 1]) go([...turns, turn]);
  };
  go([]);
  return calls;
}

test("each call is found where a recursion makes it", () => {
  for (const depth of [1, 2, 5]) {
    const calls = walked(depth);
    assert.equal(calls.length, 2 ** (depth + 1) - 1);
    calls.forEach((call, i) => assert.deepEqual(placeAt(depth, i + 1), call));
  }
});

test("a time is written in its largest unit", () => {
  const tell = (seconds) => timeText(seconds, words.en, String);
  assert.deepEqual([0.4, 1, 40, 5400, 524_283].map(tell), [null, "1 second", "40 seconds", "90 minutes", "6.1 days"]);
});

test("counts that are not those of the stack are refused", () => {
  const data = {depths: [1, 2], visits: [2, 3], calls: [3, 8]};
  assert.match(show(pathCount(data, {lang: "en"})).textContent, /stack needs depths/);
  assert.ok(show(pathCount({...data, calls: [3, 7]})).matches(".tw-paths"));
});
