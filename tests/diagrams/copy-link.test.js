import assert from "node:assert/strict";
import {beforeEach, mock, test} from "node:test";
import {installPage, show} from "./dom.js";
import {linked} from "../../lib/diagrams/figure/links.js";
import {scores} from "./scores.js";
import {strings} from "../../lib/diagrams/words/strings.js";
import {traces} from "./traces.js";
import {copyLink} from "../../lib/diagrams/figure/links.js";
import {stepper} from "../../lib/diagrams/views/stepper/stepper.js";
import {prediction} from "../../lib/diagrams/views/prediction/prediction.js";
import {graph} from "../../lib/diagrams/views/graph/graph.js";
import {tapeList} from "../../lib/diagrams/views/tape-list/tape-list.js";
import {score} from "../../lib/diagrams/views/score/score.js";

const URL_OF_PAGE = "https://course.test/lesson.html";

beforeEach(() => installPage({url: `${URL_OF_PAGE}?theme=dark#sec-before`}));

/** Presses the button with a clipboard of our own; returns what was written into it. */
async function press(element, {refuses = false} = {}) {
  const written = [];
  const writeText = async (text) => {
    if (refuses) throw new Error("NotAllowedError");
    written.push(text);
  };
  const navigator = {value: {clipboard: {writeText}}, configurable: true};
  Object.defineProperty(globalThis, "navigator", navigator);
  element.querySelector(".tw-copy-link").click();
  await new Promise((resolve) => setImmediate(resolve));
  return written;
}

const says = (element) => element.querySelector("[role=status]").textContent;

test("it copies the page's address with what differs from the start", async () => {
  const now = {step: 3, x: -2.5, open: "block 0,head", show: "values", zoom: null};
  const start = {step: 0, x: 1, open: "", show: "values"};
  const element = show(copyLink("fig-año", () => now, strings("en"), start));
  const [address] = await press(element);
  const {origin, pathname, search, hash} = new URL(address);
  assert.equal(origin + pathname + search, `${URL_OF_PAGE}?theme=dark`);
  assert.deepEqual(linked("fig-año", hash), {step: "3", x: "-2.5", open: "block 0,head"});
  assert.equal(says(element), "Link copied");
});

test("a figure as it began is linked by its name alone; going back to 0 is said", async () => {
  const same = show(copyLink("fig-a", () => ({step: 2}), strings("en"), {step: 2}));
  assert.deepEqual(await press(same), [`${URL_OF_PAGE}?theme=dark#fig-a`]);
  const back = show(copyLink("fig-a", () => ({step: 0, open: ""}), strings("en"), {step: 2, open: "b"}));
  assert.deepEqual(await press(back), [`${URL_OF_PAGE}?theme=dark#fig-a?step=0&open=`]);
});

test("what it says goes away", async () => {
  const element = show(copyLink("fig-a", () => ({}), strings("es")));
  mock.timers.enable({apis: ["setTimeout"]});
  await press(element);
  assert.equal(says(element), "Enlace copiado");
  mock.timers.tick(60_000);
  mock.timers.reset();
  assert.equal(says(element), "");
});

test("without a clipboard the address stands in a field, selected", async () => {
  const element = show(copyLink("fig-a", () => ({step: 1}), strings("en")));
  const field = element.querySelector("input");
  assert.equal(field.hidden, true);
  assert.deepEqual(await press(element, {refuses: true}), []);
  assert.equal(field.hidden, false);
  assert.equal(document.activeElement, field);
  assert.equal(field.value.slice(field.selectionStart, field.selectionEnd),
    `${URL_OF_PAGE}?theme=dark#fig-a?step=1`);
  assert.equal(says(element), "Copy this link:");
  field.blur();
  assert.equal(field.hidden, true);
});

test("a figure without an id has no link", () => {
  assert.equal(copyLink(undefined, () => ({}), strings("en")), null);
});

test("a stepper links to the step it is at", async () => {
  const {chain} = traces();
  const element = show(stepper(chain, {id: "fig-chain"}));
  element.value = 4;
  assert.deepEqual(await press(element), [`${URL_OF_PAGE}?theme=dark#fig-chain?step=4`]);
  assert.equal(show(stepper(chain)).querySelector(".tw-copy-link"), null);
});

test("a figure that nobody touched is linked by its name, whatever step it opens on", async () => {
  const {chain} = traces();
  const bare = [`${URL_OF_PAGE}?theme=dark#fig-chain`];
  for (const view of [stepper, graph, tapeList]) {
    for (const step of [undefined, 2, 1000]) {
      const element = show(view(chain, {id: "fig-chain", step}));
      assert.deepEqual(await press(element), bare, `${view.name} at ${step}`);
    }
  }
  const {theirs} = scores();
  const run = show(score(theirs, {id: "fig-chain"}));
  assert.deepEqual(await press(run), bare);
  run.value = 0;
  assert.deepEqual(await press(run), [`${bare}?step=0`]);
  const asked = prediction(chain, {question: "How much?", answer: 3});
  const waits = show(stepper(chain, {id: "fig-chain", step: 1000, after: {step: 1, prediction: asked}}));
  assert.equal(waits.value, 1);
  assert.deepEqual(await press(waits), bare);
});
