/** Draws a graph with Graphviz compiled to WebAssembly: node graphviz.mjs < graph.dot > graph.svg */
import {readFileSync} from "node:fs";
import {instance} from "@viz-js/viz";

// Without a system's fonts it knows the widths of a few only; Courier's are those of any monospace.
const dot = readFileSync(0, "utf8").replace(/\bfontname="?monospace"?/g, "fontname=Courier");
const {status, output, errors} = (await instance()).render(dot, {format: "svg"});
if (status === "success") process.stdout.write(output);
else {
  process.stderr.write(`${errors.map(({message}) => message).join("\n")}\n`);
  process.exitCode = 1;
}
