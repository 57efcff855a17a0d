import { describe, expect, test } from "bun:test";
import { join } from "node:path";
import { generatedSecret } from "../../../src/config/secret.ts";
import { backUpToFile } from "../../../src/data/backup/back-up-to-file.ts";
import { deleteFile } from "../../../src/delivery/catalog/file-removal.ts";
import { createFile } from "../../../src/delivery/catalog/files.ts";
import { keptMessages } from "../../../src/messages/mail/transport/mailbox.ts";
import { createByteRemoval } from "../../../src/platform/files/byte-removal.ts";
import { openDiskStore } from "../../../src/platform/files/disk.ts";
import { pauseRemovals } from "../../../src/platform/files/removal-pauses.ts";
import { type Instant, instant, instantNow } from "../../../src/platform/instants.ts";
import { createLog } from "../../../src/platform/log.ts";
import { backupPath, runOn, serveRestored } from "../../support/backup.ts";
import { databasesUnderTest } from "../../support/databases.ts";
import { thrownBy } from "../../support/failures.ts";
import { storedBytes } from "../../support/files.ts";

const text = (content: string) => new Blob([content]).stream();

describe.each(databasesUnderTest)("while a backup runs on $name", ({ create, createEmpty }) => {
  async function open() {
    const source = await create();
    const db = await source.open();
    const files = await openDiskStore(join(source.folder, "files"));
    const remove = createByteRemoval({ db, files, log: createLog("silent") });
    /** Passes of the worker that removes bytes: it takes two until something deleted is gone. */
    const passes = async (now: Instant = instantNow()) => {
      for (let pass = 0; pass < 3; pass++) await remove(now);
    };
    const store = async (content: string) => {
      const stored = await files.put(text(content));
      const input = { stored, filename: `${content}.txt`, contentType: "text/plain" };
      return (await db.write((tx) => createFile(tx, 1, input, instantNow()))).id;
    };
    const discard = (id: number) => db.write((tx) => deleteFile(tx, 1, id, { force: false, now: instantNow() }));
    return { source, db, files, passes, store, discard };
  }

  test("a file deleted meanwhile is in it all the same", async () => {
    const { source, db, files, passes, store, discard } = await open();
    const ids = [await store("first"), await store("second")];
    let isDeleted = false;
    const path = backupPath();
    const manifest = await backUpToFile(
      {
        db,
        files: {
          async open(key) {
            // The database has been copied, and nothing read yet.
            if (!isDeleted) for (const id of ids) await discard(id);
            isDeleted = true;
            await passes();
            return files.open(key);
          },
        },
        kept: keptMessages(join(source.folder, "mailbox")),
        secret: await generatedSecret(source.folder),
      },
      path,
    );
    expect([isDeleted, manifest.unreadable]).toEqual([true, []]);
    await passes();
    expect(storedBytes(source)).toEqual([]);
    const target = await createEmpty();
    await serveRestored(path, target);
    const contents = await Promise.all(storedBytes(target).map((stored) => Bun.file(stored).text()));
    expect(contents.toSorted()).toEqual(["first", "second"]);
  });

  test("no bytes are removed on any node, until the backup has ended or its process has been dead for a quarter of an hour", async () => {
    const { source, db, passes, store, discard } = await open();
    await discard(await store("one"));
    const hold = await pauseRemovals(db, "a backup");
    expect(await pauseRemovals(db, "a backup")).toBeNull();
    const other = await pauseRemovals(db, "another backup");
    await passes();
    expect(storedBytes(source)).toHaveLength(1);
    await hold?.release();
    await passes();
    expect(storedBytes(source)).toHaveLength(1);
    await other?.release();
    await passes();
    expect(storedBytes(source)).toEqual([]);
    // One that nobody releases.
    await discard(await store("two"));
    await pauseRemovals(db, "of a process that dies");
    const minutes = (count: number) => instant(instantNow() + count * 60_000);
    await passes(minutes(14));
    expect(storedBytes(source)).toHaveLength(1);
    await passes(minutes(16));
    expect(storedBytes(source)).toEqual([]);
  });

  test("a backup that stood still until its hold expired fails, and leaves no file", async () => {
    const { source, db, files } = await open();
    const path = backupPath();
    const expire = async () => {
      await db.write((tx) =>
        tx
          .updateTable("removal_holds")
          .set({ expires_at: instant(1) })
          .execute(),
      );
    };
    const failing = backUpToFile(
      {
        db: { ...db, saveTo: (target) => db.saveTo(target).then(expire) },
        files,
        kept: keptMessages(join(source.folder, "mailbox")),
        secret: null,
      },
      path,
    );
    expect(await thrownBy(failing)).toThrow("The hold on the removal of files expired");
    expect(await Bun.file(path).exists()).toBe(false);
    expect((await runOn(source, ["backup", path])).status).toBe(0);
  });
});
