import {say} from "./say.js";

/**
 * Interface words and sentences in Spanish; en.js has the same keys.
 *
 * @satisfies {Phrases}
 */
export const es = {
  drawing: (nodes) => `Grafo de ${nodes === 1 ? "1 nodo" : `${nodes} nodos`}`,
  scroller: "Dibujo, se desplaza hacia los lados",
  controls: "Pasos",
  more: "Más",
  scenes: "Mostrar",
  panels: {graph: "Grafo", windows: "Pendientes", curve: "Curva"},
  first: "Al principio",
  previous: "Paso atrás",
  play: "Reproducir",
  pause: "Pausar",
  replay: "Reproducir otra vez",
  next: "Paso siguiente",
  last: "Al final",
  step: "Paso",
  link: "Enlace a esta figura",
  copyLink: "Copiar enlace",
  linkCopied: "Enlace copiado",
  linkByHand: "Copia este enlace:",
  stepOf: (step, last) => `Paso ${step} de ${last}`,
  tooLate: (what) => `+ ${what}, tarde`,
  showTable: "Ver como tabla",
  showPicture: "Ver como dibujo",

  groupIs: (name, count) => `${name}, grupo de ${count === 1 ? "1 nodo" : `${count} nodos`}`,
  group: "grupo",
  groupKnown: (known, all) => `${known} de ${all} calculados`,
  groupPassed: (passed, all) => `gradientes enviados por ${passed} de ${all}`,
  tensorOf: (shape, dtype) => `forma ${shape}, ${dtype}`,
  summaryOf: (least, most, mean, norm) =>
    `de ${least} a ${most}; media ${mean}; norma ${norm}`,
  savesTensors: (list) => `guarda ${list}`,
  unfolded: (name, count) => `${name} desplegado. Cajas dibujadas: ${count}`,
  foldedTo: (name, count) => `${name} plegado. Cajas dibujadas: ${count}`,
  drawn: (count) => `Cajas dibujadas: ${count}`,

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
  startMany: (count) =>
    say`Aún no se ha calculado nada. Datos: ${count === 1 ? "una hoja" : `las ${count} hojas`}.`,
  computed: (equation) => say`Hacia delante: ${equation}.`,
  keeps: (locals) => say` Se guarda para el camino de vuelta el gradiente local ${locals}.`,
  keepsMany: (locals) => say` Se guardan para el camino de vuelta los gradientes locales ${locals}.`,
  local: (name, local) => say`${name} = ${local}`,
  localFor: (operand, local) => say`${local} para ${operand}`,
  localBySide: (operand, side, local) =>
    say`${local} para ${operand} (${side === 0 ? "izquierda" : "derecha"})`,
  seed: (root, name, gradient) =>
    name
      ? say`El camino de vuelta empieza en ${root}: ${name} = ${gradient},
        porque un cambio en ${root} cambia ${root} exactamente lo mismo.`
      : say`El camino de vuelta empieza en ${root}: su gradiente es ${gradient}.`,
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
  ofShape: (shape) => say`, un tensor de forma ${shape}`,
  keepsTensors: (count, bytes, references) =>
    say` Para el camino de vuelta se ${count === 1 ? "guarda un tensor" : `guardan ${count} tensores`},
      ${bytes}${
  references > 0 && `; ${references === count ? "" : `${references === 1 ? "uno" : references} de ellos `}por referencia`}.`,
  gradientOf: (shape, norm) => say`un gradiente de forma ${shape} y norma ${norm}`,
  sendTensor: ({from, to, upstream, contribution}) =>
    say`${from} envía su gradiente: tiene ${upstream};
      según su regla para la pasada hacia atrás, ${to} recibe ${contribution}.`,
  overwrites: (to, before, total) => say` ${to} ya tenía ${before}, que se pierde: ahora tiene ${total}.`,
  addsTensor: (to, before, total) =>
    say` ${to} ya tenía uno de norma ${before}; la suma tiene norma ${total}.`,
  addsNumber: (to, before, total) => say` ${to} ya tenía ${before}, así que ahora tiene ${total}.`,
  end: () => say` Fin del camino de vuelta.`,

  sliders: "Hojas",
  exactly: (label) => `${label}, como número`,
  noResult: (why) => `Sin resultado con estos valores: ${why}`,
  locked: "Primero responde a la pregunta; después viene el paso siguiente.",
  heldFigure: "El resto de la figura espera tu respuesta.",
  answer: "Respuesta",
  check: "Comprobar",
  showMe: "Muéstramelo",
  notANumber: "Escribe un número, por ejemplo 0,5.",
  right: (answer) => `Sí, ${answer}.`,
  wrong: (guess) => `No es ${guess}.`,
  hint: (text) => `Pista: ${text}`,
  tryAgain: "Prueba otra vez.",
  offer: "Prueba otra vez, o pulsa «Muéstramelo» para ver la respuesta.",
  reveal: (answer) => `La respuesta: ${answer}.`,
  notChosen: "Elige una de las respuestas.",
  rightChoice: "Sí.",
  wrongChoice: "Esa no es.",
  earlier: ({correct, seen}) => {
    if (correct) return "Ya acertaste en otra visita.";
    return seen ? "Ya viste la respuesta en otra visita." : "Ya lo intentaste en otra visita, aún sin acertar.";
  },

  byReference: "por referencia",
  stepsSoFar: (step, last) => `Pasos hasta ahora: ${step} de ${last}`,
  heads: {
    step: "Paso",
    node: "Nodo",
    number: "N.º",
    operation: "Operación",
    shape: "Forma",
    value: "Valor",
    gradient: "Gradiente",
    saved: "Guardado",
    receives: "Recibido",
    sends: "Enviado",
    adds: "En memoria",
    refers: "Por referencia"
  },

  nodes: (count) => (count === 1 ? "1 nodo" : `${count} nodos`),

  broken: "Esta figura no se puede dibujar.",
  problems: {
    option: (view, got, known) => `${view} no tiene la opción «${got}». Tiene: ${known}.`,
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
    tooLarge: (count, limit) =>
      `El grafo tiene ${count} nodos, demasiados para un dibujo (como mucho ${limit}). ` +
      "Dibuja una parte.",
    answer: (got) => `La respuesta de una pregunta debe ser un número o una palabra, y es ${got}.`,
    choices: (answer) => `Exactamente una de las opciones debe ser la respuesta, ${answer}.`,
    notScalar: (engine) => `Necesita una traza de números sueltos y ha recibido una de «${engine}».`,
    zeroDivision: (numerator, denominator) =>
      `división entre cero: ${numerator} / ${denominator}. ` +
      "Un cociente necesita un denominador distinto de 0.",
    zeroPower: (base, exponent) =>
      `0 elevado a una potencia negativa: ${base} ** ${exponent} divide entre cero.`,
    negativeBase: (base, exponent) =>
      "una base negativa necesita un exponente entero: " +
      `${base} ** ${exponent} no es un número real.`,
    logOf: (x) => `log necesita un número positivo y ha recibido ${x}.`,
    rootOf: (x) => `sqrt necesita un número que no sea negativo y ha recibido ${x}.`,
    tooLargeOpen: (count, limit) =>
      `Con estos grupos abiertos hay ${count} cajas, demasiadas para un dibujo (como mucho ` +
      `${limit}). Pliega alguno o dibuja una parte.`,
    unexpected: (message) => `Algo ha fallado al dibujar: ${message}`
  }
};
