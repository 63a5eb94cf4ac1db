/** Minifies texts: standard input is a JSON list of {loader, text}, standard output the list of results. */
import {readFileSync} from "node:fs";
import {transform} from "esbuild";

/** @type {{loader: import("esbuild").Loader, text: string}[]} */
const texts = JSON.parse(readFileSync(0, "utf8"));
/** @type {import("esbuild").TransformOptions} */
const options = {minify: true, charset: "utf8", legalComments: "none", target: "es2020"};
const done = await Promise.all(texts.map(({loader, text}) => transform(text, {...options, loader})));
process.stdout.write(JSON.stringify(done.map(({code}) => code)));
