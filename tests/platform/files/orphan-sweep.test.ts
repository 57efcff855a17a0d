import { describe, expect, test } from "bun:test";
import { readdirSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { sweepOrphans } from "../../../src/operations/housekeeping/orphan-sweep.ts";
import type { Database } from "../../../src/platform/database/database.ts";
import { openDiskStore } from "../../../src/platform/files/disk.ts";
import { openPartialFiles, type PartialFiles } from "../../../src/platform/files/partial-files.ts";
import { openS3 } from "../../../src/platform/files/s3.ts";
import type { FileStore } from "../../../src/platform/files/store.ts";
import { instant } from "../../../src/platform/instants.ts";
import { createLog } from "../../../src/platform/log.ts";
import { databasesUnderTest, temporaryFolder } from "../../support/databases.ts";
import { addressIn, startS3 } from "../../support/s3.ts";

const day = 86_400_000;
const s3 = await startS3();
const log = createLog("silent");
let made = 0;

/** A file store, its uploads, and a way to make all that is in it older. */
interface Store {
  files: FileStore;
  partials: PartialFiles;
  age(milliseconds: number): Promise<void>;
}

const stores: { store: string; open(db: Database): Promise<Store> }[] = [
  {
    store: "disk",
    async open() {
      const folder = temporaryFolder();
      const files = await openDiskStore(folder);
      return {
        files,
        partials: await openPartialFiles(temporaryFolder(), files),
        async age(milliseconds) {
          const then = new Date(Date.now() - milliseconds);
          const entries = readdirSync(join(folder, "objects"), { recursive: true, withFileTypes: true });
          for (const one of entries) if (one.isFile()) utimesSync(join(one.parentPath, one.name), then, then);
        },
      };
    },
  },
  {
    store: "S3",
    async open(db) {
      made += 1;
      const { store, uploads } = await openS3(addressIn(s3, `sweep-${made}`), { largestFile: 1024 ** 3 });
      return { files: store, partials: uploads(db), age: s3.age };
    },
  },
];

const variants = databasesUnderTest.flatMap((database) => stores.map((store) => ({ ...database, ...store })));

describe.each(variants)("on $name, the sweep of a $store store", ({ create, open }) => {
  async function opened() {
    const db = await (await create()).open();
    const store = await open(db);
    let time = Date.now();
    /** Each one is a day after the one before. */
    const sweep = (other: Partial<Store> & { db?: Database } = {}) => {
      time += day;
      return sweepOrphans({ db, ...store, ...other, log, stopping: new AbortController().signal }, instant(time));
    };
    const put = (text: string) => store.files.put(new Blob([text]).stream());
    const isThere = async (key: string) => (await store.files.open(key)) !== null;
    return { db, store, sweep, put, isThere };
  }

  test("removes what nothing names, once it is older than the longest upload and a day", async () => {
    const { store, sweep, put, isThere } = await opened();
    const orphan = await put("orphan");
    await sweep();
    await store.age(6 * day);
    await sweep();
    expect(await isThere(orphan.key)).toBe(true);
    await store.age(12 * day);
    await sweep();
    expect(await isThere(orphan.key)).toBe(false);
  });

  test("keeps files, their earlier versions, logos, covers, what is to be removed, and what an upload is about to become", async () => {
    const { db, store, sweep, put, isThere } = await opened();
    const [file, logo, removal, orphan] = await Promise.all(["file", "logo", "removal", "orphan"].map(put));
    const [upload, earlier, cover] = [await put("upload"), await put("earlier"), await put("cover")];
    await db.write(async (tx) => {
      const { id } = await tx.selectFrom("accounts").select("id").executeTakeFirstOrThrow();
      const described = { account_id: id, filename: "a.txt", content_type: "text/plain", created_at: instant(1) };
      const stored = { size_bytes: 4, sha256: file?.sha256 ?? "", storage_key: file?.key ?? "" };
      const { id: file_id } = await tx
        .insertInto("files")
        .values({ ...described, ...stored, version: 2, last_version: 2 })
        .returning("id")
        .executeTakeFirstOrThrow();
      const { created_at: added_at, ...named } = described;
      const version = { file_id, number: 1, note: "", added_by: null, added_at, storage_key: earlier.key };
      await tx
        .insertInto("file_versions")
        .values({ ...named, ...stored, ...version })
        .execute();
      await tx
        .updateTable("accounts")
        .set({ logo_storage_key: logo?.key ?? "" })
        .execute();
      const product = { account_id: id, sku: "A", name: "A", price: null, currency: null, guid: "a" };
      await tx
        .insertInto("products")
        .values({
          ...product,
          permalink_disabled_at: null,
          archived_at: null,
          created_at: instant(1),
          deleted_at: null,
        })
        .execute();
      await tx.updateTable("products").set({ cover_storage_key: cover.key }).execute();
      await tx
        .insertInto("file_removals")
        .values({ storage_key: removal?.key ?? "" })
        .execute();
      const waiting = { id: upload.key, metadata: "{}", size_bytes: 6, file_id: null, product_id: null };
      await tx
        .insertInto("uploads")
        .values({ ...described, ...waiting })
        .execute();
    });
    await store.age(30 * day);
    for (let times = 0; times < 3; times++) await sweep();
    const there = await Promise.all(
      [file, earlier, logo, cover, removal, upload, orphan].map((one) => isThere(one?.key ?? "")),
    );
    expect(there).toEqual([true, true, true, true, true, true, false]);
  });

  test("removes nothing from a store that an older copy of the database shares", async () => {
    const { db, store, sweep, put, isThere } = await opened();
    await sweep();
    const copied = await db.read.selectFrom("orphan_sweeps").selectAll().executeTakeFirstOrThrow();
    await sweep();
    await sweep();
    const later = await put("recorded since");
    await store.age(30 * day);
    await db.write((tx) =>
      tx.updateTable("orphan_sweeps").set({ mark: copied.mark, next_mark: copied.next_mark }).execute(),
    );
    await sweep();
    expect(await isThere(later.key)).toBe(true);
  });

  test("is not misled by a server's clock that is far ahead", async () => {
    const { db, store, sweep, put, isThere } = await opened();
    await sweep();
    const young = await put("young");
    const ahead = instant(Date.now() + 400 * day);
    await sweepOrphans({ db, ...store, log, stopping: new AbortController().signal }, ahead);
    expect(await isThere(young.key)).toBe(true);
  });

  test("runs once a day, however many servers ask", async () => {
    const { db, store, put, isThere } = await opened();
    const now = instant(Date.now() + day);
    const all = () =>
      Promise.all(
        Array.from({ length: 5 }, () =>
          sweepOrphans({ db, ...store, log, stopping: new AbortController().signal }, now),
        ),
      );
    await all();
    const mark = await store.files.readMark();
    const orphan = await put("orphan");
    await store.age(30 * day);
    await all();
    expect([await store.files.readMark(), await isThere(orphan.key)]).toEqual([mark, true]);
  });
});

describe("the sweep of an S3 store", () => {
  test("removes tails and parts of no upload, and keeps those of one", async () => {
    const db = await (await databasesUnderTest[0]?.create())?.open();
    if (!db) throw new Error("There is no database.");
    const { store: files, uploads } = await openS3(addressIn(s3, "parts"), { largestFile: 1 });
    const partials = uploads(db);
    const [kept, lost] = ["a".repeat(32), "b".repeat(32)];
    const bytes = async function* () {
      for (let part = 0; part < 9; part++) yield new Uint8Array(1024 ** 2);
    };
    for (const id of [kept, lost]) {
      await partials.create(id);
      await partials.append(id, 0, bytes());
    }
    await db.write((tx) => tx.deleteFrom("upload_objects").where("upload_id", "=", lost).execute());
    await s3.age(30 * day);
    const settings = { db, files, partials, log, stopping: new AbortController().signal };
    for (const days of [1, 2]) await sweepOrphans(settings, instant(Date.now() + days * day));
    const { objects, uploads: unfinished } = await s3.contents();
    const names = [...objects, ...unfinished].map(({ key }) => key).filter((key) => key.startsWith("parts/"));
    expect(names.filter((key) => key.includes(lost))).toEqual([]);
    expect(names.filter((key) => key.includes(kept))).toHaveLength(2);
    expect(await partials.append(kept, 9 * 1024 ** 2, bytes())).toBe(18 * 1024 ** 2);
  });
});
