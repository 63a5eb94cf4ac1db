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
  let timer = null;
  const stop = () => {
    if (timer === null) return;
    clearTimeout(timer);
    timer = null;
    onChange(false);
  };
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
