// @ts-check
/*
 * A field with a list of links below it, as the pattern "combobox" of ARIA has it: the focus stays in the field, arrows
 * move the choice, Home and End take it to the list's ends, Enter follows the chosen link, Escape closes.
 */

/**
 * @param {HTMLInputElement} field
 * @param {HTMLElement} popup holds the list, and what is said in its place where it is empty
 * @param {HTMLElement} list
 * @param {() => void} enter what Enter does without a choice
 */
export function combobox(field, popup, list, enter) {
  /** @type {HTMLElement[]} */
  let options = [];
  let chosen = -1;

  /** @param {number} place */
  const choose = (place) => {
    options[chosen]?.setAttribute("aria-selected", "false");
    chosen = place;
    const option = options[place];
    option?.setAttribute("aria-selected", "true");
    option?.scrollIntoView({ block: "nearest" });
    if (option) field.setAttribute("aria-activedescendant", option.id);
    else field.removeAttribute("aria-activedescendant");
  };

  /** @param {boolean} open */
  const toggle = (open) => {
    popup.hidden = !open;
    list.hidden = !options.length;
    field.setAttribute("aria-expanded", String(open && options.length > 0));
    if (!open) choose(-1);
  };

  /** @param {number} step */
  const move = (step) => {
    if (popup.hidden) toggle(true);
    const first = step > 0 ? 0 : options.length - 1;
    choose(chosen < 0 ? first : (chosen + step + options.length) % options.length);
  };

  const escape = () => {
    if (popup.hidden) {
      field.value = "";
      field.dispatchEvent(new Event("input"));
    }
    toggle(false);
  };

  /** @param {HTMLElement[]} found */
  const items = (found) => found.map((option) => option.closest("li") ?? option);

  /** @type {Record<string, () => boolean | void>} A key's work; false leaves the key to the browser. */
  const keys = {
    ArrowDown: () => (options.length ? move(1) : false),
    ArrowUp: () => (options.length ? move(-1) : false),
    Home: () => (chosen < 0 ? false : choose(0)),
    End: () => (chosen < 0 ? false : choose(options.length - 1)),
    Enter: () => (options[chosen] ? options[chosen].click() : enter()),
    Escape: escape,
    Tab: () => {
      if (options.length) toggle(false);
      return false;
    },
  };

  field.addEventListener("keydown", (event) => {
    if (event.isComposing || event.ctrlKey || event.metaKey) return;
    const work = keys[event.key];
    if (work) {
      if (work() !== false) event.preventDefault();
    } else if (event.key.startsWith("Arrow")) {
      choose(-1); // the caret is in the text again
    }
  });
  // A press would take the focus from the field, and close the list under the finger.
  list.addEventListener("mousedown", (event) => event.preventDefault());

  popup.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    field.focus();
    toggle(false);
  });

  return {
    /** @param {HTMLElement[]} found options that take the place of all others */
    show(found) {
      choose(-1);
      options = found;
      list.replaceChildren(...items(found));
      list.scrollTop = popup.scrollTop = 0;
      toggle(true);
    },
    /** @param {HTMLElement[]} found options below the others; the choice stays, and a closed list stays closed */
    add(found) {
      options = [...options, ...found];
      list.append(...items(found));
    },
    close: () => toggle(false),
  };
}
