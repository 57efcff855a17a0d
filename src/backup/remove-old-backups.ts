import type { RemovalHold } from "../files/removal-holds.ts";
import { instantNow } from "../instants.ts";
import type { BackupPlace } from "./place.ts";

/**
 * Removes all backups of the place but the latest `keep`, and then all shared bytes that none of them needs. Returns how
 * many backups it removed. Ends with `HoldLost` once another node may write there. Those that seem to be from the future are
 * neither counted nor removed: either they or this clock are wrong.
 */
export async function removeOldBackups(
  place: BackupPlace,
  { keep, workFolder, hold }: { keep: number; workFolder: string; hold: RemovalHold },
): Promise<number> {
  const now = instantNow();
  const all = (await place.list()).filter(({ createdAt }) => createdAt <= now);
  const old = all.slice(0, Math.max(0, all.length - keep));
  for (const { name } of old) {
    await hold.check();
    await place.remove(name, workFolder);
  }
  await hold.check();
  await place.removeUnneeded(() => hold.check());
  return old.length;
}
