import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandInput,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
  UploadPartCommand,
} from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { type Instant, instant } from "../instants.ts";
import type { S3Address } from "../s3-address.ts";
import { addressLife, RangeReader } from "./s3-ranges.ts";
import {
  clientSettings,
  isMissing,
  isMissingUpload,
  moderate,
  patient,
  quick,
  S3Requests,
  sending,
  unlessMissing,
} from "./s3-requests.ts";
import { FilesUnreachable, type LinkedDelivery, type StoredObject } from "./store.ts";

/** What the store knows of an object. */
export interface ObjectFacts {
  sizeBytes: number;
  /** Includes the quotes. */
  etag: string;
  modifiedAt: Instant;
}

/** Bytes to store. The store checks their SHA-256 (lowercase hexadecimal). */
export interface Content {
  bytes: Uint8Array;
  sha256: string;
}

/** A part that the store has received. */
export interface Part {
  number: number;
  etag: string;
}

/** A multipart upload that has begun. */
export interface Multipart {
  key: string;
  id: string;
}

/** The objects under a prefix of a bucket. Keys are relative to it. Every function throws `FilesUnreachable`. */
export class S3Objects {
  readonly #requests: S3Requests;
  readonly #named: (key: string) => { Bucket: string; Key: string };
  /** Signs links for customers; sends no requests. */
  readonly #signer: S3Client;
  readonly #ranges: RangeReader;
  /** Whether customers can open the URLs of `link`. */
  readonly hasLinks: boolean;

  /** `what` names the store in errors. */
  constructor(
    private readonly address: S3Address,
    what?: string,
  ) {
    this.#requests = new S3Requests(address, what);
    this.#signer = new S3Client(clientSettings(address, address.publicEndpoint ?? address.endpoint));
    this.hasLinks = address.redirects;
    const ownSigner = new S3Client(clientSettings(address, address.endpoint));
    const sign = (key: string) =>
      getSignedUrl(ownSigner, new GetObjectCommand(this.#named(key)), { expiresIn: addressLife });
    this.#ranges = new RangeReader(sign, what);
    this.#named = (key) => ({ Bucket: address.bucket, Key: address.prefix + key });
  }

  /** Null if there is no such object. */
  async facts(key: string): Promise<ObjectFacts | null> {
    return this.#requests.send(async ({ client, options }) => {
      const found = await client.send(new HeadObjectCommand(this.#named(key)), options).catch(unlessMissing);
      if (found === null) {
        // A HEAD response does not say whether the bucket exists.
        await client.send(new HeadBucketCommand({ Bucket: this.#named(key).Bucket }), options);
        return null;
      }
      const { ContentLength: sizeBytes = 0, ETag: etag = "", LastModified: modified = new Date(0) } = found;
      return { sizeBytes, etag, modifiedAt: instant(modified.getTime()) };
    }, quick);
  }

  /**
   * The bytes from `start` (inclusive) to `end` (exclusive). Throws `FilesUnreachable`, also if they do not exist.
   * `soon`: somebody is waiting for the first byte.
   */
  read(key: string, start: number, end: number, { soon = false, signal }: ReadOptions = {}): Promise<Uint8Array> {
    return this.#ranges.read(key, start, end, soon ? quick : moderate, signal);
  }

  /** A URL that lets anybody read the object for this many seconds, with this description. */
  async link(key: string, { contentDisposition, contentType, seconds }: LinkedDelivery): Promise<string> {
    const command = new GetObjectCommand({
      ...this.#named(key),
      ResponseContentDisposition: contentDisposition,
      ResponseContentType: contentType,
      // As in this service's own responses: a download from a shared cache would not be counted.
      ResponseCacheControl: "private, no-cache, no-transform",
    });
    // The machine's own credentials may have to be fetched first.
    return getSignedUrl(this.#signer, command, { expiresIn: seconds }).catch((error) => {
      throw new FilesUnreachable(error);
    });
  }

  async put(key: string, { bytes, sha256 }: Content): Promise<void> {
    const command = new PutObjectCommand({ ...this.#named(key), Body: bytes, ContentLength: bytes.byteLength });
    await this.#requests.send(
      ({ client, options }) => client.send(signedAs(command, sha256), options),
      sending(bytes.byteLength),
    );
  }

  /** Identifies an object, for `copy` to another prefix. */
  locate(key: string): StoredObject {
    const { bucket, prefix, endpoint } = this.address;
    return { endpoint, bucket, key: prefix + key };
  }

  /**
   * Lets the store copy an object of up to 5 GiB, and returns the copy's SHA-256 in lowercase hexadecimal; null if the store
   * does not tell. It can be one of another bucket, if the credentials allow to read it, at the same endpoint.
   */
  async copy({ bucket, key: from }: StoredObject, key: string, sizeBytes: number): Promise<string | null> {
    const command = new CopyObjectCommand({
      ...this.#named(key),
      CopySource: encodeURI(`${bucket}/${from}`),
      ChecksumAlgorithm: "SHA256",
    });
    const { CopyObjectResult: result } = await this.#requests.send(
      ({ client, options }) => client.send(command, options),
      sending(sizeBytes),
    );
    const sha256 = result?.ChecksumSHA256;
    // A number of parts after it means that it is not the hash of the content.
    return sha256 && !sha256.includes("-") ? Buffer.from(sha256, "base64").toString("hex") : null;
  }

  /** No error if there is none. */
  async delete(key: string): Promise<void> {
    await this.#requests.send(
      ({ client, options }) => client.send(new DeleteObjectCommand(this.#named(key)), options).catch(unlessMissing),
      quick,
    );
  }

  async begin(key: string): Promise<Multipart> {
    const command = new CreateMultipartUploadCommand(this.#named(key));
    const { UploadId } = await this.#requests.send(({ client, options }) => client.send(command, options), quick);
    return { key, id: UploadId ?? "" };
  }

  async putPart({ key, id }: Multipart, number: number, { bytes, sha256 }: Content): Promise<Part> {
    const command = new UploadPartCommand({
      ...this.#named(key),
      UploadId: id,
      PartNumber: number,
      Body: bytes,
      ContentLength: bytes.byteLength,
    });
    const { ETag: etag = "" } = await this.#requests.send(
      ({ client, options }) => client.send(signedAs(command, sha256), options),
      sending(bytes.byteLength),
    );
    return { number, etag };
  }

  /**
   * Assembles the object from these parts, in ascending order. No error if an earlier attempt has created it with this
   * size.
   */
  async complete(upload: Multipart, parts: Part[], sizeBytes: number): Promise<void> {
    const MultipartUpload = { Parts: parts.map(({ number, etag }) => ({ PartNumber: number, ETag: etag })) };
    const command = new CompleteMultipartUploadCommand({
      ...this.#named(upload.key),
      UploadId: upload.id,
      MultipartUpload,
    });
    await this.#requests.send(async ({ client, options }) => {
      try {
        await client.send(command, options);
      } catch (error) {
        if (!isMissingUpload(error) && !isMissing(error)) throw error;
        const made = await client.send(new HeadObjectCommand(this.#named(upload.key)), options).catch(unlessMissing);
        if (made?.ContentLength !== sizeBytes) throw error;
      }
    }, patient);
  }

  /** No error if it is already complete or aborted. */
  async abort({ key, id }: Multipart): Promise<void> {
    const command = new AbortMultipartUploadCommand({ ...this.#named(key), UploadId: id });
    await this.#requests.send(async ({ client, options }) => {
      await client.send(command, options).catch((error) => {
        if (!isMissingUpload(error) && !isMissing(error)) throw error;
      });
    }, quick);
  }

  /** Objects whose keys begin with `folder`, in pages. */
  async *list(folder: string): AsyncGenerator<ListedObject[]> {
    const { Bucket, Key: Prefix } = this.#named(folder);
    for (let token: string | undefined, isFirst = true; isFirst || token; isFirst = false) {
      const command = new ListObjectsV2Command({ Bucket, Prefix, ContinuationToken: token });
      const page = await this.#requests.send(({ client, options }) => client.send(command, options), moderate);
      yield (page.Contents ?? []).map(({ Key = "", Size: sizeBytes = 0, LastModified }) => ({
        key: Key.slice(Prefix.length - folder.length),
        sizeBytes,
        modifiedAt: instant(LastModified?.getTime() ?? Number.POSITIVE_INFINITY),
      }));
      token = page.NextContinuationToken;
    }
  }

  /** The multipart uploads that are neither complete nor aborted, in pages. */
  async *listMultiparts(): AsyncGenerator<(Multipart & { begunAt: Instant })[]> {
    const { Bucket, Key: Prefix } = this.#named("");
    for (let markers: Pick<ListMultipartUploadsCommandInput, "KeyMarker" | "UploadIdMarker"> | null = {}; markers; ) {
      const command: ListMultipartUploadsCommand = new ListMultipartUploadsCommand({ Bucket, Prefix, ...markers });
      const page = await this.#requests.send(({ client, options }) => client.send(command, options), moderate);
      yield (page.Uploads ?? []).map(({ Key = "", UploadId = "", Initiated }) => ({
        key: Key.slice(Prefix.length),
        id: UploadId,
        begunAt: instant(Initiated?.getTime() ?? Number.POSITIVE_INFINITY),
      }));
      markers = page.IsTruncated ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker } : null;
    }
  }
}

interface ListedObject {
  key: string;
  sizeBytes: number;
  /** For an object of several parts, possibly when the first one arrived. */
  modifiedAt: Instant;
}

interface ReadOptions {
  soon?: boolean;
  signal?: AbortSignal;
}

/** Signs with the known hash, so that no large content is hashed at once. */
function signedAs<C extends PutObjectCommand | UploadPartCommand>(command: C, sha256: string): C {
  const { middlewareStack } = command as PutObjectCommand;
  middlewareStack.add(
    (next) => (handled) => {
      (handled.request as { headers: Record<string, string> }).headers["x-amz-content-sha256"] = sha256;
      return next(handled);
    },
    { step: "build", name: "signedHash" },
  );
  return command;
}
