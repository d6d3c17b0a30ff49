// @ts-check
import { combobox } from "./combobox.js";
import { readQuery } from "./query.js";
import { openIndex } from "./search-index.js";
import { option, wordsOf } from "./search-options.js";
import { entitled, readPages } from "./search-pages.js";

const SHOWN = 10;
/** Of the comparisons whose title answers, so many come before what is found in texts. */
const COMPARISONS_FIRST = 3;
/** Between letters (ms), before the texts are searched. */
const PAUSE = 150;

/** Prices were added, which the visitor may want in another currency. */
const tellPrices = () => document.dispatchEvent(new Event("prices"));

/**
 * The search box. Pages whose title answers are shown with every letter; what the index finds comes below them, so that
 * nothing moves that was already seen.
 * @param {HTMLElement} form
 * @param {boolean} [isSent] whether Enter was pressed before this was loaded
 */
export default function search(form, isSent = false) {
  /** @param {string} selector */
  const part = (selector) => /** @type {HTMLElement} */ (form.querySelector(selector));
  const field = /** @type {HTMLInputElement} */ (part("input"));
  const status = part("[role=status]");
  const words = wordsOf(/** @type {HTMLTemplateElement} */ (part("template")));
  const { lang } = document.documentElement;
  const home = new URL(form.dataset.home ?? "", document.baseURI);
  const pages = readPages(new URL("search.json", home), lang).catch(() => null);
  const index = openIndex(new URL("pagefind/", home), lang).catch(() => null);
  let isReady = false;
  void index.then(() => (isReady = true));

  let turn = 0;
  /** Whether the list answers what stands in the field; Enter before that waits for it. */
  let isCurrent = false;
  let isWaiting = false;

  const box = combobox(field, part(".found"), part("[role=listbox]"), () => {
    const first = form.querySelector("[role=option]");
    if (!isCurrent) isWaiting = true;
    else if (first instanceof HTMLElement) first.click();
  });

  /**
   * Shows results, or a message in their place.
   * @param {HTMLElement[]} options
   * @param {"" | "busy" | "none" | "failed"} [message]
   */
  const show = (options, message = "") => {
    for (const text of form.querySelectorAll("[data-say]")) {
      if (text instanceof HTMLElement) text.hidden = text.dataset.say !== message;
    }
    part("[data-lists]").hidden = message !== "none" && message !== "failed";
    part("[data-slot=query]").textContent = field.value.trim();
    if (message) status.textContent = part(`[data-say=${message}]`).textContent;
    isCurrent = message !== "busy";
    box.show(options);
    tellPrices();
    if (isWaiting && options[0]) options[0].click();
  };

  /**
   * @param {import("./search-pages.js").ReadPage[]} all
   * @param {import("./query.js").Asked[]} query
   * @param {() => boolean} isStale whether another query has taken this one's place
   */
  const answer = async (all, query, isStale) => {
    const titled = entitled(all, query);
    const later = titled.filter((page) => page.kind === "compare").slice(COMPARISONS_FIRST);
    const first = titled.filter((page) => !later.includes(page)).slice(0, SHOWN);
    if (first.length) show(first.map((page) => option(page, home, words)));
    else if (!isReady) show([], "busy");

    await new Promise((resolve) => setTimeout(resolve, PAUSE));
    if (isStale()) return;
    const opened = await index;
    const known = new Set(titled.map((page) => page.address));
    const found = isStale() || !opened ? [] : await opened.find(query, SHOWN - first.length, known).catch(() => []);
    if (isStale()) return;
    const inText = found.flatMap(({ address, excerpt }) => {
      const page = all.find((candidate) => candidate.address === address);
      return page ? [option(page, home, words, excerpt)] : [];
    });
    const more = [...inText, ...later.map((page) => option(page, home, words))].slice(0, SHOWN - first.length);
    if (first.length) {
      box.add(more);
      tellPrices();
    } else {
      show(more, more.length ? "" : "none");
    }
    if (first.length + more.length) status.replaceChildren(words(first.length + more.length));
  };

  const run = async () => {
    turn += 1;
    const mine = turn;
    const isStale = () => mine !== turn || !form.contains(document.activeElement);
    const query = readQuery(field.value, lang);
    isCurrent = isWaiting = false;
    status.textContent = "";
    if (!query.length) {
      box.show([]);
      box.close();
      return;
    }
    const all = await pages;
    if (isStale()) return;
    if (all) await answer(all, query, isStale);
    else show([], "failed");
  };

  field.addEventListener("input", () => void run());
  field.addEventListener("focus", () => {
    if (field.value) void run();
  });
  form.addEventListener("focusout", ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node && form.contains(relatedTarget))) box.close();
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    field.focus();
    void run();
  });
  if (field.value) void run();
  isWaiting = isSent;
}
