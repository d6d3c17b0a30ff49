// The preview's translator mode: a click on a text shows its key, its state and its line in the PO file.
// A page names its texts by pairs of comments, <!--text NAME--> and <!--/text-->, which change nothing on it.
(() => {
  "use strict";

  /**
   * @typedef {{english: string, state: string, place: string, why: string}} Text
   * @typedef {{name: string, range: Range}} Mark
   */

  const STATES = new Map([
    ["translated", "translated"],
    ["stale", "stale, shown in English: its English changed after it was translated"],
    ["missing", "missing, shown in English"],
    ["invalid", "invalid, shown in English"],
  ]);
  const STYLE = `
    :host { all: initial; }
    * { box-sizing: border-box; }
    section, button { font: 14px/1.45 system-ui, sans-serif; color: #111; }
    [hidden] { display: none; }
    section { position: fixed; inset: auto 0 0; z-index: 2147483646; max-height: 45vh; overflow: auto;
      padding: 8px 12px; background: #fff; border-top: 3px solid #06c; }
    button { min-height: 28px; padding: 2px 10px; background: #eef; border: 1px solid #06c; border-radius: 4px; }
    button:focus-visible { outline: 3px solid #fa0; outline-offset: 1px; }
    #open { position: fixed; inset: auto 8px 8px auto; z-index: 2147483646; }
    p { margin: 0 0 6px; }
    dl { display: grid; grid-template-columns: max-content 1fr; gap: 2px 12px; margin: 0; }
    dt { color: #555; }
    dd { margin: 0; overflow-wrap: anywhere; }`;
  const MARKS = `::highlight(text-shown) { background: #ffe27a; color: #111; }
    ::highlight(text-to-do) { text-decoration: underline wavy #c40; }`;

  /** @returns {Mark[]} the texts of the page, in its order; they are looked up each time, as scripts move rows */
  const marks = () => {
    /** @typedef {{name: string, from: Comment, range?: Range}} Found */
    /** @type {Found[]} */
    const found = [];
    /** @type {Found[]} */
    const open = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_COMMENT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const comment = /** @type {Comment} */ (node);
      if (comment.data.startsWith("text ")) {
        /** @type {Found} */
        const mark = { name: decodeURIComponent(comment.data.slice(5)), from: comment };
        found.push(mark);
        open.push(mark);
      } else if (comment.data === "/text") {
        const mark = open.pop();
        if (!mark) continue;
        mark.range = document.createRange();
        mark.range.setStartAfter(mark.from);
        mark.range.setEndBefore(comment);
      }
    }
    return found.flatMap(({ name, range }) => (range ? [{ name, range }] : []));
  };

  /** @param {Mark} mark */
  const isSeen = ({ range }) => [...range.getClientRects()].some(({ width, height }) => width * height > 1);

  /** @param {number} x @param {number} y @returns {Mark | undefined} the innermost text at a point of the window */
  const at = (x, y) =>
    marks().reverse().find(({ range }) =>
      [...range.getClientRects()].some((box) => box.left <= x && x <= box.right && box.top <= y && y <= box.bottom),
    );

  /** @param {string} name @param {Range[]} ranges */
  const paint = (name, ranges) => {
    if ("highlights" in CSS) CSS.highlights.set(name, new Highlight(...ranges));
  };

  /** @type {Promise<Record<string, Text>> | undefined} */
  let texts;
  const load = () => {
    texts ??= fetch(`/_preview/texts/${document.documentElement.lang}`).then((answer) => answer.json());
    return texts;
  };

  const host = document.createElement("div");
  host.lang = "en";
  host.dir = "ltr";
  host.translate = false;
  const root = host.attachShadow({ mode: "open" });
  root.innerHTML = `<style>${STYLE}</style>
    <button id="open" type="button">Translate</button>
    <section aria-label="Translator mode" hidden>
      <p><button id="previous" type="button">Previous text</button>
        <button id="next" type="button">Next text</button>
        <button id="to-do" type="button">Next to do</button>
        <button id="close" type="button">Close</button></p>
      <p id="hint"></p>
      <div aria-live="polite"></div>
    </section>`;
  /** @param {string} selector @returns {HTMLElement} */
  const part = (selector) => /** @type {HTMLElement} */ (root.querySelector(selector));
  const [opener, panel, hint, said] = ["#open", "section", "#hint", "div"].map(part);

  /** @param {Record<string, string>} values shown as a list, without the empty ones */
  const say = (values) => {
    const list = document.createElement("dl");
    for (const [term, value] of Object.entries(values).filter(([, value]) => value)) {
      list.append(Object.assign(document.createElement("dt"), { textContent: term }));
      list.append(Object.assign(document.createElement("dd"), { textContent: value }));
    }
    said.replaceChildren(list);
  };

  let shown = "";

  /** @param {Mark} mark */
  const show = async (mark) => {
    const text = (await load())[mark.name];
    shown = mark.name;
    sessionStorage.setItem("translator-text", shown);
    paint("text-shown", [mark.range]);
    const state = text ? (STATES.get(text.state) ?? text.state) : "the English source";
    say({ Key: mark.name, State: state, Place: text?.place ?? "", Why: text?.why ?? "", English: text?.english ?? "" });
  };

  /** @param {number} step @param {(mark: Mark) => boolean} wanted */
  const go = (step, wanted) => {
    const seen = step > 0 ? marks().filter(isSeen) : marks().filter(isSeen).reverse();
    const here = seen.findIndex(({ name }) => name === shown) + 1;
    const mark = [...seen.slice(here), ...seen.slice(0, here)].find(wanted);
    if (!mark) return say({ Key: "there is no such text on this page" });
    mark.range.startContainer.parentElement?.scrollIntoView({ block: "center" });
    return show(mark);
  };

  /** @param {MouseEvent} event */
  const click = (event) => {
    // The keyboard's clicks, and those with a key held, do what the page wants.
    const isMeant = event.detail > 0 && !event.ctrlKey && !event.metaKey && !event.shiftKey;
    if (!isMeant || event.composedPath().includes(host)) return;
    const mark = at(event.clientX, event.clientY);
    if (!mark) return;
    event.preventDefault();
    event.stopPropagation();
    show(mark);
  };

  /** @param {boolean} on */
  const turn = async (on) => {
    sessionStorage.setItem("translator-mode", on ? "on" : "off");
    opener.hidden = on;
    panel.hidden = !on;
    document.removeEventListener("click", click, true);
    if (!on) return ["text-shown", "text-to-do"].forEach((name) => paint(name, []));
    document.addEventListener("click", click, true);
    const found = await load();
    const toDo = marks().filter(({ name }) => found[name] && found[name].state !== "translated");
    paint("text-to-do", toDo.map(({ range }) => range));
    const count = new Set(toDo.map(({ name }) => name)).size;
    hint.textContent = `Click a text; hold Ctrl to follow a link. To do on this page: ${count}.`;
    const former = marks().filter(isSeen).find(({ name }) => name === sessionStorage.getItem("translator-text"));
    if (former) await show(former);
  };

  opener.addEventListener("click", () => turn(true).then(() => part("#next").focus()));
  part("#close").addEventListener("click", () => turn(false).then(() => opener.focus()));
  part("#previous").addEventListener("click", () => go(-1, () => true));
  part("#next").addEventListener("click", () => go(1, () => true));
  part("#to-do").addEventListener("click", async () => {
    const found = await load();
    go(1, ({ name }) => Boolean(found[name]) && found[name].state !== "translated");
  });
  root.addEventListener("keydown", (event) => {
    if (/** @type {KeyboardEvent} */ (event).key === "Escape" && !panel.hidden) turn(false).then(() => opener.focus());
  });

  const style = document.createElement("style");
  style.textContent = MARKS;
  document.head.append(style);
  document.body.append(host);
  if (new URLSearchParams(location.search).has("translate")) turn(true);
  else if (sessionStorage.getItem("translator-mode") === "on") turn(true);
})();
