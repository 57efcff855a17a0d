import { z } from "zod";
import { DomainError } from "../../platform/errors.ts";
import { sha256OfText } from "./hash.ts";

const hash = z.string().regex(/^[0-9a-f]{64}$/);

const manifestShape = z.strictObject({
  format: z.literal("waybill-backup"),
  version: z.literal(1),
  /** ISO 8601. The database contains everything acknowledged before this time. */
  created_at: z.string(),
  database_sha256: hash,
  /** Null if the installation's secret is in its settings. */
  secret_sha256: hash.nullable(),
  /** One hash of the names and contents of all messages. */
  messages: z.strictObject({ count: z.int(), sha256: hash }),
  /** The rows of each table. */
  rows: z.record(z.string(), z.int()),
  /** Stored bytes that the installation had lost, or that did not match their checksum. */
  unreadable: z.array(z.strictObject({ part: z.string(), description: z.string(), reason: z.string() })),
});

/** What a backup contains. Written last, so a backup with a manifest is complete. */
export type Manifest = z.output<typeof manifestShape>;

/** The manifest as JSON, with its own checksum. */
export function writeManifest(manifest: Manifest): string {
  const ordered = manifestShape.parse(manifest);
  return `${JSON.stringify({ ...ordered, checksum: sha256OfText(JSON.stringify(ordered)) }, null, 2)}\n`;
}

/** Throws `invalid` if the text is not a manifest, was changed, or has a later format. */
export function readManifest(text: string): Manifest {
  const { checksum, ...rest } = objectIn(text);
  if (rest.format === "waybill-backup" && typeof rest.version === "number" && rest.version > 1) {
    throw newer();
  }
  const { success, data } = manifestShape.safeParse(rest);
  if (!success || sha256OfText(JSON.stringify(data)) !== checksum) throw damaged("its manifest was changed");
  return data;
}

function objectIn(text: string): Record<string, unknown> {
  try {
    return z.record(z.string(), z.unknown()).parse(JSON.parse(text));
  } catch {
    throw damaged("its manifest cannot be read");
  }
}

/** A backup that cannot be restored. */
export class UnusableBackup extends DomainError {
  constructor(sentences: string) {
    super("invalid", sentences);
  }
}

/** The error for a damaged backup; `how` completes a sentence. */
export function damaged(how: string): UnusableBackup {
  return new UnusableBackup(`The backup is damaged: ${how}.`);
}

/** The error for a backup that this version cannot read. */
export function newer(): UnusableBackup {
  const next = "Restore it with that version, or update this one.";
  return new UnusableBackup(`The backup was made by a newer version of Waybill. ${next}`);
}

/** One hash of many messages and their names, in order. */
export class MessagesDigest {
  readonly #hasher = new Bun.CryptoHasher("sha256");
  #count = 0;

  add(name: string, content: Uint8Array): void {
    this.#hasher.update(`${name}\n${content.byteLength}\n`).update(content);
    this.#count += 1;
  }

  result(): Manifest["messages"] {
    return { count: this.#count, sha256: this.#hasher.digest("hex") };
  }
}
