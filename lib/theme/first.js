// Runs before the first paint: marks that scripts run, and sets the theme.
document.documentElement.classList.add("js");
(function (stored) {
  const dark = stored ? stored === "alternate" : matchMedia("(prefers-color-scheme: dark)").matches;
  if (dark) document.body.classList.replace("quarto-light", "quarto-dark");
})((function () { try { return localStorage.getItem("quarto-color-scheme"); } catch { return null; } })());
