/**
 * Rewrites every instant, which the server wrote in UTC, into the reader's own time zone and language. A page
 * without it is complete.
 */
export const script = `
const form = { day: "numeric", month: "long", year: "numeric", hour: "numeric", minute: "2-digit", timeZoneName: "short" };
for (const time of document.querySelectorAll("time[datetime]")) {
  time.title = time.textContent;
  time.lang = navigator.language;
  time.textContent = new Intl.DateTimeFormat(navigator.languages, form).format(new Date(time.dateTime));
}
`;
