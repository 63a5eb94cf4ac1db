/** The words of runs with wrong gradients, beside those that all views share. @satisfies {Record<string, Phrases>} */
export const words = {
  en: {
    lossPanel: "Loss",
    namesPanel: "Names",
    runsPanel: "Runs",
    gradients: {
      right: "right", n: "1/n, not 1/(n − 1)", mean: "no mean path",
      variance: "no variance path", constants: "mean, variance constant",
      assign: "= not += in dC", "b2-sign": "sign of db2", "w1-zero": "dW1 = 0", "c-sign": "sign of dC",
      tanh: "tanh’s slope forgotten"
    },
    lossOf: "Training loss, mean of all seeds: drag to a step",
    pass: "backward pass",
    off: "off by",
    devAt: (step) => `dev loss, step ${step}`,
    rate: "Learning rate",
    namesAt: (step) => `Names at step ${step}`,
    waiting: "This is the right run. The nine wrong ones appear after your answer.",
    chosen: "Choose a wrong backward pass.",
    compared: (name, mean, right) => `${name}: dev loss ${mean}, right run ${right}. `,
    untrained: "Step 0: all backward passes start from the same weights.",
    rateIs: (rate) => `rate ${rate}`,
    inside: (inside, all) => `Here ${inside} of ${all} runs ${inside === 1 ? "is" : "are"} within the range of the right ones.`,
    outside: "Here each of its runs is worse than every right one.",
    runsTable: (step, rate) => `Dev loss at step ${step}, learning rate ${rate}: mean and range over the seeds`,
    mean: "mean",
    range: "range",
    problems: {notRuns: (got) => `It needs steps, differences, and runs with losses and names for each step; it got ${got}.`}
  },
  es: {
    lossPanel: "Pérdida",
    namesPanel: "Nombres",
    runsPanel: "Tabla",
    gradients: {
      right: "correcta", n: "1/n en vez de 1/(n − 1)", mean: "sin camino de media",
      variance: "sin camino de varianza", constants: "media, varianza fijas",
      assign: "= en vez de += en dC", "b2-sign": "signo de db2", "w1-zero": "dW1 = 0", "c-sign": "signo de dC",
      tanh: "sin pendiente de tanh"
    },
    lossOf: "Pérdida de entrenamiento, media de todas las semillas: arrastra hasta un paso",
    pass: "pasada hacia atrás",
    off: "difiere en",
    devAt: (step) => `pérdida en dev, paso ${step}`,
    rate: "Tasa de aprendizaje",
    namesAt: (step) => `Nombres en el paso ${step}`,
    waiting: "Esta es la ejecución correcta. Las nueve equivocadas aparecen después de tu respuesta.",
    chosen: "Elige una pasada hacia atrás equivocada.",
    compared: (name, mean, right) => `${name}: pérdida en dev ${mean}; la correcta, ${right}. `,
    untrained: "Paso 0: todas las pasadas hacia atrás parten de los mismos pesos.",
    rateIs: (rate) => `tasa ${rate}`,
    inside: (inside, all) => `Aquí, ${inside} de ${all} ejecuciones ${inside === 1 ? "está" : "están"} dentro del rango de las correctas.`,
    outside: "Aquí, cada una de sus ejecuciones es peor que todas las correctas.",
    runsTable: (step, rate) => `Pérdida en dev en el paso ${step}, tasa de aprendizaje ${rate}: media y rango de las semillas`,
    mean: "media",
    range: "rango",
    problems: {notRuns: (got) => `Necesita pasos, diferencias y series con pérdidas y nombres en cada paso; se ha recibido ${got}.`}
  }
};
