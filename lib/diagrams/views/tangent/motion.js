import {svg} from "htl";
import {isCalm} from "../../drawing/motion.js";

/** Milliseconds: a value on its way along an edge, and a pause. */
const TRAVEL = 460;
const PAUSE = 240;

/**
 * One walk along the tape: values travel forward along the edges, then gradients backward.
 *
 * @typedef {import("../../trace/steps.js").Step} Step
 * @typedef {{at: number, trace: Trace|null, step: number, trail: number[], size: {width: number, height: number},
 *   plan: import("./plan.js").Plan|null}} Look the run, and the runs whose tangents a drag left
 *
 * @param {{element: HTMLElement, look: Look, list: Step[], parts: {moving: SVGElement},
 *   show: (isQuiet?: boolean) => void, format: import("../../words/numbers.js").NumberFormat}} figure
 */
export function walk({element, look, list, parts, show, format}) {
  let run = 0;
  const stop = () => {
    run += 1;
    parts.moving.replaceChildren();
  };
  const play = async () => {
    stop();
    const mine = run;
    const isOver = () => mine !== run || !element.isConnected;
    look.step = isCalm() ? list.length - 1 : 0;
    show();
    if (isCalm()) return;
    await pause(PAUSE);
    for (let step = 1; step < list.length && !isOver(); step++) {
      await Promise.all(travelling(list[step], look.trace).map(({edge, number, isForward}) =>
        fly(parts.moving, look.plan.arc(edge, isForward).path, format.short(number), isForward, isOver)));
      if (isOver()) return;
      look.step = step;
      show(step < list.length - 1);
      await pause(PAUSE);
    }
  };
  const playOnceSeen = () => {
    if (isCalm() || !globalThis.IntersectionObserver) return;
    const seen = new IntersectionObserver(([{isIntersecting}]) => {
      if (!isIntersecting) return;
      seen.disconnect();
      if (!element.classList.contains("is-touched")) play();
    }, {threshold: 0.5});
    seen.observe(element);
  };
  return {play, stop, playOnceSeen};
}

/** Which numbers travel in a step, along which edges. */
function travelling(/** @type {Step} */ {kind, node, edge, contribution}, /** @type {Trace} */ trace) {
  if (kind === "send") {
    const sent = trace.backward.flatMap((event) => event.sends).find((one) => one.edge === edge);
    return [{edge, number: Number(sent?.contribution ?? contribution), isForward: false}];
  }
  if (kind !== "forward") return [];
  return trace.edges.flatMap(({from, to}, i) =>
    (to === node ? [{edge: i, number: Number(trace.nodes[from].value), isForward: true}] : []));
}

const pause = (/** @type {number} */ ms) => new Promise((resolve) => {
  setTimeout(resolve, ms);
});

/** Moves a number along a path, until it arrives or the walk is over.
 * @param {SVGElement} group @param {string} d @param {string} text @param {boolean} isForward
 * @param {() => boolean} isOver */
function fly(group, d, text, isForward, isOver) {
  const path = svg`<path d=${d} fill="none"></path>`;
  const half = (text.length * 10 + 14) / 2;
  const bead = svg`<g class=${`tw-tangent-bead ${isForward ? "is-forward" : "is-backward"}`}>
    <rect x=${-half} y="-12" width=${2 * half} height="24" rx="12"></rect>
    <text y="5" text-anchor="middle">${text}</text></g>`;
  group.append(bead);
  const length = path.getTotalLength();
  const begun = globalThis.performance.now();
  return new Promise((/** @type {(value?: unknown) => void} */ resolve) => {
    const frame = (/** @type {number} */ now) => {
      const share = Math.max(0, Math.min(1, (now - begun) / TRAVEL));
      const eased = share < 0.5 ? 2 * share ** 2 : 1 - (2 - 2 * share) ** 2 / 2;
      const {x, y} = path.getPointAtLength(length * eased);
      bead.setAttribute("transform", `translate(${x} ${y})`);
      if (share < 1 && !isOver()) return requestAnimationFrame(frame);
      bead.remove();
      resolve();
    };
    frame(begun);
  });
}
