import { afterAll, beforeAll, describe, expect, test } from "bun:test";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "content-disposition";
import fc from "fast-check";
import { wantsPage } from "../../src/http/content-negotiation.ts";
import { asciiFilename, safeFilename } from "../../src/http/safe-filename.ts";
import { planDelivery, startsAtFirstByte } from "../../src/http/sending/range-request.ts";
import { fileResponse } from "../../src/http/sending/send-file.ts";
import { instant } from "../../src/platform/instants.ts";

const etag = '"v1"';
const lastModified = instant(Date.UTC(2026, 0, 2, 3, 4, 5, 678));
const lastModifiedText = "Fri, 02 Jan 2026 03:04:05 GMT";
const bytes = Uint8Array.from({ length: 300_000 }, (_, index) => (index * 7 + (index >> 8)) % 251);
const contents: Record<string, Uint8Array> = { large: bytes, small: bytes.slice(0, 20), empty: new Uint8Array() };

let folder: string;
let server: ReturnType<typeof Bun.serve>;
let described = { filename: "Größe – Übersicht.pdf", contentType: "application/pdf" };

const address = (name: string) => new URL(name, server.url).href;
const get = (name: string, headers: Record<string, string> = {}, method = "GET") =>
  fetch(address(name), { method, headers });

/** Runs curl in the temporary folder; answers its status, output and what it saved. */
async function curl(...parameters: string[]) {
  const run = Bun.spawn(["curl", "--silent", "--show-error", "--max-time", "10", ...parameters], {
    cwd: folder,
    stdout: "pipe",
    stderr: "pipe",
  });
  const [output, status] = [new Uint8Array(await new Response(run.stdout).arrayBuffer()), await run.exited];
  return { output, status };
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "waybill-send-file-"));
  for (const [name, content] of Object.entries(contents)) await Bun.write(join(folder, `${name}.stored`), content);
  server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch(request) {
      const stored = Bun.file(join(folder, `${new URL(request.url).pathname.slice(1)}.stored`));
      const slice = (start: number, end: number) => stored.slice(start, end);
      const opened = {
        sizeBytes: stored.size,
        slice,
        place: null,
        link: null,
        object: null,
        validators: null,
        prepare: async () => {},
      };
      const file = { ...described, etag, lastModified };
      const plan = planDelivery(request, { ...file, sizeBytes: stored.size });
      return fileResponse({ plan, method: request.method, opened, file });
    },
  });
});

afterAll(async () => {
  await server.stop(true);
  await rm(folder, { recursive: true });
});

/** What RFC 9110 section 14 gives for one header value, written anew: status, and the bytes of a 200 or 206. */
function expected(
  range: string,
  content: Uint8Array,
): { status: number; body: Uint8Array; contentRange: string | null } {
  const whole = { status: 200, body: content, contentRange: null };
  const size = BigInt(content.length);
  // With empty elements of the list, which mean nothing (section 5.6.1).
  const [, first, last] = /^bytes[ \t]*=[ \t,]*(\d*)\s*-\s*(\d*)[ \t,]*$/i.exec(range) ?? [];
  if (first === undefined || last === undefined || first + last === "") return whole;
  const rejected = { status: 416, body: new Uint8Array(), contentRange: `bytes */${size}` };
  let from: bigint;
  let to = size - 1n;
  if (first === "") {
    if (BigInt(last) === 0n) return rejected;
    if (size === 0n) return whole;
    from = BigInt(last) >= size ? 0n : size - BigInt(last);
  } else {
    from = BigInt(first);
    if (last !== "" && BigInt(last) < from) return rejected;
    if (last !== "" && BigInt(last) < to) to = BigInt(last);
    if (from >= size) return rejected;
  }
  const body = content.slice(Number(from), Number(to) + 1);
  return { status: 206, body, contentRange: `bytes ${from}-${to}/${size}` };
}

describe("ranges", () => {
  const position = fc.oneof(
    fc.nat(25).map(String),
    fc.nat(300_010).map(String),
    fc.constantFrom("", "007", "299999", "300000", "9007199254740993", "9".repeat(30)),
  );
  const single = fc.tuple(position, position).map(([first, last]) => `bytes=${first}-${last}`);
  const odd = fc.oneof(
    fc.constantFrom("bytes=-", "bytes=", "bytes", "items=0-5", "bytes=a-b", "bytes=1", "bytes=--5", "bytes=0x1-3"),
    fc.constantFrom("BYTES=2-4", "bytes= 2 - 4 ", "bytes=0-1,3-4", "bytes=0-1,", "bytes=900000-,-5", "bytes=1.5-3"),
    fc.constantFrom("bytes = 5-6", "bytes =5-6", "bytes\t=5-6", "bytes \t= -6", " bytes =0-", "byte s=5-6"),
    fc.stringMatching(/^bytes[ \t]{0,2}=[-0-9a-f, =]{0,12}$/),
  );

  test("every Range header is answered as RFC 9110 says", async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom("large", "small", "empty"), fc.oneof(single, odd), async (name, range) => {
        const content = contents[name] ?? bytes;
        const wanted = expected(range.trim(), content);
        const answer = await get(name, { Range: range });
        const body = new Uint8Array(await answer.arrayBuffer());
        expect({ status: answer.status, contentRange: answer.headers.get("content-range") }).toEqual({
          status: wanted.status,
          contentRange: wanted.contentRange,
        });
        expect(Buffer.compare(body, wanted.body)).toBe(0);
        if (answer.status === 206) expect(answer.headers.get("content-length")).toBe(String(wanted.body.length));
        const plan = planDelivery(new Request("http://x/", { headers: { Range: range } }), {
          sizeBytes: content.length,
          etag,
        });
        expect(startsAtFirstByte(plan)).toBe(wanted.status === 200 || /^bytes 0-/.test(wanted.contentRange ?? ""));
      }),
      { numRuns: 400 },
    );
  });

  test("HEAD ignores Range and carries the length", async () => {
    const answer = await get("large", { Range: "bytes=5-9" }, "HEAD");
    expect(answer.status).toBe(200);
    expect(answer.headers.get("content-length")).toBe("300000");
    expect(answer.headers.get("content-range")).toBeNull();
    expect(answer.headers.get("content-type")).toBe("application/pdf");
    expect(await answer.text()).toBe("");
  });

  test("a GET of everything carries the length", async () => {
    const answer = await get("large");
    expect(answer.headers.get("content-length")).toBe("300000");
    expect(Buffer.compare(new Uint8Array(await answer.arrayBuffer()), bytes)).toBe(0);
    expect((await get("empty")).headers.get("content-length")).toBe("0");
  });
});

describe("preconditions", () => {
  const before = "Thu, 01 Jan 2026 00:00:00 GMT";
  const after = "Sat, 03 Jan 2026 00:00:00 GMT";
  const cases: [Record<string, string>, number][] = [
    [{ "If-None-Match": etag }, 304],
    [{ "If-None-Match": `W/${etag}` }, 304],
    [{ "If-None-Match": `"a,b", ${etag}` }, 304],
    [{ "If-None-Match": "*" }, 304],
    [{ "If-None-Match": '"other"' }, 200],
    [{ "If-None-Match": "v1" }, 200],
    [{ "If-None-Match": '"other"', "If-Modified-Since": after }, 200],
    [{ "If-None-Match": etag, "If-Modified-Since": before }, 304],
    [{ "If-None-Match": etag, Range: "bytes=0-4" }, 304],
    [{ "If-Modified-Since": lastModifiedText }, 304],
    [{ "If-Modified-Since": "Friday, 02-Jan-26 03:04:05 GMT" }, 304],
    [{ "If-Modified-Since": "Fri Jan  2 03:04:05 2026" }, 304],
    [{ "If-Modified-Since": after }, 304],
    [{ "If-Modified-Since": before }, 200],
    [{ "If-Modified-Since": "2027-01-01" }, 200],
    [{ "If-Modified-Since": "Sat, 99 Foo 2026 99:00:00 GMT" }, 200],
    [{ "If-Match": etag }, 200],
    [{ "If-Match": "*" }, 200],
    [{ "If-Match": `"other", ${etag}`, Range: "bytes=0-4" }, 206],
    [{ "If-Match": `W/${etag}` }, 412],
    [{ "If-Match": '"other"' }, 412],
    [{ "If-Match": '"other"', "If-None-Match": etag }, 412],
    [{ "If-Match": etag, "If-Unmodified-Since": before }, 200],
    [{ "If-Unmodified-Since": before }, 412],
    [{ "If-Unmodified-Since": lastModifiedText }, 200],
    [{ "If-Unmodified-Since": "tomorrow" }, 200],
    [{ "If-Range": etag, Range: "bytes=5-9" }, 206],
    [{ "If-Range": `W/${etag}`, Range: "bytes=5-9" }, 200],
    [{ "If-Range": '"other"', Range: "bytes=5-9" }, 200],
    [{ "If-Range": '"other"', Range: "bytes=900000-" }, 200],
    [{ "If-Range": lastModifiedText, Range: "bytes=5-9" }, 206],
    [{ "If-Range": after, Range: "bytes=5-9" }, 200],
    [{ "If-Range": before, Range: "bytes=5-9" }, 200],
    [{ "If-Range": "", Range: "bytes=5-9" }, 200],
    [{ "If-Range": etag }, 200],
  ];
  test.each(cases)("%j is answered %i", async (headers, status) => {
    const answer = await get("large", headers);
    const body = await answer.arrayBuffer();
    expect(answer.status).toBe(status);
    expect(answer.headers.get("etag")).toBe(etag);
    expect(body.byteLength).toBe({ 200: 300_000, 206: 5 }[status] ?? 0);
    if (status === 200) expect(answer.headers.get("content-length")).toBe("300000");
    expect((await get("large", headers, "HEAD")).status).toBe(status === 206 ? 200 : status);
  });

  test("a date within the second of the change is no strong validator", () => {
    const request = new Request("http://x/", { headers: { Range: "bytes=5-9", "If-Range": lastModifiedText } });
    const file = { sizeBytes: 100, etag, lastModified };
    expect(planDelivery(request, file, lastModified).kind).toBe("whole");
    expect(planDelivery(request, file, instant(lastModified + 2000)).kind).toBe("range");
  });
});

describe("curl", () => {
  test("resumes a broken download, takes the last bytes, and saves under the file's name", async () => {
    await Bun.write(join(folder, "part"), bytes.slice(0, 123_456));
    expect((await curl("-C", "-", "-o", "part", address("large"))).status).toBe(0);
    expect(Buffer.compare(await readFile(join(folder, "part")), bytes)).toBe(0);

    const last = await curl("-r", "-500", address("large"));
    expect(Buffer.compare(last.output, bytes.slice(-500))).toBe(0);

    const several = await curl("-r", "0-1,5-6", address("large"));
    expect(Buffer.compare(several.output, bytes)).toBe(0);

    described = { filename: "Größe – Übersicht.pdf", contentType: "application/pdf" };
    expect((await curl("-OJ", address("large"))).status).toBe(0);
    // curl reads `filename` only: the ASCII fallback.
    expect(Buffer.compare(await readFile(join(folder, "Gro_e _ Ubersicht.pdf")), bytes)).toBe(0);
  });

  test("sees the length of a HEAD and no body", async () => {
    const { output, status } = await curl("--head", address("large"));
    expect(status).toBe(0);
    expect(new TextDecoder().decode(output)).toMatch(/^content-length: 300000\r$/im);
  });
});

describe("headers", () => {
  test("keep browsers from running the file and caches from answering in our place", async () => {
    described = { filename: "page.html", contentType: "text/html" };
    const { headers } = await get("small");
    expect(headers.get("content-disposition")).toBe("attachment; filename=page.html");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("content-security-policy")).toContain("sandbox");
    expect(headers.get("cache-control")).toContain("private");
    expect(headers.get("accept-ranges")).toBe("bytes");
    expect(headers.get("last-modified")).toBe(lastModifiedText);
  });

  test.each([
    ["text/plain; charset=utf-8", "text/plain; charset=utf-8"],
    ["text/html\r\nSet-Cookie: a=b", "application/octet-stream"],
    ["text/html;\r\n a=b", "application/octet-stream"],
    ["", "application/octet-stream"],
    ["nonsense", "application/octet-stream"],
  ])("content type %j is sent as %j", async (stored, sent) => {
    described = { filename: "a", contentType: stored };
    expect((await get("small")).headers.get("content-type")).toBe(sent);
  });

  test.each([
    ["plain.txt", "plain.txt"],
    ['12" mix.mp3', '12" mix.mp3'],
    ["a\\b/c.pdf", "a_b_c.pdf"],
    ["../../etc/passwd", "_.._etc_passwd"],
    ["..", "download"],
    ["", "download"],
    ["a\r\nSet-Cookie: b.txt", "aSet-Cookie: b.txt"],
    ["invoice\u202efdp.exe", "invoicefdp.exe"],
    ["😀👨‍👩‍👧.zip", "😀👨‍👩‍👧.zip"],
    ["100%25 off.pdf", "100%25 off.pdf"],
    ["a\ud800b.pdf", "a\ufffdb.pdf"],
    ["Übersicht.pdf", "Übersicht.pdf"],
    [`${"ü".repeat(300)}.tar`, `${"ü".repeat(113)}.tar`],
  ])("file name %j is saved as %j", async (filename, saved) => {
    described = { filename, contentType: "a/b" };
    const answer = await get("small");
    expect(answer.status).toBe(200);
    const header = answer.headers.get("content-disposition") ?? "";
    expect(header).toMatch(/^[\x20-\x7e]+$/);
    expect(header).not.toContain("\\");
    expect(parse(header).type).toBe("attachment");
    expect(parse(header).parameters.filename).toBe(saved);
  });

  test("any name is a safe name, and a safe name stays as it is", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 400 }), (name) => {
        const safe = safeFilename(name);
        expect(safe).not.toMatch(/[/\\\p{Cc}\u202a-\u202e]|^\.|\.$|^$/u);
        expect(Buffer.byteLength(safe)).toBeLessThanOrEqual(255);
        expect(safeFilename(safe)).toBe(safe);
        expect(asciiFilename(safe)).toMatch(/^[\x20-\x7e]*$/);
      }),
    );
  });
});

test("only an Accept that names text/html asks for a page", () => {
  const asks = (accept: string) => wantsPage(new Headers({ Accept: accept }));
  expect(asks("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8")).toBe(true);
  expect(asks("application/json, Text/HTML ;q=0.3")).toBe(true);
  expect(asks("*/*")).toBe(false);
  expect(asks("text/html;q=0, */*")).toBe(false);
  expect(asks("text/html;q=0.01")).toBe(true);
  expect(wantsPage(new Headers())).toBe(false);
});
