/** The words of the cards of sick models, beside those that all views share. @satisfies {Record<string, Phrases>} */
export const words = {
  en: {
    sickModels: "Eleven models that train badly",
    cardOf: (n, symptom) => `Model ${n}: ${symptom}`,
    fromTo: (first, last) => `${first} → ${last}`,
    stopsIn: (n) => `stops: step ${n}`,
    lossOf: "Loss on the batch",
    untilFix: "as it was",
    afterFix: "after the fix",
    steps: (n) => `loss on the batch · step ${n}`,
    stops: (steps, error) => `It stops after ${steps === 1 ? "1 step" : `${steps} steps`}: ${error}.`,
    cards: "All models",
    nextModel: "Next model",
    applyFix: "Apply the fix",
    fixed: "Fixed",
    carried: (before, now) => `It goes on with the weights that it had. Loss on fresh data: ${before} before, ${now} now.`,
    reset: (before, now) => `With its old weights it still does not learn, so it begins with new ones. Loss on fresh data: ${before} before, ${now} now.`,
    fixLater: "You can apply the fix once you have answered.",
    chooseCard: "Open a model to see its report, its line and its fix.",
    problems: {notModels: (got) => `Cards need \`models\`, and got ${got}.`}
  },
  es: {
    sickModels: "Once modelos que entrenan mal",
    cardOf: (n, symptom) => `Modelo ${n}: ${symptom}`,
    fromTo: (first, last) => `${first} → ${last}`,
    stopsIn: (n) => `se para: paso ${n}`,
    lossOf: "Pérdida en el lote",
    untilFix: "tal como estaba",
    afterFix: "tras el arreglo",
    steps: (n) => `pérdida en el lote · paso ${n}`,
    stops: (steps, error) => `Se detiene tras ${steps === 1 ? "1 paso" : `${steps} pasos`}: ${error}.`,
    cards: "Todos los modelos",
    nextModel: "Siguiente modelo",
    applyFix: "Aplicar el arreglo",
    fixed: "Arreglado",
    carried: (before, now) => `Sigue con los pesos que tenía. Con datos nuevos: antes ${before}, ahora ${now}.`,
    reset: (before, now) => `Con sus pesos de antes sigue sin aprender, así que empieza con otros nuevos. Con datos nuevos: antes ${before}, ahora ${now}.`,
    fixLater: "Podrás aplicar el arreglo cuando hayas respondido.",
    chooseCard: "Abre un modelo: su informe, su línea, su arreglo.",
    problems: {notModels: (got) => `Las tarjetas necesitan \`models\` y han recibido ${got}.`}
  }
};
