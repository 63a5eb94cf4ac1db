import assert from "node:assert/strict";
import {test} from "node:test";
import {en} from "../../lib/diagrams/words/en.js";
import {es} from "../../lib/diagrams/words/es.js";
import {strings} from "../../lib/diagrams/words/strings.js";

/** Every entry with its path, entries of nested groups too. */
function entries(group, path = "") {
  return Object.entries(group).flatMap(([key, entry]) =>
    typeof entry === "object" ? entries(entry, `${path}${key}.`) : [[path + key, entry]]
  );
}

test("both languages have the same entries", () => {
  const keys = (words) => entries(words).map(([key]) => key).sort();
  assert.deepEqual(keys(es), keys(en));
});

test("an entry takes the same number of details in both languages", () => {
  const inSpanish = new Map(entries(es));
  for (const [key, entry] of entries(en)) {
    assert.equal(typeof inSpanish.get(key), typeof entry, key);
    assert.equal(inSpanish.get(key).length > 0, entry.length > 0, key);
    if (typeof entry === "function") assert.equal(inSpanish.get(key).length, entry.length, key);
  }
});

test("no word was left in English, but for signs", () => {
  const same = entries(en).filter(([key, entry]) =>
    typeof entry === "string" && entry === new Map(entries(es)).get(key)
  );
  assert.deepEqual(same, []);
});

test("a regional tag finds its language, an unknown one falls back to English", () => {
  assert.equal(strings("es-MX").lang, "es");
  assert.equal(strings("fr").lang, "en");
});
