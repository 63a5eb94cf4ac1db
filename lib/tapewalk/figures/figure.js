/**
 * Draws a figure of a notebook with a view of the bundle: its options revived, its value and its
 * theme kept in step with the notebook.
 */

const PREFIX = "anywidget:";

/** Imports JavaScript that is text. A blob's address works where `eval` is not allowed. */
async function importText(/** @type {string} */ text) {
  const address = URL.createObjectURL(new Blob([text], {type: "text/javascript"}));
  try {
    return await import(address);
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** Returns another model of the notebook, by its reference in the state of this one. */
async function modelAt(/** @type {string} */ reference, /** @type {FigureContext} */ {model, host}) {
  if (host?.getModel) return host.getModel(reference);
  return model.widget_manager.get_model(reference.slice(PREFIX.length));
}

/** Adds the styles to the document, or to the shadow tree that the host draws figures in.
 * @param {string} css @param {string} version @param {HTMLElement} element */
function addStyles(css, version, element) {
  const root = element.getRootNode();
  const place = root instanceof ShadowRoot ? root : document.head;
  if (place.querySelector(`style[data-tapewalk="${version}"]`)) return;
  const style = document.createElement("style");
  style.dataset.tapewalk = version;
  style.textContent = css;
  place.append(style);
}

/** The targets at which figures report moved leaves, by the references to their models.
 * @type {Map<string, EventTarget>} */
const movers = new Map();

function moverOf(/** @type {string} */ reference) {
  if (!movers.has(reference)) movers.set(reference, new EventTarget());
  return movers.get(reference);
}

function recastEvent(/** @type {Pick<RecastEvent, "built"|"shown"|"how">} */ {built, shown, how}) {
  return Object.assign(new Event("tw-recast"), {built, shown, how});
}

/**
 * Returns an element that replaces another figure in the options of this one: it has that figure's
 * value, and reports its changes and its moved leaves as the figure itself does.
 *
 * @param {string} reference
 * @param {FigureContext} context
 */
async function standIn(reference, context) {
  /** @type {Model<FigureState>} */
  const other = await modelAt(reference, context);
  const element = document.createElement("div");
  Object.defineProperty(element, "value", {
    get: () => other.get("value"),
    set(value) {
      if (isSame(value, other.get("value"))) return;
      other.set("value", value);
      other.save_changes();
    }
  });
  other.on("change:value", () => element.dispatchEvent(new Event("input")));
  // Each figure has a copy of its own of what both show.
  const own = /** @type {Trace} */ (context.model.get("subject"));
  let known = {built: /** @type {Trace|null} */ (null), isOwn: false};
  moverOf(reference).addEventListener("tw-recast", (/** @type {RecastEvent} */ {built, shown, how}) => {
    if (built !== known.built) known = {built, isOwn: isSame(built, own)};
    element.dispatchEvent(recastEvent({built: known.isOwn ? own : built, shown, how}));
  });
  return element;
}

/** Returns options as the views take them: figures and functions in place of `$figure` and `$js`.
 * @param {unknown} entry @param {FigureContext} context @returns {Promise<unknown>} */
async function revive(entry, context) {
  if (Array.isArray(entry)) return Promise.all(entry.map((one) => revive(one, context)));
  if (typeof entry !== "object" || entry === null) return entry;
  if ("$figure" in entry) return standIn(String(entry.$figure), context);
  if ("$js" in entry) return (await importText(`export default (${entry.$js}\n);`)).default;
  const pairs = Object.entries(entry).map(async ([key, value]) => [key, await revive(value, context)]);
  return Object.fromEntries(await Promise.all(pairs));
}

function isSame(/** @type {unknown} */ one, /** @type {unknown} */ other) {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Keeps the element and the model at the same value, whichever of them changes. */
function bind(/** @type {View} */ element, /** @type {Model<FigureState>} */ model) {
  const tell = () => {
    if (isSame(element.value, model.get("value"))) return;
    model.set("value", element.value);
    model.save_changes();
  };
  const hear = () => {
    const value = model.get("value");
    if (value === null || isSame(value, element.value)) return;
    element.value = value;
    // A figure that may not go there stays where it is, and says so.
    tell();
  };
  element.addEventListener("input", tell);
  model.on("change:value", hear);
  if (model.get("value") === null) tell();
  else hear();
  return () => model.off("change:value", hear);
}

/** Whether the host shows its dark theme: by what it says, else by what is behind the figure. */
function isDark(/** @type {HTMLElement} */ element) {
  const {body, documentElement} = document;
  if (body.dataset.jpThemeLight) return body.dataset.jpThemeLight === "false";
  const code = body.dataset.vscodeThemeKind;
  if (code) return code === "vscode-dark" || code === "vscode-high-contrast";
  const colab = documentElement.getAttribute("theme");
  if (colab) return colab === "dark";
  for (let behind = element.parentElement; behind; behind = behind.parentElement) {
    const [red, green, blue, alpha = 1] =
      getComputedStyle(behind).backgroundColor.match(/[\d.]+/g)?.map(Number) ?? [];
    if (blue !== undefined && alpha > 0.5) return 0.3 * red + 0.6 * green + 0.1 * blue < 128;
  }
  return false;
}

/** Gives the figure the host's theme, now and after each switch. */
function followTheme(/** @type {HTMLElement} */ element) {
  const apply = () => element.classList.toggle("tapewalk-dark", isDark(element));
  const observer = new MutationObserver(apply);
  for (const watched of [document.documentElement, document.body]) {
    observer.observe(watched, {
      attributeFilter: ["class", "style", "theme", "data-jp-theme-light", "data-vscode-theme-kind"]
    });
  }
  apply();
  return () => observer.disconnect();
}

/** The notebook's own keys (arrows, letters) stay out of a figure that has the focus. */
function keepKeys(/** @type {HTMLElement} */ element) {
  element.dataset.lmSuppressShortcuts = "true";
  element.addEventListener("keydown", (event) => event.stopPropagation());
}

let count = 0;

/** Returns what is shown in place of a figure whose data a later cell computes. */
function waitingCard(/** @type {Model<FigureState>} */ model) {
  const {question, choices} = model.get("options");
  const notes = model.get("notes");
  const card = make("form", {className: "tw-prediction"});
  // The field is read when the answer is there; Enter must not load the page again.
  card.addEventListener("submit", (event) => event.preventDefault());
  const asked = {className: "tw-question", textContent: question};
  if (question && choices) {
    card.append(make("p", asked), make("ul", {}, ...choices.map((textContent) => make("li", {textContent}))));
  } else if (question) {
    const id = `tapewalk-guess-${++count}`;
    const field = make("input", {id, className: "tw-guess", type: "text", autocomplete: "off"});
    card.append(make("label", {...asked, htmlFor: id}), make("div", {className: "tw-answer"}, field));
  }
  card.append(make("p", {textContent: question ? notes.waiting : notes.later}));
  return card;
}

/** @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name @param {Partial<HTMLElementTagNameMap[Name]>} properties @param {HTMLElement[]} children */
function make(name, properties, ...children) {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...children);
  return element;
}

/** The field of a guess, which is kept when the figure that waited is drawn. */
function guessField(/** @type {HTMLElement} */ root) {
  return /** @type {HTMLInputElement|null} */ (root.querySelector("input.tw-guess"));
}

const DESK = Symbol.for("tapewalk.live");

/** Draws, and also returns the figures of numbers, which an engine could compute again. */
function offering(/** @type {() => View} */ draw) {
  const page = /** @type {Record<symbol, {figures: LiveFigure[], hear: null}>} */ (globalThis);
  const before = page[DESK];
  const offered = /** @type {LiveFigure[]} */ ([]);
  page[DESK] = {figures: offered, hear: null};
  try {
    return {drawn: draw(), offered};
  } finally {
    page[DESK] = before;
  }
}

/**
 * Gives a lens its curves, and lets a reader move the leaves of figures. The kernel computes, once
 * it has shown that it is there: a notebook that was saved with its figures has none.
 *
 * @param {LiveFigure[]} figures
 * @param {Live} bundle
 * @param {Model<FigureState>} model
 *
 * @typedef {Pick<typeof import("../../live/notebook.js"), "makeMovable"|"drawCurves">} Live
 */
function enliven(figures, {makeMovable, drawCurves}, model) {
  const waiting = /** @type {Map<string, (answer: KernelAnswer) => void>} */ (new Map());
  const hear = (/** @type {KernelAnswer} */ answer) => {
    waiting.get(answer.id)?.(answer);
    waiting.delete(answer.id);
  };
  const ask = (/** @type {Map<number, number>} */ values) => {
    const id = `${Math.random()}`;
    const leaves = Object.fromEntries([...values].map(([node, x]) => [`x${node}`, entry(x)]));
    const answer = /** @type {Promise<KernelAnswer>} */ (new Promise((resolve) => { waiting.set(id, resolve); }));
    model.send({id, leaves});
    return answer;
  };
  model.on("msg:custom", hear);
  for (const figure of figures) {
    if (figure.lens) drawCurves(figure);
    ask(new Map()).then(() => makeMovable(figure, ask));
  }
  return () => model.off("msg:custom", hear);
}

/** Returns a number as JSON can hold it: infinities, NaN and −0 as text, which Python reads. */
function entry(/** @type {number} */ x) {
  if (Object.is(x, -0)) return "-0.0";
  return Number.isFinite(x) ? x : String(x);
}

/** Draws the figure into its place; returns what undoes it.
 * @param {HTMLElement} root @param {Live & Record<string, (...given: unknown[]) => View>} views
 * @param {FigureContext} context */
async function fill(root, views, context) {
  const {model} = context;
  const guess = guessField(root)?.value;
  if (model.get("revision") === 0) {
    root.replaceChildren(waitingCard(model));
    return () => {};
  }
  try {
    const options = await revive(model.get("options"), context);
    const view = views[model.get("view")];
    const subject = model.get("subject");
    const draw = () => (subject === null ? view(options) : view(subject, options));
    const {drawn, offered} = offering(draw);
    root.replaceChildren(drawn);
    const field = guessField(root);
    if (field && guess) field.value = guess;
    const unbind = bind(drawn, model);
    drawn.addEventListener("tw-recast", (event) => {
      moverOf(model.get("reference")).dispatchEvent(recastEvent(event));
    });
    // Of a view of several traces, Python knows none by itself.
    const own = offered.filter(({trace}) => trace === subject);
    const release = enliven(own, views, model);
    return () => {
      unbind();
      release();
    };
  } catch (error) {
    console.error(error);
    root.replaceChildren(model.get("notes").trouble);
    return () => {};
  }
}

/**
 * @param {string} js the bundle
 * @param {string} css its styles
 * @param {string} version the name under which a document holds the styles once
 * @returns {Promise<(context: FigureContext) => Promise<() => void>>}
 *   draws one figure; what it returns is called when the figure goes
 */
export async function figures(js, css, version) {
  const views = await importText(js);
  return async (context) => {
    const {model, el} = context;
    const root = document.createElement("div");
    root.className = "tapewalk-figure";
    root.lang = model.get("options").lang;
    el.append(root);
    addStyles(css, version, root);
    keepKeys(root);
    const leaveTheme = followTheme(root);
    let unbind = await fill(root, views, context);
    const redraw = async () => {
      unbind();
      unbind = await fill(root, views, context);
    };
    model.on("change:revision", redraw);
    return () => {
      model.off("change:revision", redraw);
      unbind();
      leaveTheme();
    };
  };
}
