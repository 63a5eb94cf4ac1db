import assert from "node:assert/strict";
import {mock, test} from "node:test";
import "../diagrams/dom.js";
import {traces} from "../diagrams/traces.js";
import {bringEngine, settled} from "./in-node.js";
import {stepper} from "../../lib/diagrams/views/stepper/stepper.js";

test("while a leaf is dragged nothing is read out, and what it came to is, once it rests", async () => {
  bringEngine();
  mock.timers.enable({apis: ["setTimeout"]});
  const desk = globalThis[Symbol.for("tapewalk.live")];
  const {hear} = desk;
  let figure;
  desk.hear = (offered) => hear((figure = offered));
  const element = stepper(traces().sumTimesB, {step: 7});
  document.body.append(element);
  const live = element.querySelector("[aria-live]");
  const quiet = [];
  for (const x of [2.5, 3, 3.5, 4]) {
    figure.set(new Map([[0, x]]));
    await settled(element);
    quiet.push(live.getAttribute("aria-live"));
  }
  assert.deepEqual(new Set(quiet), new Set(["off"]));
  const before = live.textContent;
  mock.timers.tick(600);
  assert.equal(live.getAttribute("aria-live"), "off");
  mock.timers.tick(200);
  assert.equal(live.getAttribute("aria-live"), "polite");
  assert.equal(live.textContent, before);
  mock.timers.reset();
});
