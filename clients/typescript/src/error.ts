/** One wrong field, named as it was sent: `order_items[0].quantity`. */
export interface WrongField {
  field: string;
  message: string;
}

/** A request that the service refused, or could not carry out. */
export class WaybillError extends Error {
  override readonly name = "WaybillError";

  constructor(
    /** The HTTP status. */
    readonly status: number,
    /** What went wrong, in a sentence for a person. */
    readonly detail: string,
    /** Every wrong field; empty unless fields were wrong. */
    readonly errors: WrongField[] = [],
    /** Seconds after which the request may be made again; null unless the service said so. */
    readonly retryAfter: number | null = null,
  ) {
    super(`${status}: ${detail}`);
  }
}

/** Reads the service's own form of errors (RFC 9457), and anything else that stands in its place. */
export async function errorOf(response: Response): Promise<WaybillError> {
  const text = await response.text();
  const retryAfter = secondsToWait(response);
  try {
    const problem = JSON.parse(text) as { detail?: unknown; errors?: unknown };
    if (typeof problem.detail === "string") {
      const errors = Array.isArray(problem.errors) ? (problem.errors as WrongField[]) : [];
      return new WaybillError(response.status, problem.detail, errors, retryAfter);
    }
  } catch {
    // A proxy's page, for example.
  }
  return new WaybillError(response.status, text.slice(0, 500) || response.statusText, [], retryAfter);
}

/** The seconds in `Retry-After`; null if the response has none. */
export function secondsToWait(response: Response): number | null {
  const value = response.headers.get("retry-after") ?? "";
  return /^\d+$/.test(value) ? Number(value) : null;
}
