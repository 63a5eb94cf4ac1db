import {formulaOf, functionOf} from "./program.js";

/** Prints what a function gives, a line a curve; nothing where it has no result. */
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
 * Samples curves of a trace by a program that the engine of a page runs.
 *
 * @param {(program: string, leaves: Record<string, number>) => Promise<Fields>} run
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
    return result.printed.trimEnd().split("\n").map((line) => line.split(",").map(number));
  };
}

/** The same text wherever the leaves are: the engine knows programs that it has read. */
function programOf(trace, curves) {
  const leaves = [...new Set(curves.map(({leaf}) => leaf))].filter((leaf) => leaf !== undefined);
  const calls = curves.map(({edge, leaf, parts}, i) => {
    const f = edge === undefined ? `whole${leaf}` : `lambda t: (${windowOf(trace, edge)}).data`;
    return `sample(${f}, "${i}", ${parts})`;
  });
  return [...leaves.map((leaf) => functionOf(trace, leaf)), PRINT, ...calls].join("\n");
}

/** An operation with `t` for one of its operands. */
function windowOf(trace, edge) {
  const {to, slot} = trace.edges[edge];
  return formulaOf(trace, to, (id, at) => (at === slot ? "Value(t)" : `leaves["v${id}"]`));
}

/** As Python prints them. */
function number(text) {
  return text === "" ? NaN : Number(text);
}
