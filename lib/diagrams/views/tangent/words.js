import {say} from "../../words/say.js";

/** The words of a tangent, beside those that all views share. @satisfies {Record<string, Phrases>} */
export const words = {
  en: {
    tangentOf: (root, leaf) => `The curve of ${root} against ${leaf}, its tangent, and the tape of the calculation`,
    tangentAt: (leaf, root, slope) => `${leaf}, ${root}, slope ${slope}`,
    dragLeaf: (leaf) => `drag ${leaf}`,
    playTape: "Walk the tape again",
    tapeGiven: (leaves) => say`The tape contains only ${leaves}.`,
    tapeWritten: say`Forward: each step writes its result on the tape.`,
    tapeRead: say`Backward: each box sends a gradient to the boxes that it was computed from.`,
    tapeSlope: (leaf, slope) => say`The gradient of ${leaf} is ${slope}: the slope.`,
    tapeTwice: (leaf, count, sum, slope) =>
      say`The tape uses ${leaf} ${count === 2 ? "twice, so two" : `${count} times, so its`} gradients add up: ${sum} = ${slope}, the slope.`,
    tapeLevel: (sum) => say`Here the gradients cancel: ${sum} = 0. The curve is level.`,
    problems: {
      notRuns: (got) => `A tangent needs runs: a trace, a leaf, and columns of values and sent gradients; it got ${got}.`
    }
  },
  es: {
    tangentOf: (root, leaf) => `La curva de ${root} en función de ${leaf}, su tangente y la cinta del cálculo`,
    tangentAt: (leaf, root, slope) => `${leaf}, ${root}, pendiente ${slope}`,
    dragLeaf: (leaf) => `arrastra ${leaf}`,
    playTape: "Recorrer la cinta otra vez",
    tapeGiven: (leaves) => say`La cinta solo contiene ${leaves}.`,
    tapeWritten: say`Hacia delante: cada paso anota su resultado en la cinta.`,
    tapeRead: say`Hacia atrás: cada caja envía un gradiente a las cajas con las que se calculó.`,
    tapeSlope: (leaf, slope) => say`El gradiente de ${leaf} es ${slope}: la pendiente.`,
    tapeTwice: (leaf, count, sum, slope) =>
      say`La cinta usa ${leaf} ${count === 2 ? "dos" : `${count}`} veces y ${count === 2 ? "sus dos" : "sus"} gradientes se suman: ${sum} = ${slope}, la pendiente.`,
    tapeLevel: (sum) => say`Aquí los gradientes se cancelan: ${sum} = 0. La curva es horizontal.`,
    problems: {
      notRuns: (got) =>
        `Una tangente necesita ejecuciones: una traza, una hoja y columnas de valores y de envíos, y ha recibido ${got}.`
    }
  }
};
