/**
 * Bundles one module or style sheet: node bundle.mjs ENTRY TARGET. esbuild itself prints what is wrong.
 *
 * A target without an ending is a folder: it gets the whole as `index.js` and a small module for each
 * name that a page may import. What these share lies in `parts/`, in files named after their content,
 * so that a page loads what its own figures need, and nothing else.
 */
import {readFile, rm} from "node:fs/promises";
import {extname} from "node:path";
import {build, transform} from "esbuild";
import {files as pythonFiles} from "../../lib/live/files.mjs";
import {exported, views} from "./views.mjs";

const [entry, target] = process.argv.slice(2);

/** A program for Node, and not something that pages load, ends in .mjs. */
const isProgram = target.endsWith(".mjs");

/** What pages load when they need it, and Quarto never reads. */
const isLater = target.includes("lib/live/dist/");

/** A program, and what pages load later, get a style sheet that they import as a text. */
const sheets = {
  name: "sheets",
  setup: ({onLoad}) =>
    onLoad({filter: /\.css$/}, async ({path}) => {
      const {code} = await transform(await readFile(path, "utf8"), {loader: "css", minify: true});
      return {contents: code, loader: "text"};
    })
};

/** The Python that runs in a page comes along as texts. */
const python = {
  name: "python",
  setup: ({onResolve, onLoad}) => {
    onResolve({filter: /^tapewalk:files$/}, ({path}) => ({path, namespace: "tapewalk"}));
    onLoad({filter: /.*/, namespace: "tapewalk"}, () => ({
      contents: JSON.stringify(pythonFiles()),
      loader: "json"
    }));
  }
};

/** MicroPython asks for these in Node alone, which pages are not. */
const NODE_ONLY = ["fs", "module", "path", "url"];
const NO_NODE = {process: "undefined"};

const isFolder = extname(target) === "";
const modules = Object.keys(exported).map((name) => ({in: `view:${name}`, out: name}));
const files = isFolder
  ? {entryPoints: [{in: entry, out: "index"}, ...modules], outdir: target, splitting: true, chunkNames: "parts/[hash]"}
  : {entryPoints: [entry], outfile: target};

try {
  if (isFolder) await rm(target, {recursive: true, force: true});
  await build({
    ...files,
    bundle: true,
    minify: true,
    format: "esm",
    charset: "utf8",
    legalComments: "none",
    // Quarto reads imported modules with an old parser, which gives up on newer syntax.
    target: isProgram ? "node20" : isLater ? "es2022" : isFolder ? "es2020" : "es2019",
    platform: isProgram ? "node" : "browser",
    plugins: isProgram ? [views, sheets] : isLater ? [views, python, sheets] : [views, python],
    external: isProgram ? ["jsdom"] : NODE_ONLY,
    define: isLater ? NO_NODE : {},
    // It comes to lie beside the bundle.
    loader: {".wasm": "file"},
    assetNames: "[name]",
    logLevel: "warning",
  });
} catch {
  process.exitCode = 1;
}
