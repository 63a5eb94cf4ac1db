/**
 * Where a stepper is, and how far it may go: in one pass only when each pass is shown by itself,
 * and not past a step that waits for an answer.
 *
 * @param {Fields[]} steps
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
  const clamp = (to, first, last) => Math.max(first, Math.min(last, Math.round(Number(to)) || 0));
  return {
    end,
    phase,
    range,
    index: () => index,
    isAtLimit: () => index === limit && limit < end,
    /** Goes as far as the present range lets it. */
    go(to) {
      const {first, last} = range();
      index = clamp(to, first, last);
    },
    /** Goes anywhere, changing the pass where needed. */
    set(to) {
      index = clamp(to, 0, limit);
    },
    /** Goes to the start of a pass. */
    turnTo(pass) {
      index = Math.min(pass === "backward" ? Math.max(turn, 0) : 0, limit);
    },
    limitTo(step) {
      limit = clamp(step, 0, end);
      index = Math.min(index, limit);
    }
  };
}
