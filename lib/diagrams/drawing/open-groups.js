/** Between paths in an address. */
const SEPARATOR = ",";

/**
 * The groups of a trace, and how an address names those that are open: `block 0,head`.
 *
 * @param {Trace} trace
 * @returns {{all: string[], known: (paths: string[]) => string[], read: (text: string) => string[],
 *   write: (paths: string[]) => string}} `all` are the paths, outer ones first; a path opens the
 *   groups around it too
 */
export function openGroups(trace) {
  const all = [...new Set(trace.nodes.flatMap(({group}) => (group ? outwards(group) : [])))];
  const known = (paths) => {
    const wanted = new Set(paths.flatMap(outwards));
    return all.filter((path) => wanted.has(path));
  };
  return {
    all,
    known,
    read: (text) => known(text.split(SEPARATOR)),
    // The innermost alone: they open the others.
    write: (paths) => paths
      .filter((path) => !paths.some((other) => other.startsWith(`${path} / `)))
      .join(SEPARATOR)
  };
}

function outwards(path) {
  const words = path.split(" / ");
  return words.map((_, i) => words.slice(0, i + 1).join(" / "));
}
