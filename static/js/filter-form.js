// @ts-check
/**
 * What stands in a form, from and to the address; and the form of the filters as filters of rows.
 * @typedef {object} Filter a filter that is on
 * @property {string} name of the field that it comes from
 * @property {string} words
 * @property {(row: DOMStringMap) => boolean} passes judges a row by its data attributes
 */

const LISTS = ["vendor", "class", "offer"];

/**
 * @param {HTMLFormElement} form
 * @param {string} name
 */
function fields(form, name) {
  const found = [...form.querySelectorAll(`[name="${name}"]`)];
  return found.filter((field) => field instanceof HTMLInputElement || field instanceof HTMLSelectElement);
}

/**
 * What a field says: the values of checked boxes, a number above 0, or the choice made.
 * @param {HTMLFormElement} form
 * @param {string} name
 * @returns {string[]}
 */
export function values(form, name) {
  return fields(form, name).flatMap((field) => {
    if (field.type === "checkbox") return field instanceof HTMLInputElement && field.checked ? [field.value] : [];
    if (field.type !== "number") return [field.value];
    const number = String(Number(field.value));
    return field.validity.valid && /^\d+(\.\d+)?$/.test(number) && number !== "0" ? [number] : [];
  });
}

/**
 * Puts the address into the form. What the form cannot hold is dropped.
 * @param {HTMLFormElement} form
 */
export function read(form) {
  for (const [name, given] of new URLSearchParams(location.search)) {
    for (const field of fields(form, name)) {
      const before = field.value;
      if (field instanceof HTMLInputElement && field.type === "checkbox") {
        field.checked = given.split(",").includes(field.value);
      } else {
        field.value = given;
        if (!field.value || !field.validity.valid) field.value = before;
      }
    }
  }
}

/**
 * The form as parameters of the address, "" for what is off.
 * @param {HTMLFormElement} form
 */
export function state(form) {
  const fits = values(form, "fits").join();
  return {
    ...Object.fromEntries([...LISTS, "memory"].map((name) => [name, values(form, name).join()])),
    fits,
    by: fits && values(form, "by").join(),
    on: fits && values(form, "on").join(),
  };
}

/**
 * Takes a filter off.
 * @param {HTMLFormElement} form
 * @param {string} name
 */
export function remove(form, name) {
  for (const field of fields(form, name)) {
    if (field instanceof HTMLInputElement && field.type === "checkbox") field.checked = false;
    else field.value = "";
  }
}

/**
 * The filters that are on. What numbers need is loaded when there is one.
 * @param {HTMLFormElement} form
 * @returns {Promise<Filter[]>}
 */
export async function filters(form) {
  /** @type {Filter[]} */
  const on = [];
  for (const name of LISTS) {
    const chosen = values(form, name);
    const labels = fields(form, name).filter((field) => chosen.includes(field.value)).map((field) => field.labels?.[0]);
    const words = labels.map((label) => (label?.textContent ?? "").trim()).join(", ");
    if (chosen.length) on.push({ name, words, passes: (row) => chosen.includes(row[name] ?? "") });
  }
  const [memory] = values(form, "memory");
  if (memory) {
    const words = await pattern(form, "memory", { memory });
    on.push({ name: "memory", words, passes: (row) => Number(row.memory) >= Number(memory) });
  }
  const [size] = values(form, "fits");
  if (size) on.push(await fit(form, size));
  return on;
}

/**
 * "Holds a model of that size by this method on so many GPUs", judged exactly.
 * @param {HTMLFormElement} form
 * @param {string} size in billions of parameters
 * @returns {Promise<Filter>}
 */
async function fit(form, size) {
  const { boards, need } = await import("./fits.js");
  const [method] = fields(form, "by").flatMap((field) => (field instanceof HTMLSelectElement ? [...field.selectedOptions] : []));
  const [gpus = "1"] = values(form, "on");
  const gigabytes = need(size, method.dataset.bytes ?? "");
  const words = (await pattern(form, "fits", { fits: size, on: gpus })).replace("{by}", method.text);
  return {
    name: "fits",
    words,
    passes: ({ memory = "", devices = "1" }) =>
      boards(gigabytes, { memory, devices: Number(devices) }, form.dataset.usable ?? "") <= BigInt(gpus),
  };
}

/**
 * The words of a filter with a number in them.
 * @param {HTMLFormElement} form
 * @param {string} name of the field that has the words, in data-chip
 * @param {Record<string, string>} numbers
 */
async function pattern(form, name, numbers) {
  const [{ exact }, { formatter }] = await Promise.all([import("./exact.js"), import("./format.js")]);
  const { number } = formatter(JSON.parse(form.dataset.patterns ?? ""));
  let text = fields(form, name)[0].dataset.chip ?? "";
  for (const [key, value] of Object.entries(numbers)) text = text.replace(`{${key}}`, number(exact(value)));
  return text;
}
