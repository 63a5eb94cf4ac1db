/** Bundles one module or style sheet: node bundle.mjs ENTRY TARGET. esbuild itself prints what is wrong. */
import {build} from "esbuild";

const [entry, target] = process.argv.slice(2);

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
    target: "es2019",
    logLevel: "warning",
  });
} catch {
  process.exitCode = 1;
}
