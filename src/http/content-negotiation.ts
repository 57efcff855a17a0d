/**
 * True if the client displays pages: its `Accept` contains `text/html` with a weight above zero (docs/reference/delivery.md,
 * Links). A wildcard alone does not count, because command-line tools and download managers send it and want the file.
 */
export function wantsPage(headers: Headers): boolean {
  return (headers.get("accept") ?? "").split(",").some((range) => {
    const [type = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase());
    return type === "text/html" && !parameters.some((parameter) => /^q=0(\.0{0,3})?$/.test(parameter));
  });
}
