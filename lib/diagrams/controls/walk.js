
/** Milliseconds a step stays. An autoplay is slower. */
const PACE = {asked: 1800, unasked: 2800};

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
  let isUnasked = false;
  /** @param {() => void} move */
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
  /** @param {boolean} unasked */
  const start = (unasked) => {
    isUnasked = unasked;
    if (at.index() >= at.range().last) change(() => at.go(at.range().first));
    play.start(unasked ? PACE.unasked : PACE.asked);
  };
  /**
   * What a reader does by hand ends the playing.
   *
   * @param {() => void} move
   */
  const byHand = (move) => {
    play.stop();
    change(move);
  };
  return {
    go: (/** @type {number} */ to) => byHand(() => at.go(to)),
    move: (/** @type {1|-1} */ by) => byHand(() => at.go(at.index() + by)),
    jump: (/** @type {"first"|"last"} */ end) => byHand(() => at.go(at.range()[end])),
    /** Goes anywhere, into the other pass too. */
    visit: (/** @type {number|string} */ to) => byHand(() => at.set(to)),
    turn: (/** @type {"forward"|"backward"} */ pass) => byHand(() => at.turnTo(pass)),
    play: () => (play.isPlaying() ? play.stop() : start(false)),
    /** Plays without having been asked; says nothing to screen readers meanwhile. */
    playUnasked: () => start(true),
    stop: play.stop,
    isPlaying: play.isPlaying,
    isQuiet: () => isUnasked && play.isPlaying()
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

/**
 * Whether the focused control does something of its own with the key.
 *
 * @param {Element} target
 * @param {string} key
 */
function takesKey(target, key) {
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
 * Where a stepper is, and how far it may go: in one pass only when each pass is shown by itself,
 * and not past a step that waits for an answer.
 *
 * @param {{kind?: string, [name: string]: unknown}[]} steps
 * @param {"both"|"switch"} mode
 */
export function position(steps, mode) {
  const end = steps.length - 1;
  const turn = steps.findIndex(({kind}) => kind === "seed");
  let index = 0;
  let limit = end;

  const phase = () => (turn !== -1 && index >= turn ? "backward" : "forward");
  const range = () => {
    if (mode !== "switch" || turn === -1) return {first: 0, last: limit};
    if (phase() === "forward") return {first: 0, last: Math.min(turn - 1, limit)};
    return {first: turn, last: limit};
  };
  /** @param {number|string} to @param {number} first @param {number} last */
  const clamp = (to, first, last) => Math.max(first, Math.min(last, Math.round(Number(to)) || 0));
  return {
    end,
    phase,
    range,
    index: () => index,
    isAtLimit: () => index === limit && limit < end,
    /** Goes as far as the present range lets it. */
    go(/** @type {number|string} */ to) {
      const {first, last} = range();
      index = clamp(to, first, last);
    },
    /** Goes anywhere, changing the pass where needed. */
    set(/** @type {number|string} */ to) {
      index = clamp(to, 0, limit);
    },
    /** Goes to the start of a pass. */
    turnTo(/** @type {"forward"|"backward"} */ pass) {
      index = Math.min(pass === "backward" ? Math.max(turn, 0) : 0, limit);
    },
    limitTo(/** @type {number} */ step) {
      limit = clamp(step, 0, end);
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
