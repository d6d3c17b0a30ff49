// @ts-check
/*
 * What a visitor typed, made comparable with what pages say. Both are split into words the same way; a word of the query
 * has to occur in the text, as the beginning of one of its words or with another ending.
 */

/** Scripts that write words without a blank between them. */
const UNPARTED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** Scripts that write articles and prepositions as the first letters of a word. */
const PREFIXED = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;
/** A Latin letter that is none of the 26. */
const DIACRITIC = /[^\P{Script=Latin}A-Za-z]/u;
export const WORD = /[\p{L}\p{M}\p{N}]+(?:[.,]\p{N}+)*/gu;
const APOSTROPHE = /['’‘ʼ]/u;
/** What stands before an apostrophe as an article: the word comes after it. Elsewhere an ending does. */
const ARTICLE = /^(?:\p{L}|qu)$/u;
/** Letters that no diacritic can be taken from, and what people type instead. */
const PLAIN = new Map(Object.entries({ ı: "i", ł: "l", ø: "o", đ: "d", ð: "d", þ: "th", ß: "ss", æ: "ae", œ: "oe" }));
/** A word has this many letters without its ending at least, an ending at most. Where both words have one, one more. */
const STEM = 4;
const ENDING = 3;
/** "RTX4090" is "RTX 4090": so many words of a text may be typed as one. */
const JOINED = 3;

/** @typedef {{exact: string[], folded: string[]}} Text The words of a text as written, and without diacritics. */
/** @typedef {{word: string, way: "exact" | "folded"}} Asked A word of a query, and how it is compared. */

/**
 * @param {string} text
 * @param {string} lang
 */
const lower = (text, lang) => text.toLocaleLowerCase(lang);

/** @param {string} text */
const clean = (text) => text.normalize("NFKC").replace(/\p{Sc}/gu, " ");

/** @param {string} word */
const fold = (word) =>
  Array.from(word.normalize("NFD").replace(/\p{M}/gu, ""), (letter) => PLAIN.get(letter) ?? letter).join("");

/**
 * The words of a page's text or title.
 * @param {string} text
 * @param {string} lang
 * @returns {Text}
 */
export function readText(text, lang) {
  const exact = lower(clean(text), lang).match(WORD) ?? [];
  return { exact, folded: exact.map(fold) };
}

/**
 * The words of a query, without endings after an apostrophe: "H100’de" asks for "H100". A word with a diacritic is meant
 * as it is written; one in plain letters may be somebody's who has no others at hand ("egitim", "NVLINK" in Turkish).
 * @param {string} text
 * @param {string} lang
 * @returns {Asked[]}
 */
export function readQuery(text, lang) {
  const found = clean(text).split(/\s+/).flatMap((part) => {
    const [before = "", ...after] = part.split(APOSTROPHE);
    return (ARTICLE.test(lower(before, lang)) && after[0] ? after[0] : before).match(WORD) ?? [];
  });
  return found
    .flatMap((word) => (UNPARTED.test(word) ? segments(word, lang) : [word]))
    .map((word) => {
      const exact = lower(word, lang);
      return DIACRITIC.test(word) ? { word: exact, way: "exact" } : { word: fold(exact), way: "folded" };
    });
}

/**
 * @param {string} word
 * @param {string} lang
 */
function segments(word, lang) {
  if (!("Segmenter" in Intl)) return [word];
  const parts = new Intl.Segmenter(lang, { granularity: "word" }).segment(word);
  return Array.from(parts, ({ segment }) => segment);
}

/**
 * Whether a word of a query is a word of a text, or the beginning of one, or of several written as one.
 * @param {string} word
 * @param {string[]} text
 * @param {number} at
 */
function begins(word, text, at) {
  let joined = text[at] ?? "";
  for (let next = at + 1; word.startsWith(joined) && joined.length < word.length && next < at + JOINED; next += 1) {
    joined += text[next] ?? "";
  }
  return joined.startsWith(word);
}

/**
 * Whether two words may be forms of one: the same but for their endings. What holds a digit has no other forms.
 * @param {string} word
 * @param {string} other
 */
function isForm(word, other) {
  if (/\p{N}/u.test(word)) return false;
  let shared = 0;
  while (shared < word.length && word[shared] === other[shared]) shared += 1;
  if (Math.max(word.length, other.length) - shared > ENDING) return false;
  return shared > STEM || (shared === STEM && other.length === STEM);
}

/**
 * Whether a word of a query is found at a place of a text.
 * @param {string} word
 * @param {string[]} text
 * @param {number} at
 */
function isAt(word, text, at) {
  const found = text[at] ?? "";
  if (begins(word, text, at) || isForm(word, found)) return true;
  return PREFIXED.test(word) && [1, 2, 3].some((prefix) => isForm(word, found.slice(prefix)));
}

/**
 * @param {string} word
 * @param {string[]} text
 */
const occurs = (word, text) =>
  UNPARTED.test(word) ? text.join("").includes(word) : text.some((_, at) => isAt(word, text, at));

/**
 * Whether every word of a query occurs in a text.
 * @param {Asked[]} query
 * @param {Text} text
 */
export const holds = (query, text) => query.every(({ word, way }) => occurs(word, text[way]));

/**
 * How many words of a query are only the beginning of a word of a title.
 * @param {Asked[]} query
 * @param {Text} title
 */
export const partly = (query, title) => query.filter(({ word, way }) => !title[way].includes(word)).length;

/**
 * What to ask an index for that lowers letters without regard to the language and knows the beginnings of words only: the
 * query; in Turkish with the other i, for capitals and plain letters; and the stems of its words.
 * @param {Asked[]} query
 * @param {string} lang
 */
export function spellings(query, lang) {
  /** @param {(word: string, way: Asked["way"]) => string} spell */
  const spelled = (spell) => query.map(({ word, way }) => spell(word, way)).join(" ");
  const dotless = lower("I", lang) === "ı";
  return [
    ...new Set([
      spelled((word) => word),
      ...(dotless
        ? [
            spelled((word, way) => (way === "folded" ? word.replaceAll("i", "ı") : word)),
            spelled((word) => word.replace(/^ı/u, "i")),
            spelled((word) => word.replaceAll("ı", "i")),
          ]
        : []),
      spelled((word) => (/\p{N}/u.test(word) ? word : word.slice(0, Math.max(STEM, word.length - ENDING)))),
    ]),
  ];
}
