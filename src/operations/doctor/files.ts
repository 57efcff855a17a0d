import { type StoredContent, storedContents } from "../../data/backup/contents.ts";
import { sha256Of } from "../../data/backup/hash.ts";
import { bytesOf, notMatching, openContent } from "../../data/backup/stored-bytes.ts";
import { productsWithCovers } from "../../delivery/catalog/stored-covers.ts";
import { isStillStored, totalOfStoredFiles } from "../../delivery/catalog/stored-files.ts";
import type { Reader } from "../../platform/database/database.ts";
import { reasonOf } from "../../platform/errors.ts";
import { type FileStore, FilesUnreachable } from "../../platform/files/store.ts";
import { accountsWithLogos } from "../../store/accounts/logo.ts";
import { capitalized, type Finding, findingsOf, type Progress, sizeOf } from "./finding.ts";

const { ok, problem } = findingsOf("files");

/** Most files to name. The others are only counted. */
const mostNamed = 20;

interface Examination {
  read: Reader;
  files: Pick<FileStore, "open">;
  /** Only checks that each file exists and has the right size. */
  quick: boolean;
  progress: Progress;
}

/**
 * Compares every stored file with the database: its size, and its SHA-256 unless `quick`. Stops if the file store
 * cannot be reached.
 */
export async function examineFiles({ read, files, quick, progress }: Examination): Promise<Finding[]> {
  const total = await totalOfStoredFiles(read);
  const findings: Finding[] = [];
  const done = { files: 0, bytes: 0 };
  let wrong = 0;
  const show = () =>
    progress.show(`files: ${done.files} of ${total.files}, ${sizeOf(done.bytes)} of ${sizeOf(total.bytes)}`);
  try {
    for await (const content of storedContents(read)) {
      const begun = done.bytes;
      const difference = await compare(content, files, {
        quick,
        onRead(bytes) {
          done.bytes = begun + bytes;
          show();
        },
      });
      // A file that has just been deleted is no problem.
      if (difference !== null && (await isStillNamed(read, content.storageKey))) {
        wrong += 1;
        const advice = "Restore the file from a backup, or upload it again and replace it in its products.";
        if (wrong <= mostNamed) findings.push(problem(`${capitalized(content.description)}: ${difference}.`, advice));
      }
      done.files += 1;
      done.bytes = begun + (content.sizeBytes ?? 0);
      show();
    }
  } catch (error) {
    if (!(error instanceof FilesUnreachable)) throw error;
    const advice = "Check WAYBILL_FILES, and that the file store is up or its disk mounted. Then run this again.";
    return [...findings, problem(`The file store cannot be reached: ${reasonOf(error.cause)}.`, advice)];
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

async function isStillNamed(read: Reader, storageKey: string): Promise<boolean> {
  if (await isStillStored(read, storageKey)) return true;
  if ((await accountsWithLogos(read, [storageKey])).length > 0) return true;
  return (await productsWithCovers(read, [storageKey])).length > 0;
}

/** What is wrong with the stored bytes; null if nothing. Throws `FilesUnreachable`. */
async function compare(
  content: StoredContent,
  files: Pick<FileStore, "open">,
  { quick, onRead }: { quick: boolean; onRead(bytes: number): void },
): Promise<string | null> {
  try {
    const opened = await openContent(files, content);
    if (typeof opened === "string") return opened;
    if (quick) return null;
    return (await sha256Of(counted(bytesOf(opened), onRead))) === content.sha256 ? null : notMatching;
  } catch (error) {
    if (error instanceof FilesUnreachable) throw error;
    return `cannot be read: ${reasonOf(error)}`;
  }
}

/** Passes the bytes on, and reports their number after each chunk. */
async function* counted(
  chunks: AsyncIterable<Uint8Array>,
  onRead: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const chunk of chunks) {
    bytes += chunk.byteLength;
    onRead(bytes);
    yield chunk;
  }
}
