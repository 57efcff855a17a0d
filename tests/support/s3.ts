import { randomBytes } from "node:crypto";
import { join } from "node:path";
import { readConfig } from "../../src/config/config.ts";
import { openS3 } from "../../src/platform/files/s3.ts";
import type { FileStore } from "../../src/platform/files/store.ts";
import type { S3Address } from "../../src/platform/s3-address.ts";
import { afterTests, temporaryFolder } from "./cleanup.ts";
import type { S3Credentials } from "./s3-signature.ts";

/** What the server holds, as the server itself says. */
interface S3Contents {
  objects: { key: string; sizeBytes: number }[];
  /** Multipart uploads that are neither complete nor aborted, with how many parts they have. */
  uploads: { key: string; parts: number }[];
}

/** An S3 server with one empty bucket, in a process of its own that ends after the tests. */
export interface TestS3 {
  port: number;
  endpoint: string;
  bucket: string;
  credentials: S3Credentials;
  /** `WAYBILL_FILES` and the credentials, with files below `prefix`; `port` is that of a gate in front, if any. */
  settings(options?: { prefix?: string; port?: number; more?: string }): Record<string, string>;
  contents(): Promise<S3Contents>;
  /** Methods and paths of the requests since the last call. */
  requests(): Promise<string[]>;
  /** Makes everything that it holds older. */
  age(milliseconds: number): Promise<void>;
  /** Whether copies are answered with hashes, and what cannot be copied: objects whose names begin so. */
  copies(how: { hashes?: boolean; refused?: string }): Promise<void>;
}

/** Starts it. The bucket's name is `files`. */
export async function startS3(): Promise<TestS3> {
  const bucket = "files";
  const credentials = { accessKeyId: "waybill-test", secretAccessKey: randomBytes(20).toString("base64") };
  const words = [bucket, temporaryFolder(), credentials.accessKeyId, credentials.secretAccessKey];
  const child = Bun.spawn([process.execPath, join(import.meta.dir, "s3-server.ts"), ...words], {
    stdin: "ignore",
    stdout: "pipe",
    stderr: "inherit",
  });
  afterTests(async () => {
    child.kill("SIGKILL");
    await child.exited;
  });
  const { value } = await child.stdout.getReader().read();
  const port = Number(new TextDecoder().decode(value));
  const endpoint = `http://127.0.0.1:${port}`;
  return {
    port,
    endpoint,
    bucket,
    credentials,
    settings: ({ prefix = "shop", port: way = port, more = "" } = {}) => ({
      WAYBILL_FILES: `s3://${bucket}/${prefix}?endpoint=http://127.0.0.1:${way}&region=us-east-1${more}`,
      AWS_ACCESS_KEY_ID: credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    }),
    contents: async () => (await fetch(`${endpoint}/-/contents`)).json() as Promise<S3Contents>,
    requests: async () => (await fetch(`${endpoint}/-/requests`)).json() as Promise<string[]>,
    async age(milliseconds) {
      await fetch(`${endpoint}/-/older?milliseconds=${milliseconds}`, { method: "POST" });
    },
    async copies({ hashes = false, refused }) {
      const query = new URLSearchParams({ ...(hashes && { hashes: "" }), ...(refused && { refused }) });
      await fetch(`${endpoint}/-/copies?${query}`, { method: "POST" });
    },
  };
}

let shared: Promise<TestS3> | null = null;

/**
 * The address of an empty part: of the S3 store that `TEST_S3_FILES` names as `WAYBILL_FILES` does (tests/swift/start.sh
 * starts one), or else of a test server that all of a file's tests share.
 */
export async function freeS3Address(): Promise<S3Address> {
  const prefix = randomBytes(8).toString("hex");
  const { TEST_S3_FILES } = process.env;
  const real = TEST_S3_FILES ? readConfig({ ...process.env, WAYBILL_FILES: TEST_S3_FILES }).files : null;
  if (real) return { ...real, prefix: `${prefix}/` };
  if (!shared) {
    shared = startS3();
    // It ends with the file, and the next one of this process needs its own.
    afterTests(() => {
      shared = null;
    });
  }
  return addressIn(await shared, prefix);
}

/** A store at such an address. */
export async function openTestS3Store(): Promise<FileStore> {
  return (await openS3(await freeS3Address(), { largestFile: 1024 ** 3 })).store;
}

/** The address of files below `prefix`, as the settings give it. */
export function addressIn({ bucket, endpoint, credentials }: TestS3, prefix: string, port?: number): S3Address {
  const way = port === undefined ? endpoint : `http://127.0.0.1:${port}`;
  const links = { publicEndpoint: null, redirects: true };
  return { bucket, prefix: `${prefix}/`, endpoint: way, region: "us-east-1", credentials, ...links };
}
