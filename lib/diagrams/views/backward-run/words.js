import {PARTS} from "../../words/parts.js";

const listed = (/** @type {string} */ lang) => (/** @type {string[]} */ names) =>
  new Intl.ListFormat(lang, {type: "conjunction"}).format(names);
const capital = (/** @type {string} */ text) => (text.length < 4 ? text : text[0].toUpperCase() + text.slice(1));

/** @satisfies {Record<string, Phrases>} */
export const words = {
  en: {
    parts: PARTS.en, listed: listed("en"), capital,
    runTitle: "The backward pass of a folded mini-GPT",
    graphPanel: "Graph", mapPanel: "Gradient", readyList: "Ready",
    force: "Run it anyway", skips: "Skips", afresh: "Start again", runTable: "The parts in the order in which they ran",
    part: "Part", place: "Ran as", size: "Size of its gradient",
    isDone: (name) => `${name} has run`, isReady: (name) => `${name} is ready`,
    stillWaits: (name, has, needs) => `${name} waits: ${has} of ${needs} shares`,
    begin: "Four parts have run. Which may run now?", lossFirst: "∂ = 1 is at the loss. Press the loss to run it.",
    refuses: (name, has, needs, from) => `${name} has ${has} of ${needs} shares. It waits for the share from ${from}.`,
    nothingYet: (name) => `Nothing has reached ${name} yet.`,
    forced: (name, has, needs) => `${name} ran with ${has} of ${needs} shares. It raised no error, but the gradient that it sends on is wrong, and the late share will be lost.`,
    isLost: (name, by) => `Too late: ${name} has already run, so the share from ${by} is lost.`,
    sends: (name, to) => (to.length > 0 ? `${name} sends its share to ${listed("en")(to)}.` : `${name} adds its gradient to the leaves.`),
    copies: (name) => `${name} sends its gradient on twice, unchanged: into the branch and along the skip.`,
    nowReady: (count) => ` ${count} are ready now, and any may go first.`,
    endsRight: (refusals) => `Done, and right: every order that waits for all shares gives this gradient. You asked too early ${refusals === 1 ? "once" : `${refusals} times`}.`,
    endsWrong: (share) => `Every part ran and nothing failed. The embedding's gradient is off by ${share}.`,
    withoutSkips: (share) => `Without the two skips, the embedding’s gradient has ${share} of its usual size.`,
    again: (name, nth, size) => `${name} ran as number ${nth}; its gradient has size ${size}.`,
    noShare: (name) => `No share has reached ${name} yet.`,
    mapOf: (name, shown, of) => `The gradient at ${name}, one row per letter${shown < of ? `, ${shown} of ${of} columns` : ""}`,
    share: (from) => `from ${from}`, sum: "the sum", yours: "yours", theRight: "the right one", missing: "missing",
    problems: {notARun: (got) => `A backward pass needs nodes, edges, skips and the shares of every node; it got ${got}.`}
  },
  es: {
    parts: PARTS.es, listed: listed("es"), capital,
    runTitle: "La pasada hacia atrás de un mini-GPT plegado",
    graphPanel: "Grafo", mapPanel: "Gradiente", readyList: "Listas",
    force: "Ejecutar de todos modos", skips: "Atajos", afresh: "Empezar otra vez", runTable: "Las partes en el orden en que se ejecutaron",
    part: "Parte", place: "Turno", size: "Tamaño de su gradiente",
    isDone: (name) => `${name}: ya se ejecutó`, isReady: (name) => `${name}: puede ejecutarse`,
    stillWaits: (name, has, needs) => `${name} espera: ${has} de ${needs} contribuciones`,
    begin: "Ya se han ejecutado cuatro partes. ¿Cuál puede ejecutarse ahora?", lossFirst: "∂ = 1 está en la pérdida. Púlsala para ejecutarla.",
    refuses: (name, has, needs, from) => `${name}: ${has} de ${needs} contribuciones. Falta: ${from}.`,
    nothingYet: (name) => `Todavía no ha llegado nada hasta ${name}.`,
    forced: (name, has, needs) => `${name} se ejecutó con ${has} de ${needs} contribuciones. Ningún error. Lo que envía está mal, y la contribución tardía se perderá.`,
    isLost: (name, by) => `Demasiado tarde: ${name} ya se ha ejecutado, y se pierde lo que envía ${by}.`,
    sends: (name, to) => (to.length > 0 ? `${name} envía su contribución hacia ${listed("es")(to)}.` : `${name} suma su gradiente al de las hojas.`),
    copies: (name) => `${name} envía su gradiente dos veces, sin cambios: por la rama y por el atajo.`,
    nowReady: (count) => ` Ahora hay ${count} partes listas, y cualquiera puede ir primero.`,
    endsRight: (refusals) => `Terminado, y bien: cualquier orden que espere todas las contribuciones da este gradiente. Preguntaste demasiado pronto ${refusals === 1 ? "una vez" : `${refusals} veces`}.`,
    endsWrong: (share) => `Todas las partes se ejecutaron y nada falló. El gradiente de la tabla se desvía un ${share}.`,
    withoutSkips: (share) => `Sin los dos atajos, el gradiente llega a la tabla con el ${share} de su tamaño.`,
    again: (name, nth, size) => `${name}: turno ${nth}; su gradiente tiene tamaño ${size}.`,
    noShare: (name) => `Todavía no ha llegado ninguna contribución hasta ${name}.`,
    mapOf: (name, shown, of) => `El gradiente en ${name}, una fila por letra${shown < of ? `, ${shown} de ${of} columnas` : ""}`,
    share: (from) => `desde ${from}`, sum: "la suma", yours: "el tuyo", theRight: "el correcto", missing: "falta",
    problems: {notARun: (got) => `Una pasada hacia atrás necesita nodos, aristas, atajos y las contribuciones de cada nodo; se ha recibido ${got}.`}
  }
};
