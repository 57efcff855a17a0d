import { parts, type StoredContent } from "./contents.ts";
import { damaged, type Manifest, readManifest } from "./manifest.ts";
import type { BackupEntry, BackupReader } from "./reader.ts";

/** Handles each part of a backup. Called in this order. */
export interface Visitor {
  database(entry: BackupEntry): Promise<void>;
  /** Not called if the backup has none. */
  secret(entry: BackupEntry): Promise<void>;
  message(name: string, entry: BackupEntry): Promise<void>;
  stored(content: StoredContent, entry: BackupEntry): Promise<void>;
  /** Called for stored bytes that the database names and the backup lacks. */
  absent(content: StoredContent): void;
}

/** Largest part that is read into memory, in bytes: a message, the secret, the manifest. */
const largestInMemory = 64 * 1024 * 1024;

const order = ["database", "secret", "message", "stored", "manifest"] as const;
type Kind = (typeof order)[number];

/**
 * Reads a whole backup, and returns its manifest. Calls `contents` after the database was visited, for the stored bytes
 * that it names. Throws `invalid` if parts are missing, unknown, or in the wrong order.
 */
export async function walkBackup(
  reader: BackupReader,
  visitor: Visitor,
  contents: () => AsyncGenerator<StoredContent>,
): Promise<Manifest> {
  let reached: Kind | null = null;
  let manifest: Manifest | null = null;
  let named: AsyncGenerator<StoredContent> | null = null;
  for await (const entry of reader.entries()) {
    const kind = kindOf(entry.name);
    if (!follows(kind, reached)) throw damaged("its parts are not in order");
    reached = kind;
    if (kind === "database") await visitor.database(entry);
    if (kind === "secret") await visitor.secret(entry);
    if (kind === "message") await visitor.message(entry.name.slice(parts.messages.length), entry);
    if (kind === "stored") {
      named ??= contents();
      await visitor.stored(await findContent(entry.name, named, visitor), entry);
    }
    if (kind === "manifest") manifest = readManifest(await readText(entry));
  }
  if (!manifest) throw damaged("its end is missing");
  for await (const content of named ?? contents()) visitor.absent(content);
  return manifest;
}

/** Stored bytes have the order of the database, so those that are skipped are not in the backup. */
async function findContent(
  part: string,
  named: AsyncGenerator<StoredContent>,
  visitor: Visitor,
): Promise<StoredContent> {
  for (;;) {
    const { value, done } = await named.next();
    if (done) throw damaged(`its database does not name ${part}`);
    if (value.part === part) return value;
    visitor.absent(value);
  }
}

function kindOf(name: string): Kind {
  if (name === parts.database) return "database";
  if (name === parts.secret) return "secret";
  if (name === parts.manifest) return "manifest";
  if (/^mailbox\/[\w-]+\.eml$/.test(name)) return "message";
  if (/^(files|versions|logos|covers)\/\d+$/.test(name)) return "stored";
  throw damaged("it has a part that no backup has");
}

function follows(kind: Kind, reached: Kind | null): boolean {
  if (reached === null) return kind === "database";
  if (kind === reached) return kind === "message" || kind === "stored";
  return order.indexOf(kind) > order.indexOf(reached);
}

/** All bytes of a short part. Throws `invalid` if it is too long. */
export async function readWhole({ content, sizeBytes }: BackupEntry): Promise<Uint8Array> {
  if (sizeBytes <= largestInMemory) return new Response(content).bytes();
  throw damaged("it has a part that is too large");
}

export const readText = async (entry: BackupEntry): Promise<string> => Buffer.from(await readWhole(entry)).toString();
