import assert from "node:assert/strict";
import {execFileSync} from "node:child_process";
import {mkdtempSync, readFileSync, readdirSync, rmSync} from "node:fs";
import {tmpdir} from "node:os";
import {dirname, join} from "node:path";
import {fileURLToPath} from "node:url";
import {after, test} from "node:test";
import {gzipSync} from "node:zlib";
import {build} from "esbuild";
import {exported, manifests, views} from "../../tools/assets/views.mjs";

const BUNDLER = fileURLToPath(new URL("../../tools/assets/bundle.mjs", import.meta.url));
const ENTRY = fileURLToPath(new URL("../../lib/diagrams/index.js", import.meta.url));

/** What notebooks get, as one file. */
const MOST_BYTES = 232_000;

/** What a page loads for the heaviest view, and for a question. */
const MOST_OF_A_VIEW = 64_000;
const MOST_OF_A_QUESTION = 18_500;

const folder = mkdtempSync(join(tmpdir(), "tapewalk-bundle-"));
after(() => rmSync(folder, {recursive: true}));

function bundle(target) {
  execFileSync(process.execPath, [BUNDLER, ENTRY, join(folder, target)]);
  return join(folder, target);
}

const sizeOf = (file) => gzipSync(readFileSync(file), {level: 9}).length;

/** A module and all that it imports, in turn. */
function withImports(file, found = new Set()) {
  if (found.has(file)) return found;
  found.add(file);
  const imports = readFileSync(file, "utf8").matchAll(/\b(?:from|import)"(\.[^"]+)"/g);
  for (const [, path] of imports) withImports(join(dirname(file), path), found);
  return found;
}

test("the one file for notebooks stays light", () => {
  const size = sizeOf(bundle("tapewalk.js"));
  assert.ok(size <= MOST_BYTES, `${size} bytes gzipped`);
});

test("a page loads what its own views need, and nothing twice", async () => {
  const target = bundle("tapewalk");
  const names = Object.values(manifests).map(({name}) => name);
  assert.deepEqual(Object.keys(exported).sort(), ["d3", "htl", "md", ...names].sort());
  const files = readdirSync(target).filter((file) => file.endsWith(".js"));
  assert.deepEqual(files.sort(), [...Object.keys(exported), "index"].map((name) => `${name}.js`).sort());
  const sizes = {};
  for (const name of names) {
    const needed = [...withImports(join(target, `${name}.js`))];
    sizes[name] = needed.map(sizeOf).reduce((a, b) => a + b);
    // The rest lies in parts that views share: what two of them know, as whose answer is which, is one.
    assert.ok(sizeOf(needed[0]) < 500, `${name} has code of its own`);
  }
  assert.ok(Math.max(...Object.values(sizes)) <= MOST_OF_A_VIEW, JSON.stringify(sizes));
  assert.ok(sizes.quiz <= MOST_OF_A_QUESTION, `${sizes.quiz} bytes for a question`);
  const all = withImports(join(target, "index.js"));
  const parts = readdirSync(join(target, "parts"));
  assert.equal([...all].filter((file) => file.includes("parts")).length, parts.length);
});

test("no file imports itself by way of others", async () => {
  const {metafile: {inputs}} = await build({
    entryPoints: [ENTRY], bundle: true, metafile: true, write: false, plugins: [views], logLevel: "error"
  });
  const done = new Set();
  const visit = (file, way) => {
    assert.ok(!way.includes(file), [...way, file].join(" → "));
    if (done.has(file) || file.includes("node_modules")) return;
    for (const {path} of inputs[file].imports) visit(path, [...way, file]);
    done.add(file);
  };
  for (const file of Object.keys(inputs)) visit(file, []);
  assert.ok(done.size > 100);
});
