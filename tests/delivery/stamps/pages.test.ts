import { describe, expect, test } from "bun:test";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { stampLine, usualStamp } from "../../../src/delivery/catalog/stamps.ts";
import type { Job } from "../../../src/delivery/stamps/engine/job.ts";
import { shapeLine } from "../../../src/delivery/stamps/engine/line.ts";
import { runJob } from "../../../src/delivery/stamps/engine/run-job.ts";
import { epubBook, lockedPdf, pdfBook, unpacked } from "../../support/books.ts";
import { temporaryFolder } from "../../support/cleanup.ts";
import { renderPdf } from "../../support/pdf-pages.ts";

const { position, size } = usualStamp;
const imprint = { line: "Ada Lovelace · 10000001", position, size, language: "en", mark: "10000001" };

async function stamped(bytes: Uint8Array, changes: Partial<Job> = {}) {
  const folder = temporaryFolder();
  const [source, target] = [join(folder, "source"), join(folder, "target")];
  writeFileSync(source, bytes);
  const job: Job = { format: "pdf", source, target, ...imprint, ...changes };
  const problem = await runJob(job, new AbortController().signal);
  return { problem, bytes: problem === null ? await Bun.file(target).bytes() : new Uint8Array() };
}

describe("the line of a stamp", () => {
  test("stands at the foot of each page as readers see it, however the page is turned", async () => {
    const { bytes } = await stamped(await pdfBook(0, 90, 180, 270), { position: "bottom_left" });
    for (const { ink, height } of await renderPdf(bytes)) {
      expect(ink?.left).toBeWithin(23, 26);
      expect((ink?.right ?? 0) - (ink?.left ?? 0)).toBeWithin(90, 130);
      expect(height / 2 - (ink?.bottom ?? 0)).toBeWithin(13, 20);
    }
  });

  test.each([
    ["top_right", 280, 397, 13, 25],
    ["top_left", 23, 140, 13, 25],
    ["bottom_right", 280, 397, 570, 582],
  ] as const)("stands %s", async (position, left, right, top, bottom) => {
    const { bytes } = await stamped(await pdfBook(), { position });
    const [page] = await renderPdf(bytes);
    const { ink } = page as NonNullable<typeof page>;
    expect(ink?.left).toBeGreaterThanOrEqual(left);
    expect(ink?.right).toBeLessThanOrEqual(right);
    expect(ink?.top).toBeGreaterThanOrEqual(top - 1);
    expect(ink?.bottom).toBeLessThanOrEqual(bottom);
  });

  test("gets smaller rather than leaving a page", async () => {
    const { bytes } = await stamped(await pdfBook(), { line: "A very long name ".repeat(12), size: 24 });
    const [page] = await renderPdf(bytes);
    expect(page?.ink?.left).toBeGreaterThanOrEqual(20);
    expect(page?.ink?.right).toBeLessThanOrEqual(400);
  });

  test.each([
    ["Cyrillic and Greek", "Анна Ωμέγα"],
    ["Arabic", "محمد العتيبي"],
    ["Hebrew", "דוד בן־גוריון"],
    ["Devanagari", "नरेन्द्र श्री"],
    ["Bengali", "অমর্ত্য"],
    ["Tamil", "குமார்"],
    ["Telugu", "నాగార్జున"],
    ["Kannada", "ಕನ್ನಡ"],
    ["Malayalam", "മലയാളം"],
    ["Gujarati", "ગુજરાતી"],
    ["Gurmukhi", "ਗੁਰਮੁਖ"],
    ["Sinhala", "සිංහල"],
    ["Thai", "ศรีสุดา กิ๊บ"],
    ["Lao", "ນາງ ຄໍາ"],
    ["Khmer", "ខ្មែរ"],
    ["Burmese", "အောင်ဆန်း"],
    ["Georgian", "გიორგი"],
    ["Armenian", "Հայկ"],
    ["Ethiopic", "አበበ"],
    ["Japanese", "山田太郎"],
    ["Chinese", "王小明"],
    ["Korean", "김철수"],
  ])("has letters of %s", async (_, line) => {
    const { path, width } = await shapeLine(line, "en");
    // The letters that no font has are left out.
    const each = await Promise.all([...line].map((letter) => shapeLine(letter, "en")));
    expect([path.length > 300, width > 500]).toEqual([true, true]);
    expect(each.filter((one) => one.path !== "").length).toBe([...line].filter((letter) => letter !== " ").length);
  });

  test("is drawn with letters of several scripts", async () => {
    const [one, both] = [await inkOf("Ada"), await inkOf("Ada 山田 محمد")];
    expect((both?.right ?? 0) - (one?.right ?? 0)).toBeWithin(80, 200);
  });

  test("runs from right to left where its script does, with numbers as they are read", async () => {
    const [own, turned] = [await inkOf("דוד 123"), await inkOf("123 דוד")];
    expect(own).not.toEqual(turned as never);
  });

  test("is the order's number where no name is left", async () => {
    const order = { name: "", order: "10000001", email: "ada@example.com" };
    const lines = ["{{name}} · {{order}}", "{{name}}", "For {{ name }}: {{email}}"].map((text) =>
      stampLine({ ...usualStamp, text }, order),
    );
    expect(lines).toEqual(["10000001", "10000001", "For : ada@example.com"]);
    expect(await inkOf("🎉")).toEqual(await inkOf(imprint.mark));
  });

  test("leaves out what no font has", async () => {
    expect(await inkOf("Ada 🎉")).toEqual(await inkOf("Ada"));
  });

  test("makes the same bytes each time", async () => {
    const book = await pdfBook(0, 90);
    expect((await stamped(book)).bytes).toEqual((await stamped(book)).bytes);
  });
});

async function inkOf(line: string) {
  const { bytes } = await stamped(await pdfBook(), { line, size: 24, position: "bottom_left" });
  const [page] = await renderPdf(bytes);
  return page?.ink ?? null;
}

describe("a file that cannot be stamped", () => {
  test.each([
    ["encrypted", lockedPdf],
    ["signed", () => signedPdf()],
    ["broken", async () => new TextEncoder().encode("no PDF")],
    ["broken", async () => (await pdfBook()).slice(0, 100)],
  ] as const)("is %s", async (problem, make) => {
    expect((await stamped(await make())).problem).toBe(problem);
  });

  test.each([
    ["broken", () => new TextEncoder().encode("no EPUB")],
    ["broken", () => epubBook({ "OEBPS/book.opf": "<package/>" })],
    ["encrypted", () => epubBook({ "META-INF/rights.xml": "<rights/>" })],
    [
      "encrypted",
      () =>
        epubBook({
          "META-INF/encryption.xml": '<e:EncryptionMethod Algorithm="http://www.w3.org/2001/04/xmlenc#aes128-cbc"/>',
        }),
    ],
    ["signed", () => epubBook({ "META-INF/signatures.xml": "<signatures/>" })],
  ] as const)("is %s as an EPUB", async (problem, make) => {
    expect((await stamped(make(), { format: "epub" })).problem).toBe(problem);
  });

  test("is too large where it fills the memory", async () => {
    const bomb = Buffer.from(epubBook({ "OEBPS/big.bin": "x" }));
    // Its central directory says that the last file has 2 GB.
    bomb.writeUInt32LE(2_000_000_000, bomb.lastIndexOf("PK\u0001\u0002") + 24);
    expect((await stamped(bomb, { format: "epub" })).problem).toBe("too_large");
  });
});

test("an EPUB keeps its order, its identifier and its hidden fonts, and is marked in each chapter", async () => {
  const hidden = '<e:EncryptionMethod Algorithm="http://www.idpf.org/2008/embedding"/>';
  const { bytes } = await stamped(epubBook({ "META-INF/encryption.xml": hidden }), { format: "epub" });
  const { "OEBPS/book.opf": document = "", ...files } = unpacked(bytes);
  expect(Object.keys(files)[0]).toBe("mimetype");
  expect(new TextDecoder("latin1").decode(bytes.slice(30, 58))).toBe("mimetypeapplication/epub+zip");
  expect(document).toContain('<dc:identifier id="id">urn:uuid:1</dc:identifier>');
  expect(document).toContain('<itemref idref="one"/><itemref idref="about-this-copy"/><itemref idref="two"/>');
  for (const chapter of ["OEBPS/one.xhtml", "OEBPS/two.xhtml"])
    expect(files[chapter]).toContain("<!-- 3130303030303031 -->");
});

async function signedPdf(): Promise<Uint8Array> {
  const { PDFDocument, PDFName } = await import("@cantoo/pdf-lib");
  const book = await PDFDocument.load(await pdfBook());
  book.catalog.set(PDFName.of("AcroForm"), book.context.obj({ Fields: [], SigFlags: 3 }));
  return book.save();
}
