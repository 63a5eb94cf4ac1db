import assert from "node:assert/strict";
import {test} from "node:test";
import {press, show} from "./dom.js";
import {html} from "htl";
import {strings} from "../../lib/diagrams/words/strings.js";
import {twin} from "../../lib/diagrams/figure/twin.js";

/** A view with a picture, a live region and a field; its table tells the value. */
function view({lang = "en", table = plain} = {}) {
  const element = html`<div>
    <div class="picture"><button class="node">x</button></div>
    <div class="panel"><p aria-live="polite">Step</p><button class="next">next</button></div>
    <input class="field">
  </div>`;
  element.value = 1;
  const made = [];
  const makeTable = (value) => {
    made.push(value);
    return table(value);
  };
  const refresh = twin(element, makeTable, strings(lang), {picture: [element.querySelector(".picture")]});
  return {element: show(element), refresh, made};
}

const plain = (value) =>
  html`<table><caption>Steps</caption><tr><th scope="row">now</th><td>${value}</td></tr></table>`;
const button = (element) => element.querySelector(".tw-twin-button");
const cell = (element) => element.querySelector("td")?.textContent;
const isHidden = (element, selector) => element.querySelector(selector).closest("[hidden]") !== null;

test("the table is made when it is first asked for, in the picture's place", () => {
  const {element, made} = view();
  assert.deepEqual(made, []);
  assert.equal(element.querySelector("table"), null);
  button(element).click();
  assert.deepEqual(made, [1]);
  assert.ok(isHidden(element, ".picture"));
  assert.ok(!isHidden(element, "table"));
  assert.ok(!isHidden(element, "[aria-live]"), "the live region goes on");
  assert.equal(element.querySelector("[role=group]").getAttribute("aria-label"), "Steps");
});

test("the button says what it does next, in the page's language", () => {
  for (const [lang, first, second] of [
    ["en", "Show as table", "Show as picture"],
    ["es", "Ver como tabla", "Ver como dibujo"]
  ]) {
    const {element} = view({lang});
    assert.equal(button(element).textContent, first);
    button(element).click();
    assert.equal(button(element).textContent, second);
    button(element).click();
    assert.equal(button(element).textContent, first);
    assert.ok(!isHidden(element, ".picture"));
    assert.ok(isHidden(element, "table"));
  }
});

test("the key t switches, takes the focus to the table and back to where it was", () => {
  const {element} = view();
  const node = element.querySelector(".node");
  node.focus();
  press(node, "t");
  const room = element.querySelector(".tw-scroller");
  assert.equal(document.activeElement, room);
  press(room, "T");
  assert.equal(document.activeElement, node);
  assert.ok(!isHidden(element, ".picture"));
});

test("t is a letter where one writes", () => {
  const {element} = view();
  press(element.querySelector(".field"), "t");
  assert.equal(element.querySelector("table"), null);
});

test("the table keeps to the value, however it changes, and rests while it is hidden", () => {
  const {element, refresh, made} = view();
  button(element).click();
  element.value = 2;
  element.dispatchEvent(new Event("input"));
  assert.equal(cell(element), "2");
  element.value = 3;
  refresh();
  assert.equal(cell(element), "3");
  button(element).click();
  element.value = 4;
  refresh();
  assert.deepEqual(made, [1, 2, 3]);
  button(element).click();
  assert.equal(cell(element), "4");
});

test("a table that can be told the value is not made again", () => {
  const table = (value) => {
    const made = plain(value);
    return Object.assign(made, {show: (later) => (made.querySelector("td").textContent = later)});
  };
  const {element, refresh, made} = view({table});
  button(element).click();
  element.value = 5;
  refresh();
  assert.equal(cell(element), "5");
  assert.deepEqual(made, [1]);
});
