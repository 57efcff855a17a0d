import { expect, test } from "bun:test";
import { join } from "node:path";
import fc from "fast-check";
import { zipNames } from "../../src/http/customers/zip-names.ts";
import { type ZipEntry, zipLength, zipPieces } from "../../src/http/sending/zip.ts";
import { instant } from "../../src/platform/instants.ts";
import { temporaryFolder } from "../support/cleanup.ts";
import { thrownBy } from "../support/failures.ts";

const at = instant(Date.UTC(2026, 10, 20, 21, 37, 12));

const entry = (name: string, content: Uint8Array): ZipEntry => ({
  name,
  sizeBytes: content.byteLength,
  modifiedAt: at,
  open: async () => new Blob([content as Uint8Array<ArrayBuffer>]).stream(),
});

async function written(entries: ZipEntry[], path: string): Promise<number> {
  return Bun.write(path, await new Blob(await Array.fromAsync(zipPieces(entries))).arrayBuffer());
}

/** What Python's `zipfile` finds in an archive, with the contents of files up to a megabyte. */
async function read(path: string) {
  const script = `
import json, sys, zipfile
with zipfile.ZipFile(sys.argv[1]) as archive:
    assert len(archive.infolist()) > 4 or sum(i.file_size for i in archive.infolist()) > 1e9 or archive.testzip() is None
    print(json.dumps([[i.filename, i.file_size, i.date_time[0], archive.read(i).hex() if i.file_size < 1e6 else None] for i in archive.infolist()]))`;
  const child = Bun.spawn(["python3", "-c", script, path], { stdout: "pipe", stderr: "pipe" });
  const [text, trouble] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()]);
  if ((await child.exited) !== 0) throw new Error(trouble);
  return JSON.parse(text) as [string, number, number, string | null][];
}

test("an archive holds its files, and is as long as was said", async () => {
  const path = join(temporaryFolder(), "some.zip");
  const file = fc.record({
    name: fc.constantFrom("a.txt", "Über 100%.pdf", "地図.pdf", "Map/ b.bin", "Map/c"),
    content: fc.uint8Array({ maxLength: 3000 }),
  });
  const files = fc.uniqueArray(file, { selector: ({ name }) => name, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(files, async (files) => {
      const entries = files.map(({ name, content }) => entry(name, content));
      expect(await written(entries, path)).toBe(zipLength(entries));
      const expected = files.map(({ name, content }) => [
        name,
        content.length,
        2026,
        Buffer.from(content).toString("hex"),
      ]);
      expect<unknown>(await read(path)).toEqual(expected);
    }),
    { numRuns: 12 },
  );
});

test("Info-ZIP finds nothing wrong with an archive", async () => {
  const path = join(temporaryFolder(), "whole.zip");
  await written([entry("one/Ü.txt", Buffer.from("one")), entry("two/b.bin", new Uint8Array(70_000))], path);
  const child = Bun.spawn(["unzip", "-t", path], { stdout: "pipe", env: { ...process.env, LC_ALL: "C.UTF-8" } });
  expect(await new Response(child.stdout).text()).toContain("No errors detected");
  expect(await child.exited).toBe(0);
});

test("a file of more than 4 GiB, what follows it, and more than 65,535 files have their 64 bits", async () => {
  const huge = 2 ** 32 + 5;
  const piece = new Uint8Array(64 * 2 ** 20);
  const large: ZipEntry = {
    name: "huge.bin",
    sizeBytes: huge,
    modifiedAt: at,
    async open() {
      let left = huge;
      return new ReadableStream({
        pull(controller) {
          const size = Math.min(left, piece.byteLength);
          controller.enqueue(piece.subarray(0, size));
          left -= size;
          if (left === 0) controller.close();
        },
      });
    },
  };
  const entries = [large, entry("after.txt", Buffer.from("after"))];
  // Kept without the content of the huge file, as a file with a hole.
  const path = join(temporaryFolder(), "huge.zip");
  const { open } = await import("node:fs/promises");
  const target = await open(path, "w");
  let position = 0;
  for await (const one of zipPieces(entries)) {
    if (one.byteLength < 2 ** 20) await target.write(one, 0, one.byteLength, position);
    position += one.byteLength;
  }
  await target.close();
  expect(position).toBe(zipLength(entries));
  expect(await read(path)).toEqual([
    ["huge.bin", huge, 2026, null],
    ["after.txt", 5, 2026, Buffer.from("after").toString("hex")],
  ]);
  const many = Array.from({ length: 65_536 }, (_, number) => entry(`${number}`, new Uint8Array()));
  const manyPath = join(temporaryFolder(), "many.zip");
  expect(await written(many, manyPath)).toBe(zipLength(many));
  expect(await read(manyPath)).toHaveLength(65_536);
}, 240_000);

test("a file that is shorter or longer than it should be ends the archive with an error", async () => {
  for (const sizeBytes of [2, 4]) {
    const wrong = { ...entry("a.txt", Buffer.from("abc")), sizeBytes };
    expect(await thrownBy(Array.fromAsync(zipPieces([wrong])))).toThrow("a.txt");
  }
});

test("an archive that nobody reads any further stops reading its file", async () => {
  let isCanceled = false;
  const pieces = zipPieces([
    {
      name: "a",
      sizeBytes: 10,
      modifiedAt: at,
      open: async () =>
        new ReadableStream<Uint8Array>({
          pull: (controller) => controller.enqueue(new Uint8Array(1)),
          cancel() {
            isCanceled = true;
          },
        }),
    },
  ]);
  await pieces.next();
  await pieces.next();
  await pieces.return();
  expect(isCanceled).toBe(true);
});

test("no two files of an archive have the same name, and none leaves its folder", () => {
  const names = fc.constantFrom(
    "a.txt",
    "A.TXT",
    "a (2).txt",
    "../a.txt",
    "..",
    "",
    "a/b",
    ".hidden",
    "a: b?.txt",
    "CON.txt",
    "nul",
    "lpt1 .x",
    `${"long ".repeat(60)}.epub`,
    "\u00fc".repeat(200),
  );
  const file = fc.record({ itemGuid: fc.constantFrom("1", "2", "3"), filename: names });
  const products: Record<string, string> = { 1: "Map", 2: "map", 3: `../../${"etc ".repeat(70)}` };
  fc.assert(
    fc.property(fc.array(file, { maxLength: 12 }), (files) => {
      const named = files.map(({ itemGuid, filename }) => {
        return { itemGuid, productName: products[itemGuid] ?? "", file: { filename } };
      });
      const given = zipNames(named);
      expect(new Set(given.map((name) => name.toLowerCase())).size).toBe(files.length);
      expect(Math.max(0, ...given.map(({ length }) => length))).toBeLessThan(150);
      for (const name of given)
        expect(name).not.toMatch(/^\/|(^|\/)\.{0,2}(\/|$)|[\\<>:"|?*]|(^|\/)(con|nul|lpt1) *(\.|\/|$)/i);
    }),
  );
});
