import { beforeAll, describe, expect, test } from "bun:test";
import { join } from "node:path";
import { databasesUnderTest } from "../../support/databases.ts";
import { curl, type ShownFile, sha256, storedBytes, uploadRaw } from "../../support/files.ts";
import type { SharedStore } from "../../support/shared-service.ts";
import { v3 } from "../../support/v3.ts";

const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/);

/** A form's body, part by part as given, with the boundary X. */
function form(...parts: string[]): { headers: Record<string, string>; body: string } {
  const body = `${parts.map((part) => `--X\r\n${part}\r\n`).join("")}--X--\r\n`;
  return { headers: { "content-type": "multipart/form-data; boundary=X" }, body };
}

const part = (disposition: string, content: string) =>
  `Content-Disposition: form-data; ${disposition}\r\n\r\n${content}`;

describe.each(databasesUnderTest)("on $name", ({ makeStore, triesAll }) => {
  let service: SharedStore;

  beforeAll(async () => {
    service = await makeStore();
  });

  const upload = async (path: string, init: RequestInit) => {
    const response = await service.api(`/api/v3/${path}`, { method: "POST", ...init });
    return { status: response.status, body: (await response.json()) as { file: ShownFile } };
  };

  const wrongFields = (body: { errors?: { field: string }[] }) => body.errors?.map(({ field }) => field);

  test("a file is taken from curl's form and from curl's raw body, and answered with every field", async () => {
    const path = join(service.folder, "Grüße 日本.txt");
    await Bun.write(path, "the map");
    const expected = {
      id: expect.any(Number),
      filename: "Grüße 日本.txt",
      size_bytes: 7,
      content_type: "text/plain",
      sha256: sha256("the map"),
      permalink: null,
      version: 1,
      version_note: null,
      created_at: instant,
      updated_at: null,
    };
    const byForm = JSON.parse(await curl(service, "-F", `file=@${path}`, `${service.url}/api/v3/files`));
    expect(byForm).toEqual({ file: expected });
    const address = `${service.url}/api/v3/files?filename=${encodeURIComponent("map.pdf")}`;
    const raw = JSON.parse(await curl(service, "--data-binary", `@${path}`, address));
    expect(raw).toEqual({ file: { ...expected, filename: "map.pdf", content_type: "application/pdf" } });
    expect(raw.file.id).not.toBe(byForm.file.id);
    expect((await v3(service, "GET", `files/${raw.file.id}`)).body).toEqual(raw);
  });

  test.if(triesAll)("the media type is the one that is given, else the one of the name", async () => {
    const typeOf = async (filename: string, type: string) => {
      const headers = { "content-type": type };
      return (await upload(`files?filename=${filename}`, { headers, body: "x" })).body.file.content_type;
    };
    expect(await typeOf("a.epub", "application/x-own; version=2")).toBe("application/x-own; version=2");
    expect(await typeOf("a.epub", "application/octet-stream")).toBe("application/epub+zip");
    expect(await typeOf("a.epub", "no type")).toBe("application/epub+zip");
    expect(await typeOf("a", "application/octet-stream")).toBe("application/octet-stream");
    const typed = part('name="file"; filename="b.epub"\r\nContent-Type: Text/Html; charset=x', "x");
    expect((await upload("files", form(typed))).body.file.content_type).toBe("text/html");
  });

  test("a file is renamed in place, and the links that customers have go on working", async () => {
    const { file } = (await upload("files?filename=mpa.txt", { body: "the map" })).body;
    const sku = `RENAMED-${file.id}`;
    const { product } = (await v3(service, "POST", "products", { sku, name: "Map" })).body;
    await v3(service, "POST", `products/${product.id}/files`, { file_id: file.id });
    const order = { email: "ann@example.com", send_email: false, order_items: [{ item_sku: sku }] };
    const { order_items } = (await v3(service, "POST", "orders", order)).body.order;
    const before = `${new URL(order_items[0].download_url).pathname}/${file.id}/mpa.txt`;
    expect((await service.get(before)).status).toBe(200);
    const renamed = await v3(service, "PUT", `files/${file.id}`, { filename: "map.txt" });
    expect(renamed.status).toBe(200);
    expect(renamed.body.file).toMatchObject({
      id: file.id,
      filename: "map.txt",
      version: 1,
      sha256: sha256("the map"),
    });
    for (const address of [before, before.replace("mpa", "map")]) {
      const delivered = await service.get(address);
      expect([delivered.status, await delivered.text()]).toEqual([200, "the map"]);
      expect(delivered.headers.get("content-disposition")).toContain("map.txt");
    }
    const { activity } = (await v3(service, "GET", "activity?page_size=100")).body;
    expect(activity.find(({ kind }: { kind: string }) => kind === "file.renamed")).toMatchObject({
      summary: "File map.txt renamed",
    });
    for (const filename of ["", "a/b.txt", "..", "x".repeat(256), 7]) {
      const refused = await v3(service, "PUT", `files/${file.id}`, { filename });
      expect([refused.status, wrongFields(refused.body)]).toEqual([422, ["filename"]]);
    }
    expect((await v3(service, "PUT", "files/999999999", { filename: "a.txt" })).status).toBe(404);
    expect((await v3(service, "GET", `files/${file.id}`)).body.file.filename).toBe("map.txt");
  });

  test.if(triesAll)("an empty file is a file", async () => {
    const raw = await upload("files?filename=empty.txt", {});
    expect([raw.status, raw.body.file.size_bytes, raw.body.file.sha256]).toEqual([201, 0, sha256("")]);
    const inForm = await upload("files", form(part('name="file"; filename="empty.txt"', "")));
    expect([inForm.status, inForm.body.file.size_bytes]).toEqual([201, 0]);
  });

  test.if(triesAll)("a form's other fields are ignored, and a path in its file's name is left out", async () => {
    const parts = [
      part('name="note"', "hello"),
      part('name="file"; filename="C:\\\\maps/../m.pdf"', "m"),
      part('name="n"', ""),
    ];
    const { status, body } = await upload("files", form(...parts));
    expect([status, body.file.filename, body.file.sha256]).toEqual([201, "m.pdf", sha256("m")]);
  });

  test.if(triesAll)("a request that is wrong is refused with the reason, and leaves nothing", async () => {
    const file = part('name="file"; filename="a.txt"', "abc");
    const type = { "content-type": "multipart/form-data; boundary=X" };
    const wrong: [string, RequestInit, number, string[]][] = [
      ["files", { body: "abc" }, 422, ["filename"]],
      ["files?filename=", { body: "abc" }, 422, ["filename"]],
      ["files?filename=..", { body: "abc" }, 422, ["filename"]],
      ["files?filename=a%2fb", { body: "abc" }, 422, ["filename"]],
      ["files?filename=a%5cb", { body: "abc" }, 422, ["filename"]],
      ["files?filename=a%01b", { body: "abc" }, 422, ["filename"]],
      ["files?filename=a%0d%0ab", { body: "abc" }, 422, ["filename"]],
      [`files?filename=${"a".repeat(256)}`, { body: "abc" }, 422, ["filename"]],
      ["files", form(), 422, ["file"]],
      ["files", form(part('name="note"', "hello")), 422, ["file"]],
      ["files", form(part('name="file"', "abc")), 422, ["file"]],
      ["files", form(part('name="file"; filename=""', "")), 422, ["file"]],
      ["files", form(part('name="other"; filename="a.txt"', "abc")), 422, ["file"]],
      ["files", form(file, file), 422, ["file"]],
      ["files", { headers: type, body: `--X\r\n${file}` }, 400, []],
      ["files", { headers: type, body: "no form" }, 400, []],
      ["files", { headers: { "content-type": "multipart/form-data" }, body: "abc" }, 400, []],
    ];
    const before = [(await v3(service, "GET", "files")).body.total, storedBytes(service).length];
    for (const [path, init, status, fields] of wrong) {
      const answer = await upload(path, init);
      expect([path, init.body, answer.status, wrongFields(answer.body as object)]).toEqual([
        path,
        init.body,
        status,
        fields,
      ]);
    }
    expect([(await v3(service, "GET", "files")).body.total, storedBytes(service).length]).toEqual(before);
  });

  test.if(triesAll)("a body that says it is larger than 100 GiB is refused before it is sent", async () => {
    const words = [
      "-X",
      "POST",
      "-H",
      `Content-Length: ${100 * 1024 ** 3 + 1}`,
      "-w",
      "%{http_code}",
      "-o",
      "/dev/null",
    ];
    expect(await curl(service, ...words, `${service.url}/api/v3/files?filename=x`)).toBe("413");
  });

  test("files are listed newest first, by pages, and found by the beginning of their names in any case, and by words inside", async () => {
    for (const name of ["50%_a.zip", "50xya.zip", "Straße 1.PDF", "straße 2.pdf"]) await uploadRaw(service, name, name);
    const found = async (query: string) => {
      const { body } = await v3(service, "GET", `files?${query}`);
      return [body.files.map(({ filename }: ShownFile) => filename), body.page, body.page_size, body.total];
    };
    expect(await found("q=STRA")).toEqual([["straße 2.pdf", "Straße 1.PDF"], 1, 50, 2]);
    expect(await found("q=50%25_")).toEqual([["50%_a.zip"], 1, 50, 1]);
    expect(await found("q=stra&page=2&page_size=1")).toEqual([["Straße 1.PDF"], 2, 1, 2]);
    expect(await found("q=traße")).toEqual([["straße 2.pdf", "Straße 1.PDF"], 1, 50, 2]);
    expect((await v3(service, "GET", "files?page_size=501")).status).toBe(422);
    expect((await v3(service, "GET", "files?q=%01")).status).toBe(422);
  });

  test.if(triesAll)("addresses elsewhere are no files", async () => {
    const item_urls = [{ url: "https://example.com/elsewhere", name: "Elsewhere" }];
    const { body } = await v3(service, "POST", "products", { sku: "ELSEWHERE", name: "E", item_urls });
    const { id } = body.product.item_urls[0];
    expect((await v3(service, "GET", "files?q=elsewhere")).body.total).toBe(0);
    expect((await v3(service, "GET", `files/${id}`)).status).toBe(404);
    expect((await v3(service, "DELETE", `files/${id}?force=true`)).status).toBe(404);
    expect((await v3(service, "GET", `products/${body.product.id}`)).body.product.item_urls).toHaveLength(1);
  });

  test("another account neither sees nor deletes a file", async () => {
    const { id } = await uploadRaw(service, "own.txt", "own");
    const other = await makeStore();
    expect((await v3(other, "GET", "files")).body.total).toBe(0);
    for (const method of ["GET", "DELETE"]) {
      const { status, body } = await v3(other, method, `files/${id}?force=true`);
      expect([status, body]).toEqual([404, expect.objectContaining({ file: null })]);
    }
    expect((await v3(service, "GET", `files/${id}`)).status).toBe(200);
  });
});
