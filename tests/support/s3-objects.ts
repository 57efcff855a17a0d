import { createHash, randomBytes } from "node:crypto";
import { appendFileSync, closeSync, createReadStream, openSync, rmSync, writeSync } from "node:fs";
import { join } from "node:path";

export interface StoredObject {
  path: string;
  sizeBytes: number;
  /** With its quotes. */
  etag: string;
  modifiedAt: Date;
}

interface MultipartUpload {
  id: string;
  key: string;
  initiatedAt: Date;
  parts: Map<number, StoredObject>;
}

/** An error of the protocol. */
export class S3Error extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message = code,
  ) {
    super(message);
  }
}

/** Bytes that a part has at least, unless it is the last. */
const smallestPart = 5 * 1024 ** 2;

/** What a bucket holds: contents in files of `folder`, all else in memory. */
export class S3Bucket {
  readonly objects = new Map<string, StoredObject>();
  readonly uploads = new Map<string, MultipartUpload>();

  constructor(readonly folder: string) {}

  /** Writes a body to a file. Throws unless its SHA-256 is what was signed. */
  async receive(body: ReadableStream<Uint8Array> | null, signedSha256: string | null): Promise<StoredObject> {
    const path = join(this.folder, randomBytes(16).toString("hex"));
    const [md5, sha256] = [createHash("md5"), createHash("sha256")];
    let sizeBytes = 0;
    const file = openSync(path, "wx");
    try {
      for await (const chunk of body ?? []) {
        writeSync(file, chunk);
        md5.update(chunk);
        sha256.update(chunk);
        sizeBytes += chunk.byteLength;
      }
    } finally {
      closeSync(file);
    }
    const isSigned = signedSha256 !== null && signedSha256 !== "UNSIGNED-PAYLOAD";
    if (isSigned && signedSha256 !== sha256.digest("hex")) throw new S3Error(400, "XAmzContentSHA256Mismatch");
    return { path, sizeBytes, etag: `"${md5.digest("hex")}"`, modifiedAt: new Date() };
  }

  put(key: string, object: StoredObject): void {
    this.delete(key);
    this.objects.set(key, object);
  }

  delete(key: string): void {
    const object = this.objects.get(key);
    if (object) rmSync(object.path, { force: true });
    this.objects.delete(key);
  }

  require(key: string): StoredObject {
    const object = this.objects.get(key);
    if (!object) throw new S3Error(404, "NoSuchKey");
    return object;
  }

  begin(key: string): MultipartUpload {
    const upload = { id: randomBytes(16).toString("hex"), key, initiatedAt: new Date(), parts: new Map() };
    this.uploads.set(upload.id, upload);
    return upload;
  }

  requireUpload(key: string, id: string): MultipartUpload {
    const upload = this.uploads.get(id);
    if (upload?.key !== key) throw new S3Error(404, "NoSuchUpload");
    return upload;
  }

  abort(upload: MultipartUpload): void {
    this.uploads.delete(upload.id);
    for (const { path } of upload.parts.values()) rmSync(path, { force: true });
  }

  /** Joins the named parts; the others are dropped. */
  async complete(upload: MultipartUpload, named: { number: number; etag: string }[]): Promise<StoredObject> {
    if (named.length === 0) throw new S3Error(400, "MalformedXML");
    if (named.some(({ number }, index) => index > 0 && number <= (named[index - 1]?.number ?? 0))) {
      throw new S3Error(400, "InvalidPartOrder");
    }
    const parts = named.map(({ number, etag }) => {
      const part = upload.parts.get(number);
      if (!part || part.etag.replaceAll('"', "") !== etag.replaceAll('"', "")) throw new S3Error(400, "InvalidPart");
      return part;
    });
    if (parts.slice(0, -1).some(({ sizeBytes }) => sizeBytes < smallestPart)) throw new S3Error(400, "EntityTooSmall");
    const path = join(this.folder, randomBytes(16).toString("hex"));
    const md5 = createHash("md5");
    for (const part of parts) {
      for await (const chunk of createReadStream(part.path)) appendFileSync(path, chunk);
      md5.update(Buffer.from(part.etag.replaceAll('"', ""), "hex"));
    }
    const sizeBytes = parts.reduce((sum, part) => sum + part.sizeBytes, 0);
    // As with Amazon, an object is as old as its upload.
    const object = { path, sizeBytes, etag: `"${md5.digest("hex")}-${parts.length}"`, modifiedAt: upload.initiatedAt };
    this.put(upload.key, object);
    this.abort(upload);
    return object;
  }
}
