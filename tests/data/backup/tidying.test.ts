import { expect, test } from "bun:test";
import { mkdirSync, readdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { backUpToFile } from "../../../src/data/backup/back-up-to-file.ts";
import { nameOf } from "../../../src/data/backup/backup-names.ts";
import type { BackupPlace } from "../../../src/data/backup/place.ts";
import { startBackups } from "../../../src/data/backup/schedule.ts";
import { createTarWriter } from "../../../src/data/backup/tar-writer.ts";
import { sweepWorkFolders, withWorkFolder } from "../../../src/data/backup/work-folder.ts";
import type { Installation } from "../../../src/data/backup/write-backup.ts";
import { pauseRemovals } from "../../../src/platform/files/removal-pauses.ts";
import { instant, instantNow } from "../../../src/platform/instants.ts";
import { createLog } from "../../../src/platform/log.ts";
import { folderPlace, install, make } from "../../support/backup-places.ts";
import { temporaryFolder } from "../../support/cleanup.ts";
import { thrownBy } from "../../support/failures.ts";
import { until } from "../../support/service.ts";

const hour = 3_600_000;

/** Makes backups until the first has ended, and returns how, with what was logged: level, message, and cause. */
async function schedule(installation: Installation, place: BackupPlace, keep = 2) {
  const logged: string[] = [];
  const log = createLog("silent");
  for (const level of ["info", "warn", "error"] as const) {
    const record = (facts: { err?: Error }, message: string) =>
      void logged.push(`${level}: ${message}${facts.err ? `: ${facts.err.message}` : ""}`);
    log[level] = record as (typeof log)[typeof level];
  }
  const outcomes: string[] = [];
  const settings = { ...installation, place, every: 24 * hour, keep, log, found() {} };
  const worker = startBackups({ ...settings, ended: (outcome) => void outcomes.push(outcome) });
  await until("one has ended", () => outcomes.length > 0);
  await worker.stop();
  return { outcomes, logged: logged.join("\n") };
}

const listed = async (place: BackupPlace) => (await place.list()).map(({ name }) => name);

test("backups that seem to be from the future are neither counted nor removed", async () => {
  const { place } = folderPlace();
  const { installation } = await install();
  const future = [];
  for (const hours of [1, 2]) {
    const name = await make(installation, place, { hoursAgo: hours });
    const later = nameOf(instant(instantNow() + hours * 100 * hour));
    renameSync(join(place.shown, name), join(place.shown, later));
    future.push(later);
  }
  const { outcomes, logged } = await schedule(installation, place);
  expect(outcomes).toEqual(["succeeded"]);
  expect(logged).toContain("warn: backups seem to be from the future");
  const [made, ...rest] = await listed(place);
  expect(rest).toEqual(future);
  // And another one is not due at once: the schedule would look a second time before it begins.
  let looks = 0;
  const settings = { every: 24 * hour, keep: 2, log: createLog("silent"), ended() {} };
  const again = startBackups({ ...installation, ...settings, place, found: () => void looks++ });
  await until("it has looked", () => looks > 0);
  await again.stop();
  expect(looks).toBe(1);
  expect(await listed(place)).toEqual([made ?? "", ...future]);
});

test("a damaged older backup is named, and the new one counts all the same", async () => {
  const { place, put } = folderPlace();
  const { installation } = await install();
  const damaged = await make(installation, place, { hoursAgo: 30 });
  await put(`${damaged}/shared-parts`, "something else\n");
  const { outcomes, logged } = await schedule(installation, place);
  expect(outcomes).toEqual(["succeeded"]);
  expect(logged).toContain(`The list of the backup ${damaged} cannot be read`);
  expect(await listed(place)).toHaveLength(2);
});

test("what failed backups have left goes before the next, and without room for it there is none", async () => {
  const { place, names, put } = folderPlace();
  const { installation } = await install();
  const first = await make(installation, place, { hoursAgo: 30 });
  await put(`blobs/ab/${"0".repeat(62)}`, "left by a failed backup");
  const { outcomes, logged } = await schedule(installation, { ...place, databaseCopies: 1e12 });
  expect(outcomes).toEqual(["failed"]);
  expect(logged).toContain("There is no room for a backup");
  expect((await names()).filter((name) => name.startsWith("blobs/"))).toEqual([]);
  expect(await listed(place)).toEqual([first]);
});

test("what a failed first backup has copied is not copied again", async () => {
  const { place, names } = folderPlace();
  const { installation, add } = await install();
  await add("the bytes of a file");
  const blobs = async () => (await names()).filter((name) => name.startsWith("blobs/"));
  const failing: BackupPlace = {
    ...place,
    async begin(settings) {
      const draft = await place.begin(settings);
      return Object.assign(draft, { check: () => Promise.reject(new Error("EIO: i/o error")) });
    },
  };
  expect((await schedule(installation, failing)).outcomes).toEqual(["failed"]);
  const [blob = ""] = await blobs();
  const { ino, mtimeMs } = statSync(join(place.shown, blob));
  expect((await schedule(installation, place)).outcomes).toEqual(["succeeded"]);
  expect(await blobs()).toEqual([blob]);
  expect(statSync(join(place.shown, blob))).toMatchObject({ ino, mtimeMs });
});

test("a folder is not made where a disk is missing, and an empty one after earlier backups is logged", async () => {
  const { place } = folderPlace();
  const { installation } = await install();
  await schedule(installation, place);
  rmSync(place.shown, { recursive: true });
  expect((await schedule(installation, place)).logged).toContain("warn: earlier backups are gone");
  const parent = join(place.shown, "..");
  rmSync(parent, { recursive: true });
  expect((await schedule(installation, place)).logged).toContain(`There is no folder ${parent} for backups`);
  expect(() => readdirSync(parent)).toThrow();
  mkdirSync(parent);
});

test("a stop ends it at once while the database is copied, and lets go of everything", async () => {
  const { place } = folderPlace();
  const { installation, db } = await install();
  const copying = Promise.withResolvers<void>();
  const saveTo: typeof db.saveTo = (_path, stopping) => {
    copying.resolve();
    return new Promise((_, reject) => stopping?.addEventListener("abort", () => reject(stopping.reason)));
  };
  const settings = { every: 24 * hour, keep: 2, log: createLog("silent"), found() {}, ended() {} };
  const worker = startBackups({ ...installation, ...settings, db: { ...db, saveTo }, place });
  await copying.promise;
  await worker.stop();
  expect(readdirSync(place.shown)).toEqual([]);
  expect(await pauseRemovals(db, "backups on schedule")).not.toBeNull();
});

test("a backup that fails leaves the earlier file as it was, and nothing beside it", async () => {
  const { installation } = await install();
  const path = join(temporaryFolder(), "waybill.backup");
  writeFileSync(path, "an earlier one");
  const kept: Installation["kept"] = {
    ...installation.kept,
    names: async () => {
      throw new Error("EIO: i/o error");
    },
  };
  expect(await thrownBy(backUpToFile({ ...installation, kept }, path))).toThrow("EIO");
  expect(await Bun.file(path).text()).toBe("an earlier one");
  expect(readdirSync(join(path, ".."))).toEqual(["waybill.backup"]);
});

test("a full disk is named, with what to do, and nothing is left on it", async () => {
  const { installation, db } = await install();
  const folder = temporaryFolder();
  const full = (code: string) => () => Promise.reject(Object.assign(new Error("no space"), { code }));
  const copying = { ...installation, db: { ...db, saveTo: full("SQLITE_FULL") } };
  const writing = { ...installation, kept: { ...installation.kept, names: full("ENOSPC") } };
  const words = `The disk of ${folder} has no room: no space. Make room there`;
  for (const failing of [copying, writing]) {
    expect(await thrownBy(backUpToFile(failing, join(folder, "waybill.backup")))).toThrow(words);
    expect(readdirSync(folder)).toEqual([]);
  }
  const { place } = folderPlace();
  expect((await schedule(writing, place)).logged).toContain(`The disk of ${place.shown} has no room`);
});

test("what keeps a large file from being written is said, and not that it was given up", async () => {
  let written = 0;
  const sink = async ({ byteLength }: Uint8Array) => {
    await new Promise((resolve) => setImmediate(resolve));
    written += byteLength;
    if (written > 10 * 1024 ** 2) throw new Error("no space");
  };
  const writer = createTarWriter(sink, new Date());
  const content = new Blob([new Uint8Array(20 * 1024 ** 2)]);
  const part = { name: "files/1", sizeBytes: content.size, sha256: null, file: null, object: null };
  expect(await thrownBy(writer.add({ ...part, content: () => content.stream() }))).toThrow("no space");
});

test("work folders of dead processes are removed, and those in use stay", async () => {
  const parent = temporaryFolder();
  const dead = join(parent, ".waybill-backup-0123456789abcdef");
  mkdirSync(dead);
  writeFileSync(join(dead, "database.sqlite"), "a copy");
  await withWorkFolder(parent, async (folder) => {
    const old = new Date(instantNow() - hour);
    for (const path of [dead, folder]) utimesSync(path, old, old);
    await sweepWorkFolders(parent);
    expect(readdirSync(parent).map((name) => join(parent, name))).toEqual([folder]);
  });
  expect(readdirSync(parent)).toEqual([]);
});
