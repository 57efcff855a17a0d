import { FileStore } from "@tus/file-store";
import { MemoryLocker, Server, Upload } from "@tus/server";
import type { Account } from "../../accounts/accounts.ts";
import { forgetUpload, saveUpload, uploadById, uploadLifetime } from "../../catalog/uploads.ts";
import { instantNow } from "../../instants.ts";
import type { V3Services } from "./environment.ts";
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

/** Without the package's private members. */
const OpenFileStore = FileStore as unknown as new (
  ...options: ConstructorParameters<typeof FileStore>
) => Omit<FileStore, never>;

/**
 * Does not create its folder in the constructor, which runs for every request: nothing catches an error there, so it
 * would end the process. The folder is created at the start, and again with each upload.
 */
class PartialFileStore extends OpenFileStore {
  checkOrCreateDirectory(): void {}
}

/**
 * The tus 1.0 protocol for one account: bytes go to the folder of partial files, and the facts about an upload to the
 * database, where other accounts cannot find it. Responses have plain-text errors and CORS headers. Throws errors that
 * do not belong to the protocol. When the service is asked to stop, the request ends and keeps what has arrived, so
 * that its client can continue after the next start.
 */
export async function answerTus(request: Request, account: Account, services: V3Services): Promise<Response> {
  const { folder } = services.uploads.partials;
  const server = new Server({
    path: uploadsPath,
    datastore: new PartialFileStore({
      directory: folder,
      configstore: uploadRecords(services, account),
      expirationPeriodInMilliseconds: uploadLifetime,
    }),
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
  return new Request(request.url, { method: request.method, headers, body, signal: request.signal });
}

function uploadRecords({ db }: V3Services, account: Account) {
  return {
    async get(id: string): Promise<Upload | undefined> {
      const row = await uploadById(db.read, account.id, id);
      if (!row || row.fileId !== null) return undefined;
      return new Upload({
        id,
        offset: 0,
        metadata: JSON.parse(row.metadata),
        creation_date: new Date(row.createdAt).toISOString(),
        ...(row.sizeBytes === null ? {} : { size: row.sizeBytes }),
      });
    },
    async set(id: string, { metadata = {}, size }: Upload): Promise<void> {
      const filename = filenameIn(metadata);
      const contentType = fileMediaType(filename, metadata.filetype ?? metadata.type);
      const upload = { id, filename, contentType, metadata, sizeBytes: size ?? null };
      await db.write((tx) => saveUpload(tx, account.id, upload, instantNow()));
    },
    delete: (id: string) => db.write((tx) => forgetUpload(tx, id)),
  };
}
