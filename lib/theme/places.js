/**
 * The reader's place: the section and the states of the figures survive a reload, the back
 * button and a switch of the language; links lead to a figure, and phrases of the text set it.
 */

/**
 * A reader's place on a page: the distance from the top of the window to a point between two
 * names that both languages have.
 *
 * @typedef {{at: number, from: string, to: string, share: number}} Place
 */

const KEY = "tapewalk.place";

/** The states of the page's figures (lib/diagrams/figure/links.js). */
const desk = (/** @type {Record<symbol, PlaceDesk>} */ (globalThis)[Symbol.for("tapewalk.places")] ??=
  {kept: {}, figures: new Map()});

const main = document.querySelector("main");

/** In a browser without storage, `read` returns null and `write` false. */
const store = {
  read(/** @type {string} */ name) {
    try {
      return JSON.parse(sessionStorage.getItem(`${KEY} ${name}`));
    } catch {
      return null;
    }
  },
  write(/** @type {string} */ name, /** @type {object} */ kept) {
    try {
      sessionStorage.setItem(`${KEY} ${name}`, JSON.stringify(kept));
      return true;
    } catch {
      return false;
    }
  },
  take(/** @type {string} */ name) {
    const kept = store.read(name);
    if (kept) sessionStorage.removeItem(`${KEY} ${name}`);
    return kept;
  }
};

/** Each entry of the history has a place of its own, under a name in its state. */
function nameEntry() {
  const {state} = history;
  if (!state?.place) history.replaceState({...state, place: `${Date.now()} ${Math.random()}`}, "");
  return history.state.place;
}

/** @returns {number} the height of the window that the bar covers */
function bar() {
  return document.getElementById("quarto-header")?.getBoundingClientRect().bottom ?? 0;
}

/** The elements with the same name in every language, in order, with their distance from the window's top. */
function stops() {
  const {top, bottom} = main.getBoundingClientRect();
  /** @type {{name: string, y: number, element?: HTMLElement, isFigure?: boolean}[]} */
  const found = [{name: "begin", y: top, element: main}];
  const add = (/** @type {string} */ name, /** @type {HTMLElement} */ element, /** @type {boolean} */ isFigure) => {
    const box = element.getBoundingClientRect();
    // An element that stays in view while the text scrolls does not mark a place.
    if (box.height === 0 || element.closest(".picture")) return;
    found.push({name, y: box.top, element, isFigure});
    if (isFigure) found.push({name: `${name} end`, y: box.bottom});
  };
  /** @type {NodeListOf<HTMLElement>} */
  const named = main.querySelectorAll(
    "section[id], .cell[id], [id^='fig-']:not(figcaption), [data-question]"
  );
  for (const element of named) {
    add(element.id || element.dataset.question, element, element.id.startsWith("fig-"));
  }
  for (const [id, {element}] of desk.figures) {
    if (!document.getElementById(id)) add(id, element, true);
  }
  found.push({name: "end", y: bottom});
  return found.sort((one, other) => one.y - other.y);
}

/** @returns {Place|null} null at the top of the page */
function placeNow() {
  if (!main || window.scrollY === 0) return null;
  const all = stops();
  const top = bar();
  const seen = all.filter(({y, element}) => element && y >= top - 1 && y < window.innerHeight * 0.7);
  // A figure, or else the first visible heading, keeps its position; in a long text the current line does.
  const kept = seen.find(({isFigure}) => isFigure) ?? seen[0];
  const at = kept?.y ?? top + window.innerHeight / 5;
  const next = all.findIndex(({y}) => y > at);
  const to = all[next] ?? all.at(-1);
  const from = all[Math.max(0, next - 1)];
  return {at, from: from.name, to: to.name, share: (at - from.y) / (to.y - from.y || 1)};
}

/** @param {Place} place */
function goTo({at, from, to, share}) {
  const all = stops();
  const y = (/** @type {string} */ name) => all.find((stop) => stop.name === name)?.y;
  const start = y(from) ?? y(to);
  if (start === undefined) return;
  const line = start + share * ((y(to) ?? start) - start);
  window.scrollBy({top: line - at, behavior: "instant"});
}

/** Scrolls, and again when later drawings move the page, until the reader scrolls. */
function settle(/** @type {() => void} */ scroll) {
  scroll();
  const drawn = new ResizeObserver(scroll);
  drawn.observe(document.body);
  const taken = new AbortController();
  taken.signal.addEventListener("abort", () => drawn.disconnect());
  for (const type of ["wheel", "touchstart", "pointerdown", "keydown", "hashchange"]) {
    window.addEventListener(type, () => taken.abort(), {signal: taken.signal, passive: true});
  }
}

/** The state of the page, as JSON data. */
function standing() {
  /** @type {Record<string, Record<string, string>>} */
  const figures = {};
  for (const [id, {element, read}] of desk.figures) {
    if (!element.isConnected) continue;
    const told = Object.entries(read()).filter(([, value]) => (value ?? null) !== null);
    figures[id] = Object.fromEntries(told.map(([name, value]) => [name, String(value)]));
  }
  return {place: placeNow(), figures};
}

/** The figure and the state in a fragment such as `#fig-square?step=3`. */
function askedIn(/** @type {string} */ hash) {
  const [, target, query] = /^#([^?]+)\?(.*)$/.exec(hash) ?? [];
  try {
    return target ? {id: decodeURIComponent(target), query: new URLSearchParams(query)} : null;
  } catch {
    return null; // Not an encoded name.
  }
}

/** Scrolls to the figure of such an address; browsers don't, because of the parameters. */
function showLinkedFigure() {
  const figure = document.getElementById(askedIn(window.location.hash)?.id ?? "");
  if (!figure) return;
  // The Tab key continues from here, as after any link within a page.
  if (!figure.hasAttribute("tabindex")) figure.tabIndex = -1;
  figure.focus({preventScroll: true});
  settle(() => figure.scrollIntoView());
}

/* ---- the switch of the language ---- */

/** The address of the current place, for a twin that opens in another window. */
function addressNow() {
  const {hash} = window.location;
  const shown = document.getElementById(askedIn(hash)?.id ?? hash.slice(1));
  const top = shown?.getBoundingClientRect().top ?? Infinity;
  if (top > -window.innerHeight / 2 && top < window.innerHeight) return hash;
  const begun = stops().filter(({element, y}) =>
    element?.matches("section") && y < window.innerHeight / 3
  );
  return window.scrollY > 0 && begun.length > 0 ? `#${begun.at(-1).name}` : "";
}

/** The twin opens at this page's place. Its address stays that of the page. */
function keepPlace(/** @type {MouseEvent} */ event) {
  /** @type {HTMLAnchorElement|null} */
  const link = /** @type {Element} */ (event.target).closest?.(".language-switch a");
  if (!link) return;
  const isHere = event.type === "click" && !isOtherwise(event);
  const isKept = isHere && store.write(`to ${new URL(link.href).pathname}`, standing());
  link.hash = isKept ? "" : addressNow();
  if (isKept) link.href = link.href.replace(/#$/, "");
}

/** Whether a click asks for another window or a file. */
function isOtherwise(/** @type {MouseEvent} */ {ctrlKey, metaKey, shiftKey, altKey, button}) {
  return ctrlKey || metaKey || shiftKey || altKey || button !== 0;
}

/* ---- phrases that set a figure ---- */

/** Created early: a live region that is added with its first words is not read aloud. */
const status = Object.assign(document.createElement("p"), {className: "screen-reader-only"});
status.setAttribute("role", "status");

/**
 * Whether a figure went where a phrase wants it. Phrases round numbers, and may have a name for a state.
 *
 * @param {URLSearchParams} wanted
 * @param {ReturnType<PlacedFigure["read"]>} before
 * @param {ReturnType<PlacedFigure["read"]>} now
 */
function isFollowed(wanted, before, now) {
  return [...wanted].every(([name, text]) => {
    const x = Number(now[name]);
    const to = Number(text);
    return !(name in now) || text === String(now[name] ?? "") || Math.abs(x - to) <= 0.01 * Math.abs(x)
      || (Number.isNaN(to) && now[name] !== before[name]);
  });
}

/** Draws the eye to the question that a figure waits for. */
function pointTo(/** @type {Element} */ question, /** @type {boolean} */ isByKey) {
  question.animate([{outline: "4px solid var(--backward)"}, {outline: "4px solid transparent"}], {duration: 1800, easing: "ease-in"});
  status.textContent = question.querySelector(".tw-question, p").textContent;
  if (isByKey) question.querySelector("input")?.focus({preventScroll: true});
}

/** Sets the figure that a phrase of the text names, without scrolling or changing the address. */
function setFigure(/** @type {MouseEvent} */ event, /** @type {DOMStringMap} */ words) {
  /** @type {HTMLAnchorElement|null} */
  const link = /** @type {Element} */ (event.target).closest?.("main a[href*='?']");
  if (!link || isOtherwise(event) || link.pathname !== window.location.pathname) return;
  const asked = askedIn(link.hash);
  const figure = desk.figures.get(asked?.id);
  if (!figure?.element.isConnected) return;
  event.preventDefault();
  const before = figure.read();
  figure.apply(Object.fromEntries(asked.query));
  for (const other of main.querySelectorAll("a[aria-current]")) other.removeAttribute("aria-current");
  const question = figure.element.querySelector(".tw-lock.is-waiting:not(.is-answered)");
  if (question && !isFollowed(asked.query, before, figure.read())) {
    figure.element.scrollIntoView({block: "nearest"});
    pointTo(question, event.detail === 0);
    return;
  }
  link.setAttribute("aria-current", "true");
  const isOver = new AbortController();
  for (const type of ["input", "pointerdown", "keydown"]) {
    figure.element.addEventListener(type, () => {
      link.removeAttribute("aria-current");
      isOver.abort();
    }, {signal: isOver.signal});
  }
  figure.element.scrollIntoView({block: "nearest"});
  const told = [...asked.query].map(([name, value]) =>
    name === "step" ? `${words.step} ${value}` : `${name} = ${value}`
  );
  status.textContent = `${figure.element.getAttribute("aria-label")}: ${told.join(", ")}`;
}

/**
 * Starts everything; called before the figures are drawn.
 *
 * @param {DOMStringMap} words of the page: `step`
 */
export function keepPlaces(words) {
  const entry = nameEntry();
  const kept = store.read(entry) ?? store.take(`to ${window.location.pathname}`);
  Object.assign(desk.kept, kept?.figures);
  if (kept?.place) settle(() => goTo(kept.place));
  else if (!kept) showLinkedFigure();

  window.addEventListener("hashchange", () => {
    nameEntry();
    showLinkedFigure();
  });
  window.addEventListener("pagehide", () => store.write(nameEntry(), standing()));
  // A page restored from the browser's cache has missed later answers.
  window.addEventListener("pageshow", ({persisted}) => {
    if (persisted) document.dispatchEvent(new Event("tapewalk-progress"));
  });
  for (const type of ["click", "auxclick", "contextmenu"]) {
    document.addEventListener(type, keepPlace, true);
  }
  main?.append(status);
  document.addEventListener("click", (event) => setFigure(event, words));
}
