/** Paths of one example that are offered at most. */
const mostPaths = 300;

/** Paths to the values and lists of an example, such as `data.items` and `data.items[0].sku`, and those within its first line. */
export function pathsIn(example: unknown, lines: string): { whole: string[]; inLine: string[] } {
  const found = lines === "" ? example : valueAt(example, lines);
  const line = Array.isArray(found) ? found[0] : found;
  return { whole: pathsOf(example), inLine: pathsOf(line) };
}

function pathsOf(value: unknown): string[] {
  const paths: string[] = [];
  const walk = (inner: unknown, path: string, depth: number) => {
    if (paths.length >= mostPaths || depth > 8) return;
    if (Array.isArray(inner)) {
      if (path !== "") paths.push(path);
      walk(inner[0], `${path}[0]`, depth + 1);
    } else if (typeof inner === "object" && inner !== null) {
      for (const [name, next] of Object.entries(inner)) walk(next, path === "" ? name : `${path}.${name}`, depth + 1);
    } else if (path !== "" && inner !== undefined) {
      paths.push(path);
    }
  };
  walk(value, "", 0);
  return paths;
}

function valueAt(value: unknown, path: string): unknown {
  const names = path
    .replace(/\[(\d+)\]/g, ".$1")
    .split(".")
    .filter(Boolean);
  return names.reduce<unknown>(
    (found, name) =>
      typeof found === "object" && found !== null ? (found as Record<string, unknown>)[name] : undefined,
    value,
  );
}
