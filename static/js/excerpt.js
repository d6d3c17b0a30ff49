// @ts-check
import { holds, readText, WORD } from "./query.js";

/** Letters that are shown before and after the word. */
const BEFORE = 40;
const AFTER = 80;

/**
 * The part of a text that tells why a query found it: where all of its words stand together, else where the first of them
 * stands. Before the word, the word, after it.
 * @param {import("./query.js").Asked[]} query
 * @param {string} content
 * @param {string} lang
 * @returns {[string, string, string] | null}
 */
export function excerpt(query, content, lang) {
  const text = content.replaceAll("\u200b", "");
  const words = [...text.matchAll(WORD)];
  const read = words.map((found) => readText(found[0], lang));
  const hits = words.flatMap((_, at) => (query.some((asked) => isIn([asked], read.slice(at, at + 1))) ? [at] : []));
  const best = hits.find((at) => isIn(query, read.slice(at, at + 2 * query.length))) ?? hits[0];
  const found = best === undefined ? undefined : words[best];
  return found ? around(text, found.index, found[0]) : null;
}

/**
 * @param {import("./query.js").Asked[]} query
 * @param {import("./query.js").Text[]} words
 */
const isIn = (query, words) =>
  holds(query, { exact: words.flatMap(({ exact }) => exact), folded: words.flatMap(({ folded }) => folded) });

/**
 * @param {string} text
 * @param {number} start
 * @param {string} word
 * @returns {[string, string, string]}
 */
function around(text, start, word) {
  const end = start + word.length;
  const first = start <= BEFORE ? 0 : Math.min(text.indexOf(" ", start - BEFORE) + 1, start);
  const last = end + AFTER >= text.length ? text.length : Math.max(text.lastIndexOf(" ", end + AFTER), end);
  return [(first ? "… " : "") + text.slice(first, start), word, text.slice(end, last) + (last < text.length ? " …" : "")];
}
