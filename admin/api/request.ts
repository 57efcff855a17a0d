import { keyFor } from "./action-keys.ts";

/** An error answer of the service, from its problem document (RFC 9457). */
export class ApiProblem extends Error {
  constructor(
    readonly status: number,
    readonly detail: string,
    /** The wrong fields of the request, by name. */
    readonly errors: { field: string; message: string }[],
  ) {
    super(detail);
    this.name = "ApiProblem";
  }

  /** Error messages by field name, as full sentences. */
  get byField(): Record<string, string> {
    return Object.fromEntries(this.errors.map(({ field, message }) => [field, sentence(message)]));
  }
}

/** Nobody answers: there is no connection, or the service is being restarted. */
export class Unreachable extends ApiProblem {
  constructor() {
    super(503, "The service cannot be reached. Check your connection and try again.", []);
  }
}

/** Whether the request may have succeeded although its answer was lost. */
export const isAnswerLost = (error: unknown) => error instanceof ApiProblem && error.status >= 500;

/** Nobody is signed in, or the session has ended. */
export class SignedOut extends ApiProblem {
  constructor() {
    super(401, "You were signed out. Sign in to continue.", []);
  }
}

type Method = "GET" | "POST" | "PUT" | "DELETE";

interface RequestMore {
  /** Ends the wait. */
  signal?: AbortSignal | undefined;
}

/**
 * A request to v3; `path` follows `/api/v3/`. Resolves with the answer's JSON. Throws `ApiProblem`, `SignedOut`, or
 * `Unreachable`, also when `signal` aborts.
 */
export async function request<Answer>(
  method: Method,
  path: string,
  body?: unknown,
  more?: RequestMore,
): Promise<Answer> {
  const response = await ask(method, path, body, more);
  return response.status === 204 ? (undefined as Answer) : response.json().catch(() => null);
}

/** Like `request`, but returns the response. */
export async function ask(
  method: Method,
  path: string,
  body?: unknown,
  { signal }: RequestMore = {},
): Promise<Response> {
  const text = body === undefined ? undefined : JSON.stringify(body);
  const response = await fetch(`/api/v3/${path}`, {
    method,
    signal: signal ?? null,
    credentials: "same-origin",
    headers: {
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(method === "POST" || method === "PUT" ? { "idempotency-key": keyFor(method, path, text) } : {}),
    },
    ...(text === undefined ? {} : { body: text }),
  }).catch(() => {
    throw new Unreachable();
  });
  if (response.ok) return response;
  const answer = await response.json().catch(() => null);
  if (response.status === 401) throw new SignedOut();
  // The answer of a proxy in front of the service.
  if (response.status > 500 && answer === null) throw new Unreachable();
  const { detail = "Something went wrong. Try again.", errors = [] } = answer ?? {};
  throw new ApiProblem(response.status, detail, errors);
}

/** Whether the service, and not only a proxy in front of it, answers before `signal` ends the wait. */
export const isReachable = (signal?: AbortSignal): Promise<boolean> =>
  fetch("/admin", { method: "HEAD", cache: "no-store", signal: signal ?? null }).then(
    ({ ok }) => ok,
    () => false,
  );

/** `page=2&q=ann`, without what is empty. */
export function queryString(values: Record<string, string | number | boolean | null | undefined>): string {
  const present = Object.entries(values).filter(([, value]) => value !== null && value !== undefined && value !== "");
  return new URLSearchParams(present.map(([name, value]) => [name, String(value)])).toString();
}

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1) + (/[.?!]$/.test(text) ? "" : ".");
