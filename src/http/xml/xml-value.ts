/** A value in a request, read from XML or from a form: text, fields by name, or a list. */
export type XmlValue = string | XmlFields | XmlValue[];
export type XmlFields = Map<string, XmlValue>;

/** The value as plain objects and arrays, ready for zod. No name can reach an object's prototype. */
export function toPlain(value: XmlValue): unknown {
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return value.map(toPlain);
  const plain = Object.create(null) as Record<string, unknown>;
  for (const [name, inner] of value) plain[name] = toPlain(inner);
  return plain;
}
