import type { Database } from "../../platform/database/database.ts";
import { DomainError } from "../../platform/errors.ts";
import { type FileStore, unreachable } from "../../platform/files/store.ts";
import { giveWay } from "../../platform/give-way.ts";
import type { Log } from "../../platform/log.ts";
import type { ProductFile } from "./queries.ts";

type StoredProgram = Pick<ProductFile, "id" | "version" | "sizeBytes" | "sha256" | "storageKey">;

/** Digests that feeds need and that uploads do not provide. */
export interface ReleaseDigests {
  /**
   * The SHA-512 (Base64) of a released version of a file. Computed on first use, and kept. Null if that takes longer than a
   * caller waits; the computation continues. Throws `file_missing` if the bytes are missing or damaged, and `FilesUnreachable`.
   */
  sha512Of(accountId: number, file: StoredProgram): Promise<string | null>;
}

/**
 * Reads one file at a time. Stores take turns; each has at most one file in the queue. In the 5 seconds that callers wait, it
 * reads some hundreds of megabytes.
 */
export function createReleaseDigests(
  places: { db: Database; files: FileStore; log: Log },
  { longestWait = 5_000 } = {},
): ReleaseDigests {
  const { db } = places;
  /** By account. */
  const inLine = new Map<number, { key: string; computed: Promise<string> }>();
  let last: Promise<unknown> = Promise.resolve();

  function begin(accountId: number, key: string, file: StoredProgram): Promise<string> {
    const computed = last.then(() => computeAndKeep(places, file)).finally(() => inLine.delete(accountId));
    // Callers may have given up by then. The next request starts over.
    last = computed.catch((err) => places.log.warn({ err, file: file.id }, "the digest of a file was not computed"));
    inLine.set(accountId, { key, computed });
    return computed;
  }

  return {
    async sha512Of(accountId, file) {
      const key = `${file.id} ${file.version}`;
      const end = performance.now() + longestWait;
      for (;;) {
        const kept = await keptDigest(db, file);
        if (kept !== null) return kept;
        const own = inLine.get(accountId);
        if (own === undefined || own.key === key) {
          return inTime(own?.computed ?? begin(accountId, key, file), end - performance.now());
        }
        const ended = own.computed.then(
          () => true,
          () => true,
        );
        if (!(await inTime(ended, end - performance.now()))) return null;
      }
    },
  };
}

async function keptDigest({ read }: Database, file: StoredProgram): Promise<string | null> {
  const row = await read
    .selectFrom("file_releases")
    .select("sha512")
    .where("file_id", "=", file.id)
    .where("number", "=", file.version)
    .executeTakeFirst();
  return row?.sha512 ?? null;
}

/** Null if it takes longer than this many milliseconds. */
async function inTime<T>(work: Promise<T>, milliseconds: number): Promise<T | null> {
  const { promise: tooLong, resolve } = Promise.withResolvers<null>();
  const timer = setTimeout(() => resolve(null), Math.max(0, milliseconds));
  try {
    return await Promise.race([work, tooLong]);
  } finally {
    clearTimeout(timer);
  }
}

async function computeAndKeep({ db, files }: { db: Database; files: FileStore }, file: StoredProgram): Promise<string> {
  const sha512 = await compute(files, file);
  await db.write((tx) =>
    tx
      .updateTable("file_releases")
      .set({ sha512 })
      .where("file_id", "=", file.id)
      .where("number", "=", file.version)
      .execute(),
  );
  return sha512;
}

/**
 * Reads the file in pieces, so that other requests are answered in between. Checks the bytes, so that no feed vouches for damaged
 * ones.
 */
async function compute(files: FileStore, { sizeBytes, sha256, storageKey }: StoredProgram): Promise<string> {
  const opened = storageKey === null ? null : await files.open(storageKey).catch(unreachable);
  if (!opened) throw new DomainError("file_missing", "The file is missing from the file storage.");
  const [wanted, known] = [new Bun.CryptoHasher("sha512"), new Bun.CryptoHasher("sha256")];
  const bytes = opened.slice(0, sizeBytes);
  try {
    for await (const chunk of bytes instanceof Blob ? bytes.stream() : bytes) {
      wanted.update(chunk);
      known.update(chunk);
      await giveWay();
    }
  } catch (error) {
    unreachable(error);
  }
  if (known.digest("hex") === sha256) return wanted.digest("base64");
  throw new DomainError("file_missing", "The file is damaged in the file storage.");
}
