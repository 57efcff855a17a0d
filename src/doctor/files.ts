import { allStoredLogos } from "../accounts/stored-logos.ts";
import { allStoredFiles, isStillStored, totalOfStoredFiles } from "../catalog/stored-files.ts";
import type { Reader } from "../database/database.ts";
import type { FileStore } from "../files/store.ts";
import { type Finding, findingsOf, reasonOf, sizeOf } from "./finding.ts";
import type { Progress } from "./progress.ts";

const { ok, problem } = findingsOf("files");

/** Files that are named. The others are only counted. */
const mostNamed = 20;

interface Expected {
  name: string;
  key: string;
  /** Null for a logo, whose size is not recorded. */
  sizeBytes: number | null;
  sha256: string;
  /** Asked before something wrong is reported: it may have been deleted since. */
  isStillStored(): Promise<boolean>;
}

interface Examination {
  read: Reader;
  files: Pick<FileStore, "open">;
  /** Looks only at whether each file is there and has its size. */
  quick: boolean;
  progress: Progress;
}

/** Compares every stored file with what the database has recorded: its size, and its SHA-256 unless `quick`. */
export async function examineFiles({ read, files, quick, progress }: Examination): Promise<Finding[]> {
  const total = await totalOfStoredFiles(read);
  const findings: Finding[] = [];
  const done = { files: 0, bytes: 0 };
  let wrong = 0;
  const show = () =>
    progress.show(`files: ${done.files} of ${total.files}, ${sizeOf(done.bytes)} of ${sizeOf(total.bytes)}`);
  try {
    for await (const file of expectedFiles(read)) {
      const begun = done.bytes;
      const difference = await compare(file, files, {
        quick,
        onRead(bytes) {
          done.bytes = begun + bytes;
          show();
        },
      });
      if (difference !== null && (await file.isStillStored())) {
        wrong += 1;
        const advice = "Restore the file from a backup, or upload it again and replace it in its products.";
        if (wrong <= mostNamed) findings.push(problem(`${file.name} ${difference}.`, advice));
      }
      done.files += 1;
      done.bytes = begun + (file.sizeBytes ?? 0);
      show();
    }
  } finally {
    progress.end();
  }
  if (wrong > mostNamed) findings.push(problem(`${wrong - mostNamed} more files are wrong.`, "As above."));
  if (wrong > 0) return findings;
  if (done.files === 0) return [ok("No file is stored yet.")];
  const size = sizeOf(done.bytes);
  const stored = done.files === 1 ? `The 1 stored file (${size}) has` : `All ${done.files} stored files (${size}) have`;
  return [ok(`${stored} the recorded size${quick ? "" : " and SHA-256"}.`)];
}

async function* expectedFiles(read: Reader): AsyncGenerator<Expected> {
  for await (const batch of allStoredFiles(read)) {
    for (const { id, filename, storageKey: key, sizeBytes, sha256 } of batch) {
      yield { name: `File ${id} (${filename})`, key, sizeBytes, sha256, isStillStored: () => isStillStored(read, id) };
    }
  }
  for await (const batch of allStoredLogos(read)) {
    for (const { accountId, storageKey: key, sha256 } of batch) {
      const name = `The logo of account ${accountId}`;
      yield { name, key, sizeBytes: null, sha256, isStillStored: () => isStillLogo(read, key) };
    }
  }
}

async function isStillLogo(read: Reader, key: string): Promise<boolean> {
  for await (const batch of allStoredLogos(read)) if (batch.some(({ storageKey }) => storageKey === key)) return true;
  return false;
}

/** What is wrong with the stored bytes, as the rest of a sentence; null for nothing. */
async function compare(
  { key, sizeBytes, sha256 }: Expected,
  files: Pick<FileStore, "open">,
  { quick, onRead }: { quick: boolean; onRead(bytes: number): void },
): Promise<string | null> {
  try {
    const opened = await files.open(key);
    if (opened === null) return "is missing from the file store";
    if (sizeBytes !== null && opened.sizeBytes !== sizeBytes) {
      return `has ${opened.sizeBytes} bytes in the file store, and should have ${sizeBytes}`;
    }
    if (quick) return null;
    const bytes = opened.slice(0, opened.sizeBytes);
    const hash = new Bun.CryptoHasher("sha256");
    let read = 0;
    for await (const chunk of bytes instanceof Blob ? bytes.stream() : bytes) {
      hash.update(chunk);
      read += chunk.byteLength;
      onRead(read);
    }
    return hash.digest("hex") === sha256 ? null : "has other bytes in the file store than were uploaded";
  } catch (error) {
    return `cannot be read: ${reasonOf(error)}`;
  }
}
