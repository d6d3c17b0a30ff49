// @ts-check
import { figure as cellFigure } from "./cells.js";
import { compare, exact, times, whole } from "./exact.js";
import { read, values } from "./filter-form.js";
import { boards, mix, need } from "./fits.js";
import { formatter } from "./format.js";
import { figure, fill, find, partsOf, priced, readFigures, tellTime } from "./parts.js";
import tableSort from "./table-sort.js";

/**
 * The calculator: a model's size, method and context, and how many GPUs there may be → which GPUs hold it, how many, and
 * what an hour and a day of them cost. What was asked stands in the address.
 * @typedef {import("./parts.js").Gpu} Gpu
 * @typedef {import("./fits.js").Mix} Mix
 * @typedef {{gpu: Gpu, count: bigint, mix: Mix | undefined}} Answer
 * @typedef {{size: string, bytes: string, tokens: string, cache: string, most: string}} Question numbers as entered
 */

const HOURS = 24;

/** @param {HTMLElement} form */
export default async function calculator(form) {
  if (!(form instanceof HTMLFormElement)) return;
  const figures = await readFigures(form.dataset.data ?? "");
  const answer = find(form, "[data-part=answer]", HTMLElement);
  const table = find(answer, "table", HTMLTableElement);
  const show = writer(form, table);

  const work = () => {
    const option = find(form, "[name=by]", HTMLSelectElement).selectedOptions[0];
    const caches = option.dataset.cache !== undefined;
    for (const field of form.querySelectorAll("fieldset")) field.disabled = !caches;
    const [size = "", tokens = "0", cache = "0", most = ""] = ["size", "context", "cache", "on"].map((name) => values(form, name)[0]);
    const context = caches && tokens !== "0" ? { context: tokens, cache } : { context: "", cache: "" };
    const detail = { size, by: size && option.value, on: most, ...context };
    document.dispatchEvent(new CustomEvent("state", { detail }));
    answer.hidden = !size;
    if (!size) return;
    const question = { size, bytes: option.dataset.bytes ?? "", tokens: context.context || "0", cache: context.cache || "0", most };
    show(question, option.dataset.words ?? "", answers(question, figures.gpus, form.dataset.usable ?? ""));
    document.dispatchEvent(new Event("prices"));
  };

  read(form);
  tableSort(table);
  work();
  tellTime(answer, figures.as_of);
  form.addEventListener("input", work);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    work();
    answer.scrollIntoView({ block: "nearest" });
  });
}

/**
 * The GPUs that hold a model: the cheapest hour first, then those without a price by their number.
 * @param {Question} question
 * @param {Gpu[]} gpus
 * @param {string} usable
 * @returns {Answer[]}
 */
export function answers({ size, bytes, tokens, cache, most }, gpus, usable) {
  const gigabytes = need(size, bytes, tokens, cache);
  return gpus
    .map((gpu) => {
      const count = boards(gigabytes, gpu, usable);
      return { gpu, count, mix: mix(count, gpu.offers) };
    })
    .filter(({ count }) => !most || count <= BigInt(most))
    .sort((one, other) => {
      if (one.mix && other.mix) return compare(one.mix.price, other.mix.price);
      if (one.mix || other.mix) return one.mix ? -1 : 1;
      return Number(one.count - other.count);
    });
}

/**
 * Writes answers into the page.
 * @param {HTMLFormElement} form
 * @param {HTMLTableElement} table
 */
function writer(form, table) {
  const part = partsOf(form);
  const { number, money } = formatter(JSON.parse(form.dataset.patterns ?? ""));
  const home = form.dataset.home ?? "";

  /** @param {import("./exact.js").Exact} price */
  const amount = (price) => priced(money(price), `${price.n}/${price.d}`);

  /** @param {Mix} found
   * @param {Record<string, string>} offers */
  const cost = (found, offers) => {
    const shown = part("cost", { price: amount(found.price) });
    const lines = find(shown, "div", HTMLElement);
    for (const [gpus, count] of /** @type {[string, bigint][]} */ ([["8", found.nodes], ["1", found.singles]])) {
      const slots = { times: figure(number(whole(count))), price: count ? amount(exact(offers[gpus])) : "" };
      if (count) lines.append(part(`part-${gpus}`, slots));
    }
    const result = document.createElement("span");
    result.append("= ", amount(found.price));
    lines.append(result);
    return shown;
  };

  /** @param {Answer} answer */
  const row = ({ gpu, count, mix: found }) => {
    const shown = part("row");
    const link = find(shown, "a", HTMLAnchorElement);
    link.href = home + gpu.href;
    link.textContent = gpu.name;
    find(shown, "small", HTMLElement).textContent = gpu.architecture;
    const [memory, needed, hour, day] = shown.querySelectorAll("td");
    memory.dataset.v = gpu.memory;
    memory.append(cellFigure(gpu.cells.memory));
    needed.dataset.v = String(count);
    needed.append(figure(number(whole(count))));
    if (found) {
      hour.dataset.v = day.dataset.v = String(Number(found.price.n) / Number(found.price.d));
      hour.append(cost(found, gpu.offers));
      day.append(amount(times(found.price, whole(HOURS))));
    } else {
      const why = Object.keys(gpu.offers).length ? "far" : "no_offer";
      for (const cell of [hour, day]) cell.append(part(why));
    }
    return shown;
  };

  /**
   * @param {Question} question
   * @param {string} bytes in words
   * @param {Answer[]} found
   */
  return (question, bytes, found) => {
    const { size, tokens, cache } = question;
    const write = (/** @type {string} */ text) => figure(number(exact(text)));
    const needed = figure(number(need(size, question.bytes, tokens, cache)));
    const withContext = tokens !== "0";
    for (const [name, hidden] of /** @type {[string, boolean][]} */ ([["weights", withContext], ["context", !withContext]])) {
      const sentence = find(form, `[data-part=${name}]`, HTMLElement);
      sentence.hidden = hidden;
      fill(sentence, { need: needed.cloneNode(true), size: write(size), bytes, tokens: write(tokens), cache: write(cache) });
    }
    const status = find(form, "[role=status]", HTMLElement);
    status.textContent = (status.dataset.shown ?? "").replace("{shown}", String(found.length));
    find(form, ".empty", HTMLElement).hidden = found.length > 0;
    table.tBodies[0].replaceChildren(...found.map(row));
    table.dispatchEvent(new Event("rows"));
  };
}
