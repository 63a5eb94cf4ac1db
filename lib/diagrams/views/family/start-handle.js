import {pick} from "./data.js";
/** @import {Choose, Live, LiveRun, Panel, Place, Start} from "./types.js" */

/** How far an arrow key moves a start, without and with Shift. */
const STEPS = [0.1, 1];

/** Return the place of a run that a reader started, by the names of its coordinates. */
/** @returns {Record<string, number>} */
export function startOf(/** @type {Live|undefined} */ live, /** @type {LiveRun|null} */ run) {
  return run ? Object.fromEntries(live.place.map((name, i) => [name, run.start[i]])) : {};
}

/** Let arrow keys move the start on its map, if the panel has one.
 * @param {HTMLElement} stage @param {Live} live @param {Place} at @param {Panel} panel @param {Words} words
 * @param {Choose} set */
export function startByKey(stage, {place: names}, at, {x, y, marks}, words, set) {
  const first = marks.find((mark) => mark.kind === "start");
  if (!first) return;
  const place = () => at.run?.start ?? [pick(first.x, at), pick(first.y, at)];
  const axes = [x, y];
  const say = () => {
    stage.setAttribute("aria-valuenow", String(place()[0]));
    stage.setAttribute("aria-valuetext", names.map((name, i) => `${name} = ${place()[i]}`).join(", "));
  };
  Object.assign(stage, {tabIndex: 0});
  stage.setAttribute("role", "slider");
  stage.setAttribute("aria-label", words.startOfRun);
  say();
  /** @type {Record<string, [0|1, 1|-1]>} */
  const moves = {ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowDown: [1, -1], ArrowUp: [1, 1]};
  stage.addEventListener("keydown", (event) => {
    const [axis, sign] = moves[event.key] ?? [];
    if (sign === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    const to = /** @type {Start} */ ([...place()]);
    const wanted = to[axis] + sign * STEPS[Number(event.shiftKey)];
    const {from = -Infinity, to: last = Infinity} = axes[axis];
    to[axis] = Number(Math.max(from, Math.min(last, wanted)).toFixed(2));
    set("start", to);
    say();
  });
}
