import assert from "node:assert/strict";
import {readdirSync, readFileSync} from "node:fs";
import {test} from "node:test";

const read = (path) => readFileSync(new URL(path, import.meta.url), "utf8");
const ROOT = "../../lib/diagrams/";
const files = readdirSync(new URL(ROOT, import.meta.url), {recursive: true}).filter(
  (file) => file.endsWith(".css") && file.includes("/") && !file.startsWith("dist/")
);
const css = files.map((file) => read(ROOT + file)).join("\n").replace(/\/\*[\s\S]*?\*\//g, "");
const tokens = read("../../lib/theme/tokens.css");
const scripts = readdirSync(new URL(ROOT, import.meta.url), {recursive: true})
  .filter((file) => file.endsWith(".js") && !file.startsWith("dist/")).map((file) => read(ROOT + file)).join("\n");

test("base.css, the styles of views and last.css have each of the parts", () => {
  const list = ["base", "diagrams", "last"].map((name) => read(`${ROOT}${name}.css`)).join("\n");
  const asked = [...list.matchAll(/@import url\("(.+?)"\)/g)].map(([, file]) => file);
  // Those of the views are found by the bundler, each under the name of its folder.
  const isOfView = (file) => file.startsWith("views/");
  const shared = files.filter((file) => !isOfView(file)).map((file) => `./${file}`);
  assert.deepEqual(asked.sort(), [...shared, "./base.css", "./last.css", "views:styles"].sort());
  for (const file of files.filter(isOfView)) assert.match(file, /^views\/([\w-]+)\/\1\.css$/);
});

test("it has no colours of its own", () => {
  const named = /(?<![-\w])(black|white|gr[ae]y|red|orange|blue|green)(?![-\w])/g;
  assert.deepEqual(css.match(/#[0-9a-f]{3,8}\b|(?:rgb|hsl|oklch)a?\(/gi), null);
  assert.deepEqual(css.match(named), null);
});

test("every name it reads without a fallback is a token, or set by itself", () => {
  const used = new Set([...css.matchAll(/var\((--[\w-]+)\)/g)].map(([, name]) => name));
  assert.ok(used.size > 10);
  const isSet = (name) => tokens.includes(`${name}:`) || css.includes(`${name}:`) ||
    scripts.includes(`${name}:`) || scripts.includes(`"${name}"`);
  const unknown = [...used].filter((name) => !isSet(name) && name !== "--picture"); // of the page
  assert.deepEqual(unknown, []);
});
