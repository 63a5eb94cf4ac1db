import assert from "node:assert/strict";
import {mock, test} from "node:test";
import {client, likelyLoop} from "../../lib/live/client.js";

const DONE = {trace: null, printed: "1\n", isCut: false, error: null, reached: {}, answer: null};

/** Workers that answer with a function, and the list of all that were made. */
function workers(answer) {
  const made = [];
  const make = () => {
    const worker = {isOver: false, terminate: () => (worker.isOver = true)};
    const send = (data) => queueMicrotask(() => worker.isOver || worker.onmessage({data}));
    worker.postMessage = (asked) => answer(asked, send, made.length);
    made.push(worker);
    send({kind: "ready"});
    return worker;
  };
  return {make, made};
}

function answering({id}, send) {
  send({kind: "begun", id});
  send({kind: "done", id, result: DONE});
}

const turns = async () => {
  for (let i = 0; i < 20; i++) await null;
};

test("one worker serves all runs of a page", async () => {
  const {make, made} = workers(answering);
  const engine = client(make);
  const results = await Promise.all([engine.run("1"), engine.run("2")]);
  assert.deepEqual(results, [DONE, DONE]);
  assert.equal(made.length, 1);
});

test("a run of more than a second is ended, and the next has a worker", async (t) => {
  t.after(() => mock.timers.reset());
  mock.timers.enable({apis: ["setTimeout"]});
  const {make, made} = workers((asked, send, nth) => {
    const isEndless = asked.program.includes("while");
    if (isEndless) send({kind: "begun", id: asked.id});
    else if (nth > 1) answering(asked, send); // the first one is busy
  });
  const engine = client(make);
  const endless = engine.run("x = 1\nwhile True:\n    pass");
  const behind = engine.run("1");
  await turns();
  mock.timers.tick(1000);
  const {error} = await endless;
  assert.deepEqual(error, {type: "Timeout", sentence: "", line: 2});
  assert.equal(made[0].isOver, true);
  assert.deepEqual(await behind, DONE);
  assert.equal(made.length, 2);
});

test("a run that has no more memory says so, and its worker goes", async (t) => {
  t.after(() => mock.timers.reset());
  mock.timers.enable({apis: ["setTimeout"]});
  const {make, made} = workers(({id}, send) => {
    send({kind: "begun", id});
    send({kind: "full"});
  });
  const full = client(make).run("x = [0]\nwhile True: x += x");
  await turns();
  mock.timers.tick(1000);
  assert.equal((await full).error.type, "MemoryError");
  assert.equal(made[0].isOver, true);
});

test("the reader can stop a run", async () => {
  const {make} = workers(({id}, send) => send({kind: "begun", id}));
  const engine = client(make);
  const run = engine.run("while True: pass");
  await turns();
  engine.stop();
  assert.equal((await run).error.type, "Stopped");
});

test("what is no result is not taken", async () => {
  const odd = [
    null, {}, {printed: 1, error: null}, {printed: "", error: {type: 3}},
    {printed: "x".repeat(5_000_000), error: null}
  ];
  for (const result of odd) {
    const {make} = workers(({id}, send) => {
      send({kind: "begun", id});
      send({kind: "done", id, result});
    });
    assert.equal((await client(make).run("1")).error.type, "Malformed");
  }
});

test("where no worker starts, a run rejects", async () => {
  const engine = client(() => {
    throw new Error("none here");
  });
  await assert.rejects(engine.run("1"), /none here/);
});

test("the likely loop is the last `while True`, else the last `while`, else the last `for`", () => {
  assert.equal(likelyLoop("while x:\n  while True:\n    pass\nwhile y:\n  pass"), 2);
  assert.equal(likelyLoop("for i in y:\n  pass\nwhile x:\n  pass\nfor i in y: pass"), 3);
  assert.equal(likelyLoop("for i in y:\n  pass"), 1);
  assert.equal(likelyLoop("f(1)"), null);
});
