import {html, svg} from "htl";
import {choices} from "../../controls/choices.js";
import {text} from "../../drawing/plot-marks.js";
import {numberFormat} from "../../words/numbers.js";
/** @import {Size} from "../../layout/types.js" */
/** @import {Ends} from "./data.js" */

/** Room below the bars for their letters, and above them for the largest share. */
const FOOT = 18;
const HEAD = 16;

/**
 * The input and the output of the program: letters, of which one is chosen, and a bar for each symbol that
 * may follow it, at a checkpoint of the training.
 *
 * @param {Ends} ends
 * @param {Words} words
 * @param {(set: {at?: number, step?: number}) => void} onSet
 */
export function endsPanel({letters, goals, symbols, steps, shares}, words, onSet) {
  const {short: format} = numberFormat(words.lang);
  const short = (/** @type {number} */ share) => format(Number(share.toPrecision(2)));
  const chips = letters.map((letter, at) => html`<button type="button" class="tw-chip"
    onclick=${() => onSet({at})}>${letter}</button>`);
  const checkpoint = choices(words.checkpoint, steps.map((step) => ({value: String(step), text: format(step)})),
    (step) => onSet({step: Number(step)}));
  const room = {width: 640, height: 150};
  const bars = html`<div class="tw-ends-bars"></div>`;
  const element = html`<div class="tw-ends"><div class="tw-ends-line">
    <span class="tw-chips" role="group" aria-label=${words.lettersIn}>${chips}</span>
    <span class="tw-ends-step"><span>${words.checkpoint}</span>${checkpoint}</span>
  </div>${bars}</div>`;
  let now = {at: letters.length - 1, step: steps.at(-1)};
  const draw = () => {
    const own = shares[steps.indexOf(now.step)][now.at];
    chips.forEach((chip, at) => {
      chip.setAttribute("aria-pressed", String(at === now.at));
      chip.classList.toggle("is-seen", at <= now.at);
    });
    checkpoint.show(String(now.step));
    bars.replaceChildren(drawn(own, {symbols, goal: goals[now.at], most: Math.max(...shares.flat(2)), short}, room));
  };
  return Object.assign(element, {
    show(/** @type {{at: number, step: number}} */ next) {
      now = next;
      draw();
    },
    fit(/** @type {number} */ width, /** @type {number} */ height) {
      Object.assign(room, {width, height: height - 48});
      draw();
    },
    tell() {
      const own = shares[steps.indexOf(now.step)][now.at];
      const top = own.indexOf(Math.max(...own));
      const goal = goals[now.at];
      return words.guesses(letters.slice(0, now.at + 1).join(""), symbols[top], short(own[top]),
        goal, short(own[symbols.indexOf(goal)]));
    }
  });
}

/** @param {number[]} shares
 * @param {{symbols: string[], goal: string, most: number, short: (x: number) => string}} about @param {Size} size */
function drawn(shares, {symbols, goal, most, short}, {width, height}) {
  const pitch = width / symbols.length;
  const floor = height - FOOT;
  const top = Math.max(...shares);
  return svg`<svg class="tw-graph tw-ends-drawing" width=${width} height=${height} viewBox=${`0 0 ${width} ${height}`}
    aria-hidden="true">${symbols.flatMap((symbol, i) => {
      const high = (shares[i] / most) * (floor - HEAD);
      const x = i * pitch;
      const name = symbol === goal ? " is-goal" : "";
      const place = Math.min(width - 30, Math.max(20, x + pitch / 2));
      return [
        svg`<rect class=${`tw-ends-bar${name}`} x=${x + 1} y=${floor - high} width=${pitch - 2} height=${Math.max(1, high)}></rect>`,
        text(x + pitch / 2, height - 4, "middle", symbol, `tw-ends-symbol${name}`),
        shares[i] === top && text(place, floor - high - 4, "middle", short(shares[i]), "tw-ends-share")
      ].filter(Boolean);
    })}</svg>`;
}
