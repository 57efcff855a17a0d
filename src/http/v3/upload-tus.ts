import { FileStore } from "@tus/file-store";
import { MemoryLocker, Metadata, Server, Upload } from "@tus/server";
import type { Account } from "../../accounts/accounts.ts";
import { forgetUpload, rejectUploadFilename, saveUpload, uploadById, uploadLifetime } from "../../catalog/uploads.ts";
import type { V3Services } from "./environment.ts";
import { untilStopped } from "./upload-body.ts";
import { fileMediaType } from "./upload-media-type.ts";

export const uploadsPath = "/api/v3/uploads";

/** One request at a time for each upload; their ids are unguessable, so that one locker serves all accounts. */
const locker = new MemoryLocker();

/** Milliseconds that a request which sends no more gets to end when another asks for the same upload. */
const drainTimeout = 1_000;

/** Headers of the protocol; all others are the service's own affair, above all those of proxies. */
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

/** What stands in `Upload-Metadata`; clients use both pairs of names. Null when it cannot be read. */
export function readMetadata(header: string | undefined): Record<string, string | null> | null {
  try {
    return header === undefined ? {} : Metadata.parse(header);
  } catch {
    return null;
  }
}

export const filenameOf = (metadata: Record<string, string | null>) => metadata.filename ?? metadata.name;

/** Without what the package calls private. */
const OpenFileStore = FileStore as unknown as new (
  ...options: ConstructorParameters<typeof FileStore>
) => Omit<FileStore, never>;

/**
 * Does not make its folder when it is constructed, which happens at every request: nobody catches what is thrown there, so
 * that a folder which cannot be made would end the process. The folder is made at the start, and again with each upload.
 */
class PartialFileStore extends OpenFileStore {
  checkOrCreateDirectory(): void {}
}

/**
 * The tus 1.0 protocol for one account: bytes go to the folder of partial files, what is known of an upload to the
 * database, where another account does not find it. Answers errors as plain text, and CORS headers; throws what is no
 * affair of the protocol. When the service is asked to stop, the request ends with what has arrived: its client goes on at
 * the next start, however slow it is.
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
    // What the protocol knows comes as plain objects; the rest is this interface's to answer, and to keep to itself.
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
      if (!row || row.file_id !== null) return undefined;
      return new Upload({
        id,
        offset: 0,
        metadata: JSON.parse(row.metadata),
        creation_date: new Date(row.created_at).toISOString(),
        ...(row.size_bytes === null ? {} : { size: row.size_bytes }),
      });
    },
    async set(id: string, { metadata = {}, size }: Upload): Promise<void> {
      const filename = filenameOf(metadata);
      rejectUploadFilename(filename);
      const contentType = fileMediaType(filename, metadata.filetype ?? metadata.type);
      const upload = { id, filename, contentType, metadata, sizeBytes: size ?? null };
      await db.write((tx) => saveUpload(tx, account.id, upload, Date.now()));
    },
    delete: (id: string) => db.write((tx) => forgetUpload(tx, id)),
  };
}
