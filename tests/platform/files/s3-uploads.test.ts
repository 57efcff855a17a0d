import { beforeAll, describe, expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { instant } from "../../../src/platform/instants.ts";
import { anyDatabase, type DatabaseUnderTest, databasesUnderTest, temporaryFolder } from "../../support/databases.ts";
import { sha256 } from "../../support/files.ts";
import { startS3 } from "../../support/s3.ts";
import { type ServiceProcess, startProcess, until } from "../../support/service.ts";
import { startTcpGate } from "../../support/tcp-gate.ts";
import { beginUpload, metadata, offsetOf, patch, sendPart, shown, tus } from "../../support/uploads.ts";
import { v3 } from "../../support/v3.ts";

const mebibyte = 1024 ** 2;
/** Bytes of a part with the usual limit of uploads. */
const partSize = 12 * mebibyte;
const content = randomBytes(40 * mebibyte);

const s3 = await startS3();

/** What the store holds below the prefix, but for what checks write: files, tails of uploads, and unfinished ones. */
async function held(prefix: string) {
  const { objects, uploads } = await s3.contents();
  const names = (all: { key: string }[], folder: string) =>
    all.filter(({ key }) => key.startsWith(`${prefix}/${folder}`)).map(({ key }) => key);
  return {
    files: names(objects, "files/").length,
    tails: names(objects, "uploads/").length,
    unfinished: names(uploads, "").length,
  };
}

/** The number of the file that the upload becomes, and its SHA-256. */
async function became(service: ServiceProcess, path: string): Promise<string> {
  await until("it is a file", async () => (await shown(service, path)).file !== null);
  return (await shown(service, path)).file.sha256;
}

describe.each(databasesUnderTest)("on $name, uploads into an S3 store", ({ name, create }) => {
  const prefix = `uploads-${name}`;
  let database: DatabaseUnderTest;
  let service: ServiceProcess;

  beforeAll(async () => {
    database = await create();
    service = await startProcess({ database, environment: s3.settings({ prefix }) });
  });

  test.each([0, 5, partSize, partSize + 5, 3 * partSize])("become a file of %i bytes", async (size) => {
    const bytes = content.subarray(0, size);
    const before = await held(prefix);
    const path = await beginUpload(service, size, "film.mkv");
    if (size > 0) expect((await patch(service, path, { offset: 0, bytes })).headers.has("waybill-file-id")).toBe(true);
    expect(await became(service, path)).toBe(sha256(bytes));
    expect(await held(prefix)).toEqual({ ...before, files: before.files + 1 });
    const { file } = await shown(service, path);
    expect((await v3(service, "DELETE", `files/${file.id}`)).status).toBe(204);
    await until("its bytes are removed", async () => (await held(prefix)).files === before.files);
  });

  test("keep every byte of many short requests", async () => {
    const before = await held(prefix);
    const bytes = content.subarray(0, 1_000);
    const path = await beginUpload(service, bytes.length);
    for (let offset = 0; offset < bytes.length; offset += 100) {
      expect(await offsetOf(service, path)).toBe(offset);
      expect((await patch(service, path, { offset, bytes: bytes.subarray(offset, offset + 100) })).status).toBe(204);
      expect((await held(prefix)).tails).toBeLessThanOrEqual(1);
    }
    expect(await became(service, path)).toBe(sha256(bytes));
    expect(await held(prefix)).toEqual({ ...before, files: before.files + 1 });
  });

  test("are continued where a part is incomplete, which is read in pieces", async () => {
    const bytes = content.subarray(0, 3 * mebibyte);
    const path = await beginUpload(service, bytes.length);
    await patch(service, path, { offset: 0, bytes: bytes.subarray(0, 2 * mebibyte) });
    await s3.requests();
    await patch(service, path, { offset: 2 * mebibyte, bytes: bytes.subarray(2 * mebibyte) });
    const read = (await s3.requests()).filter((line) => line.startsWith("GET") && line.includes(`${prefix}/uploads/`));
    expect(read.length).toBeGreaterThan(3);
    expect(await became(service, path)).toBe(sha256(bytes));
  });

  test("keep what a client sent that has gone, and take the length later", async () => {
    const headers = { "upload-defer-length": "1", "upload-metadata": metadata({ filename: "later.bin" }) };
    const created = await tus(service, "POST", "/api/v3/uploads", headers);
    const path = created.headers.get("location") ?? "";
    const sent = sendPart(service, path, { offset: 0, rest: content }, 20 * mebibyte);
    await until("a part has arrived", async () => (await shown(service, path)).offset >= partSize);
    sent.cut();
    let offset = 0;
    await until("the rest of it is kept too", async () => {
      offset = await offsetOf(service, path);
      return offset > partSize;
    });
    const last = { "upload-length": String(content.length), "upload-offset": String(offset) };
    const octets = { "content-type": "application/offset+octet-stream" };
    const body = new Blob([content.subarray(offset)]);
    const ended = await tus(service, "PATCH", path, { ...octets, ...last }, { body });
    expect([ended.status, ended.headers.get("upload-offset")]).toEqual([204, String(content.length)]);
    expect(await became(service, path)).toBe(sha256(content));
  });

  test("leave nothing when they are canceled, nor when they expire", async () => {
    const before = await held(prefix);
    const [canceled, expired] = [
      await beginUpload(service, 100 * mebibyte),
      await beginUpload(service, 100 * mebibyte),
    ];
    for (const path of [canceled, expired]) await patch(service, path, { offset: 0, bytes: content });
    expect(await held(prefix)).toEqual({ ...before, tails: before.tails + 2, unfinished: before.unfinished + 2 });
    expect((await tus(service, "DELETE", canceled)).status).toBe(204);
    expect((await tus(service, "HEAD", canceled)).status).toBe(404);

    await service.stop();
    const db = await database.open();
    const longAgo = instant(Date.now() - 8 * 86_400_000);
    const id = expired.split("/").at(-1) ?? "";
    await db.write(async (tx) => {
      await tx.updateTable("uploads").set({ created_at: longAgo }).where("id", "=", id).execute();
      await tx.updateTable("upload_objects").set({ modified_at: longAgo }).where("upload_id", "=", id).execute();
    });
    await db.close();
    service = await service.restart();
    await until("the expired one is gone", async () => (await tus(service, "HEAD", expired)).status === 404);
    await until("nothing is left", async () => Bun.deepEquals(await held(prefix), before));
  });
});

describe.each(anyDatabase)("on $name, uploads into an S3 store", ({ name, create }) => {
  test("are answered 503 while the store is gone, and go on from the offset when it is back", async () => {
    const gate = await startTcpGate({ hostname: "127.0.0.1", port: s3.port });
    const environment = s3.settings({ prefix: `uploads-gone-${name}`, port: gate.port });
    const behind = await startProcess({ database: await create(), environment });
    const path = await beginUpload(behind, 20 * mebibyte);
    const bytes = content.subarray(0, 20 * mebibyte);
    expect((await patch(behind, path, { offset: 0, bytes: bytes.subarray(0, mebibyte) })).status).toBe(204);
    await gate.close();
    const refused = await patch(behind, path, { offset: mebibyte, bytes: bytes.subarray(mebibyte) });
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "5"]);
    await gate.open();
    const offset = await offsetOf(behind, path);
    expect(offset).toBe(mebibyte);
    expect((await patch(behind, path, { offset, bytes: bytes.subarray(offset) })).status).toBe(204);
    expect(await became(behind, path)).toBe(sha256(bytes));
  });
});

describe("two servers with one PostgreSQL, one S3 store and no folder in common", () => {
  const prefix = "two";
  let one: ServiceProcess;
  let other: ServiceProcess;

  async function pair(): Promise<[ServiceProcess, ServiceProcess]> {
    const database = await databasesUnderTest[1]?.create();
    if (!database) throw new Error("There is no PostgreSQL.");
    // The folder holds what the template has; only its secret is needed.
    const WAYBILL_SECRET = (await Bun.file(`${database.folder}/secret`).text()).trim();
    const environment = { ...s3.settings({ prefix }), WAYBILL_SECRET };
    const start = () =>
      startProcess({ database: { setting: database.setting, folder: temporaryFolder() }, environment });
    return Promise.all([start(), start()]);
  }

  beforeAll(async () => {
    [one, other] = await pair();
  });

  test("an upload whose server is killed is continued on the other one, and arrives whole", async () => {
    const path = await beginUpload(one, content.length, "film.mkv");
    sendPart(one, path, { offset: 0, rest: content }, 30 * mebibyte);
    await until("parts have arrived", async () => (await shown(other, path)).offset >= 2 * partSize);
    one.process.kill("SIGKILL");
    await one.process.exited;
    const offset = await offsetOf(other, path);
    expect(offset).toBe(2 * partSize);
    const ended = await patch(other, path, { offset, bytes: content.subarray(offset) });
    expect([ended.status, ended.headers.has("waybill-file-id")]).toEqual([204, true]);
    expect(await became(other, path)).toBe(sha256(content));
    one = await one.restart();
    expect((await shown(one, path)).file.sha256).toBe(sha256(content));
    expect((await held(prefix)).unfinished).toBe(0);
  });

  test("of two that continue one upload, the one that comes too late changes nothing", async () => {
    const path = await beginUpload(one, content.length, "film.mkv");
    const stalled = sendPart(one, path, { offset: 0, rest: content }, 20 * mebibyte);
    await until("a part has arrived", async () => (await shown(other, path)).offset === partSize);
    const rest = new Uint8Array(content.subarray(partSize)).reverse();
    const ended = await patch(other, path, { offset: partSize, bytes: rest });
    expect(ended.status).toBe(204);
    stalled.cut();
    const expected = Buffer.concat([content.subarray(0, partSize), rest]);
    expect(await became(one, path)).toBe(sha256(expected));
  });

  test("many requests at once at both servers with the same bytes lose and double none", async () => {
    const bytes = content.subarray(0, 5 * mebibyte);
    const path = await beginUpload(one, bytes.length);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, number) => patch(number % 2 ? one : other, path, { offset: 0, bytes })),
    );
    expect(answers.filter(({ status }) => status === 204).length).toBeGreaterThanOrEqual(1);
    expect(answers.every(({ status }) => status < 500)).toBe(true);
    expect(await became(one, path)).toBe(sha256(bytes));
    expect((await v3(one, "GET", "files")).body.total).toBe(3);
  });

  test("one that arrived whole becomes one file, however many ask both servers at once", async () => {
    const path = await beginUpload(one, 5, "once.txt");
    await patch(one, path, { offset: 0, bytes: "hel" });
    const both = [one, other];
    await patch(other, path, { offset: 3, bytes: "lo" });
    await Promise.all(Array.from({ length: 20 }, (_, number) => tus(both[number % 2] as ServiceProcess, "HEAD", path)));
    expect(await became(other, path)).toBe(sha256("hello"));
    expect((await v3(one, "GET", "files?q=once")).body.total).toBe(1);
  });
});
