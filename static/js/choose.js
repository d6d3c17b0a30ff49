// @ts-check
/**
 * The choice of GPUs to compare: up to four boxes ticked anywhere, remembered on the device under "gpus", shown in a bar.
 * @typedef {{id: string, name: string}} Gpu
 */

const KEY = "gpus";
const MOST = 4;

/** @param {HTMLElement} body */
export default function choose(body) {
  const bar = body.querySelector(".chosen");
  if (!(bar instanceof HTMLElement)) return;
  const boxes = [...body.querySelectorAll("[data-pick]")].filter((box) => box instanceof HTMLInputElement);
  const template = /** @type {HTMLTemplateElement} */ (bar.querySelector("template"));
  const list = /** @type {HTMLElement} */ (bar.querySelector("ul"));
  const link = /** @type {HTMLAnchorElement} */ (bar.querySelector("a"));
  const status = /** @type {HTMLElement} */ (bar.querySelector("[role=status]"));
  const clear = /** @type {HTMLElement} */ (bar.querySelector("button.more"));
  const main = body.querySelector("main");
  let chosen = remembered();

  /** @param {Gpu[]} gpus */
  const choice = (gpus) => {
    chosen = gpus.slice(0, MOST);
    remember(chosen);
    show();
  };
  const show = () => {
    for (const box of boxes) {
      box.checked = chosen.some(({ id }) => id === box.value);
      box.disabled = !box.checked && chosen.length === MOST;
    }
    bar.hidden = !chosen.length;
    document.documentElement.classList.toggle("choosing", chosen.length > 0);
    const words = status.dataset.shown ?? "";
    status.textContent = words.replace("{n}", String(chosen.length)).replace("{most}", String(MOST));
    link.search = `?gpus=${chosen.map(({ id }) => id).join(",")}`;
    link.classList.toggle("off", chosen.length < 2);
    link.setAttribute("aria-disabled", String(chosen.length < 2));
    list.replaceChildren(...chosen.map(item));
  };
  /** @param {Gpu} gpu */
  const item = (gpu) => {
    const copy = /** @type {DocumentFragment} */ (template.content.cloneNode(true));
    copy.querySelector("[translate=no]")?.append(gpu.name);
    copy.querySelector("button")?.addEventListener("click", () => {
      choice(chosen.filter(({ id }) => id !== gpu.id));
      (list.querySelector("button") ?? main)?.focus();
    });
    return copy;
  };
  /** @param {HTMLInputElement} box */
  const ticked = (box) => {
    const others = chosen.filter(({ id }) => id !== box.value);
    choice(box.checked ? [...others, { id: box.value, name: box.dataset.name ?? box.value }] : others);
  };

  link.addEventListener("click", (event) => {
    if (chosen.length < 2) event.preventDefault();
  });
  clear.addEventListener("click", () => {
    choice([]);
    main?.focus(); // the bar goes
  });
  body.addEventListener("change", ({ target }) => {
    if (target instanceof HTMLInputElement && boxes.includes(target)) ticked(target);
  });
  // Another tab, or this page come back from the browser's memory.
  const again = () => {
    chosen = remembered();
    show();
  };
  addEventListener("storage", again);
  addEventListener("pageshow", (event) => event.persisted && again());

  // Boxes that were ticked while this module was on its way.
  const early = boxes.filter((box) => box.checked);
  show();
  for (const box of early) {
    box.checked = true;
    ticked(box);
  }
}

/** @returns {Gpu[]} */
function remembered() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return kept.filter((/** @type {Gpu} */ gpu) => typeof gpu.id === "string" && typeof gpu.name === "string").slice(0, MOST);
  } catch {
    return []; // nothing, or nothing that can be read
  }
}

/** @param {Gpu[]} gpus */
function remember(gpus) {
  try {
    if (gpus.length) localStorage.setItem(KEY, JSON.stringify(gpus));
    else localStorage.removeItem(KEY);
  } catch {
    // The choice then lasts as long as the page.
  }
}
