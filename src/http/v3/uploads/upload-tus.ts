import type { Readable } from "node:stream";
import { DataStore, ERRORS, MemoryLocker, Server, Upload } from "@tus/server";
import { forgetUpload, saveUpload, uploadById, uploadLifetime } from "../../../delivery/catalog/uploads.ts";
import { PartialChanged, type PartialFiles } from "../../../platform/files/partial-files.ts";
import { FilesUnreachable } from "../../../platform/files/store.ts";
import { instantNow } from "../../../platform/instants.ts";
import type { Account } from "../../../store/accounts/accounts.ts";
import type { V3Services } from "../framework/environment.ts";
import { untilStopped } from "./upload-body.ts";
import { fileMediaType } from "./upload-media-type.ts";
import { filenameIn } from "./upload-metadata.ts";

export const uploadsPath = "/api/v3/uploads";

/** Allows one request at a time for each upload. IDs are unguessable, so all accounts can share one locker. */
const locker = new MemoryLocker();

/** Milliseconds that a stalled request has to end when another one needs the same upload. */
const drainTimeout = 1_000;

/** Headers of the protocol. All others are handled by the service, above all those of proxies. */
const protocolHeaders = [
  "content-length",
  "content-type",
  "tus-resumable",
  "upload-concat",
  "upload-defer-length",
  "upload-length",
  "upload-metadata",
  "upload-offset",
];

/** A store for the tus server: the store of partial files keeps the bytes, and the database the facts. */
class UploadStore extends DataStore {
  override extensions = ["creation", "creation-with-upload", "creation-defer-length", "termination", "expiration"];

  constructor(
    readonly partials: PartialFiles,
    readonly records: UploadRecords,
  ) {
    super();
  }

  override async create(upload: Upload): Promise<Upload> {
    await this.partials.create(upload.id);
    await this.records.save(upload);
    return upload;
  }

  override async write(content: Readable, id: string, offset: number): Promise<number> {
    try {
      return await this.partials.append(id, offset, content);
    } catch (error) {
      if (error instanceof FilesUnreachable) throw error;
      throw error instanceof PartialChanged ? ERRORS.INVALID_OFFSET : ERRORS.FILE_WRITE_ERROR;
    }
  }

  override async getUpload(id: string): Promise<Upload> {
    const found = await this.records.find(id);
    if (!found) throw ERRORS.FILE_NOT_FOUND;
    const state = await this.partials.stateOf(id);
    if (!state) throw ERRORS.FILE_NO_LONGER_EXISTS;
    return new Upload({ ...found, offset: state.sizeBytes });
  }

  override async declareUploadLength(id: string, size: number): Promise<void> {
    const found = await this.records.find(id);
    if (!found) throw ERRORS.FILE_NOT_FOUND;
    await this.records.save(new Upload({ ...found, size }));
  }

  override async remove(id: string): Promise<void> {
    if (!(await this.records.forget(id))) throw ERRORS.FILE_NOT_FOUND;
    await this.partials.remove(id);
  }

  override getExpiration(): number {
    return uploadLifetime;
  }
}

/**
 * The tus 1.0 protocol for one account: bytes go to the partial files, and the facts about an upload to the database, where other
 * accounts cannot find it. Responses have plain-text errors and CORS headers. Throws errors that do not belong to the protocol.
 * When the service is asked to stop, the request ends and keeps the received bytes, so that its client can continue after the
 * next start. `sender` is the signed-in member's email address; null for a program.
 */
export async function answerTus(
  request: Request,
  account: Account,
  services: V3Services,
  sender: string | null,
): Promise<Response> {
  const server = new Server({
    path: uploadsPath,
    datastore: new UploadStore(services.uploads.partials, uploadRecords(services, account, sender)),
    locker,
    lockDrainTimeout: drainTimeout,
    maxSize: services.limits.upload,
    relativeLocation: true,
    // The protocol's own errors are plain objects. All others are answered by this interface, without details.
    onResponseError(_request, error) {
      if (error instanceof Error) throw error;
      return undefined;
    },
  });
  return server.handleWeb(protocolRequest(request, services.stopping));
}

function protocolRequest(request: Request, stopping: AbortSignal): Request {
  const headers = new Headers();
  for (const name of protocolHeaders) {
    const value = request.headers.get(name);
    if (value !== null) headers.set(name, value);
  }
  const body = request.body && untilStopped(request.body, stopping);
  return new Request(request.url, { method: meantMethod(request), headers, body, signal: request.signal });
}

/** The method that `X-HTTP-Method-Override` names, from clients that have only GET and POST (tus 1.0, Core protocol, Headers). */
const meantMethod = ({ method, headers }: Request): string =>
  (method === "POST" && headers.get("x-http-method-override")?.trim().toUpperCase()) || method;

interface UploadRecords {
  /** With offset 0; null if there is no such upload, or if it has become a file. */
  find(id: string): Promise<ConstructorParameters<typeof Upload>[0] | null>;
  save(upload: Upload): Promise<void>;
  /** Returns whether there was an upload that had not become a file. */
  forget(id: string): Promise<boolean>;
}

function uploadRecords({ db }: V3Services, account: Account, sender: string | null): UploadRecords {
  return {
    async find(id) {
      const row = await uploadById(db.read, account.id, id);
      if (!row || row.fileId !== null) return null;
      return {
        id,
        offset: 0,
        metadata: JSON.parse(row.metadata),
        creation_date: new Date(row.createdAt).toISOString(),
        ...(row.sizeBytes === null ? {} : { size: row.sizeBytes }),
      };
    },
    async save({ id, metadata = {}, size }) {
      const filename = filenameIn(metadata);
      const contentType = fileMediaType(filename, metadata.filetype ?? metadata.type);
      const upload = { id, filename, contentType, metadata: signed(metadata, sender), sizeBytes: size ?? null };
      await db.write((tx) => saveUpload(tx, account.id, upload, instantNow()));
    },
    forget: (id) => db.write((tx) => forgetUpload(tx, id)),
  };
}

/** A version of a file records who added it; clients cannot set another person. */
const signed = (metadata: Record<string, string | null>, sender: string | null) =>
  metadata.version_of ? { ...metadata, added_by: sender } : metadata;
