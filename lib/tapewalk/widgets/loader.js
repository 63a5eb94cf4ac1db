/**
 * What every figure of a notebook holds: the way to the one hidden model that has the rest. A page
 * imports that once, whichever figure comes first and however many kernels there were.
 */

const SHARED = Symbol.for("tapewalk.bundles");
const PREFIX = "anywidget:";

async function fetchDraw(/** @type {FigureContext} */ {model, host}) {
  const reference = model.get("library");
  /** @type {Model<LibraryState>} */
  const library = host?.getModel
    ? await host.getModel(reference)
    : await model.widget_manager.get_model(reference.slice(PREFIX.length));
  const address = URL.createObjectURL(new Blob([library.get("figure")], {type: "text/javascript"}));
  try {
    const {figures} = /** @type {typeof import("../figures/figure.js")} */ (await import(address));
    return await figures(library.get("js"), library.get("css"), model.get("bundle"));
  } finally {
    URL.revokeObjectURL(address);
  }
}

async function render(/** @type {FigureContext} */ context) {
  const {model, el} = context;
  const page = /** @type {Record<symbol, Map<string, ReturnType<typeof fetchDraw>>>} */ (globalThis);
  const shared = (page[SHARED] ??= new Map());
  const version = model.get("bundle");
  if (!shared.has(version)) shared.set(version, fetchDraw(context));
  try {
    return (await shared.get(version))(context);
  } catch (error) {
    // The next figure tries again: this one's library may belong to a kernel that has ended.
    shared.delete(version);
    console.error(error);
    el.textContent = model.get("notes").trouble;
  }
}

export default {render};
