/**
 * The script of every page: keep the reader's place, save figures, search, make figures and code
 * live, and store visited pages for use without a network.
 */

import {keepPlaces} from "./places.js";
import {keepVisited} from "./keep-visited.js";
import {offerSaving} from "./saving.js";
import {offerSymbols} from "./symbols.js";

/** The words of the finishing step in the page's language. */
const words = /** @type {HTMLElement} */ (document.querySelector("script[data-save]")).dataset;

keepPlaces(words);
offerSaving(words);
offerSymbols();

/** @type {HTMLDialogElement|null} */
const dialog = document.querySelector("dialog#search-dialog");
const button = document.querySelector(".site-search");
const index = new URL("../../pagefind/", import.meta.url);
/** @type {Promise<void>|null} */
let loading = null;

/**
 * @param {string} src of a script that is not a module
 * @returns {Promise<void>} settled when it has run or could not be loaded
 */
function loadScript(src) {
  return new Promise((resolve, reject) => {
    const script = Object.assign(document.createElement("script"), {src});
    script.onload = () => resolve();
    script.onerror = () => reject(new Error(`${src} could not be loaded`));
    document.head.append(script);
  });
}

/** @returns {string} a query without its small words; unchanged if it has no others */
function withoutFillers(/** @type {string} */ question) {
  const fillers = new Set(dialog.dataset.fillers.split(" "));
  const bare = (/** @type {string} */ word) => word.normalize("NFD").replace(/[^\p{L}\p{N}_]/gu, "").toLowerCase();
  const kept = question.split(/\s+/).filter((word) => !fillers.has(bare(word)));
  return kept.join(" ").replace(/[¿?¡!]/g, "") || question;
}

/** Loads Pagefind's own interface, at the first search. */
async function loadSearch() {
  const place = dialog.querySelector(".search-body");
  place.textContent = dialog.dataset.wait;
  try {
    const href = new URL("pagefind-ui.css", index).href;
    document.head.prepend(Object.assign(document.createElement("link"), {rel: "stylesheet", href}));
    await loadScript(new URL("pagefind-ui.js", index).href);
    place.textContent = "";
    new window.PagefindUI({
      element: place,
      showImages: false,
      showSubResults: true,
      resetStyles: false,
      // A term of the glossary explains a word in a few lines, so it comes first.
      ranking: {pageLength: 1, termFrequency: 1},
      processTerm: withoutFillers,
      // The index is static files of this site, so requests are cheap.
      debounceTimeoutMs: 100
    });
    // Pagefind labels its field with a title only, which not every screen reader reads.
    place.querySelector("input").setAttribute("aria-label", dialog.getAttribute("aria-label"));
  } catch {
    loading = null;
    place.textContent = dialog.dataset.failed;
  }
}

/** Opens the dialog; the browser itself gives the focus back when it closes. */
async function openSearch() {
  if (dialog.open) return;
  dialog.showModal();
  loading ??= loadSearch();
  await loading;
  const field = dialog.querySelector("input");
  field?.focus();
  field?.select();
}

/** @returns {boolean} whether a key press belongs to an input field */
function isTyping(/** @type {KeyboardEvent} */ {target}) {
  return /** @type {Element} */ (target).closest?.("input, textarea, select, [contenteditable]") !== null;
}

function onKey(/** @type {KeyboardEvent} */ event) {
  if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.defaultPrevented || isTyping(event)) return;
  event.preventDefault();
  openSearch();
}

/** Removes the space reserved for a figure when the figure is there. */
function leaveRooms() {
  const rooms = document.querySelectorAll(".tw-room");
  for (const room of rooms) if (getComputedStyle(room).display === "none") room.remove();
  if (document.querySelector(".tw-room")) return;
  drawn.disconnect();
}

const drawn = new MutationObserver(leaveRooms);
if (document.querySelector(".tw-room")) {
  drawn.observe(document.querySelector("main"), {childList: true, subtree: true});
  leaveRooms();
}

/** What makes an element live once it is near. Figures register themselves (figure/live.js). */
/** @type {Map<HTMLElement, () => Promise<void>>} */
const live = new Map();
const desk = (/** @type {Record<symbol, LiveDesk>} */ (globalThis)[Symbol.for("tapewalk.live")] ??=
  {figures: [], hear: null});

/** Built files, which the type checker can't resolve. */
const PAGE = "../live/dist/page.js";
const CURVES = "../live/dist/curves.js";
const page = () => /** @type {Promise<LivePage>} */ (import(PAGE));

/** Milliseconds beside a live part, after which the engine loads without being asked. */
const READING = 10_000;

/**
 * The engine weighs more than a page. It waits for the first touch or key beside a live part, or for
 * a reader who stays there.
 *
 * @type {() => void}
 */
let wake;
const awake = new Promise((resolve) => { wake = () => resolve(null); }).then(page);
awake.then(({begin}) => begin()).catch(() => {}); // said at each figure

/** Makes an element live, once. */
function enliven(/** @type {HTMLElement} */ element) {
  const act = live.get(element);
  if (!act) return;
  live.delete(element);
  near.unobserve(element);
  act().catch(() => {
    // Without a network, on a page whose engine was never loaded: figures replay.
    element.classList.add("is-asleep");
  });
}

/** Makes an element live that a reader asks for. */
function call(/** @type {HTMLElement} */ element) {
  wake();
  enliven(element);
}

/** Waits until an element is near, or touched. */
function awaitNear(/** @type {HTMLElement} */ element, /** @type {() => Promise<void>} */ act) {
  live.set(element, act);
  near.observe(element);
  for (const type of ["pointermove", "pointerdown", "focusin"]) {
    element.addEventListener(type, () => call(element), {once: true});
  }
}

/** Within a screen's height of the visible part. */
const near = new IntersectionObserver(
  (entries) => {
    for (const {isIntersecting, target} of entries) {
      if (!isIntersecting) continue;
      setTimeout(wake, READING);
      for (const type of ["pointerdown", "keydown"]) document.addEventListener(type, wake, {once: true, capture: true});
      enliven(/** @type {HTMLElement} */ (target));
    }
  },
  {rootMargin: "100% 0px"}
);

/**
 * Keep a drag that begins before the engine is there.
 *
 * @param {HTMLElement} element of a figure
 * @returns {() => void} gives it to the figure: a finger still down drags on, one that has left has dragged
 */
function keepDrag(element) {
  /** @type {PointerEvent[]} its press, and what came last */
  let drag = [];
  const types = ["pointerdown", "pointermove", "pointerup", "pointercancel"];
  const keep = (/** @type {PointerEvent} */ event) => {
    if (event.type === "pointerdown") drag = [event];
    else if (event.pointerId === drag[0]?.pointerId) drag = event.type === "pointercancel" ? [] : [drag[0], event];
  };
  types.forEach((type) => element.addEventListener(type, keep));
  return () => {
    types.forEach((type) => element.removeEventListener(type, keep));
    const [press, last] = drag;
    const send = (/** @type {string} */ type, event = last) =>
      press.target.dispatchEvent(new PointerEvent(type, event));
    if (press) send("pointerdown", press);
    if (last) send("pointermove");
    // The reader has gone on: no field opens for a tap.
    if (last?.type === "pointerup") send("pointercancel");
  };
}

desk.hear = (figure) => {
  figure.element.classList.add("will-move");
  const goOn = keepDrag(figure.element);
  awaitNear(figure.element, async () => {
    if (figure.lens) await (await import(CURVES)).drawCurves(figure);
    await (await awake).enlivenFigure(figure);
    goOn();
  });
  if (figure.wanted) call(figure.element);
};
/** A figure that must show other numbers does not wait until it is near. */
desk.bring = (figure) => call(figure.element);
desk.figures.forEach(desk.hear);

/** A cell uses the names of earlier cells, so all of them start, in order, when one is near. */
const codes = [.../** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".cell.live"))];
for (const cell of codes) {
  awaitNear(cell, async () => {
    const {enlivenCell} = await page();
    for (const one of codes.splice(0)) enlivenCell(one);
  });
}

/** The lab and the bench compute as soon as they are seen. */
for (const place of /** @type {NodeListOf<HTMLElement>} */ (
  document.querySelectorAll(".lab-bench, .lab-puzzle, .derive-bench")
)) {
  awaitNear(place, async () => {
    wake();
    const {enlivenLab, enlivenDerive} = await awake;
    await (place.matches(".derive-bench") ? enlivenDerive : enlivenLab)(place);
  });
}

if (document.readyState === "complete") keepVisited();
else window.addEventListener("load", keepVisited);

if (dialog && button) {
  button.addEventListener("click", openSearch);
  document.addEventListener("keydown", onKey);
  dialog.addEventListener("click", (event) => {
    // A click on the dialog's own box, and not on its content, is one on the backdrop.
    const target = /** @type {Element} */ (event.target);
    const leaves = target === dialog || target.closest(".search-close, a[href]");
    if (leaves) dialog.close();
  });
}
