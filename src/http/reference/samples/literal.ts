/** How a language writes values. */
export interface LiteralStyle {
  null: string;
  true: string;
  false: string;
  text(value: string): string;
  /** Opens and closes a list. */
  list: [open: string, close: string];
  object: [open: string, close: string];
  /** An object without fields. */
  emptyObject: string;
  /** Between a field's name and its value. */
  arrow: string;
}

/** A JSON value as source code; lines after the first are indented by `indent` spaces. */
export function literal(value: unknown, style: LiteralStyle, indent = 0): string {
  if (value === null || value === undefined) return style.null;
  if (typeof value === "boolean") return value ? style.true : style.false;
  if (typeof value === "string") return style.text(value);
  if (typeof value !== "object") return String(value);
  const isList = Array.isArray(value);
  const [open, close] = isList ? style.list : style.object;
  const entries = isList
    ? value.map((one) => literal(one, style, indent + 4))
    : Object.entries(value).map(([name, one]) => style.text(name) + style.arrow + literal(one, style, indent + 4));
  if (entries.length === 0) return isList ? open + close : style.emptyObject;
  const inner = " ".repeat(indent + 4);
  return `${open}\n${entries.map((entry) => `${inner}${entry},\n`).join("")}${" ".repeat(indent)}${close}`;
}
