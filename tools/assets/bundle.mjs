/** Bundles one module or style sheet: node bundle.mjs ENTRY TARGET. esbuild itself prints what is wrong. */
import {readFile} from "node:fs/promises";
import {build, transform} from "esbuild";
import {views} from "./views.mjs";

const [entry, target] = process.argv.slice(2);

/** A program for Node, and not something that pages load, ends in .mjs. */
const isProgram = target.endsWith(".mjs");

/** A program gets a style sheet that it imports as a text. */
const sheets = {
  name: "sheets",
  setup: ({onLoad}) =>
    onLoad({filter: /\.css$/}, async ({path}) => {
      const {code} = await transform(await readFile(path, "utf8"), {loader: "css", minify: true});
      return {contents: code, loader: "text"};
    })
};

try {
  await build({
    entryPoints: [entry],
    outfile: target,
    bundle: true,
    minify: true,
    format: "esm",
    charset: "utf8",
    legalComments: "none",
    // Quarto reads imported modules with an old parser, which gives up on newer syntax.
    target: isProgram ? "node20" : "es2019",
    platform: isProgram ? "node" : "browser",
    plugins: isProgram ? [views, sheets] : [views],
    external: isProgram ? ["jsdom"] : [],
    logLevel: "warning",
  });
} catch {
  process.exitCode = 1;
}
