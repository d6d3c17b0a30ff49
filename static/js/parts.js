// @ts-check
/**
 * Copies of the templates of an element, by data-part, with their slots filled: the page has the words, in its language.
 * @param {Element} element
 */
export function partsOf(element) {
  /**
   * @param {string} name
   * @param {Record<string, Node | string>} [slots]
   */
  return (name, slots = {}) => {
    const template = element.querySelector(`template[data-part="${name}"]`);
    if (!(template instanceof HTMLTemplateElement)) throw new Error(`the page has no part ${name}`);
    const copy = /** @type {DocumentFragment} */ (template.content.cloneNode(true));
    fill(copy, slots);
    return copy;
  };
}

/**
 * Fills the places that are marked with data-slot.
 * @param {ParentNode} place
 * @param {Record<string, Node | string>} slots
 */
export function fill(place, slots) {
  for (const slot of place.querySelectorAll("[data-slot]")) {
    const value = slots[slot.getAttribute("data-slot") ?? ""];
    if (value !== undefined) slot.replaceChildren(value);
  }
}

/**
 * A figure as text of the page, isolated where the page runs from right to left.
 * @param {string} text
 */
export function figure(text) {
  if (document.documentElement.dir !== "rtl") return document.createTextNode(text);
  const isolate = document.createElement("bdi");
  isolate.dir = "ltr";
  isolate.textContent = text;
  return isolate;
}

/**
 * A price, with its exact amount for the currency switch.
 * @param {string} text
 * @param {string} dollars
 */
export function priced(text, dollars) {
  const price = document.createElement("span");
  price.dataset.usd = dollars;
  price.append(figure(text));
  return price;
}

/**
 * The same element, typed.
 * @template {HTMLElement} T
 * @param {ParentNode} place
 * @param {string} selector
 * @param {new () => T} type
 * @returns {T}
 */
export function find(place, selector, type) {
  const found = place.querySelector(selector);
  if (!(found instanceof type)) throw new Error(`the page has no ${selector}`);
  return found;
}

/**
 * The figures of every GPU; see generator/pages/page_data.py.
 * @typedef {object} Cell
 * @property {string} [state] unless it is a value
 * @property {string} [html] safe, made by the build
 * @property {string} [unit]
 * @property {string} [raw]
 * @property {number} [rank]
 * @property {boolean} [unverified]
 * @property {string} [usd]
 * @property {boolean} [price]
 * @property {{lines: string[], result?: string}} [sum]
 *
 * @typedef {object} Gpu
 * @property {string} id
 * @property {string} name
 * @property {string} architecture
 * @property {string} href below the start page
 * @property {string} memory
 * @property {number} devices
 * @property {Record<string, string>} offers
 * @property {Record<string, Cell>} cells
 *
 * @typedef {{as_of: {iso: string, text: string}, gpus: Gpu[]}} Figures
 *
 * @param {string} address
 * @returns {Promise<Figures>}
 */
export async function readFigures(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer.json();
}

/**
 * Writes the time of the figures where the page has that of its own prices: it may have been open for a while.
 * @param {ParentNode} place
 * @param {{iso: string, text: string}} time
 */
export function tellTime(place, { iso, text }) {
  for (const element of place.querySelectorAll("time")) {
    element.dateTime = iso;
    element.textContent = text;
  }
}
