import { beforeAll, describe, expect, test } from "bun:test";
import { existsSync, rmSync } from "node:fs";
import { rename, rm, utimes } from "node:fs/promises";
import { join } from "node:path";
import { instant } from "../../../src/platform/instants.ts";
import { type DatabaseUnderTest, databasesUnderTest } from "../../support/databases.ts";
import { sha256 } from "../../support/files.ts";
import { type Service, startService, until } from "../../support/service.ts";
import { beginUpload, metadata, offsetOf, partial, patch, shown, tus } from "../../support/uploads.ts";
import { v3 } from "../../support/v3.ts";

describe.each(databasesUnderTest)("on $name", ({ create, triesAll }) => {
  let database: DatabaseUnderTest;
  let service: Service;

  beforeAll(async () => {
    database = await create();
    service = await startService({ database });
  });

  test.if(triesAll)("a beginning that is wrong is refused with the reason", async () => {
    const wrong: [Record<string, string>, number][] = [
      [{ "upload-length": "5" }, 422],
      [{ "upload-length": "5", "upload-metadata": metadata({ filename: "../x" }) }, 422],
      [{ "upload-length": "5", "upload-metadata": metadata({ filename: "a\0b" }) }, 422],
      [{ "upload-length": "5", "upload-metadata": "filename ???" }, 400],
      [{ "upload-length": "-5", "upload-metadata": metadata({ filename: "x" }) }, 400],
      [{ "upload-metadata": metadata({ filename: "x" }) }, 400],
      [{ "upload-length": String(100 * 1024 ** 3 + 1), "upload-metadata": metadata({ filename: "x" }) }, 413],
      [{ "upload-length": "5", "upload-metadata": metadata({ filename: "x" }), "tus-resumable": "0.2.2" }, 400],
    ];
    for (const [headers, status] of wrong) {
      const answer = await tus(service, "POST", "/api/v3/uploads", headers);
      expect([headers, answer.status]).toEqual([headers, status]);
      expect(answer.headers.get("content-type")).toBe("application/problem+json");
      expect(answer.headers.get("tus-resumable")).toBe("1.0.0");
    }
    expect((await service.api("/api/v3/uploads", { method: "POST", as: null })).status).toBe(401);
  });

  test.if(triesAll)("every refusal is a sentence of this service, with a title", async () => {
    const octets = { "content-type": "application/offset+octet-stream" };
    const named = { "upload-metadata": metadata({ filename: "x" }) };
    const path = await beginUpload(service, 5);
    const gone = await beginUpload(service, 5);
    rmSync(partial(service, gone));
    const refusals: [string, string, Record<string, string>, string | undefined, number, string, RegExp][] = [
      [
        "PATCH",
        path,
        { ...octets, "upload-offset": "0" },
        "far too long",
        413,
        "Request too large",
        /more bytes than Upload-Length announced/,
      ],
      ["PATCH", path, { ...octets, "upload-offset": "3" }, "x", 409, "Conflict", /number of bytes received so far/],
      ["PATCH", path, octets, "x", 403, "Forbidden", /Upload-Offset header is missing/],
      [
        "PATCH",
        path,
        { "upload-offset": "0", "content-type": "text/plain" },
        "x",
        400,
        "Bad request",
        /^Content-Type must be/,
      ],
      [
        "PATCH",
        path,
        { ...octets, "upload-offset": "-1" },
        "x",
        400,
        "Bad request",
        /^Upload-Offset must be a whole number/,
      ],
      ["PATCH", gone, { ...octets, "upload-offset": "0" }, "x", 410, "Gone", /no longer exists. Start a new one/],
      [
        "POST",
        "/api/v3/uploads",
        { "upload-length": "five", ...named },
        undefined,
        400,
        "Bad request",
        /^Upload-Length must be/,
      ],
      ["POST", "/api/v3/uploads", named, undefined, 400, "Bad request", /either Upload-Length or/],
      [
        "POST",
        "/api/v3/uploads",
        { "upload-length": "5", "upload-metadata": "a ???" },
        undefined,
        400,
        "Bad request",
        /Base64/,
      ],
      [
        "POST",
        "/api/v3/uploads",
        { "upload-length": String(2 ** 45), ...named },
        undefined,
        413,
        "Request too large",
        /larger than 107374182400 bytes/,
      ],
      [
        "POST",
        "/api/v3/uploads",
        { "upload-length": "5", ...named, "upload-concat": "partial" },
        undefined,
        501,
        "Not supported",
        /Parallel uploads/,
      ],
    ];
    for (const [method, address, headers, body, status, title, detail] of refusals) {
      const answer = await tus(service, method, address, headers, body === undefined ? {} : { body });
      const problem = (await answer.json()) as { status: number; title: string; detail: string };
      expect([problem.status, problem.title]).toEqual([status, title]);
      expect(problem.detail).toMatch(detail);
      expect(problem.detail).toMatch(/^[A-Z].*\.$/);
    }
    const old = await service.api("/api/v3/uploads", { method: "POST", headers: { "upload-length": "5" } });
    expect(await old.json()).toMatchObject({
      status: 412,
      title: "Precondition failed",
      detail: expect.stringContaining("Tus-Resumable: 1.0.0"),
    });
  });

  test("an upload that is given up leaves nothing", async () => {
    const path = await beginUpload(service, 10);
    await patch(service, path, { offset: 0, bytes: "hello" });
    expect(existsSync(partial(service, path))).toBe(true);
    expect((await tus(service, "DELETE", path)).status).toBe(204);
    expect(existsSync(partial(service, path))).toBe(false);
    expect((await tus(service, "HEAD", path)).status).toBe(404);
  });

  test("one that arrived whole and was not recorded becomes one file, however many ask at once", async () => {
    const path = await beginUpload(service, 5, "healed.txt");
    await Bun.write(partial(service, path), "hello");
    const asked = Array.from({ length: 20 }, (_, number) =>
      number % 2 ? tus(service, "HEAD", path) : patch(service, path, { offset: 5, bytes: "" }),
    );
    const ids = (await Promise.all(asked)).map(({ headers }) => headers.get("waybill-file-id"));
    expect(new Set(ids)).toEqual(new Set([ids[0] ?? "none"]));
    expect((await v3(service, "GET", "files?q=healed")).body.total).toBe(1);
    expect((await shown(service, path)).file.sha256).toBe(sha256("hello"));
  });

  test("a folder that cannot be used refuses uploads and ends nothing, and works again once it is back", async () => {
    const begun = await beginUpload(service, 5, "folder.txt");
    const folder = join(service.folder, "uploads");
    await rename(folder, `${folder}.away`);
    await Bun.write(folder, "a file in its place");
    const headers = { "upload-length": "5", "upload-metadata": metadata({ filename: "none.txt" }) };
    const answers = [
      await tus(service, "POST", "/api/v3/uploads", headers),
      await patch(service, begun, { offset: 0, bytes: "hello" }),
      await tus(service, "OPTIONS", "/api/v3/uploads"),
    ];
    expect(answers.map(({ status }) => status)).toEqual([500, 500, 204]);
    expect(service.output.stderr).toContain('"level":"error"');
    expect((await v3(service, "GET", "account")).status).toBe(200);
    await rm(folder);
    await rename(`${folder}.away`, folder);

    // A disk that is gone: there is not even a place to make the folder in.
    await rename(service.folder, `${service.folder}.away`);
    await Bun.write(service.folder, "a file in its place");
    expect((await tus(service, "OPTIONS", "/api/v3/uploads")).status).toBe(204);
    await rm(service.folder);
    await rename(`${service.folder}.away`, service.folder);
    expect((await service.get("/healthz")).status).toBe(200);
    expect((await patch(service, begun, { offset: 0, bytes: "hello" })).status).toBe(204);
    await until("it is a file", async () => (await v3(service, "GET", "files?q=folder.txt")).body.total === 1);
    expect(await service.stop()).toBe(0);
    service = await service.restart();
  });

  test("a start heals what arrived whole, and removes what has expired and what belongs to no upload", async () => {
    const [whole, expired, young] = [
      await beginUpload(service, 5, "at-start.txt"),
      await beginUpload(service, 5),
      await beginUpload(service, 5),
    ];
    await service.stop();
    await Bun.write(partial(service, whole), "hello");
    const stray = partial(service, "f".repeat(32));
    await Bun.write(stray, "nobody's");
    const longAgo = Date.now() / 1000 - 8 * 86_400;
    for (const path of [partial(service, expired), stray]) await utimes(path, longAgo, longAgo);
    const db = await database.open();
    const id = expired.split("/").at(-1) ?? "";
    await db.write((tx) =>
      tx
        .updateTable("uploads")
        .set({ created_at: instant(longAgo * 1000) })
        .where("id", "=", id)
        .execute(),
    );
    await db.close();

    service = await service.restart();
    await until("the whole one is a file", async () => (await v3(service, "GET", "files?q=at-start")).body.total === 1);
    await until("the expired one is gone", async () => (await tus(service, "HEAD", expired)).status === 404);
    await until("its bytes are gone", () => !existsSync(partial(service, expired)) && !existsSync(stray));
    expect(await offsetOf(service, young)).toBe(0);
  });

  test("one that has expired takes no more bytes", async () => {
    const path = await beginUpload(service, 5);
    const db = await database.open();
    const created_at = instant(Date.now() - 8 * 86_400_000);
    const id = path.split("/").at(-1) ?? "";
    await db.write((tx) => tx.updateTable("uploads").set({ created_at }).where("id", "=", id).execute());
    await db.close();
    expect((await patch(service, path, { offset: 0, bytes: "hello" })).status).toBe(410);
  });
});
