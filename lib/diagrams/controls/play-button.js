import {icon} from "./icons.js";

/**
 * Let a button play, pause or begin again, and say which.
 *
 * @param {HTMLElement} button
 * @param {boolean} isPlaying
 * @param {boolean} isOver
 * @param {Words} words of `strings(lang)`
 */
export function showPlay(button, isPlaying, isOver, words) {
  const shows = isPlaying ? "pause" : isOver ? "replay" : "play";
  if (button.dataset.shows === shows) return;
  button.dataset.shows = shows;
  button.replaceChildren(icon(shows));
  button.setAttribute("aria-label", words[shows]);
  button.title = words[shows];
}
