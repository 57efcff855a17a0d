import { NoSuchUpload, S3Client, type S3ClientConfig, S3ServiceException } from "@aws-sdk/client-s3";
import type { S3Address } from "../s3-address.ts";
import { FilesUnreachable } from "./store.ts";

/** Milliseconds for the response to one attempt, and for all attempts including the whole response. */
export interface TimeLimit {
  attempt: number;
  total: number;
}

/** For a page or the first byte of a file: somebody is waiting. */
export const quick: TimeLimit = { attempt: 1_500, total: 4_500 };

/** For reading bytes or listing. */
export const moderate: TimeLimit = { attempt: 10_000, total: 30_000 };

/** For the store to assemble an object. */
export const patient: TimeLimit = { attempt: 30_000, total: 60_000 };

/** For sending this many bytes, even at a megabyte a second. */
export function sending(bytes: number): TimeLimit {
  const attempt = quick.attempt + Math.ceil(bytes / 1_000);
  return { attempt, total: 3 * attempt };
}

/**
 * Further requests wait, within their time limits. The runtime makes 256 at once, and other parts of the service need
 * some.
 */
const mostRequests = 160;

/** What one request may use. */
interface Use {
  client: S3Client;
  options: { abortSignal: AbortSignal; requestTimeout: number };
}

/** Sends requests to an S3 store, each with a time limit and up to three attempts. */
export class S3Requests {
  readonly #client: S3Client;

  /** `what` names the store in errors. */
  constructor(
    address: S3Address,
    private readonly what?: string,
  ) {
    this.#client = new S3Client({
      ...clientSettings(address, address.endpoint),
      maxAttempts: 3,
      // The runtime's HTTP client does not wait for "100 Continue".
      expectContinueHeader: false,
      requestHandler: {
        throwOnRequestTimeout: true,
        httpAgent: { keepAlive: true, maxSockets: mostRequests },
        httpsAgent: { keepAlive: true, maxSockets: mostRequests },
      },
    });
  }

  /**
   * Returns the result of `send`, which can also read the response within the limit. Throws `FilesUnreachable` for any
   * failure.
   */
  async send<T>(send: (use: Use) => Promise<T>, limit: TimeLimit): Promise<T> {
    const late = AbortSignal.timeout(limit.total);
    try {
      return await send({ client: this.#client, options: { abortSignal: late, requestTimeout: limit.attempt } });
    } catch (error) {
      const reason = late.aborted ? new Error(`no answer within ${limit.total} ms`) : inShort(error);
      throw new FilesUnreachable(reason, this.what);
    }
  }
}

/** For requests, and for the links that customers follow. */
export function clientSettings({ region, credentials }: S3Address, endpoint: string | null): S3ClientConfig {
  return {
    region,
    ...(credentials && { credentials }),
    ...(endpoint === null ? {} : { endpoint, forcePathStyle: true }),
    // Other stores reject Amazon's newer checksums. Uploads are protected by their signed SHA-256.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
  };
}

/** Null if the object does not exist; rethrows other errors. */
export function unlessMissing(error: unknown): null {
  if (isMissing(error)) return null;
  throw error;
}

/** The object does not exist. A missing bucket means that the store is unusable. */
export function isMissing(error: unknown): boolean {
  return error instanceof S3ServiceException && (error.name === "NoSuchKey" || error.name === "NotFound");
}

/** The multipart upload is complete or was aborted. */
export function isMissingUpload(error: unknown): boolean {
  return error instanceof NoSuchUpload || (error instanceof S3ServiceException && error.name === "NoSuchUpload");
}

/** The store's message, without headers and body of its response. */
function inShort(error: unknown): Error {
  if (!(error instanceof Error)) return new Error(String(error));
  const status = error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined;
  const code = (error as NodeJS.ErrnoException).code;
  const words = [error.name, status ?? code, error.message].filter((word) => word !== undefined && word !== "");
  return new Error(words.join(": "));
}
