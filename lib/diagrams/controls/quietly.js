/**
 * Listen to a control whose own event goes no further: a figure dispatches one "input" for a change.
 *
 * @param {HTMLElement} control
 * @param {() => void} act
 */
export function quietly(control, act) {
  control.addEventListener("input", (event) => {
    event.stopPropagation();
    act();
  });
}
