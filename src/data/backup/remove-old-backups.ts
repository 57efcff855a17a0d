import type { RemovalPause } from "../../platform/files/removal-pauses.ts";
import { instantNow } from "../../platform/instants.ts";
import type { BackupPlace, PlacedBackup } from "./place.ts";

/**
 * Keeps the latest `keep` backups of the place and removes the others, then all shared bytes that no remaining backup
 * needs and whose SHA-256 is not in `kept`. Returns how many backups it removed. Throws `PauseLost` once another node
 * may write there. Ignores backups from the future: either they or this clock are wrong. Keeps a backup of any age if
 * it has the newest copy of a file that the latest one lacks, because the installation can no longer read that file.
 */
export async function removeOldBackups(
  place: BackupPlace,
  {
    keep,
    workFolder,
    hold,
    kept,
  }: { keep: number; workFolder: string; hold: RemovalPause; kept?: ReadonlySet<string> },
): Promise<number> {
  const now = instantNow();
  const all = (await place.list()).filter(({ createdAt }) => createdAt <= now);
  const onlyCopies = await withOnlyCopies(place, all);
  const old = all.slice(0, Math.max(0, all.length - keep)).filter(({ name }) => !onlyCopies.has(name));
  for (const { name } of old) {
    await hold.check();
    await place.remove(name, workFolder);
  }
  await hold.check();
  await place.removeUnneeded(() => hold.check(), kept);
  return old.length;
}

/** The names of the backups with the newest copy of each file that the latest one could not read. */
async function withOnlyCopies(place: BackupPlace, all: PlacedBackup[]): Promise<Set<string>> {
  const names = new Set<string>();
  const latest = all.at(-1);
  if (!latest) return names;
  const lacking = new Set((await place.manifestOf(latest.name)).unreadable.map(({ part }) => part));
  for (const { name } of all.slice(0, -1).reverse()) {
    if (lacking.size === 0) break;
    for await (const part of place.sharedPartsOf(name)) if (lacking.delete(part.name)) names.add(name);
  }
  return names;
}
