import { randomBytes } from "node:crypto";
import { rename } from "node:fs/promises";
import { dirname, join } from "node:path";
import { pauseRemovals, type RemovalPause } from "../../platform/files/removal-pauses.ts";
import { namingFullDisk } from "../../platform/full-disk.ts";
import { createDurably, sync } from "./durable-files.ts";
import type { Manifest } from "./manifest.ts";
import { createTarWriter } from "./tar-writer.ts";
import { withWorkFolder } from "./work-folder.ts";
import { type Installation, writeBackup } from "./write-backup.ts";

/**
 * Writes a backup into one file. The file at `path` appears, or is replaced, once everything is on disk. A failure or a
 * crash leaves it unchanged.
 */
export function backUpToFile(installation: Installation, path: string): Promise<Manifest> {
  const parent = dirname(path);
  return inWorkFolder(installation, parent, async (run) => {
    const draft = join(run.folder, "backup");
    const manifest = await createDurably(draft, (sink) => backUpTo(installation, sink, run));
    await rename(draft, path);
    await sync(parent);
    return manifest;
  });
}

/** Writes a backup to `sink`, one piece at a time. The temporary copy of the database is in `parent`. */
export function backUpToStream(
  installation: Installation,
  sink: (chunk: Uint8Array) => Promise<void>,
  parent: string,
): Promise<Manifest> {
  return inWorkFolder(installation, parent, (run) => backUpTo(installation, sink, run));
}

/** One backup's folder for temporary files, and its hold on the bytes that it copies. */
interface Run {
  folder: string;
  hold: RemovalPause;
}

async function backUpTo(
  installation: Installation,
  sink: (chunk: Uint8Array) => Promise<void>,
  run: Run,
): Promise<Manifest> {
  const writer = createTarWriter(sink, new Date());
  const manifest = await writeBackup(installation, writer, run);
  await writer.end();
  return manifest;
}

function inWorkFolder<T>(installation: Installation, parent: string, use: (run: Run) => Promise<T>): Promise<T> {
  return whileHeld(installation, (hold) =>
    namingFullDisk(parent, () => withWorkFolder(parent, (folder) => use({ folder, hold }))),
  );
}

/** Pauses the removal of stored bytes while `use` runs. Each call has its own hold, so several can run at once. */
async function whileHeld<T>({ db }: Installation, use: (hold: RemovalPause) => Promise<T>): Promise<T> {
  const hold = await pauseRemovals(db, `backup ${randomBytes(16).toString("hex")}`);
  if (!hold) throw new Error("A name that nobody can guess was taken.");
  try {
    return await use(hold);
  } finally {
    await hold.release();
  }
}
