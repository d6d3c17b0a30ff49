// @ts-check
/**
 * Tells the age of the prices where the build could not, and in a page that stays open. The element has two notices, a
 * plain one and a strong one, and in data-notice and data-strong the times (ISO 8601) from which on they hold.
 *
 * What the build has told already is never taken back: the visitor's clock may be wrong.
 * @param {HTMLElement} element
 */
export default function age(element) {
  const notices = [...element.querySelectorAll("p")];
  const times = [element.dataset.notice, element.dataset.strong].map((time) => Date.parse(time ?? ""));
  const told = notices.findIndex((notice) => !notice.hidden);

  const tell = () => {
    const past = times.filter((time) => Date.now() >= time).length - 1;
    const level = Math.max(told, past);
    notices.forEach((notice, place) => {
      notice.hidden = place !== level;
    });
  };

  tell();
  for (const time of times) {
    const wait = time - Date.now();
    if (wait > 0) setTimeout(tell, wait);
  }
  // A sleeping device stops its timers.
  document.addEventListener("visibilitychange", tell);
}
