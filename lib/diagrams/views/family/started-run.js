/** @import {Live, LiveRun, Series, Start} from "./types.js" */

/**
 * A run from a place that a reader chose, computed part by part by the engine of the page.
 *
 * @param {Live} live
 * @param {number} steps of a whole run
 * @param {(run: LiveRun) => void} show called with the series so far
 *
 * @typedef {(program: string, leaves: Record<string, number>) =>
 *   Promise<{error: unknown, printed: string}>} Ask
 * @typedef {{id: number, place: Start, settings: Record<string, number>}} Wanted
 */
export function startedRun({program, along, place: names}, steps, show) {
  let ask = /** @type {Ask|null} */ (null);
  let count = 0;
  let wanted = /** @type {Wanted|null} */ (null);
  let isBusy = false;

  const compute = async (/** @type {Wanted} */ {id, place, settings}) => {
    const whole = /** @type {Record<string, Series>} */ ({});
    let at = place;
    while (id === count) {
      const {error, printed} = await ask(program, {...settings, [names[0]]: at[0], [names[1]]: at[1]});
      if (error || id !== count) return;
      const {next, ...series} = /** @type {Record<string, Series>} */ (JSON.parse(printed));
      if (!next) return;
      for (const [name, one] of Object.entries(series)) {
        // A single number belongs to the whole run: the first part brings it.
        whole[name] = Array.isArray(one) ? [whole[name] ?? [], one].flat() : whole[name] ?? one;
      }
      const length = Math.max(...Object.values(whole).map((one) => (Array.isArray(one) ? one.length : 0)));
      show({id: `${id} ${length}`, along, start: place, series: {...whole}});
      if (length >= steps) return;
      at = /** @type {Start} */ (next);
    }
  };
  /** Compute one run at a time, always from the latest place. */
  const work = async () => {
    if (isBusy || !ask) return;
    isBusy = true;
    while (wanted) {
      const next = wanted;
      wanted = null;
      await compute(next);
    }
    isBusy = false;
  };
  return {
    wake(/** @type {Ask} */ engine) {
      ask = engine;
      work();
    },
    start(/** @type {Start} */ place, /** @type {Wanted["settings"]} */ settings) {
      wanted = {id: ++count, place, settings};
      work();
    },
    stop() {
      count++;
      wanted = null;
    }
  };
}
