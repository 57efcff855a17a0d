import { access, constants, stat, statfs } from "node:fs/promises";
import type { Config } from "../../config/config.ts";
import type { BackupFailure } from "../../data/backup/failures.ts";
import type { BackupPlace, PlacedBackup } from "../../data/backup/place.ts";
import { hourMilliseconds } from "../../platform/days.ts";
import { reasonOf } from "../../platform/errors.ts";
import { instantNow, writeInstant } from "../../platform/instants.ts";
import { type Finding, findingsOf, sizeOf } from "./finding.ts";

const { ok, warning, problem } = findingsOf("backups");

/** Bytes that should be free for new files, besides copies of the database. */
const comfortable = 1024 ** 3;

interface Examination {
  config: Pick<Config, "backups" | "data">;
  openBackupPlace(setting: NonNullable<Config["backups"]>["place"]): Promise<BackupPlace>;
  /** Null if the latest backup succeeded, or this is not known. */
  failure: BackupFailure | null;
}

/** Whether scheduled backups succeed, and the next one can be made. */
export async function examineBackups({ config, openBackupPlace, failure }: Examination): Promise<Finding[]> {
  const { backups, data } = config;
  if (backups === null) {
    const advice = "Set WAYBILL_BACKUPS, unless you make them in another way (docs/operate/back-up.md).";
    return [warning("The server makes no backups.", advice)];
  }
  const place = await openBackupPlace(backups.place);
  const findings: Finding[] = [];
  let latest: PlacedBackup | undefined;
  try {
    if ("folder" in backups.place) await access(backups.place.folder, constants.R_OK | constants.W_OK | constants.X_OK);
    latest = (await place.list()).findLast(({ createdAt }) => createdAt <= instantNow());
  } catch (error) {
    return [unreachable(place, error, "folder" in backups.place)];
  }
  const age = latest && instantNow() - latest.createdAt;
  const isLate = age === undefined || age > backups.every + Math.max(backups.every / 2, hourMilliseconds);
  findings.push(isLate ? late(latest, place, backups.every) : ok(made(latest, place)));
  if (failure && failure.failedAt > (latest?.createdAt ?? 0)) {
    const summary = `The last try at ${writeInstant(failure.failedAt)} failed: ${failure.reason}.`;
    const advice = "The server tries again every 10 minutes. Its log has more about the cause.";
    findings.push(isLate ? problem(summary, advice) : warning(summary, advice));
  }
  if ("folder" in backups.place && (await isSameDisk(backups.place.folder, data))) {
    const summary = `${backups.place.folder} is on the same disk as the data folder: if it breaks, both are lost.`;
    findings.push(warning(summary, "Choose a folder on another disk, or an S3 store."));
  }
  if (latest) findings.push(...(await examineRoom(place, latest.name)));
  return findings;
}

function unreachable({ shown }: BackupPlace, error: unknown, isFolder: boolean): Finding {
  const advice = isFolder
    ? "Check that its disk is there, and that the server's user owns it. The server creates a missing folder when it starts."
    : "Check WAYBILL_BACKUPS (endpoint, bucket, region) and the credentials in WAYBILL_BACKUPS_ACCESS_KEY_ID or AWS_ACCESS_KEY_ID.";
  return problem(`The backups at ${shown} cannot be reached: ${reasonOf(error)}.`, advice);
}

const made = (latest: PlacedBackup | undefined, { shown }: BackupPlace) =>
  latest ? `The latest backup at ${shown} is of ${writeInstant(latest.createdAt)}.` : `There is no backup at ${shown}.`;

function late(latest: PlacedBackup | undefined, place: BackupPlace, every: number): Finding {
  const due = `One is due every ${every % hourMilliseconds === 0 ? `${every / hourMilliseconds} hours` : `${every / 60_000} minutes`}.`;
  const advice =
    "Check that the server runs with this setting: it makes one at once. Then look for failed backups in its log.";
  return problem(`${made(latest, place)} ${due}`, advice);
}

async function isSameDisk(folder: string, data: string): Promise<boolean> {
  const [one, other] = await Promise.all([folder, data].map((path) => stat(path).catch(() => null)));
  return one?.dev !== undefined && one.dev === other?.dev;
}

/**
 * Whether the disk has room for the copies of the database that a backup needs. Estimates their size from the latest
 * backup.
 */
async function examineRoom(place: BackupPlace, latest: string): Promise<Finding[]> {
  const first = await place.open(latest).entries().next();
  const { bavail, bsize } = await statfs(place.temporaryFolder);
  const [free, needed] = [bavail * bsize, place.databaseCopies * (first.value?.sizeBytes ?? 0)];
  if (free >= needed + comfortable) return [];
  const summary = `${sizeOf(free)} are free on the disk of ${place.temporaryFolder}. A backup needs ${sizeOf(needed)} for the database alone.`;
  const advice = "Make room, keep fewer backups, or choose another place.";
  return [free < needed ? problem(summary, advice) : warning(summary, advice)];
}
