import {say} from "../say.js";

/** Interface words and sentences in Spanish; en.js has the same keys. */
export const es = {
  title: (root) =>
    root ? `Las dos pasadas de ${root}, paso a paso` : "Las dos pasadas, paso a paso",
  drawing: (nodes) => `Grafo de ${nodes} nodos`,
  scroller: "Dibujo, se desplaza hacia los lados",
  controls: "Pasos",
  first: "Al principio",
  previous: "Paso atrás",
  play: "Reproducir",
  pause: "Pausar",
  replay: "Reproducir otra vez",
  next: "Paso siguiente",
  last: "Al final",
  step: "Paso",
  stepOf: (step, last) => `Paso ${step} de ${last}`,
  direction: "Dirección",
  forward: "Hacia delante",
  backward: "Hacia atrás",

  unnamedLeaf: "una hoja sin nombre",
  unnamedOperation: (symbol) => `el nodo «${symbol}»`,
  valueOf: (name, value) => `${name} = ${value}`,
  noValue: (name) => `${name}: aún sin calcular`,
  gradientIs: (gradient) => `gradiente ∂ = ${gradient}`,
  gradientSoFar: (gradient) => `gradiente hasta ahora ∂ = ${gradient}`,
  localIs: (name, local) => `gradiente local${name ? ` ${name}` : ""} = ${local}`,
  contributionIs: (contribution) => `enviado: ${contribution}`,

  // A comma would run into the decimal commas.
  listSeparator: "; ",
  start: (leaves) => say`Aún no se ha calculado nada. Datos: ${leaves}.`,
  startMany: (count) => say`Aún no se ha calculado nada. Datos: las ${String(count)} hojas.`,
  computed: (equation) => say`Hacia delante: ${equation}.`,
  keeps: (locals) => say` Se guarda para la vuelta el gradiente local ${locals}.`,
  keepsMany: (locals) => say` Se guardan para la vuelta los gradientes locales ${locals}.`,
  local: (name, local) => say`${name} = ${local}`,
  localFor: (operand, local) => say`${local} por ${operand}`,
  localBySide: (operand, side, local) =>
    say`${local} por ${operand} a la ${side === 0 ? "izquierda" : "derecha"}`,
  seed: (root, name, gradient) =>
    say`La vuelta empieza en ${root}: ${name ? say`${name} = ` : "su gradiente es "}${gradient},
      porque un cambio en ${root} cambia ${root} exactamente lo mismo.`,
  // Not «envía su gradiente a ${to}»: a node is often called a.
  send: ({from, to, upstream, localName, local, product}) =>
    say`${from} envía su gradiente: tiene ${upstream}
      y el gradiente local ${localName || "de esta arista"} es ${local},
      así que ${to} recibe ${product}.`,
  sendWhole: ({from, to, contribution}) =>
    say`${from} envía su gradiente: ${to} recibe ${contribution}.`,
  adds: (to, before, sum) => say` ${to} ya tenía ${before}, así que ahora tiene ${sum}.`,
  waits: (to, count) =>
    say` ${to} espera: ${count === 1 ? "queda un gradiente" : `quedan ${count} gradientes`}
      por llegar.`,
  end: () => say` Fin de la vuelta.`,

  locked: "Primero tu predicción, más arriba; después, el paso siguiente.",
  held: "El resultado espera tu predicción.",
  unlock: "Muéstramelo sin responder",
  answer: "Tu respuesta",
  check: "Comprobar",
  notANumber: "Escribe un número, por ejemplo 0,5.",
  right: (answer) => `Sí, ${answer}.`,
  wrong: (guess) => `No es ${guess}.`,
  hint: (text) => `Pista: ${text}`,
  reveal: (answer) => `Es ${answer}. Recorre la figura paso a paso para ver por qué.`,

  broken: "Esta figura no se puede dibujar.",
  problems: {
    notATrace: (got) => `Necesita una traza y ha recibido ${got}.`,
    schema: (got) => `Lee trazas del esquema 1 y esta dice ${got}.`,
    missing: (entry) => `A la traza le falta la lista «${entry}».`,
    empty: () => "La traza no tiene ningún nodo.",
    id: (place, got) => `${place} debería tener su posición como id y tiene ${got}.`,
    op: (place, got) => `${place} tiene una operación desconocida: ${got}.`,
    number: (place, got) => `${place} debería ser un número y es ${got}.`,
    reference: (place, got) => `${place} apunta a ${got}, que no está en la traza.`,
    order: (place, got) => `${place} debería ir de un nodo anterior a uno posterior, no ${got}.`,
    sender: (place, got) => `${place} envía por la arista ${got}, que no termina en su nodo.`,
    label: (label, labels) => `Ningún nodo se llama «${label}». Hay: ${labels}.`,
    noGradient: (label) => `Ningún gradiente llega a «${label}» en esta traza.`,
    noUse: (of, by) => `«${of}» no usa «${by}» directamente.`,
    tooLarge: (count, limit) =>
      `El grafo tiene ${count} nodos, demasiados para un dibujo (como mucho ${limit}). ` +
      "Dibuja una parte.",
    unexpected: (message) => `Algo ha fallado al dibujar: ${message}`
  }
};
