import assert from "node:assert/strict";
import {existsSync, readdirSync} from "node:fs";
import {test} from "node:test";
import {en} from "../../lib/diagrams/words/en.js";
import {es} from "../../lib/diagrams/words/es.js";
import {inLanguage} from "../../lib/diagrams/words/language.js";
import {strings} from "../../lib/diagrams/words/strings.js";
import {words as lens} from "../../lib/diagrams/lens/words.js";
import * as enLive from "../../lib/live/words/en.js";
import * as esLive from "../../lib/live/words/es.js";

const VIEWS = new URL("../../lib/diagrams/views/", import.meta.url);
const LIVE = Object.fromEntries(
  Object.keys(enLive).map((part) => [part, {en: enLive[part], es: esLive[part]}])
);
const ALL = {shared: {en, es}, lens};
for (const view of readdirSync(VIEWS)) {
  const file = new URL(`${view}/words.js`, VIEWS);
  if (existsSync(file)) ALL[view] = (await import(file)).words;
}

/** Names in code, mathematical ones, and words that Spanish shares with English. */
const SAME = new Set([
  ..."A B P q k v ∂A ∂B out up down norm GELU inspect forward detach .data no_grad .item() None 1/n".split(" "),
  ..."error tokens Adam Checkpoints embedding index_add backward()".split(" "),
  "norm 1", "norm 2", "LayerNorm 1", "LayerNorm 2", "logits, tokens", "P = ∂P", "dW1 = 0", "for b in gpt.blocks:"
]);

/** Every entry with its path, entries of nested groups too. */
function entries(group, path = "") {
  return Object.entries(group).flatMap(([key, entry]) =>
    typeof entry === "object" ? entries(entry, `${path}${key}.`) : [[path + key, entry]]
  );
}

for (const [of, words] of Object.entries({...ALL, ...LIVE})) {
  const inEnglish = entries(words.en);
  const inSpanish = new Map(entries(words.es));

  test(`${of}: both languages have the same entries`, () => {
    assert.deepEqual([...inSpanish.keys()].sort(), inEnglish.map(([key]) => key).sort());
  });

  test(`${of}: an entry takes the same number of details in both languages`, () => {
    for (const [key, entry] of inEnglish) {
      assert.equal(typeof inSpanish.get(key), typeof entry, key);
      assert.equal(inSpanish.get(key).length > 0, entry.length > 0, key);
      if (typeof entry === "function") assert.equal(inSpanish.get(key).length, entry.length, key);
    }
  });

  test(`${of}: no word was left in English, but for signs`, () => {
    const same = inEnglish.filter(([key, entry]) =>
      typeof entry === "string" && /\p{L}/u.test(entry) && entry === inSpanish.get(key) && !SAME.has(entry)
    );
    assert.deepEqual(same, []);
  });
}

test("a view's own words never hide those of all, and stand beside their problems", () => {
  const shared = new Set(entries(en).map(([key]) => key));
  for (const [of, words] of Object.entries(ALL)) {
    if (of === "shared") continue;
    assert.deepEqual(entries(words.en).filter(([key]) => shared.has(key)), [], of);
  }
  const {problems} = strings("es", ALL.chart);
  assert.ok(problems.notAChart("1").includes("gráfica") && problems.empty());
});

test("a word that a language lacks is English, in a group too", () => {
  const known = {en: {next: "Next", problems: {empty: "Nothing"}}, pt: {next: "Seguinte", problems: {}}};
  assert.deepEqual(inLanguage(known, "pt"), {next: "Seguinte", problems: {empty: "Nothing"}, lang: "pt"});
});

test("a regional tag finds its language, an unknown one falls back to English", () => {
  assert.equal(strings("es-MX").lang, "es");
  assert.equal(strings("fr").lang, "en");
});
