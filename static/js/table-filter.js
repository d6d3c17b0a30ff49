// @ts-check
import { filters, read, remove, state } from "./filter-form.js";

/**
 * Filters the tables of a page: hides the rows that do not pass, tells how many are left and what is on, and keeps the
 * filters in the address (`vendor=amd,nvidia`, `class=consumer`, `memory=80`, `offer=1`, `fits=70`, `by=lora`, `on=8`).
 * Where nothing is left, it tells how many there would be without each filter.
 * @typedef {import("./filter-form.js").Filter} Filter
 */

/** @param {HTMLElement} form */
export default async function tableFilter(form) {
  if (!(form instanceof HTMLFormElement)) return;
  const tables = [...document.querySelectorAll("table[data-table]")].map(tableOf);
  const rows = tables.flatMap((table) => table.rows);

  let latest = 0;

  const apply = async () => {
    latest += 1;
    const turn = latest;
    const on = await filters(form);
    if (turn !== latest) return; // what loads for one letter may come after what loads for the next
    const passes = (/** @type {Filter[]} */ chosen) => (/** @type {HTMLElement} */ row) =>
      chosen.every((filter) => filter.passes(row.dataset));
    for (const table of tables) table.show(passes(on), tables.length > 1);
    const left = rows.filter(passes(on)).length;
    const status = form.querySelector("[role=status]");
    if (status instanceof HTMLElement) status.textContent = filled(status, left);
    list(form, "chip", ".chips", on.map(({ name, words }) => ({ name, filter: words, count: "" })));
    const ways = on.map(({ name, words }) => {
      const others = on.filter((filter) => filter.name !== name);
      return { name, filter: words, count: String(rows.filter(passes(others)).length) };
    });
    list(form, "way-out", ".empty ul", left ? [] : ways);
    hide(form.querySelector(".empty"), left > 0);
    hide(form.querySelector("[type=reset]"), !on.length);
  };
  const tell = () => {
    document.dispatchEvent(new CustomEvent("state", { detail: state(form) }));
    return apply();
  };

  form.addEventListener("input", () => void tell());
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", () => setTimeout(tell)); // the fields are empty only after the event
  form.addEventListener("click", (event) => {
    const button = event.target instanceof Element ? event.target.closest("[data-remove]") : null;
    if (!(button instanceof HTMLElement)) return;
    remove(form, button.dataset.remove ?? "");
    form.querySelector("summary")?.focus(); // the button goes
    void tell();
  });
  read(form);
  await tell(); // something may have been entered while this module was on its way
}

/**
 * @param {HTMLElement} element with the words in data-shown
 * @param {number} count
 */
const filled = (element, count) => (element.dataset.shown ?? "").replace("{shown}", String(count));

/**
 * @param {Element | null} element
 * @param {boolean} hidden
 */
function hide(element, hidden) {
  if (element instanceof HTMLElement) element.hidden = hidden;
}

/**
 * Fills a list of buttons, one for each filter, from a template of the form.
 * @param {HTMLFormElement} form
 * @param {string} part the template's
 * @param {string} target the list's selector
 * @param {{name: string, filter: string, count: string}[]} entries
 */
function list(form, part, target, entries) {
  const template = form.querySelector(`template[data-part=${part}]`);
  if (!(template instanceof HTMLTemplateElement)) return;
  const items = entries.map((entry) => {
    const item = /** @type {DocumentFragment} */ (template.content.cloneNode(true));
    for (const slot of item.querySelectorAll("[data-slot]")) {
      slot.textContent = slot.getAttribute("data-slot") === "count" ? entry.count : entry.filter;
    }
    item.querySelector("button")?.setAttribute("data-remove", entry.name);
    return item;
  });
  form.querySelector(target)?.replaceChildren(...items);
}

/**
 * A table with its rows; `show` hides those that do not pass. Where a page has several tables, a section without any
 * row is hidden.
 * @param {Element} table
 */
function tableOf(table) {
  const rows = [...table.querySelectorAll("tbody tr")].filter((row) => row instanceof HTMLElement);
  const caption = table.querySelector("caption span");
  const words = caption?.innerHTML ?? "";
  /**
   * @param {(row: HTMLElement) => boolean} passes
   * @param {boolean} several
   */
  const show = (passes, several) => {
    for (const row of rows) row.hidden = !passes(row);
    const left = rows.filter((row) => !row.hidden).length;
    if (caption && table instanceof HTMLElement && table.dataset.shown) {
      if (left === rows.length) caption.innerHTML = words;
      else caption.textContent = filled(table, left);
    }
    if (several) hide(table.closest("section"), left === 0);
  };
  return { rows, show };
}
