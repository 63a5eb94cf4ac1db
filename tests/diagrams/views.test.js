import assert from "node:assert/strict";
import {existsSync} from "node:fs";
import {test} from "node:test";
import "./dom.js";
import {scores} from "./scores.js";
import {traces} from "./traces.js";
import {manifests} from "../../tools/assets/views.mjs";
import shared from "../../lib/diagrams/figure/options.json" with {type: "json"};

const FOLDER = new URL("../../lib/diagrams/views/", import.meta.url);
const SUBJECTS = {
  "": [],
  trace: [traces().chain],
  score: [scores().theirs],
  data: [{x: {label: "step"}, series: [{label: "loss", values: [2, 1]}]}]
};

for (const [folder, {name, subject, shares, options, words}] of Object.entries(manifests)) {
  const {[name]: view} = await import(new URL(`${folder}/${folder}.js`, FOLDER));
  const given = name === "progress" ? [[]] : SUBJECTS[subject];
  const known = [...shares, ...Object.keys(options)].sort();

  test(`${name} refuses an option that it does not take, and names those it takes`, () => {
    const {textContent} = view(...given, {lang: "en", stpe: 1});
    assert.ok(textContent.includes(`${name} takes no option “stpe”. It takes: ${known.join(", ")}.`));
    const inSpanish = view(...given, {lang: "es", stpe: 1}).textContent;
    assert.ok(inSpanish.includes(`${name} no tiene la opción «stpe». Tiene: ${known.join(", ")}.`));
  });

  test(`${name} refuses none of the options that it takes`, (t) => {
    t.mock.method(console, "error", () => {});
    for (const option of known) {
      const {textContent} = view(...given, {[option]: undefined});
      assert.ok(!textContent.includes("takes no option"), option);
    }
  });

  test(`the manifest of ${name} says everything in every language`, () => {
    for (const {title, about, options: told} of Object.values(words)) {
      assert.ok(title && about);
      assert.deepEqual(Object.keys(told), Object.keys(options));
    }
    assert.deepEqual(Object.keys(words), Object.keys(shared.words));
    for (const option of shares) assert.ok(option in shared.options, option);
    assert.deepEqual(shares.filter((option) => option in options), []);
  });
}

test("the options that views share are told in every language, and shared", () => {
  const used = new Set(Object.values(manifests).flatMap(({shares}) => shares));
  assert.deepEqual(Object.keys(shared.options).sort(), [...used].sort());
  for (const told of Object.values(shared.words)) {
    assert.deepEqual(Object.keys(told), Object.keys(shared.options));
  }
});

test("every folder is a view, and its files are named after it", () => {
  for (const folder of Object.keys(manifests)) {
    assert.ok(existsSync(new URL(`${folder}/${folder}.js`, FOLDER)), folder);
  }
});
