/** A value in a request, read from XML or from a form: text, fields by name, or a list. */
export type XmlValue = string | XmlFields | XmlValue[];
export type XmlFields = Map<string, XmlValue>;

/** Rails writes `first-name` for `first_name`. */
export const readName = (name: string): string => name.replaceAll("-", "_");

/** Fields by normalized name. A repeated name becomes a list, which fields for a single value reject. */
export function byReadName(named: Iterable<readonly [string, XmlValue]>): XmlFields {
  const repeated = new Map<string, XmlValue[]>();
  for (const [given, value] of named) {
    const name = readName(given);
    if (!repeated.get(name)?.push(value)) repeated.set(name, [value]);
  }
  const fields: XmlFields = new Map();
  for (const [name, values] of repeated) fields.set(name, values.length === 1 ? (values[0] as XmlValue) : values);
  return fields;
}

/** The value as plain objects and arrays for zod, without prototypes that a name could reach. */
export function toPlain(value: XmlValue): unknown {
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return value.map(toPlain);
  const plain = Object.create(null) as Record<string, unknown>;
  for (const [name, inner] of value) plain[name] = toPlain(inner);
  return plain;
}
