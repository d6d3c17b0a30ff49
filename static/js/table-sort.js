// @ts-check
/**
 * Sorts a table by a column: a button in each head, the state in aria-sort and in the address (`sort=memory`,
 * `sort=-memory`). The first press puts the better values first, the second turns the order, the third restores the
 * page's own. All tables of a page that have the column follow.
 *
 * A cell's data-v is its value, a decimal number in a column of class n, else text; without it the value is unknown and
 * sorts last both ways. Rows of equal value keep the page's order.
 * @param {HTMLElement} table
 */
export default function tableSort(table) {
  const body = table.querySelector("tbody");
  if (!body) return;
  let rows = [...body.rows];
  let current = new URLSearchParams(location.search).get("sort") ?? "";
  /** @type {HTMLTableCellElement[]} */
  const heads = [...table.querySelectorAll("thead th")].filter((head) => head instanceof HTMLTableCellElement);
  for (const head of heads) addButton(head);
  apply(current);
  // A module that fills the table tells it by this event.
  table.addEventListener("rows", () => {
    rows = [...body.rows];
    apply(current);
  });
  document.addEventListener("state", (event) => {
    if (event instanceof CustomEvent && "sort" in event.detail) apply(event.detail.sort);
  });

  /** @param {string} sort a column's id, with "-" before it for descending, or "" */
  function apply(sort) {
    current = sort;
    const column = sort.replace(/^-/, "");
    const descending = sort !== column;
    const chosen = heads.findIndex((head) => head.dataset.column === column);
    heads.forEach((head, place) => {
      if (place === chosen) head.setAttribute("aria-sort", descending ? "descending" : "ascending");
      else head.removeAttribute("aria-sort");
    });
    body?.append(...(chosen < 0 ? rows : sorted(rows, chosen, descending, heads[chosen].classList.contains("n"))));
  }
}

/**
 * Puts the words of a head into a button.
 * @param {HTMLTableCellElement} head
 */
function addButton(head) {
  const button = document.createElement("button");
  button.type = "button";
  button.append(...head.childNodes);
  button.addEventListener("click", () => {
    const detail = { sort: next(head) };
    document.dispatchEvent(new CustomEvent("state", { detail }));
  });
  head.append(button);
}

/**
 * What pressing a head asks for.
 * @param {HTMLTableCellElement} head
 * @returns {string}
 */
function next(head) {
  const column = head.dataset.column ?? "";
  const orders = head.dataset.better === "higher" ? [`-${column}`, column] : [column, `-${column}`];
  const state = head.getAttribute("aria-sort");
  const now = state === "descending" ? `-${column}` : state ? column : "";
  return [...orders, ""][orders.indexOf(now) + 1];
}

/**
 * The rows in the order of a column.
 * @param {HTMLTableRowElement[]} rows
 * @param {number} place of the column
 * @param {boolean} descending
 * @param {boolean} numeric
 */
function sorted(rows, place, descending, numeric) {
  const words = new Intl.Collator(document.documentElement.lang, { numeric: true });
  /** @param {HTMLTableRowElement} row */
  const value = (row) => (place ? row.cells[place].dataset.v : row.cells[0].querySelector("a")?.textContent) || "";
  const known = rows.map((row) => ({ row, value: value(row) })).filter((entry) => entry.value);
  known.sort((one, other) => {
    const order = numeric ? Number(one.value) - Number(other.value) : words.compare(one.value, other.value);
    return descending ? -order : order;
  });
  return [...known.map((entry) => entry.row), ...rows.filter((row) => !value(row))];
}
