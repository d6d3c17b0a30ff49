// @ts-check
/* What search shows of a page, as an option of its list. Every word comes from the page's own template. */

/** @typedef {(name: string | number) => DocumentFragment} Words Gives a copy of the words of that name. */

/**
 * @param {HTMLTemplateElement} template
 * @returns {Words}
 */
export const wordsOf = (template) => (name) => {
  const words = document.createDocumentFragment();
  const found = template.content.querySelector(`[data-word="${name}"]`)?.cloneNode(true);
  words.append(...(found?.childNodes ?? []));
  return words;
};

/**
 * @param {string} tag
 * @param {(Node | string)[]} content
 */
function element(tag, ...content) {
  const made = document.createElement(tag);
  made.append(...content);
  return made;
}

/**
 * The option of a page: title, kind, price, and a part of its text where the title does not tell why it was found.
 * @param {import("./search-pages.js").Page} page
 * @param {URL} home
 * @param {Words} words
 * @param {[string, string, string] | null} [excerpt]
 */
export function option(page, home, words, excerpt) {
  const link = document.createElement("a");
  link.id = `found-${page.address}`;
  link.href = new URL(page.address, home).href;
  link.role = "option";
  link.tabIndex = -1;
  link.append(element("b", title(page)), " ", element("i", words(page.kind)));
  if (page.price) link.append(" ", element("em", price(page, words)));
  if (excerpt) {
    const [before, hit, after] = excerpt;
    link.append(" ", element("small", before, element("mark", hit), after));
  }
  const item = element("li", link);
  item.role = "presentation";
  return link;
}

/** @param {import("./search-pages.js").Page} page */
function title({ kind, title: text, lang }) {
  const made = element("bdi", text);
  const name = kind === "gpu" || kind === "compare";
  if (name || lang) made.lang = name ? "en" : (lang ?? "");
  if (name) made.translate = false;
  return made;
}

/**
 * @param {import("./search-pages.js").Page} page
 * @param {Words} words
 */
function price({ price: text = "", usd }, words) {
  const made = words("price");
  const slot = made.querySelector("[data-slot=price]");
  if (slot instanceof HTMLElement) {
    slot.textContent = text;
    if (usd) slot.dataset.usd = usd;
  }
  return made;
}
