// @ts-check
import { exact, times } from "./exact.js";
import { formatter } from "./format.js";

/**
 * Shows the page's prices in another currency, by the snapshot's own rates, and remembers which one. Every price stands in
 * an element with data-usd, its exact amount; modules that add some tell it by an event `prices` of the document.
 */

const KEY = "currency";

/** @param {HTMLElement} form */
export default function currency(form) {
  const select = /** @type {HTMLSelectElement} */ (form.querySelector("select"));
  const note = /** @type {HTMLElement} */ (form.querySelector("p"));
  const { rate } = formatter(JSON.parse(form.dataset.patterns ?? ""));
  const title = form.dataset.title ?? "";
  /** @type {WeakMap<Element, string>} what the build wrote */
  const written = new WeakMap();

  const convert = () => {
    const factor = select.selectedOptions[0]?.dataset.rate;
    const code = /** @type {import("./format.js").Currency} */ (select.value);
    for (const price of document.querySelectorAll("[data-usd]")) {
      const place = price.querySelector("bdi") ?? price;
      const dollars = written.get(place) ?? place.textContent ?? "";
      written.set(place, dollars);
      place.textContent = factor ? rate(times(exact(price.getAttribute("data-usd") ?? ""), exact(factor)), code) : dollars;
      if (factor) price.setAttribute("title", title.replace("{price}", dollars));
      else price.removeAttribute("title");
    }
    note.hidden = !factor;
  };

  const kept = remembered();
  if (kept && [...select.options].some((option) => option.value === kept)) select.value = kept;
  else remember(select.value);
  convert();
  select.addEventListener("change", () => {
    remember(select.value);
    convert();
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  document.addEventListener("prices", convert);
}

function remembered() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/** @param {string} code */
function remember(code) {
  try {
    if (code === "USD") localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, code);
  } catch {
    // It then lasts as long as the page.
  }
}
