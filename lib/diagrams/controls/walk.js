import {player} from "./player.js";

/** Milliseconds a step stays. A walk nobody asked for is slower. */
const PACE = {asked: 1800, unasked: 2800};

/**
 * What a reader can do with a stepper, by button, key, range or tape.
 *
 * @param {ReturnType<typeof import("./position.js").position>} at where the stepper is
 * @param {object} effects
 * @param {() => void} effects.render draws where it is now
 * @param {() => void} effects.report says that the step changed
 * @param {() => boolean} effects.isAlive false once the widget left the page
 */
export function walk(at, {render, report, isAlive}) {
  let isUnasked = false;
  const change = (move) => {
    const before = at.index();
    move();
    render();
    if (at.index() !== before) report();
  };
  const play = player({
    tick: () => {
      change(() => at.go(at.index() + 1));
      return at.index() < at.range().last;
    },
    isAlive,
    onChange: () => render()
  });
  const start = (unasked) => {
    isUnasked = unasked;
    if (at.index() >= at.range().last) change(() => at.go(at.range().first));
    play.start(unasked ? PACE.unasked : PACE.asked);
  };
  /** What a reader does by hand ends the playing. */
  const byHand = (move) => {
    play.stop();
    change(move);
  };
  return {
    go: (to) => byHand(() => at.go(to)),
    move: (by) => byHand(() => at.go(at.index() + by)),
    jump: (end) => byHand(() => at.go(at.range()[end])),
    /** Goes anywhere, into the other pass too. */
    visit: (to) => byHand(() => at.set(to)),
    turn: (pass) => byHand(() => at.turnTo(pass)),
    play: () => (play.isPlaying() ? play.stop() : start(false)),
    /** Plays without having been asked; says nothing to screen readers meanwhile. */
    playUnasked: () => start(true),
    stop: play.stop,
    isPlaying: play.isPlaying,
    isQuiet: () => isUnasked && play.isPlaying()
  };
}
