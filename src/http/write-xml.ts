/** The text of an element, and its attributes in the order in which they are written. */
export interface Typed {
  type?: string;
  /** True for an absent value, in interfaces that mark it. */
  nil?: true;
  /** A URL. */
  href?: string;
  /** Null for an empty element. */
  text: string | null;
}

/** Text, or child elements by name. */
export type Content = string | Record<string, string | Typed>;

/** A whole element. */
export function element(name: string, content: Content): string {
  return whole(name, inside(content));
}

/** An element left open for more content. `closeElement` closes it. */
export function openElement(name: string, content: Content): string {
  return `<${name}>${inside(content)}`;
}

export function closeElement(name: string): string {
  return `</${name}>`;
}

function inside(content: Content): string {
  if (typeof content === "string") return escaped(content);
  let elements = "";
  for (const name in content) {
    const value = content[name] as string | Typed;
    elements +=
      typeof value === "string"
        ? whole(name, escaped(value))
        : whole(name, escaped(value.text ?? ""), attributesOf(value));
  }
  return elements;
}

function attributesOf({ type, nil, href }: Typed): string {
  let attributes = "";
  if (type !== undefined) attributes += ` type="${type}"`;
  if (nil) attributes += ' nil="true"';
  if (href !== undefined) attributes += attribute("href", href);
  return attributes;
}

/** An attribute, after a space. Line breaks are escaped, because a parser would otherwise read them as spaces. */
export function attribute(name: string, value: string): string {
  const text = escaped(value).replaceAll('"', "&quot;");
  return ` ${name}="${text.replace(/[\t\n\r]/g, (sign) => `&#${sign.charCodeAt(0)};`)}"`;
}

const whole = (name: string, text: string, attributes = ""): string =>
  text === "" ? `<${name}${attributes}/>` : `<${name}${attributes}>${text}</${name}>`;

/** ASCII without markup, like most texts. */
const plain = /^[\t\n !-%'-;=?-~]*$/;

/** Escapes text for a document. Throws for a character that XML does not allow. */
const escaped = (text: string): string =>
  plain.test(text) ? text : (Bun.XML.stringify({ text }) as string).slice("<text>".length, -"</text>".length);
