// @ts-check
import { ceil, compare, exact, over, plus, times, whole } from "./exact.js";

/**
 * What fits, as generator/figures/memory.py and generator/figures/market.py work it out, and exactly.
 * @typedef {import("./exact.js").Exact} Exact
 * @typedef {{memory: string, devices: number}} Board a GPU: its memory in GB, and how many devices software sees on it
 * @typedef {{nodes: bigint, singles: bigint, gpus: bigint, price: Exact}} Mix offers of 8 GPUs and of 1, and their price
 */

const NODE = 8n;
const MOST_PRICED = 64n;
const BYTES_PER_GB = exact("1000000000");

/**
 * The memory in GB that a model takes.
 * @param {string} billions of parameters
 * @param {string} bytes of a parameter
 * @param {string} tokens of context, of all requests together
 * @param {string} cache bytes of a token's keys and values
 */
export const need = (billions, bytes, tokens = "0", cache = "0") =>
  plus(times(exact(billions), exact(bytes)), over(times(exact(tokens), exact(cache)), BYTES_PER_GB));

/**
 * How many GPUs hold that much. One board of several devices is enough only where one device is.
 * @param {Exact} gigabytes
 * @param {Board} board
 * @param {string} usable the share of memory that an estimate may fill
 */
export function boards(gigabytes, { memory, devices }, usable) {
  const device = over(times(exact(memory), exact(usable)), whole(devices));
  const count = ceil(over(gigabytes, device));
  if (count <= 1n) return 1n;
  const needed = ceil(over(whole(count), whole(devices)));
  return needed > 2n ? needed : 2n;
}

/**
 * The cheapest mix of one-GPU and eight-GPU offers with at least so many GPUs. Among equal prices the one with fewer
 * GPUs wins, then the one with more nodes. Undefined without offers, and above 64 GPUs.
 * @param {bigint} count
 * @param {Record<string, string>} offers the cheapest price an hour by number of GPUs
 * @returns {Mix | undefined}
 */
export function mix(count, offers) {
  if (count > MOST_PRICED) return undefined;
  const [single, node] = [offers["1"], offers["8"]].map((price) => (price ? exact(price) : undefined));
  /** @type {Mix | undefined} */
  let best;
  for (let nodes = 0n; nodes <= (node ? (count + NODE - 1n) / NODE : 0n); nodes += 1n) {
    const singles = count > nodes * NODE ? count - nodes * NODE : 0n;
    if (singles && !single) continue;
    const price = plus(times(whole(nodes), node ?? whole(0)), times(whole(singles), single ?? whole(0)));
    const found = { nodes, singles, gpus: nodes * NODE + singles, price };
    if (!best || better(found, best)) best = found;
  }
  return best;
}

/**
 * @param {Mix} one
 * @param {Mix} other
 */
function better(one, other) {
  const order = compare(one.price, other.price);
  if (order) return order < 0;
  return one.gpus === other.gpus ? one.nodes > other.nodes : one.gpus < other.gpus;
}
