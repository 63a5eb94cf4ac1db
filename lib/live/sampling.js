import {formulaOf, functionOf} from "./program.js";
import {toNumber} from "../diagrams/words/numbers.js";

/** Points of a window's curve to each side, and how much further than the window they reach. */
const POINTS = 10;
const WIDER = 1.5;

/** Points of the whole curve, and the step to the ghost, in steps of the leaf's scale. */
const PARTS = 120;
const GHOST = 3;

/** Prints what a function gives, a line a curve; nothing where it has no result. */
const PRINT = `
def sample(f, least, most, parts):
    out = []
    for i in range(parts + 1):
        try:
            out.append("%.9g" % f(least + (most - least) * i / parts))
        except Exception:
            out.append("")
    print(",".join(out))
`;

/**
 * Samples the curves of a lens by running the engine.
 *
 * @param {(program: string, leaves: Record<string, number>) => Promise<Fields>} run
 * @param {Trace} trace
 * @param {Fields} lens the element of lens.js
 * @returns {{sample: (shown: Trace, values: Map<number, number>) => Promise<Fields>}} `sample` gets
 *   the trace as far as it came, and the numbers of its leaves
 */
export function sampling(run, trace, lens) {
  const windowsProgram = PRINT + lens.windows.map(({edge, reach}) => {
    const {from, to, slot} = trace.edges[edge];
    const call = formulaOf(trace, to, (id, at) => (at === slot ? "Value(t)" : `leaves["v${id}"]`));
    const at = `leaves.get("v${from}", 0.0)`;
    const wide = reach * WIDER;
    return `sample(lambda t: (${call}).data, ${at} - ${wide}, ${at} + ${wide}, ${2 * POINTS})`;
  }).join("\n");
  const programs = new Map();
  const functionFor = (leaf) => {
    if (!programs.has(leaf)) programs.set(leaf, functionOf(trace, leaf));
    return programs.get(leaf);
  };
  const named = (values) => Object.fromEntries([...values].map(([id, x]) => [`x${id}`, x]));
  let known = {key: "", whole: null};

  /** Around the point of each window, and the root at x + h. */
  const windows = async (shown, values) => {
    const leaf = lens.leaf();
    const {least, most, step} = lens.scales.get(leaf);
    const x = values.get(leaf);
    // Towards the middle, where the curve is.
    const h = GHOST * step * (x + GHOST * step <= Math.max(most, x) || x < least ? 1 : -1);
    const ats = shown.nodes.map(({id, value}) => [`v${id}`, toNumber(value)]);
    const leaves = {...Object.fromEntries(ats), ...named(values), ghost: x + h};
    const program = `${functionFor(leaf)}\n${windowsProgram}\nsample(whole, leaves["ghost"], leaves["ghost"], 1)`;
    const lines = await printed(run, program, leaves);
    const sampled = lens.windows.map(({edge, reach}, i) => {
      const at = toNumber(shown.nodes[trace.edges[edge].from].value);
      return [edge, {x: grid(at - reach * WIDER, at + reach * WIDER, 2 * POINTS), y: lines[i] ?? []}];
    });
    return {windows: Object.fromEntries(sampled), ghost: {leaf, x, h, y: lines.at(-1)?.[0] ?? NaN}};
  };
  /** Along the scale of the chosen leaf; the same as long as the others stay where they are. */
  const whole = async (values) => {
    const leaf = lens.leaf();
    const {least, most} = lens.scales.get(leaf);
    const ends = [Math.min(least, values.get(leaf)), Math.max(most, values.get(leaf))];
    const key = JSON.stringify([leaf, ends, [...values].filter(([id]) => id !== leaf)]);
    if (known.key === key) return known.whole;
    const program = `${functionFor(leaf)}\n${PRINT}sample(whole, leaves["from"], leaves["to"], ${PARTS})`;
    const [y = []] = await printed(run, program, {...named(values), from: ends[0], to: ends[1]});
    known = {key, whole: {leaf, x: grid(...ends, PARTS), y}};
    return known.whole;
  };
  const sample = async (shown, values) => ({
    ...(await windows(shown, values)), whole: await whole(values)
  });
  return {sample};
}

async function printed(run, program, leaves) {
  const result = await run(program, leaves);
  if (result.error) return [];
  return result.printed.trimEnd().split("\n").map((line) => line.split(",").map(number));
}

/** As Python prints them. */
function number(text) {
  return text === "" ? NaN : Number(text);
}

function grid(least, most, parts) {
  return Array.from({length: parts + 1}, (_, i) => least + ((most - least) * i) / parts);
}
