/** A request that is rejected, or is not valid HTTP or XML. `status` is that of the response. */
export class WireError extends Error {
  constructor(
    readonly status: 400 | 403 | 404 | 405 | 415 | 422,
    message: string,
    readonly headers: Record<string, string> = {},
  ) {
    super(message);
  }
}
