import { beforeAll, describe, expect, test } from "bun:test";
import { existsSync } from "node:fs";
import { v3Document } from "../../../src/http/v3/interface.ts";
import { databasesUnderTest } from "../../support/databases.ts";
import { sha256 } from "../../support/files.ts";
import { startService } from "../../support/service.ts";
import type { SharedStore } from "../../support/shared-service.ts";
import { beginUpload, metadata, partial, patch, shown, tus } from "../../support/uploads.ts";
import { v3 } from "../../support/v3.ts";

describe.each(databasesUnderTest)("on $name", ({ create, makeStore }) => {
  let service: SharedStore;

  beforeAll(async () => {
    service = await makeStore();
  });

  const filesNamed = async (name: string) => (await v3(service, "GET", `files?q=${name}`)).body;

  test("the service says what it knows of tus, with no header for other sites", async () => {
    const { status, headers } = await service.api("/api/v3/uploads", { method: "OPTIONS" });
    expect([status, headers.get("tus-version"), headers.get("tus-max-size")]).toEqual([
      204,
      "1.0.0",
      String(100 * 1024 ** 3),
    ]);
    for (const extension of ["creation", "creation-with-upload", "termination", "expiration"]) {
      expect(headers.get("tus-extension")?.split(",")).toContain(extension);
    }
    expect([...headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
  });

  test("an upload in pieces becomes a file, and says the same however often it is asked", async () => {
    const values = { filename: "Grüße.pdf", filetype: "application/x-map" };
    const headers = { "upload-length": "10", "upload-metadata": metadata(values) };
    const begun = await tus(service, "POST", "/api/v3/uploads", headers);
    expect([begun.status, begun.headers.get("tus-resumable")]).toEqual([201, "1.0.0"]);
    expect(Date.parse(begun.headers.get("upload-expires") ?? "")).toBeGreaterThan(Date.now() + 6 * 86_400_000);
    const path = begun.headers.get("location") ?? "";
    expect(path).toMatch(/^\/api\/v3\/uploads\/[0-9a-f]{32}$/);

    const first = await patch(service, path, { offset: 0, bytes: "hello" });
    expect([first.status, first.headers.get("upload-offset"), first.headers.get("waybill-file-id")]).toEqual([
      204,
      "5",
      null,
    ]);
    expect(await shown(service, path)).toMatchObject({ filename: "Grüße.pdf", size_bytes: 10, offset: 5, file: null });
    expect((await patch(service, path, { offset: 0, bytes: "hello" })).status).toBe(409);
    expect((await patch(service, path, { offset: 5, bytes: "far too long" })).status).toBe(413);

    const last = await patch(service, path, { offset: 5, bytes: "world" });
    const id = last.headers.get("waybill-file-id");
    expect([last.status, last.headers.get("upload-offset"), Number(id) > 0]).toEqual([204, "10", true]);
    expect(existsSync(partial(service, path))).toBe(false);
    for (const again of [await tus(service, "HEAD", path), await patch(service, path, { offset: 10, bytes: "" })]) {
      expect([again.headers.get("upload-offset"), again.headers.get("waybill-file-id")]).toEqual(["10", id]);
    }
    expect((await patch(service, path, { offset: 5, bytes: "world" })).status).toBe(409);
    const { file } = await shown(service, path);
    expect(file).toMatchObject({
      id: Number(id),
      filename: "Grüße.pdf",
      content_type: "application/x-map",
      size_bytes: 10,
    });
    expect(file.sha256).toBe(sha256("helloworld"));
    expect((await tus(service, "DELETE", path)).status).toBe(409);
    expect((await filesNamed("gr%C3%BC%C3%9Fe")).total).toBe(1);
    expect((await v3(service, "DELETE", `files/${id}`)).status).toBe(204);
    expect((await tus(service, "HEAD", path)).status).toBe(404);
  });

  test("a client that has only POST says which method it means", async () => {
    const post = (path: string, method: string, headers: Record<string, string> = {}, body?: string) =>
      tus(service, "POST", path, { "x-http-method-override": method, ...headers }, body ? { body } : {});
    const bytes = { "content-type": "application/offset+octet-stream" };
    const path = await beginUpload(service, 8);
    expect((await post(path, "PATCH", { ...bytes, "upload-offset": "0" }, "hello")).status).toBe(204);
    const head = await post(path, "head");
    expect([head.status, head.headers.get("upload-offset")]).toEqual([200, "5"]);
    const documented = v3Document().paths["/api/v3/uploads/{id}"]?.post?.responses ?? {};
    expect(Object.keys(documented)).toEqual(expect.arrayContaining(["200", "204", "409"]));
    expect((await post(path, "PATCH", { ...bytes, "upload-offset": "4" }, "low")).status).toBe(409);
    const last = await post(path, "PATCH", { ...bytes, "upload-offset": "5" }, "you");
    const id = last.headers.get("waybill-file-id");
    expect((await v3(service, "GET", `files/${id}`)).body.file.size_bytes).toBe(8);
    const canceled = await beginUpload(service, 8);
    expect((await post(canceled, "DELETE")).status).toBe(204);
    expect((await tus(service, "HEAD", canceled)).status).toBe(404);
    for (const method of ["GET", "PUT", ""]) expect([method, (await post(path, method)).status]).toEqual([method, 422]);
  });

  test("an upload may be empty, come with its first request, or learn its length later", async () => {
    const named = (filename: string) => ({ "upload-metadata": metadata({ filename }) });
    const empty = await tus(service, "POST", "/api/v3/uploads", { ...named("empty"), "upload-length": "0" });
    expect([empty.status, Number(empty.headers.get("waybill-file-id")) > 0]).toEqual([201, true]);
    const octets = { "content-type": "application/offset+octet-stream" };
    const headers = { ...named("whole"), ...octets, "upload-length": "5" };
    const whole = await tus(service, "POST", "/api/v3/uploads", headers, { body: "hello" });
    expect([whole.status, Number(whole.headers.get("waybill-file-id")) > 0]).toEqual([201, true]);

    const deferred = await tus(service, "POST", "/api/v3/uploads", { ...named("later"), "upload-defer-length": "1" });
    const path = deferred.headers.get("location") ?? "";
    await patch(service, path, { offset: 0, bytes: "hel" });
    expect(await shown(service, path)).toMatchObject({ size_bytes: null, offset: 3, file: null });
    const rest = { ...octets, "upload-offset": "3", "upload-length": "5" };
    await tus(service, "PATCH", path, rest, { body: "lo" });
    expect((await shown(service, path)).file.sha256).toBe(sha256("hello"));
  });

  test("a file becomes its product's own, or takes another's place there, whoever asks for it and however often", async () => {
    const { product } = (await v3(service, "POST", "products", { sku: "TARGET", name: "Target" })).body;
    const product_id = String(product.id);
    const octets = { "content-type": "application/offset+octet-stream", "upload-length": "5" };
    const send = async (values: Record<string, string>) => {
      const headers = { ...octets, "upload-metadata": metadata(values) };
      const { headers: answered } = await tus(service, "POST", "/api/v3/uploads", headers, { body: "hello" });
      return shown(service, answered.get("location") ?? "");
    };
    const ids = async () =>
      (await v3(service, "GET", `products/${product.id}`)).body.product.files.map(({ id }: { id: number }) => id);
    const one = await send({ filename: "one", product_id, replaces: "" });
    const [two, three] = await Promise.all(["two", "three"].map((filename) => send({ filename, product_id })));
    expect([one, two, three].map((upload) => upload.product_id)).toEqual([product.id, product.id, product.id]);
    expect((await ids()).toSorted()).toEqual([one.file.id, two.file.id, three.file.id].toSorted());
    const [first, ...others] = await ids();
    const other = await send({ filename: "other", product_id, replaces: String(first) });
    expect(await ids()).toEqual([other.file.id, ...others]);
    expect((await v3(service, "GET", `files/${first}`)).status).toBe(404);
    // Neither a file that another product has nor one that this product never had is deleted.
    await v3(service, "POST", "products", { sku: "ALSO", name: "Also", item_assets: [other.file.id] });
    const newest = await send({ filename: "newest", product_id, replaces: String(other.file.id) });
    const added = await send({ filename: "added", product_id, replaces: String(other.file.id) });
    expect(await ids()).toEqual([newest.file.id, ...others, added.file.id]);
    expect((await v3(service, "GET", `files/${other.file.id}`)).status).toBe(200);

    const late = await tus(service, "POST", "/api/v3/uploads", {
      "upload-length": "5",
      "upload-metadata": metadata({ filename: "late", product_id }),
    });
    const path = late.headers.get("location") ?? "";
    await patch(service, path, { offset: 0, bytes: "hel" });
    await v3(service, "DELETE", `products/${product.id}`);
    expect((await patch(service, path, { offset: 3, bytes: "lo" })).status).toBe(204);
    expect(await shown(service, path)).toMatchObject({ file: { filename: "late" }, product_id: null });

    for (const wrong of [product_id, "x", "-1"]) {
      const values = metadata({ filename: "x", product_id: wrong });
      const answer = await tus(service, "POST", "/api/v3/uploads", { ...octets, "upload-metadata": values });
      expect([answer.status, ((await answer.json()) as { errors: { field: string }[] }).errors[0]?.field]).toEqual([
        422,
        "product_id",
      ]);
    }
  });

  test("files of one sequence stand in its order, whichever arrives first, and pass no others", async () => {
    let service = await startService({ database: await create() });
    const { product } = (await v3(service, "POST", "products", { sku: "ALBUM", name: "Album" })).body;
    const product_id = String(product.id);
    const begin = async (filename: string, values: Record<string, string> = {}) => {
      const given = metadata({ filename, product_id, ...values });
      const headers = { "upload-length": "5", "upload-metadata": given };
      return (await tus(service, "POST", "/api/v3/uploads", headers)).headers.get("location") ?? "";
    };
    const finish = (path: string) => patch(service, path, { offset: 0, bytes: "hello" });
    const files = async (): Promise<{ id: number; filename: string }[]> =>
      (await v3(service, "GET", `products/${product.id}`)).body.product.files;
    const names = async () => (await files()).map(({ filename }) => filename);
    const move = async (filename: string, position: number) => {
      const { id } = (await files()).find((file) => file.filename === filename) ?? {};
      await v3(service, "PUT", `products/${product.id}/files/${id}`, { position });
    };

    await finish(await begin("cover"));
    const tracks: string[] = [];
    for (const number of [1, 2, 3, 4, 5, 6]) tracks.push(await begin(`0${number}`, { sequence: String(100 + number) }));
    const arrive = async (...numbers: number[]) => {
      for (const number of numbers) await finish(tracks[number - 1] ?? "");
    };
    await arrive(3, 1);
    await service.stop();
    service = await service.restart();
    await arrive(2);
    expect(await names()).toEqual(["cover", "01", "02", "03"]);
    await arrive(6);
    await move("06", 1);
    await arrive(5, 4);
    expect(await names()).toEqual(["06", "cover", "01", "02", "03", "04", "05"]);
    await finish(await begin("booklet"));
    await finish(await begin("bonus", { sequence: "1" }));
    expect((await names()).slice(-3)).toEqual(["05", "booklet", "bonus"]);

    const together = [203, 201, 202].map((sequence) => begin(String(sequence), { sequence: String(sequence) }));
    await Promise.all((await Promise.all(together)).map(finish));
    expect((await names()).slice(-4)).toEqual(["bonus", "201", "202", "203"]);
    const replaces = String((await files()).at(-1)?.id);
    await finish(await begin("204", { sequence: "2", replaces }));
    expect((await names()).slice(-2)).toEqual(["202", "204"]);

    const values = metadata({ filename: "x", product_id: "map", replaces: "y", sequence: "first" });
    const wrong = await tus(service, "POST", "/api/v3/uploads", { "upload-length": "5", "upload-metadata": values });
    expect([wrong.status, ((await wrong.json()) as { errors: unknown }).errors]).toEqual([
      422,
      [
        { field: "product_id", message: "must be an ID in Upload-Metadata" },
        { field: "replaces", message: "must be an ID in Upload-Metadata" },
        { field: "sequence", message: "must be a whole number in Upload-Metadata" },
      ],
    ]);
  });

  test("an upload is invisible to other accounts, and what is no upload is not found", async () => {
    const path = await beginUpload(service, 5, "secret.txt");
    const other = await makeStore();
    const octets = { "upload-offset": "0", "content-type": "application/offset+octet-stream" };
    for (const [method, headers] of [
      ["HEAD", {}],
      ["GET", {}],
      ["PATCH", octets],
      ["DELETE", {}],
    ] as const) {
      const body = method === "PATCH" ? { body: "stole" } : {};
      expect((await tus(other, method, path, headers, body)).status).toBe(404);
    }
    expect((await tus(service, "HEAD", path)).headers.get("upload-offset")).toBe("0");
    const { id } = (await v3(other, "POST", "products", { sku: "F", name: "F" })).body.product;
    const values = metadata({ filename: "x", product_id: String(id) });
    const foreign = { "upload-length": "5", "upload-metadata": values };
    expect((await tus(service, "POST", "/api/v3/uploads", foreign)).status).toBe(422);
    for (const name of ["0".repeat(32), "..%2f..%2fsecret", "%01", "x"]) {
      expect((await tus(service, "HEAD", `/api/v3/uploads/${name}`)).status).toBe(404);
    }
    await tus(service, "DELETE", path);
  });
});
