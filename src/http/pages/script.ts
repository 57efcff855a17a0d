import { playerScript } from "./player-script.ts";

/**
 * Shows every instant in the reader's time zone and format instead of UTC, adds buttons to copy license keys, shows pictures in
 * the page, gives players a next track, a speed and a position that is kept on the device, and after a download says that it has
 * started, how long it takes and what is left. Pages work without it.
 */
export const script = `
const page = document.documentElement.lang;
const locale = navigator.languages.find((one) => one.split("-")[0] === page) ?? page;
const form = { day: "numeric", month: "long", year: "numeric", hour: "numeric", minute: "2-digit", timeZoneName: "short" };
for (const time of document.querySelectorAll("time[datetime]")) {
  time.title = time.textContent;
  const parts = new Intl.DateTimeFormat(locale, form).formatToParts(new Date(time.dateTime));
  const hour = parts.findIndex(({ type }) => type === "hour");
  const [date, clock] = time.children;
  const text = (some) => some.map(({ value }) => value).join("");
  // The text between them: a comma belongs to the date, a word such as "at" to the time.
  const [, end, word] = /^(\\S*)(.*)$/s.exec(parts[hour - 1].value);
  date.textContent = (text(parts.slice(0, hour - 1)) + end).replaceAll(" ", "\\u00a0");
  clock.textContent = (word + text(parts.slice(hour))).trim().replaceAll(" ", "\\u00a0");
}
for (const button of document.querySelectorAll(".copy")) {
  const [words] = button.children;
  const keys = button.parentElement.matches(".key") ? button.parentElement : button.parentElement.parentElement;
  const codes = [...keys.querySelectorAll("code")];
  button.hidden = false;
  button.onclick = async () => {
    const text = codes.map((code) => code.textContent).join("\\n");
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      // Without https, scripts cannot write to the clipboard, but people can copy a selection.
      const field = document.body.appendChild(document.createElement("textarea"));
      field.value = text;
      field.select();
      const isCopied = document.execCommand("copy");
      field.remove();
      button.focus();
      if (!isCopied) return;
    }
    const copy = words.textContent;
    if (copy === words.dataset.copied) return;
    words.textContent = words.dataset.copied;
    setTimeout(() => (words.textContent = copy), 2000);
  };
}
// Files whose download the customer began here, each with whether it came alone. A preview is none.
const begun = new Map();
// The browser estimates the speed from what it has received lately, in Mbit/s, and never tells a higher one.
const highestSpeed = 10;
const durationOf = (bytes, speed) => {
  const minutes = Math.ceil((bytes * 8) / (speed * 60e6));
  const [count, unit] = minutes < 90 ? [minutes, "minute"] : [minutes / 60, "hour"];
  return new Intl.NumberFormat(locale, { style: "unit", unit, unitDisplay: "long", maximumFractionDigits: 1 }).format(count);
};
const sayStarted = (file, about) => {
  const { started, takes, takesAtMost } = about.dataset;
  if (!begun.has(file) || !started || about.querySelector("strong")) return;
  const bytes = begun.get(file) ? Number(about.querySelector("data")?.value) : 0;
  const speed = navigator.connection?.downlink;
  const words = [["strong", started]];
  // Not for files that are there within a minute.
  if (speed > 0 && bytes * 8 > speed * 60e6) words.push(["span", (speed < highestSpeed ? takes : takesAtMost).replace("#", durationOf(bytes, speed))]);
  about.prepend(...words.map(([tag, textContent]) => Object.assign(document.createElement(tag), { textContent })));
};
const showWhatIsLeft = async () => {
  try {
    const answer = await fetch(location.pathname + location.search, { headers: { accept: "text/html" } });
    const fresh = new DOMParser().parseFromString(await answer.text(), "text/html");
    const now = fresh.querySelectorAll(".file");
    const files = document.querySelectorAll(".file");
    if (now.length !== files.length) return;
    let isUsedUp = false;
    files.forEach((file, index) => {
      const about = file.querySelector(".about");
      const before = about.dataset.now ?? about.textContent;
      const after = now[index].querySelector(".about");
      if (before === after.textContent) {
        if (!("counted" in about.dataset)) sayStarted(file, about);
        return;
      }
      about.dataset.now = after.textContent;
      about.replaceChildren(...after.childNodes);
      sayStarted(file, about);
      // Not what is between them: it may be playing.
      const end = ".button, .help";
      const [old, next] = [file, now[index]].map((one) => one.querySelector(end));
      if (!old || !next) return;
      old.replaceWith(next);
      if (!next.matches(".help")) return;
      isUsedUp = true;
      file.querySelector(".view")?.closest(".preview").remove();
    });
    const all = document.querySelector(".all");
    const freshAll = fresh.querySelector(".all");
    if (all && isUsedUp && !begun.has(all)) freshAll ? all.replaceWith(freshAll) : all.remove();
    else if (all) sayStarted(all, all.querySelector(".about"));
  } catch {
    // Without a connection, the page stays as it is.
  }
};
const lookSoon = () => {
  for (const pause of [1000, 4000]) setTimeout(showWhatIsLeft, pause);
};
document.addEventListener("click", (event) => {
  const view = event.target.closest(".view");
  if (view?.dataset.kind === "image" && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault();
    view.replaceWith(Object.assign(new Image(), { src: view.href, alt: view.dataset.name }));
  }
  const button = event.target.closest(".file .button, .all .button");
  const all = button?.closest(".all");
  if (all) for (const file of document.querySelectorAll(".file")) begun.set(file, false);
  if (button) begun.set(all ?? button.closest(".file"), true);
  if (view || button) lookSoon();
});
document.addEventListener("play", lookSoon, true);
${playerScript}`;
