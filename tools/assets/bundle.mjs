/**
 * Bundles one module or style sheet: node bundle.mjs ENTRY TARGET. esbuild prints errors itself.
 *
 * A target without a suffix is a folder: it gets the whole as `index.js` and a small module for each
 * name that a page may import. Their shared code is in `parts/`, in files named after their content,
 * so that a page loads only the code of its own figures. Beside a view's module are its styles.
 */
import {readFile, rm, writeFile} from "node:fs/promises";
import {basename, extname, join} from "node:path";
import {build, transform} from "esbuild";
import {arrayFiles, deriveFiles, files, nameFiles} from "../../lib/live/files.mjs";
import {exported, stylesOf, views} from "./views.mjs";

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

/** @type {Record<string, () => Record<string, string>>} the Python that runs in a page, by what imports it */
const PYTHON = {files, arrays: arrayFiles, derive: deriveFiles, names: nameFiles};

/** @type {import("esbuild").Plugin} this Python, as texts */
const python = {
  name: "python",
  setup: ({onResolve, onLoad}) => {
    onResolve({filter: /^tapewalk:/}, ({path}) => ({path, namespace: "tapewalk"}));
    onLoad({filter: /.*/, namespace: "tapewalk"}, ({path}) => ({
      contents: JSON.stringify(PYTHON[path.slice("tapewalk:".length)]()),
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
  const {metafile} = await build({
    ...outputs,
    metafile: isFolder,
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
  if (isFolder) await writeStyles(metafile.outputs);
} catch {
  process.exitCode = 1;
}

/**
 * Write the styles of each view, and of the views that it draws, beside its module.
 *
 * @param {import("esbuild").Metafile["outputs"]} outputs
 */
async function writeStyles(outputs) {
  for (const path of Object.keys(outputs)) {
    if (!Object.hasOwn(exported, basename(path, ".js"))) continue;
    const sheets = stylesOf(sourcesOf(path, outputs));
    if (sheets.length === 0) continue;
    const texts = await Promise.all(sheets.map((sheet) => readFile(sheet, "utf8")));
    const {code} = await transform(texts.join("\n"), {loader: "css", minify: true});
    await writeFile(join(target, `${basename(path, ".js")}.css`), code);
  }
}

/** Return the sources of a module and of all that it imports. */
function sourcesOf(/** @type {string} */ path, /** @type {import("esbuild").Metafile["outputs"]} */ outputs) {
  const seen = new Set([path]);
  for (const one of seen) {
    for (const imported of outputs[one]?.imports ?? []) seen.add(imported.path);
  }
  return [...seen].flatMap((one) => Object.keys(outputs[one]?.inputs ?? {}));
}
