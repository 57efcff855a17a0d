import { OutgoingProblem } from "./problem.ts";

/** Most bytes of status line and headers, and of a chunk's length line. */
const longestHead = 16 * 1024;
const longestSizeLine = 1024;

interface Head {
  /** From 200 to 599. */
  status: number;
  headers: Headers;
}

/** A response, as far as it was read. */
export interface OutgoingAnswer extends Head {
  body: Buffer;
  /** False if the body is longer than requested, or broke off. */
  isWhole: boolean;
}

/** How the end of the body is determined (RFC 9112, section 6.3). */
type Framing = "none" | "length" | "chunked" | "until_close";

/**
 * Reads one HTTP/1.1 response (RFC 9112) from the bytes of a connection, and at most `mostBytes` of its body, however
 * much a server sends. `push` throws `OutgoingProblem` if it is not a response.
 */
export class AnswerReader {
  #pending: Buffer = Buffer.alloc(0);
  #head: Head | null = null;
  #framing: Framing = "none";
  /** Remaining bytes of the body, or of its current chunk. */
  #left = 0;
  #part: "size" | "data" | "data_end" = "size";
  readonly #body: Buffer[] = [];
  #read = 0;
  #isWhole = false;
  /** Nothing more needs to be read. */
  isDone = false;

  constructor(private readonly mostBytes: number) {}

  push(bytes: Buffer): void {
    if (this.isDone) return;
    this.#pending = this.#pending.length > 0 ? Buffer.concat([this.#pending, bytes]) : bytes;
    while (!this.isDone && this.#step());
  }

  /** The head; null until all of it has arrived. */
  get head(): Head | null {
    return this.#head;
  }

  /** Returns what has arrived of the body since the last call, and forgets it. */
  take(): Buffer[] {
    return this.#body.splice(0);
  }

  /** The response so far; null if there is none. `closed`: the server has closed the connection. */
  answer({ closed = false } = {}): OutgoingAnswer | null {
    if (!this.#head) return null;
    const isWhole = this.#isWhole || (closed && this.#framing === "until_close" && !this.isDone);
    return { ...this.#head, body: Buffer.concat(this.#body), isWhole };
  }

  /** Returns whether more can be processed. */
  #step(): boolean {
    if (!this.#head) return this.#readHead();
    if (this.#framing !== "chunked" || this.#part === "data") return this.#readData();
    return this.#readChunkLine();
  }

  #readHead(): boolean {
    const end = this.#pending.indexOf("\r\n\r\n");
    if (end === -1 ? this.#pending.length > longestHead : end > longestHead) throw notHttp("Its head is too long.");
    if (end === -1) {
      // A server that speaks first is not a web server.
      if (!"HTTP/1.".startsWith(this.#pending.toString("latin1", 0, 7))) throw notHttp();
      return false;
    }
    const lines = this.#pending.toString("latin1", 0, end).split("\r\n");
    this.#pending = this.#pending.subarray(end + 4);
    const status = Number(/^HTTP\/1\.[01] ([1-5]\d\d)(?: |$)/.exec(lines[0] ?? "")?.[1]);
    if (!status) throw notHttp();
    // Such as 103, before the final response.
    if (status < 200) return true;
    this.#head = { status, headers: headersOf(lines.slice(1)) };
    this.#chooseFraming(this.#head);
    return true;
  }

  #chooseFraming({ status, headers }: Head): void {
    const length = headers.get("content-length");
    const coding = headers.get("transfer-encoding");
    if (status === 204 || status === 304) this.#end(true);
    else if (coding !== null) {
      if (!/(^|,)\s*chunked\s*$/i.test(coding)) throw notHttp();
      this.#framing = "chunked";
    } else if (length === null) {
      this.#framing = "until_close";
      this.#left = Number.POSITIVE_INFINITY;
    } else {
      if (!/^\d{1,15}$/.test(length)) throw notHttp();
      this.#framing = "length";
      this.#left = Number(length);
      if (this.#left === 0) this.#end(true);
    }
  }

  #readData(): boolean {
    const bytes = this.#pending.subarray(0, Math.min(this.#left, this.#pending.length));
    this.#pending = this.#pending.subarray(bytes.length);
    this.#left -= bytes.length;
    const wanted = bytes.subarray(0, this.mostBytes - this.#read);
    // A copy, because the rest of what arrived with it may be large.
    if (wanted.length > 0) this.#body.push(Buffer.from(wanted));
    this.#read += wanted.length;
    if (wanted.length < bytes.length) this.#end(false);
    else if (this.#left > 0) return false;
    else if (this.#framing === "chunked") this.#part = "data_end";
    else this.#end(true);
    return true;
  }

  #readChunkLine(): boolean {
    const end = this.#pending.indexOf("\r\n");
    if (end === -1 ? this.#pending.length > longestSizeLine : end > longestSizeLine) throw notHttp();
    if (end === -1) return false;
    const line = this.#pending.toString("latin1", 0, end);
    this.#pending = this.#pending.subarray(end + 2);
    if (this.#part === "data_end") {
      if (line !== "") throw notHttp();
      this.#part = "size";
      return true;
    }
    const [, size] = /^([0-9a-f]{1,12})[ \t]*(?:;.*)?$/i.exec(line) ?? [];
    if (size === undefined) throw notHttp();
    this.#left = Number.parseInt(size, 16);
    // Trailers are ignored.
    if (this.#left === 0) this.#end(true);
    else this.#part = "data";
    return true;
  }

  #end(isWhole: boolean): void {
    this.isDone = true;
    this.#isWhole = isWhole;
    this.#pending = Buffer.alloc(0);
  }
}

function headersOf(lines: string[]): Headers {
  const headers = new Headers();
  for (const line of lines) {
    const [, name, value] = /^([!#$%&'*+.^_`|~0-9a-z-]+):[ \t]*(.*?)[ \t]*$/i.exec(line) ?? [];
    if (name === undefined || value === undefined || value.includes("\0")) throw notHttp();
    headers.append(name, value);
  }
  return headers;
}

const notHttp = (why = "It does not speak HTTP/1.1.") =>
  new OutgoingProblem("not_http", `The server gave no answer that can be read. ${why}`);
