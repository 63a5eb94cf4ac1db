/**
 * Act on the width of an element, now and whenever it changes; never where nothing can be measured.
 *
 * @param {HTMLElement} element
 * @param {(width: number) => void} act
 */
export function onWidth(element, act) {
  if (!globalThis.ResizeObserver) return;
  let known = 0;
  new ResizeObserver(([{contentRect: {width}}]) => {
    // Zero while it is not shown, in a closed tab for instance.
    if (width === 0 || Math.abs(width - known) < 1) return;
    known = width;
    act(width);
  }).observe(element);
}
