/**
 * The views for esbuild, found by their folders, so that nobody writes a list of them by hand:
 *
 *   views:all     the exports of all views
 *   view:NAME     the exports of that view or tool
 *   views:papers  by name, the replacement of each on paper
 *   views:styles  their style sheets
 */
import {existsSync, readdirSync, readFileSync} from "node:fs";
import {join} from "node:path";
import {fileURLToPath} from "node:url";

const DIAGRAMS = fileURLToPath(new URL("../../lib/diagrams", import.meta.url));

/** The `view.json` of each folder. */
export const manifests = Object.fromEntries(
  readdirSync(join(DIAGRAMS, "views")).map((folder) => [folder, manifestOf(folder)])
);

/** @returns {Manifest} */
function manifestOf(/** @type {string} */ folder) {
  return JSON.parse(readFileSync(join(DIAGRAMS, "views", folder, "view.json"), "utf8"));
}

/** @type {Record<string, (folder: string, manifest: Manifest) => string>} */
const WRITE = {
  "views:all": (_, {name}) => `export {${name}} from "${exported[name]}";`,
  "views:papers": (folder, {name}) =>
    ifThere(`views/${folder}/paper.js`, (file) => `export * as ${name} from "./${file}";`),
  "views:styles": (folder) => ifThere(`views/${folder}/${folder}.css`, (file) => `@import url("./${file}");`)
};

function ifThere(/** @type {string} */ file, /** @type {(file: string) => string} */ write) {
  return existsSync(join(DIAGRAMS, file)) ? write(file) : "";
}

/** Return the views in the order that compresses best: the last first, but style sheets in their own. */
function inOrder(/** @type {string} */ path) {
  const entries = Object.entries(manifests);
  return path === "views:all" ? entries.reverse() : entries;
}

/** The names that a page may import, each with its module. */
export const exported = Object.fromEntries([
  ...Object.entries(manifests).map(([folder, {name}]) => [name, `./views/${folder}/${folder}.js`]),
  ...["d3", "htl", "md"].map((name) => [name, "./tools.js"])
]);

/** Return the style sheets of the views that are among the sources of a module. */
export function stylesOf(/** @type {string[]} */ sources) {
  return Object.keys(manifests)
    .filter((folder) => sources.some((path) => path.endsWith(`views/${folder}/${folder}.js`)))
    .map((folder) => join(DIAGRAMS, "views", folder, `${folder}.css`))
    .filter((path) => existsSync(path));
}

/** Return the part of a manifest that the bundle needs: the name of the view and those of its options. */
function slim(/** @type {Manifest} */ {name, shares, options}) {
  return JSON.stringify({name, shares: [...shares, ...Object.keys(options)], options: {}});
}

/** @type {import("esbuild").Plugin} */
export const views = {
  name: "views",
  setup({onResolve, onLoad}) {
    onResolve({filter: /^views:/}, ({path}) => ({path, namespace: "views"}));
    onResolve({filter: /^view:/}, ({path}) => ({path, namespace: "view"}));
    onLoad({filter: /./, namespace: "view"}, ({path}) => {
      const name = path.slice("view:".length);
      return {contents: `export {${name}} from "${exported[name]}";`, resolveDir: DIAGRAMS};
    });
    onLoad({filter: /./, namespace: "views"}, ({path}) => ({
      contents: inOrder(path).map((entry) => WRITE[path](...entry)).join("\n"),
      loader: path === "views:styles" ? "css" : "js",
      resolveDir: DIAGRAMS
    }));
    onLoad({filter: /view\.json$/}, async ({path}) => ({
      contents: slim(JSON.parse(readFileSync(path, "utf8"))),
      loader: "json"
    }));
  }
};
