import {answers} from "../../diagrams/questions/progress-store.js";
import {html} from "htl";
import {round} from "./round.js";
import {shuffled} from "./texts.js";
import {storage} from "../storage.js";

const ROUNDS = 10;

/** The round that this browser remembers. */
const stored = storage("tapewalk.lab");

/**
 * Return the puzzle: ten engines, each with a hidden bug, whose line the reader has to find.
 *
 * @param {LabTools} tools
 * @returns {HTMLElement}
 */
export function puzzle(tools) {
  const {says, lang} = tools;
  const place = remembered();
  const body = html`<div></div>`;
  const head = html`<div class="lab-head"></div>`;
  const element = html`<div class="lab" lang=${lang}>${head}${body}</div>`;
  const begin = (/** @type {number} */ seed) => {
    Object.assign(place, {seed, round: 1});
    stored.keep(place);
    show(true);
  };
  const show = (isAsked = false) => {
    const seed = html`<input type="number" class="lab-seed" min="1" max="99999" value=${place.seed}>`;
    seed.addEventListener("change", () => Number.isInteger(seed.valueAsNumber) && begin(seed.valueAsNumber));
    const another = () => begin(1 + Math.floor(Math.random() * 99_999));
    const title = html`<h3 tabindex="-1">${says.round(Math.min(place.round, ROUNDS), ROUNDS)}</h3>`;
    head.replaceChildren(
      title,
      html`<p class="lab-score">${says.score(found(), ROUNDS)}</p>`,
      html`<p class="lab-seeds"><label>${says.seed} ${seed}</label>
        <button type="button" class="lab-button" onclick=${another}>${says.another}</button></p>`
    );
    const order = shuffled(tools.data.bugs, place.seed);
    body.replaceChildren(place.round > ROUNDS ? html`<p>${says.done}</p>` : round(
      tools, order[place.round - 1], `lab-${place.round}`,
      {onScore: showScore, onNext: next}
    ));
    if (isAsked) title.focus();
  };
  const showScore = () => {
    head.querySelector(".lab-score").textContent = says.score(found(), ROUNDS);
  };
  const next = () => {
    place.round += 1;
    stored.keep(place);
    show(true);
  };
  show();
  return element;
}

/** Return the number of bugs found. */
function found() {
  const known = answers();
  return Array.from({length: ROUNDS}, (_, i) => known[`lab-${i + 1}`]).filter((one) => one?.correct).length;
}

function remembered() {
  const {seed, round: nth} = stored.read() ?? {};
  return Number.isInteger(seed) && nth >= 1 && nth <= ROUNDS ? {seed, round: nth} : {seed: 1, round: 1};
}
