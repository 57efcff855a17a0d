/** A request that is refused, or cannot be understood as HTTP or XML; `status` is the answer's. */
export class WireError extends Error {
  constructor(
    readonly status: 400 | 403 | 404 | 405 | 415 | 422,
    message: string,
    readonly headers: Record<string, string> = {},
  ) {
    super(message);
  }
}
