/** The document as readers with this color scheme see it, whatever the browser's own is. */
export function inScheme(html: string, scheme: "light" | "dark"): string {
  return html
    .replace(/\(\s*prefers-color-scheme\s*:\s*(light|dark)\s*\)/gi, (_, asked: string) =>
      asked.toLowerCase() === scheme ? "(min-width: 0)" : "(max-width: 0)",
    )
    .replace(/color-scheme:\s*light dark/gi, `color-scheme: ${scheme}`)
    .replace(/(<meta name="color-scheme" content=")[^"]*/gi, `$1${scheme}`);
}
