/** What figures in hand say. */
export const words = {
  en: {
    leaf: (label) => (label ? `${label}, drag or use the arrow keys` : "leaf, drag or use the arrow keys"),
    typed: (label) => `${label || "leaf"}, as a number`,
    reset: "Reset",
    asleep: "This browser can't run Python in the page: the figure replays what was computed when the page was built.",
    tooLong: "the computation took longer than a second",
    run: "Run",
    stop: "Stop",
    edit: "Edit",
    resetCode: "Reset",
    code: "Python code: Ctrl and Enter run it, Esc leaves it",
    running: "Running …",
    done: "Done.",
    nothing: "Done. Nothing was printed.",
    cut: "The rest of the output is left out.",
    line: (line) => `Line ${line}.`,
    earlierCell: "An earlier cell of this page ends with an error.",
    asleepCode: "This browser can't run Python in the page. Open the notebook to run it."
  },
  es: {
    leaf: (label) => (label ? `${label}, arrastra o usa las flechas` : "hoja, arrastra o usa las flechas"),
    typed: (label) => `${label || "hoja"}, como número`,
    reset: "Restablecer",
    asleep: "Este navegador no puede ejecutar Python en la página: la figura repite lo que se calculó al construirla.",
    tooLong: "el cálculo ha tardado más de un segundo",
    run: "Ejecutar",
    stop: "Detener",
    edit: "Editar",
    resetCode: "Restablecer",
    code: "Código de Python: Ctrl e Intro lo ejecutan, Esc sale de él",
    running: "Ejecutando…",
    done: "Listo.",
    nothing: "Listo. No ha impreso nada.",
    cut: "El resto de la salida se omite.",
    line: (line) => `Línea ${line}.`,
    earlierCell: "Una celda anterior de esta página termina con un error.",
    asleepCode: "Este navegador no puede ejecutar Python en la página. Abre el cuaderno para ejecutarlo."
  }
};
