// @ts-check
import { content } from "./cells.js";
import { find, partsOf, readFigures, tellTime } from "./parts.js";

/**
 * Compares the GPUs that the address names (`gpus=a,b,c`, at most four) in one table. Two that have a page of their own
 * are led there.
 * @typedef {import("./parts.js").Gpu} Gpu
 */

const MOST = 4;

/** @param {HTMLElement} element */
export default async function compare(element) {
  const asked = new Set((new URLSearchParams(location.search).get("gpus") ?? "").split(",").filter(Boolean));
  const part = partsOf(element);
  const { as_of, gpus } = await readFigures(element.dataset.data ?? "");
  const known = [...asked].map((id) => gpus.find((gpu) => gpu.id === id)).filter((gpu) => gpu !== undefined).slice(0, MOST);
  const unknown = [...asked].filter((id) => !gpus.some((gpu) => gpu.id === id));
  if (unknown.length) element.append(part("unknown", { names: unknown.join(", ") }));
  const page = known.length === 2 ? pageOf(known[0].id, known[1].id) : undefined;
  if (page) {
    location.replace(page.href);
    await new Promise(() => {}); // nothing more is shown here
  }
  if (known.length < 2) return;

  const names = known.map((gpu) => gpu.name).join(" / ");
  document.title = names;
  const heading = find(document, "h1", HTMLElement);
  heading.textContent = names;
  heading.lang = "en";
  heading.translate = false;
  find(document, ".lead", HTMLElement).hidden = true;
  const several = part("several");
  fillTable(find(several, "table", HTMLTableElement), known, element.dataset.home ?? "", part);
  element.append(several);
  find(element, "[data-part=prices]", HTMLElement).hidden = false;
  tellTime(element, as_of);
  document.dispatchEvent(new Event("prices"));
}

/**
 * The link to the page of a pair, which this page has in one of both orders.
 * @param {string} one
 * @param {string} other
 */
function pageOf(one, other) {
  const links = [...document.querySelectorAll(".pairs a")].filter((link) => link instanceof HTMLAnchorElement);
  return links.find((link) => [`${one}-vs-${other}`, `${other}-vs-${one}`].some((name) => link.pathname.endsWith(`/${name}/`)));
}

/**
 * @param {HTMLTableElement} table with the first column
 * @param {Gpu[]} gpus
 * @param {string} home
 * @param {import("./cells.js").Parts} part
 */
function fillTable(table, gpus, home, part) {
  for (const gpu of gpus) {
    const head = part("head", { gpu: gpu.name });
    const link = find(head, "a", HTMLAnchorElement);
    link.href = home + gpu.href;
    link.textContent = gpu.name;
    const others = gpus.filter((other) => other !== gpu).map((other) => other.id);
    find(head, "[data-remove]", HTMLAnchorElement).href = `?gpus=${others.join(",")}`;
    table.tHead?.rows[0].append(head);
  }
  for (const group of table.querySelectorAll("[scope=rowgroup]")) group.setAttribute("colspan", String(gpus.length + 1));
  for (const row of table.querySelectorAll("tr")) {
    const { column } = row.dataset;
    if (!column) continue;
    const ranks = gpus.map((gpu) => gpu.cells[column].rank);
    const known = ranks.filter((rank) => rank !== undefined);
    const best = Math.min(...known);
    for (const gpu of gpus) {
      const cell = gpu.cells[column];
      const place = row.insertCell();
      place.append(content(cell, part));
      if (cell.rank === best && best < Math.max(...known)) place.className = "better";
    }
  }
}
