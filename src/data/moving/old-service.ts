import { setTimeout } from "node:timers/promises";
import { DomainError } from "../../platform/errors.ts";
import { type Instant, instant, instantNow } from "../../platform/instants.ts";
import { OutgoingProblem } from "../../platform/outgoing/problem.ts";
import type { StreamedAnswer, StreamRequest } from "../../platform/outgoing/stream.ts";
import { type OldRecord, readRecord } from "./old-record.ts";
import { OldServiceProblem } from "./problem.ts";
import { RecordSplitter } from "./record-splitter.ts";

/** Milliseconds without a byte after which a request is given up. */
const patience = 60_000;

/** Most attempts of one request, and the milliseconds after the first. Each pause is twice the one before. */
const mostTries = 6;
const firstPause = 500;

/** Milliseconds to wait if the service does not say how long, and the longest wait that it may ask for. */
const usualWait = 10_000;
const longestWait = 15 * 60_000;

/** How often in a row the service may ask to wait. */
const mostWaits = 50;

/** The old service, and the credentials for it. */
export interface OldServiceAccess {
  /** The address of the account there, `http:` or `https:`. */
  from: URL;
  key: string;
  token: string;
}

/**
 * Reads another service's copy of our unversioned interface (docs/reference/unversioned-interface.md). Pauses between requests,
 * and retries.
 */
export class OldService {
  #nextAt = 0;
  /** The service's clock at its first answer, in whole seconds. */
  clock: Instant | null = null;

  constructor(
    private readonly access: OldServiceAccess,
    private readonly stream: StreamRequest,
    private readonly tell: (sentence: string) => void,
    /** When it fires, requests reject with its reason. */
    private readonly signal?: AbortSignal,
  ) {}

  /** The only element of an answer. */
  async one(path: string, root: string): Promise<OldRecord> {
    return this.#asked(path, true, async (answer) => {
      let text = "";
      const splitter = new RecordSplitter(path, root);
      for await (const piece of decoded(answer, path)) {
        text += piece;
        splitter.push(piece);
      }
      const record = splitter.isDone ? readRecord(text) : null;
      if (!record) throw brokenOff();
      return record;
    });
  }

  /** The records of a list, as XML, in pieces as they arrive. If the answer breaks off, `list.ts` requests it again. */
  async records<T>(path: string, root: string, read: (pieces: AsyncGenerator<string[]>) => Promise<T>): Promise<T> {
    return this.#asked(path, true, (answer) => read(recordsIn(answer, path, root)));
  }

  /** Reads the file behind a link, without credentials. The answer may have any status below 500. */
  async file<T>(path: string, read: (answer: StreamedAnswer) => Promise<T>, redirects = 3): Promise<T> {
    const redirected = Symbol();
    let target = "";
    const outcome = await this.#asked(path, false, async (answer) => {
      const { status, headers, body } = answer;
      target = headers.get("location") ?? "";
      if (redirects === 0 || status < 300 || status >= 400 || target === "") return read(answer);
      await body.return();
      return redirected;
    });
    return outcome === redirected ? this.file(target, read, redirects - 1) : (outcome as T);
  }

  async #asked<T>(path: string, isApi: boolean, read: (answer: StreamedAnswer) => Promise<T>): Promise<T> {
    let waits = 0;
    for (let attempt = 1; ; ) {
      await this.#rest();
      const startedAt = performance.now();
      try {
        const answer = await this.stream(this.#request(path, isApi));
        this.clock ??= clockOf(answer.headers);
        const wait = waitOf(answer);
        if (wait === null) {
          if (answer.status >= 500) throw await this.#unwell(answer, path);
          if (isApi) this.#rejectStatus(answer, path);
          return await read(answer);
        }
        await answer.body.return();
        if (++waits > mostWaits)
          throw new OldServiceProblem("The old service keeps asking to wait. Start again later.");
        this.tell(`The old service asks to wait ${Math.ceil(wait / 1000)} seconds.`);
        this.#nextAt = performance.now() + wait;
      } catch (error) {
        this.signal?.throwIfAborted();
        if (!mayPass(error) || attempt === mostTries) throw sentenceFor(error, path);
        const pause = firstPause * 2 ** (attempt - 1);
        attempt++;
        this.#nextAt = performance.now() + pause;
      } finally {
        // Pause for as long as the answer took, so that the old service has time for its customers.
        const rest = Math.min(performance.now() - startedAt, 1_000);
        this.#nextAt = Math.max(this.#nextAt, performance.now() + rest);
      }
    }
  }

  /** Waits until the service may be asked again. */
  async #rest(): Promise<void> {
    const { signal } = this;
    signal?.throwIfAborted();
    const milliseconds = Math.max(0, this.#nextAt - performance.now());
    await setTimeout(milliseconds, undefined, signal ? { signal } : {}).catch(() => signal?.throwIfAborted());
  }

  #request(path: string, isApi: boolean) {
    const { from, key, token } = this.access;
    const base = from.origin + from.pathname.replace(/\/+$/, "");
    const url = new URL(path.startsWith("/") ? base + path : path, `${base}/`);
    const headers: Record<string, string> = isApi
      ? { Accept: "application/xml", Authorization: `Basic ${Buffer.from(`${key}:${token}`).toString("base64")}` }
      : { Accept: "*/*" };
    return { url, headers, patience, requiresTls: false, ...(this.signal ? { signal: this.signal } : {}) };
  }

  async #unwell({ status, body }: StreamedAnswer, path: string): Promise<Unwell> {
    await body.return();
    return new Unwell(`${this.access.from.host} answered ${status} to ${path}.`);
  }

  #rejectStatus({ status, headers }: StreamedAnswer, path: string): void {
    const { from } = this.access;
    if (status === 200) return;
    if (status === 401 || status === 403) {
      throw new OldServiceProblem(
        `${from.host} rejects the credentials (${status}). Check the key, the token and the address, and that the plan there includes the API.`,
      );
    }
    if (status >= 300 && status < 400) {
      const target = headers.get("location") ?? "elsewhere";
      throw new OldServiceProblem(`${from.host} redirects to ${target}. Give that address instead.`);
    }
    throw new OldServiceProblem(`${from.host} answered ${status} to ${path}. Check the address.`);
  }
}

/** The service failed, but may answer the next time. */
class Unwell extends Error {}

const brokenOff = () => new OutgoingProblem("no_connection", "The answer broke off.");

async function* recordsIn(answer: StreamedAnswer, path: string, root: string): AsyncGenerator<string[]> {
  const splitter = new RecordSplitter(path, root);
  for await (const piece of decoded(answer, path)) yield splitter.push(piece);
  if (!splitter.isDone) throw brokenOff();
}

async function* decoded({ body, headers }: StreamedAnswer, path: string): AsyncGenerator<string> {
  const charset = /charset\s*=\s*"?([^\s";]+)/i.exec(headers.get("content-type") ?? "")?.[1] ?? "utf-8";
  try {
    const decoder = new TextDecoder(charset as Bun.Encoding, { fatal: true });
    for await (const bytes of body) yield decoder.decode(bytes, { stream: true });
    yield decoder.decode();
  } catch (error) {
    if (error instanceof OutgoingProblem || error instanceof DomainError) throw error;
    throw new OldServiceProblem(`The answer to ${path} is not text in ${charset.slice(0, 40)}.`);
  }
}

/** Milliseconds that the service asks us to wait (RFC 9110, section 10.2.3); null if it does not. */
function waitOf({ status, headers }: StreamedAnswer): number | null {
  const after = headers.get("retry-after");
  if (status !== 429 && !(status === 503 && after !== null)) return null;
  const text = after?.trim() ?? "";
  const asked = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - Date.now();
  return Math.min(Math.max(Number.isNaN(asked) ? usualWait : asked, 0), longestWait);
}

function clockOf(headers: Headers): Instant {
  const at = Date.parse(headers.get("date") ?? "");
  return instant(Math.floor((Number.isNaN(at) ? instantNow() : at) / 1000) * 1000);
}

function mayPass(error: unknown): boolean {
  if (error instanceof Unwell) return true;
  return error instanceof OutgoingProblem && !["not_allowed", "certificate", "not_http"].includes(error.reason);
}

function sentenceFor(error: unknown, path: string): unknown {
  if (error instanceof Unwell)
    return new OldServiceProblem(`${error.message} Start again later: it resumes where it stopped.`);
  if (!(error instanceof OutgoingProblem)) return error;
  const next = mayPass(error) ? " Start again: it resumes where it stopped." : "";
  return new OldServiceProblem(`The old service cannot be read (${path}): ${error.message}${next}`);
}
