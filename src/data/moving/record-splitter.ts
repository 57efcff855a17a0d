import { OldServiceProblem } from "./problem.ts";

/** Longest record, such as an order with its items, in characters. */
const longestRecord = 16 * 1024 * 1024;

/** A start or end tag with its attributes, whose values may contain `>`. */
const tag = /<[^"'>]*(?:"[^"]*"[^"'>]*|'[^']*'[^"'>]*)*>/y;

/**
 * Splits an XML document of any length into the children of its root element while it arrives. Keeps at most one record
 * and the last piece in memory.
 */
export class RecordSplitter {
  #text = "";
  #at = 0;
  #depth = 0;
  #start = 0;
  /** The root element has ended. */
  isDone = false;

  /** `what` names the request in messages; `root` is the name of the root element. */
  constructor(
    private readonly what: string,
    private readonly root: string,
  ) {}

  /** The records that end in this piece. Throws `OldServiceProblem` for any other document. */
  push(text: string): string[] {
    const needed = this.#needed;
    this.#text = this.#text.slice(needed) + text;
    this.#at -= needed;
    this.#start -= needed;
    const records: string[] = [];
    while (this.#step(records));
    if (this.#text.length - this.#needed > longestRecord) throw this.#wrong("It holds a record that is too long");
    return records;
  }

  /** Where the text that is still needed begins. */
  get #needed(): number {
    return this.#depth > 1 ? this.#start : this.#at;
  }

  /** Reads one piece of markup. Returns false if more text must arrive first. */
  #step(records: string[]): boolean {
    const next = this.#text.indexOf("<", this.#at);
    const between = this.#text.slice(this.#at, next === -1 ? undefined : next);
    if (this.#depth === 0 && between.replace(/^\ufeff/, "").trim() !== "") throw this.#wrong("It is not XML");
    this.#at = next === -1 ? this.#text.length : next;
    if (next === -1) return false;
    const rest = this.#text.slice(next, next + 9);
    if (rest.length < 9 && "<![CDATA[".startsWith(rest)) return false;
    if (rest.startsWith("<![CDATA[")) return this.#passOver("]]>");
    if (rest.length < 4 && "<!--".startsWith(rest)) return false;
    if (rest.startsWith("<!--")) return this.#passOver("-->");
    if (rest.startsWith("<?")) return this.#passOver("?>");
    if (rest.startsWith("<!")) return this.#passOverType();
    tag.lastIndex = next;
    const found = tag.exec(this.#text)?.[0];
    if (found === undefined) return false;
    this.#passOverTag(found, next, records);
    return !this.isDone;
  }

  #passOver(ending: string): boolean {
    const end = this.#text.indexOf(ending, this.#at);
    if (end === -1) return false;
    this.#at = end + ending.length;
    return true;
  }

  #passOverType(): boolean {
    const end = this.#text.indexOf(">", this.#at);
    if (end === -1) return false;
    const type = this.#text.slice(this.#at, end);
    // Definitions are used for attacks, and no service needs them.
    if (type.includes("[")) throw this.#wrong("Its document type has definitions");
    if (/^<!doctype\s+html/i.test(type)) throw this.#wrong("It is a web page");
    this.#at = end + 1;
    return true;
  }

  #passOverTag(found: string, start: number, records: string[]): void {
    const end = start + found.length;
    this.#at = end;
    if (found.startsWith("</")) {
      this.#depth--;
      if (this.#depth === 1) records.push(this.#text.slice(this.#start, end));
      this.isDone = this.#depth <= 0;
      return;
    }
    const isEmpty = found.endsWith("/>");
    if (this.#depth === 0) {
      const name = /^<([^\s/>]*)/.exec(found)?.[1] ?? "";
      if (name !== this.root) throw this.#wrong(`Its root element is <${name.slice(0, 40)}> and not <${this.root}>`);
      this.isDone = isEmpty;
    }
    if (this.#depth === 1) {
      this.#start = start;
      if (isEmpty) records.push(found);
    }
    if (!isEmpty) this.#depth++;
  }

  #wrong(why: string): OldServiceProblem {
    return new OldServiceProblem(
      `The answer to ${this.what} is not the XML of the interface. ${why}. Check the address.`,
    );
  }
}
