import {say} from "./say.js";

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
  link: "Enlace a esta figura",
  copyLink: "Copiar enlace",
  linkCopied: "Enlace copiado",
  linkByHand: "Copia este enlace:",
  stepOf: (step, last) => `Paso ${step} de ${last}`,
  showTable: "Ver como tabla",
  showPicture: "Ver como dibujo",
  direction: "Dirección",
  forward: "Hacia delante",
  backward: "Hacia atrás",

  groupIs: (name, count) => `${name}, grupo de ${count} nodos`,
  group: "grupo",
  groupKnown: (known, all) => `${known} de ${all} calculados`,
  groupPassed: (passed, all) => `gradientes enviados por ${passed} de ${all}`,
  tensorOf: (shape, dtype) => `forma ${shape}, ${dtype}`,
  summaryOf: (least, most, mean, norm) =>
    `de ${least} a ${most}; media ${mean}; norma ${norm}`,
  savesTensors: (list) => `guarda ${list}`,
  unfolded: (name, count) => `${name} desplegado: ${count} cajas dibujadas`,
  foldedTo: (name, count) => `${name} plegado: ${count} cajas dibujadas`,
  drawn: (count) => `${count} cajas dibujadas`,
  tools: "Dibujo",
  zoomIn: "Acercar",
  zoomOut: "Alejar",
  zoomFit: "Ver todo el dibujo",
  foldAll: "Plegar todo",
  unfoldAll: "Desplegar todo",
  edgeLabels: "En las flechas",
  edgeLocal: "Gradientes locales",
  edgeContribution: "Gradientes enviados",
  edgeNone: "Nada",
  tableNode: "Nodo",
  tableOperands: "Operandos",
  tableGroup: "Grupo",
  tableValue: "Valor",
  tableGradient: "Gradiente",
  tableSaved: "Guarda",
  graphKeys: "Las flechas del teclado siguen las aristas; Intro pliega y despliega.",

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
  ofShape: (shape) => say`, un tensor de forma ${shape}`,
  keepsTensors: (count, bytes, references) =>
    say` Para la vuelta se ${count === 1 ? "guarda un tensor" : `guardan ${count} tensores`},
      ${bytes}${
  references > 0 && `; ${references === count ? "" : `${references === 1 ? "uno" : references} de ellos `}por referencia`}.`,
  gradientOf: (shape, norm) => say`un gradiente de forma ${shape} y norma ${norm}`,
  sendTensor: ({from, to, upstream, contribution}) =>
    say`${from} envía su gradiente: tiene ${upstream};
      por su regla de vuelta, ${to} recibe ${contribution}.`,
  addsTensor: (to, before, total) =>
    say` ${to} ya tenía uno de norma ${before}; la suma tiene norma ${total}.`,
  addsNumber: (to, before, total) => say` ${to} ya tenía ${before}, así que ahora tiene ${total}.`,
  end: () => say` Fin de la vuelta.`,

  locked: "Primero tu predicción, más arriba; después, el paso siguiente.",
  held: "El resultado espera tu predicción.",
  heldFigure: "La figura espera tu predicción.",
  unlock: "Muéstramelo sin responder",
  answer: "Respuesta",
  check: "Comprobar",
  notANumber: "Escribe un número, por ejemplo 0,5.",
  right: (answer) => `Sí, ${answer}.`,
  wrong: (guess) => `No es ${guess}.`,
  hint: (text) => `Pista: ${text}`,
  reveal: (answer) => `La respuesta: ${answer}. Recorre la figura paso a paso para ver por qué.`,

  revealPlain: (answer) => `La respuesta: ${answer}.`,
  notChosen: "Elige una de las respuestas.",
  rightChoice: "Sí.",
  wrongChoice: "Esa no es.",
  earlier: (isRight) =>
    isRight ? "Ya acertaste en otra visita." : "Ya respondiste en otra visita, aún sin acertar.",

  progressOf: (right, all) => `${right} de ${all} preguntas acertadas`,
  progressTried: (count) => `, ${count} ${count === 1 ? "intentada" : "intentadas"}`,
  progressNote: "Se guarda solo en este navegador.",
  progressExport: "Guardar en un archivo",
  progressImport: "Cargar de un archivo",
  progressReset: "Olvidar todo",
  progressConfirm: "¿Olvidar todas las respuestas de este navegador?",
  progressImported: (count) =>
    count === 1 ? "Se ha cargado una respuesta." : `Se han cargado ${count} respuestas.`,
  progressBroken: "Este archivo no contiene un progreso guardado. No ha cambiado nada.",
  progressForgotten: "Todas las respuestas están olvidadas.",
  progressSaved: "Guardado en un archivo.",

  expression: (root) => `${root ?? "El resultado"} con otros valores, paso a paso`,
  sliders: "Hojas",
  exactly: (label) => `${label}, como número`,
  resetSliders: "Restablecer",
  gradientTable: "De dónde viene cada gradiente",
  wayBack: "Camino de vuelta",
  wayProduct: "Producto a lo largo",
  wayThrough: (name) => `por ${name}`,
  noResult: (why) => `Sin resultado con estos valores: ${why}`,

  matrix: {
    title: (equations) => `Celda a celda: ${equations.join("; ")}`,
    stages: "Cálculo",
    looks: "Las celdas muestran",
    values: "Números",
    heat: "Calor",
    sign: "Signos",
    cellHead: "Celda",
    howHead: "Cómo se calcula",
    numberHead: "Número",
    cell: (equation) => say`${equation}.`,
    usedBy: (name, number, count, names) => count === 0
      ? say`Ninguna celda usa ${name} = ${number}.`
      : say`${name} = ${number} se usa en ${count === 1 ? "una celda" : `${count} celdas`}: ${names}.`,
    product: (y, a, b) =>
      say`Hacia delante: cada celda de ${y} es una fila de ${a} por una columna de ${b}.
        Avanza, o elige una celda para ver qué usa o quién la usa.`,
    productBack: (a, y, uses) =>
      say`Hacia atrás: ha llegado el gradiente ∂${y}, un número por cada celda de ${y}.
        Cada celda de ∂${a} lo recoge de las celdas de ${y} que usaron esa celda de
        ${a}.${uses > 1 ? ` ${a} se usa ${uses} veces: esto es una parte de su gradiente.` : ""}`,
    rowTimesColumn: (row, left, column, top, equation) =>
      say`Fila ${String(row)} de ${left} por columna ${String(column)} de ${top}: ${equation}.`,
    stretch: (b, from, to) =>
      say`Hacia delante: ${b} tiene forma ${from} y se usa como si tuviera ${to}.
        Las celdas de trazos son los mismos números otra vez; en memoria no se copia nada.`,
    sumBack: (b, count) =>
      say`Hacia atrás: cada número de ${b} se usó ${String(count)} veces,
        así que le llegan ${String(count)} gradientes, y se suman.`,
    sumCell: (equation, count) => say`${equation}: ${String(count)} usos, una suma.`,
    passBack: (a, g, uses) =>
      say`Hacia atrás: cada número de ${a} se usó una vez, así que su gradiente viene tal cual de
        ${g}.${uses > 1 ? ` ${a} se usa ${uses} veces: esto es una parte de su gradiente.` : ""}`,
    softmax: (z) =>
      say`Hacia delante: softmax convierte cada fila de los logits ${z} en probabilidades p que
        suman 1.`,
    oneHot: (z, divisor) =>
      say`Hacia atrás: ${z} recibe las probabilidades, menos 1 en la clase
        correcta${divisor > 1 ? `, divididas entre las ${divisor} filas de la media` : ""}.`,
    leftOut: (equation) => say`${equation}: esta fila no cuenta en la pérdida.`,
    rowSum: (row, sum) =>
      say` La fila ${String(row)} suma ${{text: sum, kind: "grad"}}.`,
    parameter: (name, moved, count) =>
      say`${name} es un parámetro. Un paso de descenso de gradiente mueve ${String(moved)} de sus
        ${String(count)} números, en contra del gradiente: las flechas dicen hacia dónde.`,
    moves: (equation, sign) =>
      say`${equation}: un paso de descenso de gradiente
        ${sign === 0 ? "lo deja como está" : sign > 0 ? "lo hace menor" : "lo hace mayor"}.`
  },

  tapeTitle: (root) => (root ? `La cinta de ${root}` : "La cinta"),
  writtenForward: "se escribe hacia delante",
  readBackward: "se lee hacia atrás",
  kept: "guarda",
  sendsTo: "envía a",
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

  ledgerCaption: (root) => `Lo que se guarda para la vuelta${root ? ` de ${root}` : ""}`,
  ledgerBy: "Secciones",
  ledgerSections: {none: "Todo", kind: "Por operación", group: "Por grupo"},
  ledgerAdds: "memoria que solo existe por la cinta",
  ledgerRefers: "parámetros y otras hojas, que ya estaban ahí",
  noBytes: "Una traza de números sueltos dice qué se guarda, pero no cuántos bytes.",
  noGroup: "sin grupo",
  nodes: (count) => (count === 1 ? "1 nodo" : `${count} nodos`),
  again: (count) => (count === 1 ? "uno ya contado" : `${count} ya contados`),
  total: "Total",

  chart: (series, x) => (x ? `${series} según ${x}` : series),
  noPoint: "sin valor",
  notPositive: "0 o menos, sin lugar en una escala logarítmica,",
  gapAt: (series, what, place) => `${series}: ${what} en ${place}.`,
  gapFrom: (series, what, place) => `${series}: ${what} desde ${place}.`,
  gapBetween: (series, what, from, to) => `${series}: ${what} desde ${from} hasta ${to}.`,

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
    answer: (got) => `La respuesta de una pregunta debe ser un número o una palabra, y es ${got}.`,
    choices: (answer) => `Exactamente una de las opciones debe ser la respuesta, ${answer}.`,
    notAChart: (got) =>
      `Una gráfica necesita una x y al menos una serie con valores, y ha recibido ${got}.`,
    lengths: (label, count, points) => `«${label}» tiene ${count} valores y x tiene ${points}.`,
    tooManyPoints: (count, limit) =>
      `La gráfica tiene ${count} puntos, demasiados para un dibujo (como mucho ${limit}).`,
    range: (label, got) =>
      `El control de «${label}» necesita un mínimo, un máximo y un paso, y ha recibido ${got}.`,
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
    noNumbers: (name) => `La traza no dice los números de ${name}: traza la función.`,
    manyNumbers: (name, shape, min, max, mean, norm) =>
      `${name} tiene forma ${shape}, y una traza enumera como mucho 64 números. ` +
      `Van de ${min} a ${max}, con media ${mean} y norma ${norm}.`,
    noMatrix: (name, shape) => `${name} tiene forma ${shape}: no es una matriz de 1 a 1024 celdas.`,
    rows: (name) => `Las filas de ${name} deben ser números, tantos en una como en otra.`,
    fits: (fitting, got) => `Esta vista muestra ${fitting}, no ${got}.`,
    noOperand: (name, op, slot) =>
      `El operando ${name} de ${op} no tiene gradiente y no está en la traza: pasa operands[${slot}].`,
    batch: (a, b) => `Muestra productos de matrices o de dos lotes iguales, no de ${a} y ${b}.`,
    tooLargeOpen: (count, limit) =>
      `Con estos grupos abiertos hay ${count} cajas, demasiadas para un dibujo (como mucho ` +
      `${limit}). Pliega alguno o dibuja una parte.`,
    unexpected: (message) => `Algo ha fallado al dibujar: ${message}`
  }
};
