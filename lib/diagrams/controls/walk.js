/** Milliseconds a step stays. */
const PACE = 1800;

/**
 * What a reader can do with a stepper, by button, key, range or tape.
 *
 * @param {ReturnType<typeof position>} at where the stepper is
 * @param {object} effects
 * @param {() => void} effects.render draws where it is now
 * @param {() => void} effects.report says that the step changed
 * @param {() => boolean} effects.isAlive false once the widget left the page
 */
export function walk(at, {render, report, isAlive}) {
  /** @param {() => void} move */
  const change = (move) => {
    const before = at.index();
    move();
    render();
    if (at.index() !== before) report();
  };
  const play = player({
    tick: () => {
      change(() => at.set(at.index() + 1));
      return at.index() < at.last();
    },
    isAlive,
    onChange: () => render()
  });
  const start = () => {
    if (at.index() >= at.last()) change(() => at.set(0));
    play.start(PACE);
  };
  /** What a reader does with a control or a key ends the playing. */
  const byHand = (/** @type {() => void} */ move) => {
    play.stop();
    change(move);
  };
  return {
    go: (/** @type {number|string} */ to) => byHand(() => at.set(to)),
    move: (/** @type {1|-1} */ by) => byHand(() => at.set(at.index() + by)),
    jump: (/** @type {"first"|"last"} */ end) => byHand(() => at.set(end === "first" ? 0 : at.last())),
    play: () => (play.isPlaying() ? play.stop() : start()),
    stop: play.stop,
    isPlaying: play.isPlaying
  };
}

/** @type {Record<string, (on: Moves) => void>} */
const MOVES = {
  ArrowLeft: (on) => on.move(-1),
  ArrowRight: (on) => on.move(1),
  Home: (on) => on.jump("first"),
  End: (on) => on.jump("last"),
  " ": (on) => on.play()
};

/**
 * Arrow keys, Home, End and space for a whole widget, wherever in it the focus is.
 *
 * @param {HTMLElement} element
 * @param {Moves} on
 *
 * @typedef {{move: (by: 1|-1) => void, jump: (end: "first"|"last") => void, play: () => void}} Moves
 */
export function keyboard(element, on) {
  element.addEventListener("keydown", (event) => {
    const act = MOVES[event.key];
    if (!act || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (takesKey(/** @type {Element} */ (event.target), event.key)) return;
    event.preventDefault();
    act(on);
  });
}

/** Whether the focused control does something of its own with the key. */
function takesKey(/** @type {Element} */ target, /** @type {string} */ key) {
  if (target.closest("select, textarea, [contenteditable]")) return true;
  if (target.closest("button, a, summary")) return key === " ";
  // What scrolls sideways.
  if (target.hasAttribute("data-scrolls")) return key.startsWith("Arrow");
  const input = target.closest("input");
  if (!input) return false;
  return input.type === "range" ? key !== " " : true;
}

/**
 * Calls `tick` again and again until it says that there is nothing more.
 *
 * @param {object} options
 * @param {() => boolean} options.tick does one step; false when it was the last one
 * @param {() => boolean} options.isAlive false once the widget left the page
 * @param {(isPlaying: boolean) => void} options.onChange
 * @returns {{start: (pace: number) => void, stop: () => void, isPlaying: () => boolean}}
 */
export function player({tick, isAlive, onChange}) {
  /** @type {ReturnType<typeof setTimeout>|null} */
  let timer = null;
  const stop = () => {
    if (timer === null) return;
    clearTimeout(timer);
    timer = null;
    onChange(false);
  };
  /** @param {number} pace */
  const start = (pace) => {
    if (timer !== null) return;
    const turn = () => {
      if (!isAlive() || !tick()) stop();
      else timer = setTimeout(turn, pace);
    };
    timer = setTimeout(turn, pace / 2);
    onChange(true);
  };
  return {start, stop, isPlaying: () => timer !== null};
}

/**
 * Where a stepper is, and how far it may go: not past a step that waits for an answer.
 *
 * @param {{length: number}} steps
 */
export function position({length}) {
  const end = length - 1;
  let index = 0;
  let limit = end;

  /** @param {number|string} to @param {number} last */
  const clamp = (to, last) => Math.max(0, Math.min(last, Math.round(Number(to)) || 0));
  return {
    end,
    last: () => limit,
    index: () => index,
    isAtLimit: () => index === limit && limit < end,
    set(/** @type {number|string} */ to) {
      index = clamp(to, limit);
    },
    limitTo(/** @type {number} */ step) {
      limit = clamp(step, end);
      index = Math.min(index, limit);
    }
  };
}

/**
 * Plays a figure from where it is, from its beginning once it is at its end.
 *
 * @param {object} options
 * @param {() => void} options.advance does one step
 * @param {() => void} options.rewind goes to the beginning
 * @param {() => boolean} options.isAtEnd
 * @param {() => number} options.pace milliseconds that a step stays
 * @param {() => boolean} options.isAlive false once the widget left the page
 * @param {() => void} options.onChange called when it starts and stops
 * @returns {{play: () => void, stop: () => void, isPlaying: () => boolean}} `play` also stops
 */
export function replay({advance, rewind, isAtEnd, pace, isAlive, onChange}) {
  const tick = () => {
    advance();
    return !isAtEnd();
  };
  const {start, stop, isPlaying} = player({tick, isAlive, onChange});
  const play = () => {
    if (isPlaying()) return stop();
    if (isAtEnd()) rewind();
    start(pace());
  };
  return {play, stop, isPlaying};
}
