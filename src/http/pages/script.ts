/**
 * Shows every instant in the reader's time zone and format instead of UTC, adds buttons to copy license keys, and
 * updates what is left of a file after a download. Pages work without it.
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
for (const key of document.querySelectorAll(".key")) {
  const [code, button] = key.children;
  const [words] = button.children;
  button.hidden = false;
  button.onclick = async () => {
    try {
      await navigator.clipboard.writeText(code.textContent);
    } catch {
      // Without https, scripts cannot write to the clipboard, but people can copy a selection.
      getSelection().selectAllChildren(code);
      if (!document.execCommand("copy")) return;
    }
    const copy = words.textContent;
    if (copy === words.dataset.copied) return;
    words.textContent = words.dataset.copied;
    setTimeout(() => (words.textContent = copy), 2000);
  };
}
const showWhatIsLeft = async () => {
  try {
    const answer = await fetch(location.pathname + location.search, { headers: { accept: "text/html" } });
    const now = new DOMParser().parseFromString(await answer.text(), "text/html").querySelectorAll(".file");
    const files = document.querySelectorAll(".file");
    if (now.length !== files.length) return;
    files.forEach((file, index) => {
      const counted = (one) => one.querySelector(".about").textContent;
      if (counted(file) !== counted(now[index])) file.replaceChildren(...now[index].childNodes);
    });
  } catch {
    // Without a connection, the page stays as it is.
  }
};
document.addEventListener("click", ({ target }) => {
  if (target.closest(".file .button")) for (const pause of [1000, 4000]) setTimeout(showWhatIsLeft, pause);
});
`;
