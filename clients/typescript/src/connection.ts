import { errorOf, secondsToWait, WaybillError } from "./error.ts";
import type { Operations } from "./types.ts";

export interface WaybillOptions {
  /** The account's own address, such as `https://HANDLE.example.com`. */
  url: string;
  apiKey: string;
  apiToken: string;
  /** Milliseconds after which a request without an upload is given up; 30,000 when absent. */
  timeout?: number;
  /**
   * How often a request that found no answer, or 429, 502, 503 or 504, is made again; 0 when absent. Only requests that are
   * safe to make twice are: those that read, and those with an idempotency key. With retries, POST and PUT without a key get a
   * random one. `Retry-After` is waited for if it is at most 60 seconds.
   */
  retries?: number;
  /** In place of the platform's own `fetch`. */
  fetch?: typeof fetch;
}

export interface RequestOptions {
  /** Up to 255 characters; within 24 hours the same key with the same request gets the first answer again. */
  idempotencyKey?: string;
  signal?: AbortSignal;
}

/** What an operation takes: the parts of it that are not its answer. */
export type Input<Name extends keyof Operations> = Omit<Operations[Name], "answer">;
export type Answer<Name extends keyof Operations> = Operations[Name]["answer"];

interface Parts {
  path?: Record<string, string | number>;
  query?: Record<string, string | number | undefined>;
  body?: unknown;
}

/** Seconds that the service may ask to wait before a request is made again. */
const longestWait = 60;

/** Speaks to one account's interface. */
export class Connection {
  readonly #options: WaybillOptions;
  readonly #authorization: string;

  constructor(options: WaybillOptions) {
    this.#options = options;
    const bytes = new TextEncoder().encode(`${options.apiKey}:${options.apiToken}`);
    this.#authorization = `Basic ${btoa(String.fromCharCode(...bytes))}`;
  }

  /** Makes one request. Throws `WaybillError` when it is refused, and what `fetch` throws when there is no answer. */
  async call<Name extends keyof Operations>(
    name: Name,
    input: Input<Name>,
    options: RequestOptions = {},
  ): Promise<Answer<Name>> {
    const { path = {}, query = {}, body } = input as Parts;
    const [method = "", template = ""] = name.split(" ");
    const filled = template.replace(/\{(\w+)\}/g, (_, field: string) => encodeURIComponent(String(path[field])));
    const headers = new Headers();
    if (body !== undefined) headers.set("content-type", "application/json");
    const init: RequestInit = { method, headers };
    if (body !== undefined) init.body = JSON.stringify(body);
    const response = await this.send(filled, query, init, this.#withKey(method, template, options));
    return (response.status === 204 ? null : await response.json()) as Answer<Name>;
  }

  /** A key for what is carried out once with it, if it may be sent twice. Uploads take none. */
  #withKey(method: string, template: string, options: RequestOptions): RequestOptions {
    const takesKey = ["POST", "PUT"].includes(method) && !/^\/(files|uploads)(\/|$)/.test(template);
    if (!this.#options.retries || !takesKey || options.idempotencyKey !== undefined) return options;
    return { ...options, idempotencyKey: crypto.randomUUID() };
  }

  /** Sends bytes or JSON as they are given, and returns the answer unread. */
  async send(path: string, query: NonNullable<Parts["query"]>, init: RequestInit, options: RequestOptions) {
    const { url, retries = 0, timeout = 30_000, fetch: send = fetch } = this.#options;
    const address = new URL(`${url.replace(/\/+$/, "")}/api/v3${path}`);
    for (const [name, value] of Object.entries(query)) {
      if (value !== undefined) address.searchParams.set(name, String(value));
    }
    const headers = new Headers(init.headers);
    headers.set("authorization", this.#authorization);
    headers.set("accept", "application/json, application/problem+json");
    if (options.idempotencyKey !== undefined) headers.set("idempotency-key", options.idempotencyKey);
    const safe = init.method === "GET" || options.idempotencyKey !== undefined;
    for (let left = safe ? retries : 0; ; left--) {
      const signals = [options.signal, isUpload(init) ? undefined : AbortSignal.timeout(timeout)];
      const signal = AbortSignal.any(signals.filter((one) => one !== undefined));
      let wait: number | null = null;
      try {
        const response = await send(address, { ...init, headers, signal });
        if (response.ok) return response;
        wait = secondsToWait(response);
        const passing = [429, 502, 503, 504].includes(response.status) && (wait ?? 0) <= longestWait;
        if (left === 0 || !passing) throw await errorOf(response);
        await response.body?.cancel();
      } catch (error) {
        if (left === 0 || error instanceof WaybillError || hasEnded(error)) throw error;
      }
      const pause = 250 * 2 ** Math.max(0, retries - left) * (0.5 + Math.random());
      await new Promise((resolve) => setTimeout(resolve, wait === null ? pause : wait * 1000));
    }
  }
}

/** Whether the caller or the time limit ended the request; all other errors are those of a connection. */
function hasEnded(error: unknown): boolean {
  return error instanceof Error && ["AbortError", "TimeoutError"].includes(error.name);
}

function isUpload({ body }: RequestInit): boolean {
  return body !== undefined && body !== null && typeof body !== "string";
}
