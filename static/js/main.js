// @ts-check
/*
 * The loader: the one script that every page begins with. It is no module, so that it runs before the page is drawn. It
 * tells the style sheet that scripts run (`js`), and lets the page wait (`waits`) where its modules have to change
 * something before anybody sees it.
 *
 * An element with data-module="name …" has ./name.js imported and its default export called with the element. With
 * data-when that waits for the first of its conditions:
 *   query, query=name    the address has a query, or that parameter
 *   stored=key           the device remembers something under that key
 *   after=time           a time (ISO 8601) is past, if need be while the page is open
 *   focus, click, …      an event within the element, =selector of the element it must happen to
 * data-waits of <html> lists, in the same way, what makes the page wait.
 */
{
  const LONGEST_WAIT = 3000;
  const LONGEST_TIMER = 2 ** 31 - 1;
  const root = document.documentElement;

  /** @type {Record<string, (value: string) => boolean>} */
  const states = {
    query: (name) => (name ? new URLSearchParams(location.search).has(name) : location.search.length > 1),
    after: (time) => Date.now() >= Date.parse(time),
    stored: (key) => {
      try {
        return localStorage.getItem(key) !== null;
      } catch {
        return false; // a browser may refuse to remember
      }
    },
  };

  /** @param {string | undefined} text */
  const conditions = (text = "") =>
    text.split(/\s+/).filter(Boolean).map((condition) => {
      const [kind, ...value] = condition.split("=");
      return { kind, value: value.join("=") };
    });

  /** @param {{kind: string, value: string}} condition */
  const holds = ({ kind, value }) => states[kind]?.(value) ?? false;

  /**
   * A module is told whether its form was sent before it was there.
   * @param {HTMLElement} element
   */
  const load = async (element) => {
    let isSent = false;
    const remember = () => (isSent = true);
    element.addEventListener("submit", remember);
    await Promise.all(
      (element.dataset.module ?? "").split(/\s+/).filter(Boolean).map(async (name) => {
        const module = await import(`./${name}.js`);
        await module.default(element, isSent);
      }),
    );
    element.removeEventListener("submit", remember);
  };

  /**
   * Loads an element's modules now, or arranges it.
   * @param {HTMLElement} element
   * @returns {Promise<unknown>} ends when what has to be there from the start is there
   */
  const arrange = (element) => {
    const wanted = conditions(element.dataset.when);
    if (!wanted.length || wanted.some(holds)) return load(element);
    const done = new AbortController();
    const start = () => {
      if (done.signal.aborted) return;
      done.abort();
      void load(element);
    };
    for (const { kind, value } of wanted) {
      if (kind === "after") {
        const wait = Date.parse(value) - Date.now();
        if (wait <= LONGEST_TIMER) setTimeout(start, wait);
      } else if (!(kind in states)) {
        const happened = (/** @type {Event} */ event) => {
          if (!value || (event.target instanceof Element && event.target.matches(value))) start();
        };
        element.addEventListener(kind, happened, { capture: true, signal: done.signal });
      }
    }
    return Promise.resolve();
  };

  /** The same page in another language opens in the same state. */
  const keepState = () => {
    for (const link of document.querySelectorAll(".lang a[hreflang]")) {
      if (link instanceof HTMLAnchorElement) link.search = location.search;
    }
  };

  /**
   * Modules tell their state by an event `state` of the document, its detail a record of parameters ("" for none).
   * Here, and only here, it goes into the address.
   * @param {Event} event
   */
  const writeState = (event) => {
    const query = new URLSearchParams(location.search);
    for (const [name, value] of Object.entries(event instanceof CustomEvent ? event.detail : {})) {
      if (value) query.set(name, value);
      else query.delete(name);
    }
    const text = query.toString().replaceAll("%2C", ",");
    history.replaceState(null, "", `${location.pathname}${text && `?${text}`}${location.hash}`);
    keepState();
  };

  /**
   * A key that an element names in aria-keyshortcuts leads to that element, but for those who are writing.
   * @param {KeyboardEvent} event
   */
  const followKey = (event) => {
    const { key, target } = event;
    if (key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (target instanceof Element && target.closest("input, select, textarea, [contenteditable]")) return;
    const wanted = document.querySelector(`[aria-keyshortcuts="${CSS.escape(key)}"]`);
    if (!(wanted instanceof HTMLElement)) return;
    event.preventDefault();
    wanted.focus();
  };

  root.classList.add("js");
  if (conditions(root.dataset.waits).some(holds)) root.classList.add("waits");
  const reveal = () => root.classList.remove("waits");
  setTimeout(reveal, LONGEST_WAIT);
  addEventListener("DOMContentLoaded", () => {
    const started = [...document.querySelectorAll("[data-module]")].map((element) =>
      element instanceof HTMLElement ? arrange(element) : undefined,
    );
    void Promise.allSettled(started).then(reveal);
    keepState();
    document.addEventListener("state", writeState);
    document.addEventListener("keydown", followKey);
  });
}
