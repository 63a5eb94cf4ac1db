import {PARTS} from "../../words/parts.js";

const KINDS = {detach: "detach", data: ".data", no_grad: "no_grad", item: ".item()"};

/** @satisfies {Record<string, Phrases>} */
export const words = {
  en: {
    parts: PARTS.en, kinds: {...KINDS, frozen: "frozen"},
    cutsTitle: "A folded mini-GPT whose edges you can cut",
    kind: "How to cut", cutTable: "Gradients after each cut of the chosen kind",
    edge: (from, to) => `${from} → ${to}`, output: (from) => `everything that ${from} returns`,
    cutAt: (where) => `Cut: ${where}`, place: "Cut at", rightOnes: "right", wrongShort: "wrong", none: "None", result: "First error",
    partSays: (name, right, wrong, none) => `${name}: ${right} parameters with a right gradient, ${wrong} with a wrong one, ${none} without`,
    noParameters: (name) => `${name}: no parameters`,
    counter: (arrived, all) => `${arrived} of ${all}`, counted: ["get a gradient"], wrongOnes: (count) => `${count} of them wrong`,
    begin: (all) => `All ${all} parameters get their gradient. Choose a kind of cut, then cut a line.`,
    stops: (name) => `The forward pass stops after ${name}.`, atBackward: "The forward pass ran. backward() raises the error.",
    frozen: (name, count) => `Silent, as intended. Freezing takes the gradient from the ${count} parameters of ${name} only; the gradient still passes through.`,
    nothingToFreeze: (name) => `Nothing changes: ${name} has no parameters to freeze.`,
    someWrong: (wrong, none) => `Silent. ${wrong} gradients are wrong: the other path still delivers its share, so ${none > 0 ? `only ${none} are None` : "none of them is None"}.`,
    silent: (none) => `Silent. ${none} parameters keep grad = None, and an optimizer skips them.`,
    kept: (share) => ` The embedding's gradient has ${share} of its full size.`,
    freed: (bytes) => ` ${bytes} was held until the cut, and then freed.`,
    saves: (bytes) => ` This avoids storing ${bytes}.`,
    problems: {notCuts: (got) => `Cuts need nodes, edges, places, kinds and a run for each; it got ${got}.`}
  },
  es: {
    parts: PARTS.es, kinds: {...KINDS, frozen: "congelar"},
    cutsTitle: "Un mini-GPT plegado y unas tijeras para sus aristas",
    kind: "Cómo cortar", cutTable: "Lo que deja cada corte, con el tipo elegido",
    edge: (from, to) => `${from} → ${to}`, output: (from) => `todo lo que devuelve ${from}`,
    cutAt: (where) => `Cortar: ${where}`, place: "Corte en", rightOnes: "bien", wrongShort: "mal", none: "None", result: "Primer error",
    partSays: (name, right, wrong, none) => `${name}: parámetros con gradiente correcto ${right}, incorrecto ${wrong}, sin gradiente ${none}`,
    noParameters: (name) => `${name}: sin parámetros`,
    counter: (arrived, all) => `${arrived} de ${all}`, counted: ["reciben gradiente"], wrongOnes: (count) => `${count} de ellos, mal`,
    begin: (all) => `Los ${all} parámetros reciben su gradiente. Elige un tipo y corta una línea.`,
    stops: (name) => `La pasada hacia delante se detiene tras ${name}.`, atBackward: "La pasada hacia delante terminó. backward() da el error.",
    frozen: (name, count) => `Sin error, como se quería. Congelar ${name} solo quita el gradiente a sus ${count} parámetros; el gradiente sigue pasando.`,
    nothingToFreeze: (name) => `Nada cambia: ${name} no tiene parámetros que congelar.`,
    someWrong: (wrong, none) => `Sin error. ${wrong} gradientes están mal: algo les llega por el otro camino, así que ${none > 0 ? `solo ${none} quedan en None` : "ninguno queda en None"}.`,
    silent: (none) => `Sin error. ${none} parámetros se quedan con grad = None, y un optimizador se los salta.`,
    kept: (share) => ` El gradiente de la tabla tiene el ${share} de su tamaño.`,
    freed: (bytes) => ` Se guardaron ${bytes} hasta el corte; luego se liberaron.`,
    saves: (bytes) => ` Ahorró ${bytes} de memoria.`,
    problems: {notCuts: (got) => `Los cortes necesitan nodos, aristas, lugares, tipos y una ejecución de cada uno; se ha recibido ${got}.`}
  }
};
