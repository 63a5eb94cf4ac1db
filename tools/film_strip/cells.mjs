import {compiled} from "../preview/ojs_modules.mjs";

const VIEW = Symbol("view");

/**
 * @typedef {object} Call
 * @property {string} view the name of a view, `stepper`
 * @property {unknown[]} options what it was called with
 */

/**
 * Finds out what the OJS cells of a page draw, by running them with views that draw nothing and
 * note what they were asked for. So it does not matter how a cell comes by its trace and options.
 *
 * @param {object} page
 * @param {string} [page.module] the script in which the preview left the cells, compiled
 * @param {{cellName?: string, source: string}[]} [page.sources] the cells as Quarto left them
 * @param {Record<string, unknown>} page.data what the page's Python cells published
 * @returns {Map<string, Call[]>} by id of the slot in which a cell shows its value
 */
export function drawnIn({module, sources, data}) {
  const entries = load(module ?? compiled({cells: sources, client: "", folder: ""}));
  const byName = new Map(entries.map((entry) => [nameOf(entry), entry]));
  const values = new Map(Object.entries(data));
  const drawn = new Map();
  // The calls of the cell that runs now; a cell may need another one first.
  let calls = [];

  const run = (entry) => {
    const outer = calls;
    calls = [];
    try {
      return entry.define(...entry.inputs.map(lookUp));
    } catch {
      return anything; // It needed a browser; what it drew before is noted.
    } finally {
      if (entry.slot) drawn.set(entry.slot, calls);
      calls = outer;
    }
  };
  const compute = (name) => {
    if (byName.has(name)) return run(byName.get(name));
    return byName.has(`viewof ${name}`) ? undefined : anything;
  };
  const lookUp = (name) => {
    if (!values.has(name)) {
      values.set(name, anything); // Against circles.
      values.set(name, compute(name));
    }
    const value = values.get(name);
    const view = typeof value === "function" ? value[VIEW] : undefined;
    if (!view) return value;
    return (...options) => {
      calls.push({view, options});
      return anything;
    };
  };
  entries.filter((entry) => entry.slot).forEach((entry) => lookUp(nameOf(entry)));
  return drawn;
}

/** Expressions have no name, and each its own slot. */
function nameOf({kind, name, slot}) {
  return name ? (kind ? `${kind} ${name}` : name) : `in ${slot}`;
}

/** Runs the module that the preview generates, with an import that names the views. */
function load(module) {
  let entries = [];
  const body = module.replace(/^import .*$/gm, "");
  const modules = [...module.matchAll(/^import \* as (\w+) from /gm)].map(([, name]) => name);
  const named = new Proxy({}, {
    get: (_, view) => Object.assign(() => anything, {[VIEW]: view})
  });
  const start = (cells) => (entries = cells);
  new Function("start", ...modules, body)(start, ...modules.map(() => named));
  return entries;
}

/** Stands for what a build has not: it can be called and asked for anything. */
const anything = new Proxy(() => anything, {
  get: (_, name) => {
    if (name === Symbol.toPrimitive) return () => "";
    if (name === Symbol.iterator) return function* () {};
    return name === VIEW ? undefined : anything;
  }
});
