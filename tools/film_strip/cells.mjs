import {compiled} from "../preview/ojs_modules.mjs";

const VIEW = Symbol("view");

/**
 * @typedef {object} Call
 * @property {string} view the name of a view, `stepper`
 * @property {unknown[]} options its arguments
 */

/**
 * Finds the figures of a page's OJS cells by running them with views that draw nothing and
 * record their arguments. So a cell may compute its trace and options in any way.
 *
 * @param {Pick<StripPage, "module"|"sources"|"data">} page
 * @returns {Map<string, Call[]>} by the id of the slot in which a cell shows its value
 */
export function drawnIn({module, sources, data}) {
  const entries = load(module ?? compiled({cells: sources, client: "", folder: ""}));
  const byName = new Map(entries.map((entry) => [nameOf(entry), entry]));
  const values = new Map(Object.entries(data));
  /** @type {Map<string, Call[]>} */
  const drawn = new Map();
  // The calls of the current cell; a cell may need another one first.
  /** @type {Call[]} */
  let calls = [];

  const run = (/** @type {CellEntry} */ entry) => {
    const outer = calls;
    calls = [];
    try {
      return entry.define(...entry.inputs.map(lookUp));
    } catch {
      return anything; // It needed a browser; its earlier figures are recorded.
    } finally {
      if (entry.slot) drawn.set(entry.slot, calls);
      calls = outer;
    }
  };
  const compute = (/** @type {string} */ name) => {
    if (byName.has(name)) return run(byName.get(name));
    return byName.has(`viewof ${name}`) ? undefined : anything;
  };
  const lookUp = (/** @type {string} */ name) => {
    if (!values.has(name)) {
      values.set(name, anything); // Guards against cycles.
      values.set(name, compute(name));
    }
    const value = values.get(name);
    const view = typeof value === "function" ? /** @type {{[VIEW]?: string}} */ (value)[VIEW] : undefined;
    if (!view) return value;
    return (/** @type {unknown[]} */ ...options) => {
      calls.push({view, options});
      return anything;
    };
  };
  entries.filter((entry) => entry.slot).forEach((entry) => lookUp(nameOf(entry)));
  return drawn;
}

/** Expressions have no name, but each has its own slot. */
function nameOf(/** @type {CellEntry} */ {kind, name, slot}) {
  return name ? (kind ? `${kind} ${name}` : name) : `in ${slot}`;
}

/** Runs the module that the preview generates, with an import that names the views. */
function load(/** @type {string} */ module) {
  /** @type {CellEntry[]} */
  let entries = [];
  const body = module.replace(/^import .*$/gm, "");
  const modules = [...module.matchAll(/^import \* as (\w+) from /gm)].map(([, name]) => name);
  const named = new Proxy({}, {
    get: (_, view) => Object.assign(() => anything, {[VIEW]: view})
  });
  const start = (/** @type {CellEntry[]} */ cells) => (entries = cells);
  new Function("start", ...modules, body)(start, ...modules.map(() => named));
  return entries;
}

/** A stub for names that a build lacks: it can be called and has every property. */
const anything = new Proxy(() => anything, {
  get: (_, name) => {
    if (name === Symbol.toPrimitive) return () => "";
    if (name === Symbol.iterator) return function* () {};
    return name === VIEW ? undefined : anything;
  }
});
