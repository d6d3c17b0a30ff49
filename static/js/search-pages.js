// @ts-check
/*
 * The pages of a locale as search knows them without an index: kind, title, price. A query that is in a title is answered
 * from here, at once and in an order that can be told: GPUs and guides first, comparisons last.
 */
import { holds, partly, readText } from "./query.js";

/**
 * @typedef {object} Page
 * @property {string} address below the locale's start page
 * @property {"gpu" | "guide" | "list" | "text" | "compare"} kind
 * @property {string} title
 * @property {string} [lang] of the title, where it is not the page's
 * @property {string} [price] formatted
 * @property {string} [usd] the exact price, where it can be converted
 */
/** @typedef {Page & {words: import("./query.js").Text}} ReadPage */

const ORDER = ["gpu", "guide", "list", "text", "compare"];

/**
 * Reads the pages of a locale. A page's words are those of its title, its price and the last part of its address.
 * @param {URL} address
 * @param {string} lang
 * @returns {Promise<ReadPage[]>}
 */
export async function readPages(address, lang) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address.pathname}: ${answer.status}`);
  /** @type {Page[]} */
  const pages = await answer.json();
  return pages.map((page) => {
    const name = page.address.split("/").at(-2) ?? "";
    return { ...page, words: readText(`${page.title} ${page.price ?? ""} ${name}`, lang) };
  });
}

/**
 * The pages whose title, price or address has all words of a query: whole words before beginnings of words, then by kind,
 * short names before long ones, and what has a price first. Else they keep the site's order.
 * @param {ReadPage[]} pages
 * @param {import("./query.js").Asked[]} query
 */
export function entitled(pages, query) {
  const ranked = pages
    .filter((page) => holds(query, page.words))
    .map((page) => ({
      page,
      rank: [
        partly(query, page.words),
        ORDER.indexOf(page.kind),
        page.kind === "gpu" ? page.title.length : 0,
        page.price ? 0 : 1,
      ],
    }));
  return ranked.sort((one, other) => compare(one.rank, other.rank)).map(({ page }) => page);
}

/**
 * @param {number[]} one
 * @param {number[]} other
 */
function compare(one, other) {
  const at = one.findIndex((number, place) => number !== other[place]);
  return at < 0 ? 0 : (one[at] ?? 0) - (other[at] ?? 0);
}
