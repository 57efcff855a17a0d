import { beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { nameOf } from "../../../src/data/backup/backup-names.ts";
import { dayMilliseconds } from "../../../src/platform/days.ts";
import { openS3 } from "../../../src/platform/files/s3.ts";
import { S3Objects } from "../../../src/platform/files/s3-objects.ts";
import { instant, instantNow } from "../../../src/platform/instants.ts";
import { runOn } from "../../support/backup.ts";
import { install, make, s3Place } from "../../support/backup-places.ts";
import { temporaryFolder } from "../../support/cleanup.ts";
import { databasesUnderTest } from "../../support/databases.ts";
import { secret as demoSecret } from "../../support/demo-account.ts";
import { sha256, storedBytes } from "../../support/files.ts";
import { addressIn, startS3, type TestS3 } from "../../support/s3.ts";
import { startProcess, until } from "../../support/service.ts";

let s3: TestS3;

beforeAll(async () => {
  s3 = await startS3();
});

beforeEach(() => s3.copies({}));

const blob = (content: string) => {
  const hash = sha256(content);
  return `blobs/${hash.slice(0, 2)}/${hash.slice(2)}`;
};

/** An installation with its files in the same store, and a place of backups there. */
async function together(filesPrefix: string, backupsPrefix = filesPrefix) {
  const { store } = await openS3(addressIn(s3, filesPrefix), { largestFile: 1024 ** 3 });
  return { ...(await install(store)), store, ...s3Place(addressIn(s3, backupsPrefix)) };
}

describe("where the files are in the same store", () => {
  const content = "the content of a file";

  async function madeWith({ damaged = false } = {}) {
    const { installation, add, place, names } = await together("shop", `safe-${Math.random()}`);
    const { key } = await add(content);
    const object = `shop/files/${key}`;
    if (damaged) await new S3Objects(addressIn(s3, "shop")).put(`files/${key}`, contentOf("other content of file"));
    await s3.requests();
    const name = await make(installation, place);
    const asked = await s3.requests();
    const reader = place.open(name);
    let manifest = "";
    for await (const entry of reader.entries()) {
      const text = await new Response(entry.content).text();
      if (entry.name === "manifest.json") manifest = text;
    }
    return {
      hasBlob: (await names()).includes(blob(content)),
      unreadable: JSON.parse(manifest).unreadable.map(({ reason }: { reason: string }) => reason),
      /** Whether the content came here from the file's object, and whether it was sent. */
      wasRead: asked.some((line) => line === `GET /files/${object}`),
      wasReadBack: asked.some((line) => line.startsWith("GET ") && /\/(blobs\/..\/\w+|copied)$/.test(line)),
    };
  }

  test("the store copies them itself, and what it says of their hashes is enough", async () => {
    await s3.copies({ hashes: true });
    const whole = { hasBlob: true, unreadable: [], wasRead: false, wasReadBack: false };
    expect(await madeWith()).toEqual(whole);
    const damaged = { hasBlob: false, unreadable: ["does not match its checksum"], wasRead: false, wasReadBack: false };
    expect(await madeWith({ damaged: true })).toEqual(damaged);
  });

  test("copies are read back if the store tells no hashes", async () => {
    expect(await madeWith()).toEqual({ hasBlob: true, unreadable: [], wasRead: false, wasReadBack: true });
    expect(await madeWith({ damaged: true })).toMatchObject({
      hasBlob: false,
      unreadable: ["does not match its checksum"],
    });
  });

  test("they are read and sent if these credentials may not copy them", async () => {
    await s3.copies({ refused: "shop/" });
    expect(await madeWith()).toEqual({ hasBlob: true, unreadable: [], wasRead: true, wasReadBack: true });
    expect(await madeWith({ damaged: true })).toMatchObject({
      hasBlob: false,
      unreadable: ["does not match its checksum"],
    });
  });
});

test.each([
  ["the same prefix", "both", "both"],
  ["a prefix inside that of the files", "outer", "outer/uploads"],
  ["a prefix around that of the files", "around/blobs", "around"],
])("files and backups below %s never touch each other", async (_, filesPrefix, backupsPrefix) => {
  const { installation, db, add, discard, place, names, store } = await together(filesPrefix, backupsPrefix);
  const uploads = (await openS3(addressIn(s3, filesPrefix), { largestFile: 1024 ** 3 })).uploads(db);
  const kept = await add("kept");
  const gone = await add("gone");
  await uploads.create("0".repeat(32));
  await uploads.append("0".repeat(32), 0, chunksOf("the beginning of an upload"));
  await store.writeMark("mark");
  const first = await make(installation, place, { hoursAgo: 1, keep: 1 });
  await discard(gone.id);
  const second = await make(installation, place, { keep: 1 });
  expect(first).not.toBe(second);
  const files = new S3Objects(addressIn(s3, filesPrefix));
  const backups = new S3Objects(addressIn(s3, backupsPrefix));
  // Begun, and never ended, by a backup and by an upload.
  const [ofBackup, ofFile] = [`${nameOf(instantNow())}/database.sqlite`, `files/${"f".repeat(32)}`];
  await backups.begin(ofBackup);
  await files.begin(ofFile);
  await s3.age(30 * dayMilliseconds);
  const before = await names();
  const orphans = { before: instant(instantNow() - dayMilliseconds), stopping: new AbortController().signal };
  expect(await store.sweep({ ...orphans, named: async () => new Set([kept.key, gone.key]) })).toBe(0);
  expect(await uploads.sweep(orphans)).toBe(1);
  expect(await names()).toEqual(before);
  const begun = async () => (await s3.contents()).uploads.map(({ key }) => key);
  expect(await begun()).toEqual([`${backupsPrefix}/${ofBackup}`]);
  await files.begin(ofFile);
  await place.removeUnneeded(async () => {});
  expect(await begun()).toEqual([`${filesPrefix}/${ofFile}`]);
  await files.abort({ key: ofFile, id: "" }).catch(() => {});
  expect(await store.readMark()).toBe("mark");
  expect((await uploads.stateOf("0".repeat(32)))?.sizeBytes).toBe(26);
  for (const [{ key }, text] of [
    [kept, "kept"],
    [gone, "gone"],
  ] as const) {
    const file = await store.open(key);
    expect(await new Response(file?.slice(0, file.sizeBytes)).text()).toBe(text);
  }
  expect((await place.list()).map(({ name }) => name)).toEqual([second]);
  expect(await names()).toEqual(expect.arrayContaining([`${second}/manifest.json`, blob("kept")]));
  for await (const upload of files.listMultiparts()) for (const one of upload) await files.abort(one);
});

const place = () => `scheduled-${randomBytes(4).toString("hex")}`;
const query = () => `endpoint=${s3.endpoint}&region=us-east-1`;
const credentials = () => ({
  WAYBILL_BACKUPS_ACCESS_KEY_ID: s3.credentials.accessKeyId,
  WAYBILL_BACKUPS_SECRET_ACCESS_KEY: s3.credentials.secretAccessKey,
});

describe.each(databasesUnderTest)("a service on $name", ({ create, createEmpty }) => {
  test("makes backups into an S3 store with credentials of their own, and they restore by their address", async () => {
    const prefix = place();
    const address = `s3://${s3.bucket}/${prefix}?${query()};every=1h;keep=2`;
    const service = await startProcess({
      database: await create(),
      environment: { WAYBILL_BACKUPS: address, ...credentials() },
    });
    const metrics = async () => (await service.get("/metrics")).text();
    await until("one is counted", async () =>
      (await metrics()).includes('waybill_backups_total{outcome="succeeded"} 1'),
    );
    expect(service.output.stderr).toContain("made and checked a backup");
    const [{ name = "" } = {}] = await s3Place(addressIn(s3, prefix)).place.list();
    const at = Number(/last_success_timestamp_seconds (\d+)/.exec(await metrics())?.[1]);
    expect(nameOf(instant(at * 1000))).toBe(name);
    expect(await service.stop()).toBe(0);

    const target = await createEmpty();
    const path = `s3://${s3.bucket}/${prefix}/${name}?${query()}`;
    expect((await runOn(target, ["restore", path], credentials())).stderr).toBe("");
    const accounts = await runOn(target, ["account", "list"]);
    expect(accounts.stdout).toStartWith("demo\t");
  });
});

test("a backup in an S3 store brings back files, and an address that names none is refused in words", async () => {
  const { installation, add } = await install();
  const { id } = await add("from the S3 store");
  const prefix = place();
  const name = await make({ ...installation, secret: demoSecret }, s3Place(addressIn(s3, prefix)).place);
  const target = { folder: temporaryFolder(), setting: "sqlite:" };
  const restore = (path: string, more = {}) => runOn(target, ["restore", path], { ...credentials(), ...more });
  const shown = `s3://${s3.bucket}/${prefix}/`;
  const refusals: [string, string][] = [
    [`${shown}?${query()}`, `${shown} holds several backups. Name one of them, such as ${name}.`],
    [`${shown}20200101T000000Z?${query()}`, `There is no complete backup 20200101T000000Z at ${shown}.`],
    [`s3://${s3.bucket}/nothing?${query()}`, `There is no complete backup at s3://${s3.bucket}/nothing/.`],
    ["s3://bucket?zone=a", '"s3://bucket?zone=a" is not the address of a backup'],
  ];
  for (const [address, words] of refusals) {
    expect(await restore(address)).toMatchObject({ status: 1, stdout: "", stderr: expect.stringContaining(words) });
  }
  const wrong = await restore(`${shown}${name}?${query()}`, { WAYBILL_BACKUPS_SECRET_ACCESS_KEY: "another" });
  expect([wrong.status, wrong.stderr]).toEqual([1, expect.stringContaining("The S3 store of the backups cannot be")]);
  expect((await restore(`${shown}${name}?${query()}`)).stderr).toBe("");
  const [restored = ""] = storedBytes(target);
  expect([id, await Bun.file(restored).text()]).toEqual([1, "from the S3 store"]);
});

const contentOf = (text: string) => ({ bytes: Buffer.from(text), sha256: sha256(text) });

async function* chunksOf(text: string) {
  yield Buffer.from(text);
}
