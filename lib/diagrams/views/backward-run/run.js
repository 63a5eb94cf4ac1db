import {brief, TraceError} from "../../trace/trace-error.js";

/**
 * @typedef {object} Shares of one part
 * @property {string[]} paths the parts that each share passed, from the loss on
 * @property {number[][]} gram the product of each two shares
 * @property {number} width columns that the maps show
 * @property {number} of columns of the gradient
 * @property {number[]} scale the largest number of each map
 * @property {number[][]} maps of the shares, in steps of 1/127 of that number
 *
 * @typedef {import("../../layout/parts.js").PartGraph &
 *   {skips: [string, string][], shares: Record<string, Shares>}} RunData
 * @typedef {ReturnType<typeof backwardRun>} Run
 */

/** Check what `tapewalk_course.folded_gpt.all_shares` wrote. */
export function runData(/** @type {RunData} */ data) {
  const isRun = data?.nodes?.length > 0 && data.edges && data.skips &&
    data.nodes.every(({name}) => data.shares?.[name]);
  if (!isRun) throw new TraceError("notARun", brief(data));
  return data;
}

/**
 * A backward pass whose order the caller chooses. Each share that a part has received is known by its
 * path, so a part sends on the sum of the paths that had arrived when it ran.
 *
 * @param {RunData} data
 * @param {boolean} hasSkips whether the skips pass gradients on
 */
export function backwardRun(data, hasSkips) {
  const names = data.nodes.map(({name}) => name);
  const isSkip = (/** @type {string[]} */ [from, to]) => data.skips.some((skip) => skip[0] === from && skip[1] === to);
  const edges = data.edges.filter((edge) => hasSkips || !isSkip(edge));
  const users = (/** @type {string} */ name) => edges.filter(([from]) => from === name).map(([, to]) => to);
  const empty = () => Object.fromEntries(names.map((name) => [name, /** @type {string[]} */ ([])]));
  /** The paths that each part has received, after its run no more; and the parts that they came from. */
  const arrived = empty();
  const senders = empty();
  /** @type {string[]} */
  const order = [];
  /** @type {[use: string, sender: string][]} */
  const lost = [];
  const root = names.at(-1);
  arrived[root] = data.shares[root].paths;
  const hasRun = (/** @type {string} */ name) => order.includes(name);
  const missing = (/** @type {string} */ name) => users(name).filter((one) => !senders[name].includes(one));
  const isReady = (/** @type {string} */ name) => !hasRun(name) && missing(name).length === 0;
  /** @param {string} name @param {string[]} paths */
  const indexes = (name, paths) => paths.map((path) => data.shares[name].paths.indexOf(path));
  const whole = (/** @type {string} */ name) => data.shares[name].paths.filter((path) => hasSkips ||
    !data.skips.some(([from, to]) => `${path}<${name}<`.includes(`${to}<${from}<`)));
  const size = (/** @type {string} */ name, /** @type {string[]} */ paths) => {
    const at = indexes(name, paths);
    const {gram} = data.shares[name];
    const square = at.reduce((sum, i) => sum + at.reduce((row, j) => row + gram[i][j], 0), 0);
    return Math.sqrt(Math.max(0, square));
  };
  return {
    order, lost, users, missing, isReady, hasRun, size, isSkip, whole,
    arrived: (/** @type {string} */ name) => arrived[name],
    /** @param {string} name @param {string} sender */
    from: (name, sender) => arrived[name].filter((path) => path.split("<").at(-1) === sender),
    everything: (/** @type {string} */ name) => data.shares[name].paths,
    sendsTo: (/** @type {string} */ name) => edges.filter(([, to]) => to === name).map(([from]) => from),
    /** The ready parts, the newest first. */
    ready: () => names.filter(isReady).reverse(),
    /** Whether a part ran without some of its shares. */
    isWrong: (/** @type {string} */ name) => hasRun(name) && arrived[name].length < whole(name).length,
    /** How far a part's gradient is from the right one, as a share of the right one. */
    error(/** @type {string} */ name) {
      const all = whole(name);
      const rest = all.filter((path) => !arrived[name].includes(path));
      return size(name, rest) / size(name, all);
    },
    /** The sum of some shares, as numbers of the part's map. */
    map(/** @type {string} */ name, /** @type {string[]} */ paths) {
      const {maps, scale} = data.shares[name];
      const at = indexes(name, paths);
      return maps[0].map((_, cell) => at.reduce((sum, i) => sum + maps[i][cell] * scale[i] / 127, 0));
    },
    /** Run a part with the shares that it has. What it sends to a part that has run is lost. */
    run(/** @type {string} */ name) {
      if (hasRun(name) || !names.includes(name)) return;
      order.push(name);
      for (const [use] of edges.filter(([, to]) => to === name)) {
        if (hasRun(use)) lost.push([use, name]);
        else {
          senders[use].push(name);
          arrived[use].push(...arrived[name].map((path) => (path ? `${path}<${name}` : name)));
        }
      }
    }
  };
}
