/**
 * Rewrites every instant, which the server wrote in UTC, into the reader's own time zone and form, offers to copy
 * license keys, and shows what is left of each file once it was downloaded. A page without it is complete.
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
  // What stands between them: a comma ends the date, a word such as "at" begins the time.
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
      // Without https there is no clipboard to write to; a selection can be copied all the same.
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
    // Away from the network, the page stays as it is.
  }
};
document.addEventListener("click", ({ target }) => {
  if (target.closest(".file .button")) for (const pause of [1000, 4000]) setTimeout(showWhatIsLeft, pause);
});
`;
