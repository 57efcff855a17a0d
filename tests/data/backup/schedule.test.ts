import { describe, expect, test } from "bun:test";
import { readdirSync, renameSync, statSync } from "node:fs";
import { join } from "node:path";
import { generatedSecret } from "../../../src/config/secret.ts";
import { nameOf } from "../../../src/data/backup/backup-names.ts";
import { lastFailure } from "../../../src/data/backup/failures.ts";
import { openFolderPlace } from "../../../src/data/backup/folder-place.ts";
import { type BackupWorker, startBackups } from "../../../src/data/backup/schedule.ts";
import { createFile } from "../../../src/delivery/catalog/files.ts";
import { keptMessages } from "../../../src/messages/mail/transport/mailbox.ts";
import { openDiskStore, readDiskStore } from "../../../src/platform/files/disk.ts";
import { instant, instantNow } from "../../../src/platform/instants.ts";
import { createLog } from "../../../src/platform/log.ts";
import { countsOf, runOn, serveRestored } from "../../support/backup.ts";
import { afterTests } from "../../support/cleanup.ts";
import { type DatabaseUnderTest, databasesUnderTest, temporaryFolder } from "../../support/databases.ts";
import { send } from "../../support/products.ts";
import { type Service, startService, until } from "../../support/service.ts";
import { addItem, createOrder } from "../../support/store.ts";

const hour = 3_600_000;

/** The names of the complete backups in the folder, the oldest first. */
const backupsIn = (folder: string) =>
  readdirSync(folder)
    .filter((name) => /^\d{8}T\d{6}Z$/.test(name))
    .toSorted();

/** The paths of the shared bytes, each with its inode, which shows whether it was written again. */
const sharedIn = (folder: string) =>
  readdirSync(join(folder, "blobs"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => `${path} ${statSync(path).ino}`)
    .toSorted();

/** Lets the latest backup be as many hours old. */
function makeOlder(folder: string, hours: number): void {
  const latest = backupsIn(folder).at(-1) ?? "";
  renameSync(join(folder, latest), join(folder, nameOf(instant(instantNow() - hours * hour))));
}

describe.each(databasesUnderTest)("backups on schedule on $name", ({ create, createEmpty }) => {
  const scheduled = async (folder: string, more = ";every=24h;keep=2") =>
    startService({ database: await create(), environment: { WAYBILL_BACKUPS: `${folder}${more}` } });
  const untilMade = (folder: string, count: number) =>
    until(`there are ${count} backups`, () => backupsIn(folder).length === count);

  test("one is made at once, and a restart makes another only when it is due", async () => {
    const folder = join(temporaryFolder(), "backups");
    let service = await scheduled(folder);
    await until("the folder is there", () => readdirSync(join(folder, "..")).includes("backups"));
    await untilMade(folder, 1);
    const [first = ""] = backupsIn(folder);
    const metrics = async (of: Service) => (await of.get("/metrics")).text();
    const at = Math.floor(statSync(join(folder, first)).mtimeMs / 1000);
    await until("it is counted", async () =>
      (await metrics(service)).includes('waybill_backups_total{outcome="succeeded"} 1'),
    );
    const shown = Number(/last_success_timestamp_seconds (\d+)/.exec(await metrics(service))?.[1]);
    expect(Math.abs(shown - at)).toBeLessThan(60);

    await service.stop();
    service = await service.restart();
    await until("it has looked", async () =>
      (await metrics(service)).includes(`last_success_timestamp_seconds ${shown}`),
    );
    expect(backupsIn(folder)).toEqual([first]);

    await service.stop();
    makeOlder(folder, 25);
    service = await service.restart();
    await untilMade(folder, 2);
    await service.stop();
    expect(service.output.stderr).toContain("made and checked a backup");
    // Nothing unfinished is left.
    expect(readdirSync(folder).filter((name) => name.startsWith("."))).toEqual([]);
  });

  /** An installation and its database, opened beside whatever else uses it. */
  async function installed() {
    const source: DatabaseUnderTest = await create();
    return { source, db: await source.open() };
  }
  type Installed = Awaited<ReturnType<typeof installed>>;

  /** A worker as a server has it. `ended` gets its outcomes. */
  async function startWorker(
    { source, db }: Installed,
    folder: string,
    { keep, ended }: { keep: number; ended(outcome: string): void },
  ) {
    const worker = startBackups({
      db,
      files: readDiskStore(join(source.folder, "files")),
      kept: keptMessages(join(source.folder, "mailbox")),
      secret: await generatedSecret(source.folder),
      place: openFolderPlace(folder),
      every: 24 * hour,
      keep,
      log: createLog("silent"),
      found() {},
      ended,
    });
    afterTests(() => worker.stop());
    return worker;
  }

  /** Lets a worker make the backup that is due. */
  async function makeOne(installation: Installed, folder: string): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<string>();
    const worker = await startWorker(installation, folder, { keep: 2, ended: resolve });
    expect(await promise).toBe("succeeded");
    await worker.stop();
  }

  test("they share unchanged bytes, the old ones go with what nobody needs, and each restores", async () => {
    const folder = temporaryFolder();
    const installation = await installed();
    const service = await startService({ database: installation.source });
    await makeOne(installation, folder);
    makeOlder(folder, 80);
    await addItem(service, "TWICE", { "a.bin": "a".repeat(200_000), "b.bin": "a".repeat(200_000) });
    const gone = await addItem(service, "GONE", { "gone.txt": "gone soon" });
    await makeOne(installation, folder);
    expect(backupsIn(folder)).toHaveLength(2);
    const before = sharedIn(folder);
    // The two files with the same bytes are one.
    expect(before).toHaveLength(2);
    makeOlder(folder, 50);
    const [, second = ""] = backupsIn(folder);

    await send(service, "DELETE", `files/${gone.files[0]?.id}?force=true`);
    await createOrder(service, { skus: ["TWICE"] });
    await until(
      "the email is kept",
      async () => (await keptMessages(join(service.folder, "mailbox")).names()).length === 1,
    );
    await makeOne(installation, folder);
    // A third is made and the first is gone.
    expect([backupsIn(folder)[0], backupsIn(folder).length]).toEqual([second, 2]);
    // The file is in the one that is left; the message is new; nothing was written again.
    expect(sharedIn(folder)).toHaveLength(3);
    expect(sharedIn(folder)).toEqual(expect.arrayContaining(before));

    const older = await serveRestored(join(folder, second), await createEmpty());
    expect(await (await older.get(`${gone.permalink}/${gone.files[0]?.id}/gone.txt`)).text()).toBe("gone soon");
    expect(await (await older.api("/api/orders")).text()).not.toContain("<order>");
    makeOlder(folder, 26);
    await makeOne(installation, folder);
    // The bytes of the deleted file are gone.
    expect(sharedIn(folder)).toHaveLength(2);
    const target = await createEmpty();
    expect((await runOn(target, ["restore", join(folder, backupsIn(folder).at(-1) ?? "")])).stderr).toBe("");
    expect((await countsOf(await target.open())).orders).toBe(1);
  });

  test("of several servers with one folder, one makes it", async () => {
    const folder = temporaryFolder();
    const installation = await installed();
    const outcomes: string[] = [];
    const ended = (outcome: string) => void outcomes.push(outcome);
    const start = () => startWorker(installation, folder, { keep: 3, ended });
    const workers: BackupWorker[] = await Promise.all([start(), start(), start()]);
    await until("one has made it", () => outcomes.length > 0);
    await Promise.all(workers.map((worker) => worker.stop()));
    expect(outcomes).toEqual(["succeeded"]);
    expect(backupsIn(folder)).toHaveLength(1);
  });

  test("one whose shared bytes were damaged does not count, is logged, and the next one stores them again", async () => {
    const folder = temporaryFolder();
    const installation = await installed();
    const { source, db } = installation;
    const files = await openDiskStore(join(source.folder, "files"));
    const stored = await files.put(new Blob(["the right bytes"]).stream());
    const input = { stored, filename: "item.txt", contentType: "text/plain" };
    await db.write((tx) => createFile(tx, 1, input, instantNow()));
    await makeOne(installation, folder);
    const [path = ""] = sharedIn(folder).map((line) => line.split(" ")[0]);
    await Bun.write(path, "the WRONG bytes");
    const target = await createEmpty();
    const refused = await runOn(target, ["restore", join(folder, backupsIn(folder)[0] ?? "")]);
    expect([refused.status, refused.stderr]).toEqual([
      1,
      expect.stringContaining("(item.txt) is missing or was changed"),
    ]);
    makeOlder(folder, 25);
    const [older = ""] = backupsIn(folder);

    const service = await startService({ database: source, environment: { WAYBILL_BACKUPS: folder } });
    await until("it has failed", () => service.output.stderr.includes("a backup failed; will try again"));
    expect(service.output.stderr).toContain("(item.txt) is missing or was changed");
    expect(await (await service.get("/metrics")).text()).toContain('waybill_backups_total{outcome="failed"} 1');
    expect(backupsIn(folder)).toEqual([older]);
    await until("it is recorded", async () => (await lastFailure(db.read)) !== null);
    expect((await lastFailure(db.read))?.reason).toContain("(item.txt) is missing or was changed");
    await service.stop();
    await makeOne(installation, folder);
    expect(backupsIn(folder)).toHaveLength(2);
    expect(await Bun.file(path).text()).toBe("the right bytes");
    expect(await lastFailure(db.read)).toBeNull();
  });
});
