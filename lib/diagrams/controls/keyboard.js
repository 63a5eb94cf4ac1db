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
 * @param {{move: (by: 1|-1) => void, jump: (end: "first"|"last") => void, play: () => void}} on
 */
export function keyboard(element, on) {
  element.addEventListener("keydown", (event) => {
    const act = MOVES[event.key];
    if (!act || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    if (takesKey(event.target, event.key)) return;
    event.preventDefault();
    act(on);
  });
}

/** Whether the focused control does something of its own with the key. */
function takesKey(target, key) {
  if (target.closest("select, textarea, [contenteditable]")) return true;
  if (target.closest("button, a, summary")) return key === " ";
  // What scrolls sideways.
  if (target.hasAttribute("data-scrolls")) return key.startsWith("Arrow");
  const input = target.closest("input");
  if (!input) return false;
  return input.type === "range" ? key !== " " : true;
}
