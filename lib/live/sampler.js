import {formulaOf, functionOf} from "./program.js";

/** Prints the values of a function, one line per curve; nothing where it has no result. */
const PRINT = `
def sample(f, name, parts):
    least = leaves["least" + name]
    most = leaves["most" + name]
    out = []
    for i in range(parts + 1):
        try:
            out.append("%.9g" % f(least + (most - least) * i / parts))
        except Exception:
            out.append("")
    print(",".join(out))
`;

/**
 * Return a sampler of curves of a trace: the engine of a page runs a program for them.
 *
 * @param {(program: string, leaves: Record<string, number>) => Promise<{error: unknown, printed: string}>} run
 * @param {Trace} trace
 * @returns {import("./sampling.js").Sampler}
 */
export function sampler(run, trace) {
  return async (curves, values, at) => {
    const numbers = [
      ...[...values].map(([id, x]) => [`x${id}`, x]),
      ...at.map((x, id) => [`v${id}`, x]),
      ...curves.flatMap(({least, most}, i) => [[`least${i}`, least], [`most${i}`, most]])
    ];
    const result = await run(programOf(trace, curves), Object.fromEntries(numbers));
    if (result.error) return [];
    // Python prints nothing where the function has no result.
    const number = (/** @type {string} */ text) => (text === "" ? NaN : Number(text));
    return result.printed.trimEnd().split("\n").map((line) => line.split(",").map(number));
  };
}

/**
 * Return a text that does not depend on the values of the leaves: the engine knows programs that it has read.
 *
 * @param {Trace} trace
 * @param {import("./sampling.js").Curve[]} curves
 */
function programOf(trace, curves) {
  const leaves = [...new Set(curves.map(({leaf}) => leaf))].filter((leaf) => leaf !== undefined);
  const calls = curves.map(({edge, leaf, parts}, i) => {
    const f = edge === undefined ? `whole${leaf}` : `lambda t: (${windowOf(trace, edge)}).data`;
    return `sample(${f}, "${i}", ${parts})`;
  });
  return [...leaves.map((leaf) => functionOf(trace, leaf)), PRINT, ...calls].join("\n");
}

/** Return an operation with `t` for one of its operands. */
function windowOf(/** @type {Trace} */ trace, /** @type {number} */ edge) {
  const {to, slot} = trace.edges[edge];
  return formulaOf(trace, to, (id, at) => (at === slot ? "Value(t)" : `leaves["v${id}"]`));
}
