import { beforeAll, describe, expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { orderFiles, stateOf } from "../../support/downloads.ts";
import { sha256 } from "../../support/files.ts";
import { type Service, startService, until } from "../../support/service.ts";
import { createSqlite } from "../../support/sqlite.ts";
import { beginUpload, patch, shown, tus } from "../../support/uploads.ts";
import { v3 } from "../../support/v3.ts";

const { TEST_S3_FILES = "", AWS_ACCESS_KEY_ID = "", AWS_SECRET_ACCESS_KEY = "" } = process.env;
const prefix = randomBytes(8).toString("hex");
const environment = {
  WAYBILL_FILES: TEST_S3_FILES.replace(/(?=\?|$)/, `/${prefix}`),
  AWS_ACCESS_KEY_ID,
  AWS_SECRET_ACCESS_KEY,
};
const content = randomBytes(30 * 1024 ** 2);

const words = TEST_S3_FILES ? "" : ": not tried, TEST_S3_FILES is not set (tests/swift/start.sh starts a store)";

describe.skipIf(!TEST_S3_FILES)(`with the S3 store of TEST_S3_FILES${words}`, () => {
  let service: Service;

  beforeAll(async () => {
    service = await startService({ database: await createSqlite(), environment });
  });

  test("a limited order is streamed, and resumed for free", async () => {
    const order = await orderFiles(service, { "film.mkv": content }, "<download_limit>1</download_limit>");
    const [path = ""] = order.files;
    const whole = await service.get(path);
    expect([whole.status, sha256(await whole.bytes())]).toEqual([200, sha256(content)]);
    const headers = { range: "bytes=20000000-", "if-range": whole.headers.get("etag") ?? "" };
    const rest = await service.get(path, { headers });
    expect([rest.status, sha256(await rest.bytes())]).toEqual([206, sha256(content.subarray(20_000_000))]);
    expect(await stateOf(service, order)).toMatchObject({ counted: 1, remaining: 0 });
  });

  test("an unlimited one is redirected to the store, with name and type, and can be resumed there", async () => {
    await v3(service, "PUT", "account", { download_limit_per_item: null });
    const order = await orderFiles(service, { "Über film.mkv": content });
    const [path = ""] = order.files;
    const whole = await fetch(service.url + path);
    expect(new URL(whole.url).searchParams.get("X-Amz-Expires")).toBe("630");
    expect([whole.status, sha256(await whole.bytes())]).toEqual([200, sha256(content)]);
    expect(whole.headers.get("content-type")).toStartWith("video/x-matroska");
    expect(whole.headers.get("content-disposition")).toContain("filename*=UTF-8''%C3%9Cber%20film.mkv");
    const headers = { range: "bytes=20000000-", "if-range": whole.headers.get("etag") ?? "" };
    const rest = await fetch(service.url + path, { headers });
    expect([rest.status, sha256(await rest.bytes())]).toEqual([206, sha256(content.subarray(20_000_000))]);
    expect(await stateOf(service, order)).toMatchObject({ counted: 1 });
  });

  test("a resumable upload arrives whole in two requests, and one that is canceled is removed", async () => {
    const path = await beginUpload(service, content.length, "film.mkv");
    for (const [from, to] of [
      [0, 17_000_000],
      [17_000_000, content.length],
    ] as const) {
      expect((await patch(service, path, { offset: from, bytes: content.subarray(from, to) })).status).toBe(204);
    }
    await until("it is a file", async () => (await shown(service, path)).file !== null);
    expect((await shown(service, path)).file.sha256).toBe(sha256(content));
    const canceled = await beginUpload(service, 2 * content.length);
    expect((await patch(service, canceled, { offset: 0, bytes: content })).status).toBe(204);
    expect((await tus(service, "DELETE", canceled)).status).toBe(204);
  });
});
