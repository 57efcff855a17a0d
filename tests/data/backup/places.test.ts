import { describe, expect, test } from "bun:test";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { inspectBackup } from "../../../src/data/backup/inspect-backup.ts";
import type { BackupPlace } from "../../../src/data/backup/place.ts";
import { readSaved } from "../../../src/platform/database/sqlite/saved-database.ts";
import { PauseLost } from "../../../src/platform/files/removal-pauses.ts";
import { instant, instantNow } from "../../../src/platform/instants.ts";
import { folderPlace, install, make, s3Place } from "../../support/backup-places.ts";
import { temporaryFolder } from "../../support/cleanup.ts";
import { thrownBy } from "../../support/failures.ts";
import { sha256, storedBytes } from "../../support/files.ts";
import { freeS3Address } from "../../support/s3.ts";

const places = [
  { name: "a folder", open: async () => folderPlace() },
  { name: "an S3 store", open: async () => s3Place(await freeS3Address()) },
];

const blob = (content: string) => {
  const hash = sha256(content);
  return `blobs/${hash.slice(0, 2)}/${hash.slice(2)}`;
};
const listed = async (place: BackupPlace) => (await place.list()).map(({ name }) => name);
const ownNames = (backup: string) =>
  ["database.sqlite", "manifest.json", "secret", "shared-parts"].map((part) => `${backup}/${part}`);

/** Reads all of a backup, compares every hash, and returns its parts with the hash of each. */
async function read(place: BackupPlace, name: string) {
  const reader = place.open(name);
  const { manifest, database, secret } = await inspectBackup(reader, temporaryFolder(), async (path) =>
    readSaved(path),
  );
  await database.close();
  const parts: Record<string, string> = {};
  for await (const entry of reader.entries()) parts[entry.name] = sha256(await new Response(entry.content).bytes());
  return { manifest, secret, parts };
}

describe.each(places)("backups in $name", ({ open }) => {
  test("hold everything, and are listed by their instants", async () => {
    const { place, names } = await open();
    const { installation, add, kept } = await install();
    const content = "x".repeat(9_000_000);
    await add(content);
    await add("");
    await kept.keepNamed("20261122T230000Z-1.eml", Buffer.from("Subject: kept\r\n\r\n"));
    const before = instant(Math.floor((instantNow() - 3_600_000) / 1000) * 1000);
    const first = await make(installation, place, { hoursAgo: 1 });
    const second = await make(installation, place);
    expect(await listed(place)).toEqual([first, second]);
    const [{ createdAt = instant(0) } = {}] = await place.list();
    expect(createdAt).toBeGreaterThanOrEqual(before);
    expect(createdAt).toBeLessThanOrEqual(instantNow() - 3_600_000);
    const { manifest, secret, parts } = await read(place, first);
    expect(secret).toBe("the generated secret");
    expect(manifest).toMatchObject({ messages: { count: 1 }, unreadable: [] });
    expect(Object.keys(parts)).toEqual([
      "database.sqlite",
      "secret",
      "mailbox/20261122T230000Z-1.eml",
      "files/1",
      "files/2",
      "manifest.json",
    ]);
    expect([parts["files/1"], parts["files/2"]]).toEqual([sha256(content), sha256("")]);
    const shared = [content, "", "Subject: kept\r\n\r\n"].map(blob);
    expect(await names()).toEqual([...ownNames(first), ...ownNames(second), ...shared].toSorted());
  });

  test("share what is unchanged, and the old ones go with what no other needs", async () => {
    const { place, names } = await open();
    const { installation, add, discard } = await install();
    await add("in all of them");
    const gone = await add("gone soon");
    await add("in all of them");
    const first = await make(installation, place, { hoursAgo: 3 });
    const opened: string[] = [];
    const counting = {
      ...installation,
      files: {
        async open(key: string) {
          const file = await installation.files.open(key);
          return (
            file && {
              ...file,
              slice(start: number, end: number) {
                opened.push(key);
                return file.slice(start, end);
              },
            }
          );
        },
      },
    };
    await discard(gone.id);
    const later = await add("in the later ones");
    const second = await make(counting, place, { hoursAgo: 2, keep: 2 });
    // What is there already is not read again.
    expect(opened).toEqual([later.key]);
    expect(await listed(place)).toEqual([first, second]);
    expect(await names()).toContain(blob("gone soon"));
    const third = await make(installation, place, { hoursAgo: 1, keep: 2 });
    expect(await listed(place)).toEqual([second, third]);
    const shared = ["in all of them", "in the later ones"].map(blob);
    expect(await names()).toEqual([...ownNames(second), ...ownNames(third), ...shared].toSorted());
    for (const name of [second, third]) {
      expect(Object.keys((await read(place, name)).parts)).toEqual([
        "database.sqlite",
        "secret",
        "files/1",
        "files/3",
        "files/4",
        "manifest.json",
      ]);
    }
  });

  test("store shared bytes again that are missing or have another size", async () => {
    const { place, put, remove } = await open();
    const { installation, add } = await install();
    await add("missing");
    await add("cut off");
    const first = await make(installation, place, { hoursAgo: 1 });
    await remove(blob("missing"));
    await put(blob("cut off"), "cut");
    expect(await thrownBy(read(place, first))).toThrow("The backup is damaged: ");
    await read(place, first).catch(() => {});
    const second = await make(installation, place);
    expect((await read(place, second)).manifest.unreadable).toEqual([]);
    await read(place, first);
  });

  test("never keep bytes under a hash that they do not have, and name what the installation cannot read", async () => {
    const { place, names } = await open();
    const { installation, add, source } = await install();
    await add("the right bytes");
    const [path = ""] = storedBytes(source);
    await Bun.write(path, "the WRONG bytes");
    const name = await make(installation, place);
    expect((await read(place, name)).manifest.unreadable).toEqual([
      { part: "files/1", description: "file 1 (file.bin)", reason: "does not match its checksum" },
    ]);
    expect(await names()).toEqual(ownNames(name));
  });

  test("keep the newest copy of a file that the installation cannot read any more, until it can", async () => {
    const { place } = await open();
    const { installation, add, source } = await install();
    await add("the only copy");
    const oldest = await make(installation, place, { hoursAgo: 5 });
    const newest = await make(installation, place, { hoursAgo: 4 });
    const [path = ""] = storedBytes(source);
    rmSync(path);
    const listed = async () => (await place.list()).map(({ name }) => name);
    const without = await make(installation, place, { hoursAgo: 3, keep: 1 });
    expect(await listed()).toEqual([newest, without]);
    const later = await make(installation, place, { hoursAgo: 2, keep: 1 });
    expect(await listed()).toEqual([newest, later]);
    expect((await read(place, newest)).manifest.unreadable).toEqual([]);
    expect(oldest).not.toBe(newest);
    await Bun.write(path, "the only copy");
    const whole = await make(installation, place, { hoursAgo: 1, keep: 1 });
    expect(await listed()).toEqual([whole]);
  });

  test("are not listed when they are given up or killed at any place, and the next one removes what is left", async () => {
    const { place, names } = await open();
    const { installation, add } = await install();
    for (const content of ["one", "two", "three"]) await add(content);
    for (const at of [1, 2, 3]) {
      const stopping = new AbortController();
      let opened = 0;
      const files: typeof installation.files = {
        open(key) {
          opened += 1;
          if (opened === at) stopping.abort(new Error("The server stops."));
          return installation.files.open(key);
        },
      };
      const given = make({ ...installation, files }, place, { stopping: stopping.signal });
      expect(await thrownBy(given)).toThrow("The server stops.");
      await given.catch(() => {});
      expect(await listed(place)).toEqual([]);
      expect((await names()).filter((name) => !name.startsWith("blobs/"))).toEqual([]);
    }
    // A process that is killed does not even close it.
    const workFolder = join(place.temporaryFolder, ".killed");
    mkdirSync(workFolder);
    const createdAt = instant(instantNow() - 60_000);
    const draft = await place.begin({ createdAt, workFolder, stopping: new AbortController().signal });
    const content = () => new Blob(["left behind"]).stream();
    for (const part of ["database.sqlite", "files/9"]) {
      await draft.add({ name: part, sizeBytes: 11, sha256: null, content, file: null, object: null });
    }
    expect(await listed(place)).toEqual([]);
    rmSync(workFolder, { recursive: true });
    const name = await make(installation, place);
    expect(await names()).toEqual([...ownNames(name), ...["one", "two", "three"].map(blob)].toSorted());
    await draft.close();
  });

  test("are withdrawn, and nothing is removed, once another node may write", async () => {
    const { place, names } = await open();
    const { installation, add, db } = await install();
    const { id } = await add("only in the first");
    const first = await make(installation, place, { hoursAgo: 2 });
    await db.write((tx) => tx.deleteFrom("files").where("id", "=", id).execute());
    await add("only in the second");
    const expire = () =>
      db.write((tx) =>
        tx
          .updateTable("removal_holds")
          .set({ expires_at: instant(1) })
          .execute(),
      );
    /** The hold expires while one of the draft's functions is at work. */
    const failing = (during: "check" | "publish"): BackupPlace => ({
      ...place,
      async begin(settings) {
        const draft = await place.begin(settings);
        const last = draft[during].bind(draft);
        draft[during] = async () => {
          await last();
          await expire();
        };
        return draft;
      },
    });
    for (const during of ["check", "publish"] as const) {
      const lost = make(installation, failing(during), { keep: 1 });
      expect(await thrownBy(lost)).toThrow(PauseLost);
      await lost.catch(() => {});
      expect(await listed(place)).toEqual([first]);
    }
    const before = await names();
    expect(before).toContain(blob("only in the second"));
    const nobody = async () => {
      throw new PauseLost();
    };
    const removing = place.removeUnneeded(nobody);
    expect(await thrownBy(removing)).toThrow(PauseLost);
    await removing.catch(() => {});
    expect(await names()).toEqual(before);
    await read(place, first);
  });

  test("lose no shared bytes while it is unknown what one of them needs", async () => {
    const { place, names, put, remove } = await open();
    const { installation, add } = await install();
    const { id } = await add("in the first");
    const first = await make(installation, place, { hoursAgo: 3 });
    await installation.db.write((tx) => tx.deleteFrom("files").where("id", "=", id).execute());
    const list = `${first}/shared-parts`;
    const changes: [number, () => Promise<void>][] = [
      [2, () => put(list, "something else\n")],
      [1, () => remove(list)],
    ];
    for (const [hoursAgo, change] of changes) {
      await change();
      const failing = make(installation, place, { hoursAgo });
      expect(await thrownBy(failing)).toThrow("its file shared-parts");
      await failing.catch(() => {});
      expect(await names()).toContain(blob("in the first"));
    }
  });

  test("are never written over another one", async () => {
    const { place } = await open();
    const { installation } = await install();
    const name = await make(installation, place, { hoursAgo: 1 });
    const [{ createdAt = instant(0) } = {}] = await place.list();
    const workFolder = join(place.temporaryFolder, ".again");
    mkdirSync(workFolder);
    const again = async () => {
      const draft = await place.begin({ createdAt, workFolder, stopping: new AbortController().signal });
      await draft.publish().finally(() => draft.close());
    };
    const failing = again();
    expect(await thrownBy(failing)).toThrow();
    await failing.catch(() => {});
    rmSync(workFolder, { recursive: true });
    expect(await listed(place)).toEqual([name]);
    await read(place, name);
  });

  test("leave alone what else is there", async () => {
    const { place, names, put } = await open();
    const { installation } = await install();
    await place.prepare();
    const others = ["2026-notes/manifest.json", "files/0123456789abcdef0123456789abcdef", "notes.txt", "sweep"];
    for (const name of others) await put(name, "somebody else's");
    await make(installation, place, { hoursAgo: 1, keep: 1 });
    const name = await make(installation, place, { keep: 1 });
    expect(await listed(place)).toEqual([name]);
    expect(await names()).toEqual([...ownNames(name), ...others].toSorted());
  });
});
