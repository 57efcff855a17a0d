import { beforeAll, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { anyDatabase } from "../support/databases.ts";
import { type ServiceProcess, startProcess } from "../support/service.ts";
import { v3 } from "../support/v3.ts";
import { makeItem, makeOrder } from "../support/xml.ts";
import { holdsUp, isRefusal } from "./_rules.ts";

const mebibyte = 1_048_576;
const filled = (piece: string, size = mebibyte) => piece.repeat(Math.floor(size / piece.length));

describe.each(anyDatabase)("on $name, a form made up by a stranger", ({ create }) => {
  let service: ServiceProcess;
  const send = (form: string) =>
    service.api("/api/orders", {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: form,
    });
  const upload = (body: string, boundary = "b") =>
    service.api("/api/v3/files", {
      method: "POST",
      headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
      body,
    });
  const part = (headers: string, content = "") => `--b\r\n${headers}\r\n\r\n${content}\r\n`;
  const file = part('content-disposition: form-data; name="file"; filename="a.txt"', "text");

  beforeAll(async () => {
    service = await startProcess({ database: await create() });
    await makeItem(service, "A");
    await makeOrder(service, ["A"]);
  });

  test("of any pieces in any order is refused", async () => {
    const piece = fc.oneof(
      fc.constantFrom(
        "order",
        "[",
        "]",
        "[]",
        "[email]",
        "[order_items]",
        "[sku]",
        "[0]",
        "[999999999999999]",
        "=",
        "&",
        ";",
        "+",
      ),
      fc.constantFrom("%", "%2", "%41", "%ff", "%00", "%5B", "%c3%a9", "__proto__", "constructor", "NONE", "\0"),
      fc.string({ unit: "binary", maxLength: 3 }),
    );
    const form = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(""));
    await holdsUp(service, { largestInput: 1_000 }, () =>
      fc.assert(
        fc.asyncProperty(
          fc.oneof(
            form,
            form.map((one) => `order[${one}`),
          ),
          async (body) => isRefusal(await send(body)),
        ),
        { numRuns: 300 },
      ),
    );
  });

  test.each([
    ["fields", filled("a=b&")],
    ["empty fields", filled("&")],
    ["order items", filled("order[order_items][][sku]=x&")],
    ["numbered order items", Array.from({ length: 30_000 }, (_, n) => `order[order_items][${n}][sku]=x`).join("&")],
    ["as many order items as are taken", filled("order[order_items][][sku]=x&", 2_000 * 28)],
    ["as many fields as are taken", Array.from({ length: 12_000 }, (_, n) => `order[f${n}]=x`).join("&")],
    ["levels", filled("order[a][b][c][d][e][f]=1&")],
    ["escapes", `order[title]=${filled("%41", mebibyte - 100)}`],
    ["escapes and letters", `order[title]=${filled("%41x", mebibyte - 100)}`],
    ["broken escapes", `order[title]=${filled("%", mebibyte - 100)}`],
    ["plus signs", `order[title]=${filled("+", mebibyte - 100)}`],
    ["opening brackets", filled("[")],
    ["names of opening brackets", filled(`order${"[".repeat(190)}=1&`)],
  ])("with a megabyte of %s is refused while others are answered", async (_, form) => {
    await holdsUp(service, { largestInput: form.length }, async () => isRefusal(await send(form)));
  });

  test.each([
    ["50,000 fields", part('content-disposition: form-data; name="x"', "y").repeat(50_000)],
    ["50,000 fields and a file", part('content-disposition: form-data; name="x"', "y").repeat(50_000) + file],
    ["50,000 files", file.repeat(50_000)],
    ["50,000 empty parts", "--b\r\n\r\n\r\n".repeat(50_000)],
    ["50,000 parts without an end", "--b\r\n".repeat(50_000)],
    ["headers of a megabyte", part(`content-disposition: form-data; name="file"; filename="${"a".repeat(mebibyte)}"`)],
    ["100,000 headers in one part", part(filled("x: y\r\n", 600_000))],
    ["a name of a megabyte", part(`content-disposition: form-data; name="${"a".repeat(mebibyte)}"`)],
    ["eight megabytes before the first part", "x".repeat(8 * mebibyte)],
    ["almost boundaries", filled("\r\n--", 4 * mebibyte)],
  ])("sent as an upload, with %s, is refused while others are answered", async (_, body) => {
    await holdsUp(service, { largestInput: body.length }, async () => isRefusal(await upload(`${body}--b--\r\n`)));
  });

  test("sent as an upload, of any pieces in any order, is refused", async () => {
    const piece = fc.oneof(
      fc.constantFrom("--b", "--b--", "\r\n", "\r\n\r\n", "\n", "--", "--c", ": ", ";", "\0"),
      fc.constantFrom(
        "content-disposition: form-data",
        '; name="file"',
        '; name="x"',
        "; filename*=UTF-8''a%ff",
        "content-type: text/plain",
      ),
      fc.string({ unit: "binary", maxLength: 3 }),
    );
    const body = fc.array(piece, { maxLength: 25 }).map((pieces) => pieces.join(""));
    await holdsUp(service, { largestInput: 1_000 }, () =>
      fc.assert(
        fc.asyncProperty(body, fc.constantFrom("b", "", '"b"', "b".repeat(300)), async (form, boundary) =>
          isRefusal(await upload(form, boundary)),
        ),
        { numRuns: 150 },
      ),
    );
    expect((await v3(service, "GET", "files")).body.total).toBe(0);
  });

  test("sent as an upload, with one file and a few fields, is taken", async () => {
    const fields = part('content-disposition: form-data; name="x"', "y").repeat(5);
    const response = await upload(`${fields}${file}${fields}--b--\r\n`);
    expect(response.status).toBe(201);
    const { file: stored } = (await response.json()) as { file: { id: number } };
    expect((await service.api(`/api/v3/files/${stored.id}`, { method: "DELETE" })).status).toBe(204);
  });
});
