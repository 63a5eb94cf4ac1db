/** What a `viewof` cell gives to the cells that read it. */

/** Yields an input's value, at once and after each of its events. */
export function input(element) {
  return observe((change) => {
    const initial = valueOf(element);
    const event = {button: "click", submit: "click", checkbox: "click", file: "change"};
    const name = event[element.type] ?? "input";
    const listener = () => change(valueOf(element));
    element.addEventListener(name, listener);
    if (initial !== undefined) change(initial);
    return () => element.removeEventListener(name, listener);
  });
}

/**
 * Yields the values that `initialize` passes to its callback; of several between two frames, the
 * last one. An object and not a generator function: `return` must not wait for a value that never
 * comes.
 * @param {(change: (value: any) => any) => (() => void) | void} initialize returns a clean-up
 */
function observe(initialize) {
  let waiting;
  let value;
  let fresh = false;
  const dispose = initialize((next) => {
    value = next;
    fresh = !waiting;
    waiting?.(next);
    waiting = undefined;
    return next;
  });
  const next = () => {
    if (!fresh) return new Promise((resolve) => { waiting = resolve; });
    fresh = false;
    return Promise.resolve(value);
  };
  return {
    [Symbol.iterator]() { return this; },
    next: () => ({done: false, value: next()}),
    return: () => {
      dispose?.();
      return {done: true};
    },
    throw: () => ({done: true})
  };
}

function valueOf(element) {
  switch (element.type) {
    case "range":
    case "number": return element.valueAsNumber;
    case "date": return element.valueAsDate;
    case "checkbox": return element.checked;
    case "file": return element.multiple ? element.files : element.files[0];
    case "select-multiple": return Array.from(element.selectedOptions, (one) => one.value);
    default: return element.value;
  }
}
