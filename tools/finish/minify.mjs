/** Minifies texts: standard input holds a JSON list of {loader, text}, standard output their list. */
import {readFileSync} from "node:fs";
import {transform} from "esbuild";

const texts = JSON.parse(readFileSync(0, "utf8"));
/** @type {import("esbuild").TransformOptions} */
const options = {minify: true, charset: "utf8", legalComments: "none", target: "es2020"};
const done = await Promise.all(texts.map(({loader, text}) => transform(text, {...options, loader})));
process.stdout.write(JSON.stringify(done.map(({code}) => code)));
