/** JSON of strangers, of which nothing is certain. */
export type Json = unknown;

/** The member of an object or list; undefined if there is none. Several names lead inward. */
export function at(value: Json, ...names: (string | number)[]): Json {
  let found = value;
  for (const name of names) {
    if (typeof found !== "object" || found === null || !Object.hasOwn(found, name)) return undefined;
    found = (found as Record<string | number, Json>)[name];
  }
  return found;
}

/** The text of a text or a number, trimmed; null for an empty one and for anything else. */
export function textOf(value: Json): string | null {
  if (typeof value === "number" && Number.isFinite(value)) return String(value);
  if (typeof value !== "string") return null;
  return value.trim() === "" ? null : value.trim();
}

/** The items of a list; none for anything else. */
export const listOf = (value: Json): Json[] => (Array.isArray(value) ? value : []);
