/**
 * A run from a place that a reader chose, computed part by part by the engine of the page.
 *
 * @typedef {object} Live what Python published
 * @property {string} program Python that prints, as JSON, the series of a run's next steps and where
 *   they end (`next`); `leaves` has the place, by the names of `place`, and the sliders' values
 * @property {string} along the slider of its steps
 * @property {[string, string]} place names of the two coordinates
 *
 * @param {Live} live
 * @param {number} steps of a whole run
 * @param {(run: import("./data.js").LiveRun) => void} show called with the series so far
 * @returns {{wake: (ask: Ask) => void, start: (place: [number, number], settings: Record<string, number>) => void,
 *   stop: () => void}}
 *
 * @typedef {(program: string, leaves: Record<string, number>) =>
 *   Promise<{error: unknown, printed: string}>} Ask
 */
export function startedRun({program, along, place: names}, steps, show) {
  /** @type {Ask|null} */
  let ask = null;
  let count = 0;
  let wanted = null;
  let isBusy = false;

  const part = async (place, settings) => {
    const leaves = {...settings, [names[0]]: place[0], [names[1]]: place[1]};
    const {error, printed} = await ask(program, leaves);
    return error ? null : JSON.parse(printed);
  };
  const compute = async ({id, place, settings}) => {
    let run = {id: "", along, start: place};
    let at = place;
    while (id === count) {
      const {next, ...series} = (await part(at, settings)) ?? {};
      if (!next || id !== count) return;
      // A single number belongs to the whole run: the first part brings it.
      const grown = Object.entries(series).map(([name, one]) =>
        [name, Array.isArray(one) ? [...(run[name] ?? []), ...one] : run[name] ?? one]);
      const length = Math.max(...grown.map(([, one]) => one.length ?? 0));
      run = {...run, ...Object.fromEntries(grown), id: `${id} ${length}`};
      show(run);
      if (length >= steps) return;
      at = next;
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
    wake(engine) {
      ask = engine;
      work();
    },
    start(place, settings) {
      wanted = {id: ++count, place, settings};
      work();
    },
    stop() {
      count++;
      wanted = null;
    }
  };
}
