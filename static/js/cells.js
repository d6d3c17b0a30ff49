// @ts-check
/**
 * Cells of a table, as templates/tables.html makes them, from the figures of data.json and the parts of a page.
 * @typedef {import("./parts.js").Cell} Cell
 * @typedef {(name: string, slots?: Record<string, Node | string>) => DocumentFragment} Parts
 */

/**
 * The visible content of a cell.
 * @param {Cell} cell
 * @param {Parts} part
 */
export function content(cell, part) {
  const { state = "value" } = cell;
  if (state !== "value" && state !== "derived") return part(state);
  const shown = document.createDocumentFragment();
  if (cell.sum) {
    const details = document.createElement("details");
    const summary = document.createElement("summary");
    details.className = "sum";
    summary.append(marks(cell, part), figure(cell));
    details.append(summary, sum(cell.sum));
    shown.append(details);
  } else if (cell.price) {
    shown.append(part("price", { price: figure(cell) }));
  } else {
    shown.append(marks(cell, part), figure(cell));
  }
  return shown;
}

/**
 * @param {Cell} cell
 * @param {Parts} part
 */
function marks(cell, part) {
  const shown = document.createDocumentFragment();
  if (cell.state === "derived") shown.append(part("derived"), " ");
  if (cell.unverified) shown.append(part("unverified"), " ");
  return shown;
}

/**
 * The number of a cell with its unit.
 * @param {Cell} cell
 */
export function figure(cell) {
  const shown = document.createDocumentFragment();
  const amount = document.createElement("span");
  amount.append(html(cell.html ?? ""));
  if (cell.usd) amount.dataset.usd = cell.usd;
  shown.append(amount);
  if (cell.unit) {
    const unit = document.createElement("span");
    unit.className = "u";
    unit.textContent = cell.unit;
    shown.append(" ", unit);
  }
  return shown;
}

/** @param {{lines: string[], result?: string}} lines */
function sum({ lines, result }) {
  const shown = document.createElement("div");
  for (const text of [...lines, ...(result ? [`= ${result}`] : [])]) {
    const line = document.createElement("span");
    line.append(html(text));
    shown.append(line);
  }
  return shown;
}

/**
 * HTML that the build made and escaped.
 * @param {string} text
 */
function html(text) {
  const template = document.createElement("template");
  template.innerHTML = text;
  return template.content;
}
