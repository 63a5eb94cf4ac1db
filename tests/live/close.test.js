import assert from "node:assert/strict";
import {test} from "node:test";
import {Worker} from "node:worker_threads";

const CLOSE = new URL("../../lib/live/close.js", import.meta.url).href;

/** What a worker of Node finds after it was closed; the browser's is in tests/browser. */
function closed(look) {
  const program = `
    import {parentPort} from "node:worker_threads";
    import {close} from ${JSON.stringify(CLOSE)};
    const post = parentPort.postMessage.bind(parentPort);
    close(globalThis);
    post((${look})());
  `;
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(program)}`));
    worker.on("message", resolve);
    worker.on("error", reject);
  });
}

test("nothing is left that leads out, and nothing that makes code of text", async () => {
  const left = await closed(() => Object.getOwnPropertyNames(globalThis));
  for (const name of ["fetch", "process", "WebSocket", "navigator", "eval", "Function", "setTimeout"]) {
    assert.ok(!left.includes(name), name);
  }
  const compilers = await closed(() => [
    (() => {}).constructor, (async () => {}).constructor, (function* () {}).constructor
  ]);
  assert.deepEqual(compilers, [undefined, undefined, undefined]);
});

test("what a worker doesn't let go of is an error", async () => {
  const {close} = await import(CLOSE);
  const scope = Object.defineProperty({}, "fetch", {value: () => {}, configurable: false});
  assert.throws(() => close(Object.setPrototypeOf(scope, null)), /fetch stays open/);
});
