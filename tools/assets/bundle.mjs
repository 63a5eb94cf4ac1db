/**
 * Bundles one module or style sheet: node bundle.mjs ENTRY TARGET. esbuild prints errors itself.
 *
 * A target without a suffix is a folder: it gets the whole as `index.js` and a small module for each
 * name that a page may import. Their shared code is in `parts/`, in files named after their content,
 * so that a page loads only the code of its own figures.
 */
import {readFile, rm} from "node:fs/promises";
import {extname} from "node:path";
import {build, transform} from "esbuild";
import {arrayFiles, deriveFiles, files} from "../../lib/live/files.mjs";
import {exported, views} from "./views.mjs";

const [entry, target] = process.argv.slice(2);

/** Programs for Node end in .mjs; the others are for pages. */
const isProgram = target.endsWith(".mjs");

/** Pages load these when they need them, and Quarto never reads them. */
const isLater = target.includes("lib/live/dist/");

/** @type {import("esbuild").Plugin} imported style sheets as texts */
const sheets = {
  name: "sheets",
  setup: ({onLoad}) =>
    onLoad({filter: /\.css$/}, async ({path}) => {
      const {code} = await transform(await readFile(path, "utf8"), {loader: "css", minify: true});
      return {contents: code, loader: "text"};
    })
};

/** @type {import("esbuild").Plugin} the Python that runs in a page, as texts */
const python = {
  name: "python",
  setup: ({onResolve, onLoad}) => {
    onResolve({filter: /^tapewalk:/}, ({path}) => ({path, namespace: "tapewalk"}));
    onLoad({filter: /.*/, namespace: "tapewalk"}, ({path}) => ({
      contents: JSON.stringify(path.endsWith("arrays") ? arrayFiles() : path.endsWith("derive") ? deriveFiles() : files()),
      loader: "json"
    }));
  }
};

/** MicroPython imports these only in Node, never in pages. */
const NODE_ONLY = ["fs", "module", "path", "url"];
const NO_NODE = {process: "undefined"};

const isFolder = extname(target) === "";
const modules = Object.keys(exported).map((name) => ({in: `view:${name}`, out: name}));
const outputs = isFolder
  ? {entryPoints: [{in: entry, out: "index"}, ...modules], outdir: target, splitting: true, chunkNames: "parts/[hash]"}
  : {entryPoints: [entry], outfile: target};

try {
  if (isFolder) await rm(target, {recursive: true, force: true});
  await build({
    ...outputs,
    bundle: true,
    minify: true,
    format: "esm",
    charset: "utf8",
    legalComments: "none",
    // Quarto reads imported modules with an old parser, which rejects newer syntax.
    target: isProgram ? "node20" : isLater ? "es2022" : isFolder ? "es2020" : "es2019",
    platform: isProgram ? "node" : "browser",
    plugins: isProgram ? [views, sheets] : isLater ? [views, python, sheets] : [views, python],
    external: isProgram ? ["jsdom"] : NODE_ONLY,
    define: isLater ? NO_NODE : {},
    // It is written beside the bundle.
    loader: {".wasm": "file"},
    assetNames: "[name]",
    logLevel: "warning",
  });
} catch {
  process.exitCode = 1;
}
