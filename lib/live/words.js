/** What figures in hand say. */
export const words = {
  en: {
    leaf: (label) => (label ? `${label}, drag or use the arrow keys` : "leaf, drag or use the arrow keys"),
    typed: (label) => `${label || "leaf"}, as a number`,
    reset: "Reset",
    asleep: "This browser can't run Python in the page: the figure replays what was computed when the page was built.",
    tooLong: "the computation took longer than a second"
  },
  es: {
    leaf: (label) => (label ? `${label}, arrastra o usa las flechas` : "hoja, arrastra o usa las flechas"),
    typed: (label) => `${label || "hoja"}, como número`,
    reset: "Restablecer",
    asleep: "Este navegador no puede ejecutar Python en la página: la figura repite lo que se calculó al construirla.",
    tooLong: "el cálculo ha tardado más de un segundo"
  }
};
