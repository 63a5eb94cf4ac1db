/**
 * What each view shows, in both languages, beside the text that it showed before.
 *
 * `npm run snapshots` writes the texts anew: read the change as a part of the commit. A text that
 * is missing is written, but not by continuous integration.
 */
import assert from "node:assert/strict";
import {existsSync, readFileSync, writeFileSync} from "node:fs";
import {test} from "node:test";
import {installPage, show} from "./dom.js";
import {manifests} from "../../tools/assets/views.mjs";
import {samples} from "./samples.js";
import {sentences, textForm} from "./text-form.js";

const MOST_LINES = 1_800;
const FOLDER = new URL("snapshots/", import.meta.url);
const VIEWS = new URL("../../lib/diagrams/views/", import.meta.url);
const fileOf = (folder) => new URL(`${folder}.txt`, FOLDER);
const isWritten = process.env.SNAPSHOTS === "write";

/** One text of two that have the same structure: where they differ, both lines. */
function both(english, spanish) {
  assert.equal(english.length, spanish.length, "the languages show different parts");
  return english.flatMap((line, i) => (line === spanish[i] ? [line] : [line, `es ${spanish[i].trimStart()}`]));
}

function shown(view, [title, given, options, last = 0]) {
  const [english, spanish] = ["en", "es"].map((lang) => {
    installPage({lang});
    const element = show(view(...given, {...options, lang}));
    const form = textForm(element);
    return last > 0 ? [...form, ...sentences(element, last)] : form;
  });
  return [`# ${title}`, ...both(english, spanish), ""];
}

for (const [folder, {name}] of Object.entries(manifests)) {
  const {[name]: view} = await import(new URL(`${folder}/${folder}.js`, VIEWS));

  test(`${name} shows what it showed before`, () => {
    const now = `${samples[folder].flatMap((sample) => shown(view, sample)).join("\n")}`;
    const file = fileOf(folder);
    if (isWritten || (!existsSync(file) && !process.env.CI)) writeFileSync(file, now);
    assert.ok(existsSync(file), `${file.pathname} is missing: run \`npm run snapshots\``);
    assert.equal(now, readFileSync(file, "utf8"), "read the change, then run `npm run snapshots`");
  });
}

test("all snapshots together stay short", () => {
  const lines = Object.keys(manifests).map((folder) => readFileSync(fileOf(folder), "utf8").split("\n").length);
  assert.ok(lines.reduce((sum, one) => sum + one) < MOST_LINES);
});
