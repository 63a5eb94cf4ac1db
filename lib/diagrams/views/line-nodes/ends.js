import {create} from "d3-selection";
import {html} from "htl";
import {choices} from "../../controls/choices.js";
import {numberFormat} from "../../words/numbers.js";

/** Room below the bars for their letters, and above them for the largest share. */
const FOOT = 18;
const HEAD = 16;

/**
 * The input and the output of the program: letters, of which one is chosen, and a bar for each symbol that
 * may follow it, at a checkpoint of the training.
 *
 * @param {{letters: string[], goals: string[], symbols: string[], steps: number[], shares: number[][][]}} ends
 *   `shares` by step, letter and symbol
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
    fit(width, height) {
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

function drawn(shares, {symbols, goal, most, short}, {width, height}) {
  const svg = create("svg:svg").attr("class", "tw-graph tw-ends-drawing").attr("width", width).attr("height", height)
    .attr("viewBox", `0 0 ${width} ${height}`).attr("aria-hidden", "true");
  const pitch = width / symbols.length;
  const floor = height - FOOT;
  const top = Math.max(...shares);
  symbols.forEach((symbol, i) => {
    const high = (shares[i] / most) * (floor - HEAD);
    const x = i * pitch;
    const name = symbol === goal ? " is-goal" : "";
    svg.append("rect").attr("class", `tw-ends-bar${name}`).attr("x", x + 1).attr("y", floor - high)
      .attr("width", pitch - 2).attr("height", Math.max(1, high));
    svg.append("text").attr("class", `tw-ends-symbol${name}`).attr("x", x + pitch / 2).attr("y", height - 4)
      .attr("text-anchor", "middle").text(symbol);
    if (shares[i] === top) {
      svg.append("text").attr("class", "tw-ends-share").attr("x", Math.min(width - 30, Math.max(20, x + pitch / 2)))
        .attr("y", floor - high - 4).attr("text-anchor", "middle").text(short(shares[i]));
    }
  });
  return svg.node();
}
