// @ts-check
/**
 * Exact numbers: fractions of whole numbers, so that sums in the page never differ from the build's.
 * @typedef {{n: bigint, d: bigint}} Exact the value n ÷ d; d is above 0
 */

/**
 * Reads "2.88", "1120" or "9/200". Throws RangeError for anything else.
 * @param {string} text
 * @returns {Exact}
 */
export function exact(text) {
  const match = /^(\d+)(?:\.(\d+)|\/([1-9]\d*))?$/.exec(text);
  if (!match) throw new RangeError(`no exact number: ${text}`);
  const [, whole, decimals = "", denominator] = match;
  return { n: BigInt(whole + decimals), d: denominator ? BigInt(denominator) : 10n ** BigInt(decimals.length) };
}

/** @param {bigint | number} value
 * @returns {Exact} */
export const whole = (value) => ({ n: BigInt(value), d: 1n });

/** @param {Exact} a
 * @param {Exact} b
 * @returns {Exact} */
export const plus = (a, b) => ({ n: a.n * b.d + b.n * a.d, d: a.d * b.d });

/** @param {Exact} a
 * @param {Exact} b
 * @returns {Exact} */
export const times = (a, b) => ({ n: a.n * b.n, d: a.d * b.d });

/** @param {Exact} a
 * @param {Exact} b above 0
 * @returns {Exact} */
export const over = (a, b) => ({ n: a.n * b.d, d: a.d * b.n });

/** @param {Exact} a
 * @param {Exact} b
 * @returns {number} below, at or above 0 as a is below, at or above b */
export const compare = (a, b) => Number(a.n * b.d > b.n * a.d) - Number(a.n * b.d < b.n * a.d);

/** @param {Exact} a at least 0 */
export const ceil = (a) => (a.n + a.d - 1n) / a.d;
