import { join } from "node:path";
import { DomainError } from "../../platform/errors.ts";
import { type FileStore, unreachable } from "../../platform/files/store.ts";
import { withTemporaryFile } from "../../platform/files/temporary-files.ts";
import type { StampedFormat, StampProblem } from "../catalog/stamps.ts";
import type { Job } from "./engine/job.ts";
import { largestSource } from "./engine/limits.ts";
import { runJob } from "./engine/run-job.ts";

/** The details that are written into a file. Together with the file, they determine all bytes of the result. */
export type Imprint = Pick<Job, "line" | "position" | "size" | "language" | "mark">;

/** An uploaded file of a product. */
export interface StampSource {
  format: StampedFormat;
  /** Bytes. */
  sizeBytes: number;
  sha256: string;
  storageKey: string;
}

/**
 * Stamps a file and passes the result to `use`, as a temporary file that is removed afterwards. Resolves with the result of
 * `use`, or with a problem if the file cannot be stamped. `folder` is for temporary files. Throws `file_missing` and
 * `FilesUnreachable`, and any error that ended the process early.
 */
export function stampFile<Result>(
  { files, folder }: { files: FileStore; folder: string },
  { format, sizeBytes, storageKey }: StampSource,
  imprint: Imprint,
  stopping: AbortSignal,
  use: (stamped: Blob) => Promise<Result>,
): Promise<Result | StampProblem> {
  if (sizeBytes > largestSource) return Promise.resolve("too_large");
  return withTemporaryFile(folder, async (target) => {
    const stamp = async (source: string) => runJob({ format, source, target, ...imprint }, stopping);
    const opened = await files.open(storageKey).catch(unreachable);
    if (!opened) throw new DomainError("file_missing", "The file is missing from the file storage.");
    const { place } = opened;
    const problem = place
      ? await stamp(join(place.folder, place.path))
      : await withTemporaryFile(folder, async (source) => {
          await Bun.write(source, new Response(opened.slice(0, opened.sizeBytes))).catch(unreachable);
          return stamp(source);
        });
    return problem ?? use(Bun.file(target));
  });
}
