/**
 * The views for esbuild, found by their folders, so that no list of them is written by hand:
 *
 *   views:all     what each exports
 *   view:NAME     what that one exports, or that tool
 *   views:papers  by name, what stands in for each on paper
 *   views:styles  their style sheets
 */
import {existsSync, readdirSync, readFileSync} from "node:fs";
import {join} from "node:path";
import {fileURLToPath} from "node:url";

const DIAGRAMS = fileURLToPath(new URL("../../lib/diagrams", import.meta.url));

/** By folder, what its `view.json` says. */
export const manifests = Object.fromEntries(
  readdirSync(join(DIAGRAMS, "views")).map((folder) => [folder, manifestOf(folder)])
);

function manifestOf(folder) {
  return JSON.parse(readFileSync(join(DIAGRAMS, "views", folder, "view.json"), "utf8"));
}

const WRITE = {
  "views:all": (_, {name}) => `export {${name}} from "${exported[name]}";`,
  "views:papers": (folder, {name}) => ifThere(
    `views/${folder}/paper.js`, (file) => `export * as ${name} from "./${file}";`
  ),
  "views:styles": (folder) => ifThere(
    `views/${folder}/${folder}.css`, (file) => `@import url("./${file}");`
  )
};

function ifThere(file, write) {
  return existsSync(join(DIAGRAMS, file)) ? write(file) : "";
}

/** What a page may import, each with the module that it comes from. */
export const exported = Object.fromEntries([
  ...Object.entries(manifests).map(([folder, {name}]) => [name, `./views/${folder}/${folder}.js`]),
  ...["d3", "htl", "md"].map((name) => [name, "./tools.js"])
]);

/** Of a manifest the bundle needs what a view is called and the names of its options. */
function slim({name, shares, options}) {
  return JSON.stringify({name, shares: [...shares, ...Object.keys(options)], options: {}});
}

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
      contents: Object.entries(manifests).map((entry) => WRITE[path](...entry)).join("\n"),
      loader: path === "views:styles" ? "css" : "js",
      resolveDir: DIAGRAMS
    }));
    onLoad({filter: /view\.json$/}, async ({path}) => ({
      contents: slim(JSON.parse(readFileSync(path, "utf8"))),
      loader: "json"
    }));
  }
};
