/**
 * Draws the figures of a document that stands alone, such as a report. What a notebook's models
 * hold are texts of the document here, and a model that nobody else hears stands for one of them.
 */

const text = (name, within) => JSON.parse(within.querySelector(`script[data-${name}]`).textContent);

async function draw(place) {
  const {figure, js, css, version} = text("bundle", place);
  const state = {...text("figure", place), revision: 1, value: null, notes: {trouble: ""}};
  const model = {
    get: (name) => state[name],
    set: (name, value) => (state[name] = value),
    save_changes: () => {},
    on: () => {},
    off: () => {}
  };
  const address = URL.createObjectURL(new Blob([figure], {type: "text/javascript"}));
  const {figures} = await import(address);
  const render = await figures(js, css, version);
  place.replaceChildren();
  await render({model, el: place});
}

const waiting = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-tapewalk-alone='']"));
for (const place of waiting) {
  place.dataset.tapewalkAlone = "drawn";
  draw(place).catch((error) => console.error(error));
}
