/**
 * Draws a figure of a notebook with a view of the bundle: its options revived, its value and its
 * theme kept in step with the notebook.
 */

const PREFIX = "anywidget:";

/** Imports JavaScript that is text. A blob's address works where `eval` is not allowed. */
async function importText(text) {
  const address = URL.createObjectURL(new Blob([text], {type: "text/javascript"}));
  try {
    return await import(address);
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** Returns another model of the notebook, by its reference in the state of this one. */
async function modelAt(reference, {model, host}) {
  if (host?.getModel) return host.getModel(reference);
  return model.widget_manager.get_model(reference.slice(PREFIX.length));
}

/** Adds the styles to the document, or to the shadow tree that the host draws figures in. */
function addStyles(css, version, element) {
  const root = element.getRootNode();
  const place = root instanceof ShadowRoot ? root : document.head;
  if (place.querySelector(`style[data-tapewalk="${version}"]`)) return;
  const style = document.createElement("style");
  style.dataset.tapewalk = version;
  style.textContent = css;
  place.append(style);
}

/** The targets at which figures report moved leaves, by the references to their models. */
const movers = new Map();

function moverOf(reference) {
  if (!movers.has(reference)) movers.set(reference, new EventTarget());
  return movers.get(reference);
}

function recastEvent(detail) {
  return Object.assign(new Event("tw-recast"), detail);
}

/**
 * Returns an element that replaces another figure in the options of this one: it has that figure's
 * value, and reports its changes and its moved leaves as the figure itself does.
 */
async function standIn(reference, context) {
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
  const own = context.model.get("subject");
  let known = {built: null, isOwn: false};
  moverOf(reference).addEventListener("tw-recast", ({built, shown, how}) => {
    if (built !== known.built) known = {built, isOwn: isSame(built, own)};
    element.dispatchEvent(recastEvent({built: known.isOwn ? own : built, shown, how}));
  });
  return element;
}

/** Returns options as the views take them: figures and functions in place of `$figure` and `$js`. */
async function revive(entry, context) {
  if (Array.isArray(entry)) return Promise.all(entry.map((one) => revive(one, context)));
  if (typeof entry !== "object" || entry === null) return entry;
  if ("$figure" in entry) return standIn(entry.$figure, context);
  if ("$js" in entry) return (await importText(`export default (${entry.$js}\n);`)).default;
  const pairs = Object.entries(entry).map(async ([key, value]) => [key, await revive(value, context)]);
  return Object.fromEntries(await Promise.all(pairs));
}

function isSame(one, other) {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Keeps the element and the model at the same value, whichever of them changes. */
function bind(element, model) {
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
function isDark(element) {
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
function followTheme(element) {
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
function keepKeys(element) {
  element.dataset.lmSuppressShortcuts = "true";
  element.addEventListener("keydown", (event) => event.stopPropagation());
}

/** Returns what is shown in place of a figure whose data a later cell computes. */
function waitingCard(model) {
  const {question, choices} = model.get("options");
  const notes = model.get("notes");
  const card = make("form", {className: "tw-prediction"});
  // The field is read when the answer is there; Enter must not load the page again.
  card.addEventListener("submit", (event) => event.preventDefault());
  if (!question) {
    card.append(make("p", {textContent: notes.later}));
    return card;
  }
  const label = make(choices ? "p" : "label", {className: "tw-question", textContent: question});
  card.append(label, choices ? listOf(choices) : make("div", {className: "tw-answer"}));
  if (!choices) {
    const input = make("input", {className: "tw-guess", type: "text", autocomplete: "off"});
    input.id = label.htmlFor = `tapewalk-guess-${++count}`;
    card.lastChild.append(input);
  }
  card.append(make("p", {textContent: notes.waiting}));
  return card;
}

let count = 0;

function listOf(texts) {
  const list = make("ul", {});
  list.append(...texts.map((textContent) => make("li", {textContent})));
  return list;
}

function make(name, properties) {
  return Object.assign(document.createElement(name), properties);
}

/** Puts the guess that was made while the figure waited into its field, to be checked there. */
function keepGuess(root, guess) {
  const field = root.querySelector("input.tw-guess");
  if (field && guess) field.value = guess;
}

const DESK = Symbol.for("tapewalk.live");

/** Draws, and also returns the figures of numbers, which an engine could compute again. */
function offering(draw) {
  const before = globalThis[DESK];
  const desk = (globalThis[DESK] = {figures: [], hear: null});
  try {
    return [draw(), desk.figures];
  } finally {
    globalThis[DESK] = before;
  }
}

/**
 * Gives a lens its curves, and lets a reader move the leaves of figures. The kernel computes, once
 * it has shown that it is there: a notebook that was saved with its figures has none.
 */
function enliven(figures, {makeMovable, drawCurves}, model) {
  const waiting = new Map();
  const hear = (answer) => {
    waiting.get(answer.id)?.(answer);
    waiting.delete(answer.id);
  };
  const ask = (values) => {
    const id = `${Math.random()}`;
    const leaves = Object.fromEntries([...values].map(([node, x]) => [`x${node}`, entry(x)]));
    const answer = new Promise((resolve) => { waiting.set(id, resolve); });
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
function entry(x) {
  if (Object.is(x, -0)) return "-0.0";
  return Number.isFinite(x) ? x : String(x);
}

/** Draws the figure into its place; returns what undoes it. */
async function fill(root, views, context) {
  const {model} = context;
  const guess = root.querySelector("input.tw-guess")?.value;
  if (model.get("revision") === 0) {
    root.replaceChildren(waitingCard(model));
    return () => {};
  }
  try {
    const options = await revive(model.get("options"), context);
    const view = views[model.get("view")];
    const subject = model.get("subject");
    const draw = () => (subject === null ? view(options) : view(subject, options));
    const [drawn, offered] = offering(draw);
    root.replaceChildren(drawn);
    keepGuess(root, guess);
    const unbind = bind(drawn, model);
    drawn.addEventListener("tw-recast", ({built, shown, how}) => {
      moverOf(model.get("reference")).dispatchEvent(recastEvent({built, shown, how}));
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
 * @returns {Promise<(context: {model: any, el: HTMLElement, host: any}) => Promise<() => void>>}
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
