import assert from "node:assert/strict";
import {test} from "node:test";
import {installPage} from "./dom.js";

installPage();
const {md} = await import("../../lib/diagrams/markdown.js");

test("Markdown becomes elements, and values stay text", () => {
  const element = md`**${"a < b & c"}** and _d_`;
  assert.equal(element.querySelector("strong").textContent, "a < b & c");
  assert.equal(element.querySelector("em").textContent, "d");
});

test("an element is set in as it is", () => {
  const button = document.createElement("button");
  const element = md`Press ${button} now.`;
  assert.equal(element.querySelector("p > button"), button);
  assert.equal(element.textContent.trim(), "Press  now.");
});
