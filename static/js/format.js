// @ts-check
import { compare, exact, times, whole } from "./exact.js";

/**
 * Numbers that only the page can know, written as the build writes them: by the locale's own pattern, rounded half to
 * even on the exact value.
 * @typedef {import("./exact.js").Exact} Exact
 * @typedef {"USD" | "EUR" | "GBP"} Currency
 * @typedef {{decimal: string, group: string, groups: [number, number], money: Record<Currency, [string, string]>}} Patterns
 */

const NONE = exact("0");

/**
 * @param {Exact} value at least 0
 * @param {number} decimals
 * @returns {bigint} the value × 10 to the power of decimals, half to even
 */
function rounded({ n, d }, decimals) {
  const scaled = n * 10n ** BigInt(decimals);
  const down = scaled / d;
  const twice = (scaled % d) * 2n;
  return twice > d || (twice === d && down % 2n) ? down + 1n : down;
}

/**
 * All the decimals that a value has, at most `most`, but enough never to show 0 for what is not.
 * @param {Exact} value
 * @param {number} most
 */
export function decimalsOf(value, most) {
  for (let decimals = 0; ; decimals += 1) {
    const shown = { n: rounded(value, decimals), d: 10n ** BigInt(decimals) };
    if (compare(shown, value) === 0 || (decimals >= most && shown.n)) return decimals;
  }
}

/** @param {Patterns} patterns */
export function formatter({ decimal, group, groups, money }) {
  /** @param {string} digits */
  const grouped = (digits) => {
    let [size, rest] = groups;
    let text = "";
    while (digits.length > size) {
      text = group + digits.slice(-size) + text;
      digits = digits.slice(0, -size);
      size = rest;
    }
    return digits + text;
  };

  /**
   * @param {Exact} value
   * @param {number} [decimals] without it those that the value has, at most two
   */
  const number = (value, decimals = decimalsOf(value, 2)) => {
    const digits = rounded(value, decimals).toString().padStart(decimals + 1, "0");
    const place = digits.length - decimals;
    return grouped(digits.slice(0, place)) + (decimals ? decimal + digits.slice(place) : "");
  };

  /**
   * @param {string} amount
   * @param {Currency} currency
   */
  const around = (amount, currency) => money[currency].join(amount);

  return {
    number,
    /**
     * A price, to the last digit: two decimals, or as many as it has. It must be a decimal number.
     * @param {Exact} value
     * @param {Currency} currency
     */
    money: (value, currency = "USD") => around(number(value, Math.max(2, decimalsOf(value, 100))), currency),
    /**
     * A computed or converted price: three significant digits, and two decimals at least.
     * @param {Exact} value
     * @param {Currency} currency
     */
    rate: (value, currency = "USD") => around(number(value, zeros(value) + 2), currency),
  };
}

/**
 * How many zeros a value below 1 begins with, the one before the point included.
 * @param {Exact} value above 0
 */
function zeros(value) {
  let count = 0;
  while (compare(times(value, whole(10n ** BigInt(count))), whole(1)) < 0 && compare(value, NONE)) count += 1;
  return count;
}
