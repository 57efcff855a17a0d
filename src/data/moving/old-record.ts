import { type Instant, readInstant } from "../../platform/instants.ts";

interface XmlElement {
  name: string;
  attributes: Record<string, string>;
  children: (string | XmlElement)[];
}

/** One element of the old service's answers. Reads the values of its children by name. */
export class OldRecord {
  constructor(private readonly element: XmlElement) {}

  /** The unchanged text; empty if the element is empty, missing or nil. */
  text(name: string): string {
    const child = this.#child(name);
    return child?.children.filter((part) => typeof part === "string").join("") ?? "";
  }

  /** Null if it is empty or not a whole number. `1024.0` counts as whole. */
  integer(name: string): number | null {
    const text = this.text(name).trim();
    const value = /^-?\d{1,15}(\.0*)?$/.test(text) ? Math.trunc(Number(text)) : Number.NaN;
    return Number.isNaN(value) ? null : value;
  }

  /** Null if it is empty or not a date. */
  instant(name: string): Instant | null {
    return readInstant(this.text(name));
  }

  /** The elements of a child; null if there is no such child. */
  list(name: string): OldRecord[] | null {
    const child = this.#child(name);
    if (!child) return null;
    return child.children.filter((part) => isElement(part)).map((part) => new OldRecord(part));
  }

  #child(name: string): XmlElement | undefined {
    return this.element.children.find((part): part is XmlElement => isElement(part) && part.name === name);
  }
}

/** Null if the text is not well-formed. */
export function readRecord(xml: string): OldRecord | null {
  try {
    return new OldRecord(Bun.XML.parse(xml, { compact: false }) as XmlElement);
  } catch {
    return null;
  }
}

/** Not text, a comment or a processing instruction. */
const isElement = (part: string | XmlElement): part is XmlElement => typeof part === "object" && "name" in part;
