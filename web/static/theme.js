/* The colours that a person chose, light or dark; else those of the system. Runs before the page is drawn. */

const chosen = localStorage.getItem("fudaba.theme");
if (chosen) document.documentElement.dataset.theme = chosen;
