/** What stands in a request, read from XML or from a form: text, fields by name, or a list. */
export type Value = string | Fields | Value[];
export type Fields = Map<string, Value>;

/** The value as plain objects and arrays, for checking; names cannot reach an object's prototype. */
export function toPlain(value: Value): unknown {
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return value.map(toPlain);
  const plain = Object.create(null) as Record<string, unknown>;
  for (const [name, inner] of value) plain[name] = toPlain(inner);
  return plain;
}
