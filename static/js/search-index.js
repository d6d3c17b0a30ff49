// @ts-check
/*
 * What Pagefind finds in the text of a locale's pages, kept only where the query is truly in it. Pagefind answers any
 * query: where it knows no word that begins so, it takes the longest one that the query begins with.
 */
import { excerpt } from "./excerpt.js";
import { holds, partly, readText, spellings } from "./query.js";

/** Texts that are looked at together, and at most for one spelling. */
const TOGETHER = 10;
const MOST = 30;

/** @typedef {{address: string, content: string, words: import("./query.js").Text}} Text */
/** @typedef {{address: string, excerpt: [string, string, string] | null}} Found */

/**
 * Loads Pagefind and the index of a locale from their folder.
 * @param {URL} folder
 * @param {string} lang
 */
export async function openIndex(folder, lang) {
  const pagefind = await import(new URL("pagefind.js", folder).href);
  await pagefind.init();

  /** @type {Map<string, Text>} */
  const texts = new Map();

  /**
   * @param {any} result
   * @returns {Promise<Text>}
   */
  const textOf = async (result) => {
    const known = texts.get(result.id);
    if (known) return known;
    const { raw_url: address, content } = await result.data();
    const text = { address: address.slice(1), content, words: readText(content, lang) };
    texts.set(result.id, text);
    return text;
  };

  /**
   * The pages that have all words of a query in their text: whole words first, then in the order of the index.
   * @param {import("./query.js").Asked[]} query
   * @param {number} wanted
   * @param {Set<string>} known addresses of pages that are shown already
   * @returns {Promise<Found[]>}
   */
  const find = async (query, wanted, known) => {
    /** @type {Set<Text>} */
    const found = new Set();
    for (const spelling of spellings(query, lang)) {
      const { results } = await pagefind.search(spelling);
      for (let at = 0; at < Math.min(MOST, results.length) && found.size < wanted; at += TOGETHER) {
        const looked = await Promise.all(results.slice(at, at + TOGETHER).map(textOf));
        for (const text of looked) if (!known.has(text.address) && holds(query, text.words)) found.add(text);
      }
      if (found.size >= wanted) break;
    }
    const nearest = [...found].sort((one, other) => partly(query, one.words) - partly(query, other.words));
    return nearest.map(({ address, content }) => ({ address, excerpt: excerpt(query, content, lang) }));
  };

  return { find };
}
