import assert from "node:assert/strict";
import {test} from "node:test";
import {gzipSync} from "node:zlib";
import {build} from "esbuild";
import {fileURLToPath} from "node:url";
import {manifests, views} from "../../tools/assets/views.mjs";

const ENTRY = fileURLToPath(new URL("../../lib/diagrams/index.js", import.meta.url));
const MOST_BYTES = 98_500;

test("the bundle has its exports and stays light", async () => {
  const {outputFiles, metafile} = await build({
    entryPoints: [ENTRY],
    bundle: true,
    minify: true,
    format: "esm",
    charset: "utf8",
    legalComments: "none",
    target: "es2019",
    metafile: true,
    plugins: [views],
    write: false,
    outfile: "tapewalk.js"
  });
  const [{exports}] = Object.values(metafile.outputs);
  const names = Object.values(manifests).map(({name}) => name);
  assert.deepEqual([...exports].sort(), ["d3", "htl", "md", ...names].sort());
  const size = gzipSync(outputFiles[0].contents, {level: 9}).length;
  assert.ok(size <= MOST_BYTES, `${size} bytes gzipped`);
});
