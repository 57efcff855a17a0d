import {
  concatTransformationMatrix,
  drawObject,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFNumber,
  type PDFPage,
  type PDFRef,
  popGraphicsState,
  pushGraphicsState,
} from "@cantoo/pdf-lib";
import { CannotStamp, type Job } from "./job.ts";
import { type ShapedLine, shapeLine } from "./line.ts";

type Stamp = Pick<Job, "line" | "position" | "size" | "language" | "mark">;

/** Points between the line and the edges of the page. */
const margin = { side: 24, end: 14 };

/**
 * Writes the line on each page, or the mark if no font has any letter of the line. The same input makes the same bytes. Throws
 * `CannotStamp`.
 */
export async function stampPdf(bytes: Uint8Array, stamp: Stamp): Promise<Uint8Array> {
  const shaped = await shapeLine(stamp.line, stamp.language);
  // No font has any letter of it.
  const line = shaped.path === "" ? await shapeLine(stamp.mark, stamp.language) : shaped;
  try {
    const document = await PDFDocument.load(bytes, {
      ignoreEncryption: true,
      updateMetadata: false,
      preserveXFA: true,
      parseSpeed: Number.POSITIVE_INFINITY,
    });
    if (document.isEncrypted) throw new CannotStamp("encrypted");
    if (isSigned(document)) throw new CannotStamp("signed");
    const pages = document.getPages();
    if (pages.length === 0) throw new CannotStamp("broken");
    const outlines = addOutlines(document, line);
    for (const page of pages) stampPage(page, outlines, { ...stamp, width: line.width });
    return await document.save({
      addDefaultPage: false,
      updateFieldAppearances: false,
      objectsPerTick: Number.POSITIVE_INFINITY,
    });
  } catch (error) {
    throw error instanceof CannotStamp ? error : new CannotStamp("broken");
  }
}

/** A change would break the signatures (ISO 32000-1, 12.8). */
function isSigned({ catalog }: PDFDocument): boolean {
  const flags = catalog.AcroForm()?.lookupMaybe(PDFName.of("SigFlags"), PDFNumber)?.asNumber() ?? 0;
  return (flags & 1) === 1 || catalog.lookupMaybe(PDFName.of("Perms"), PDFDict) !== undefined;
}

/** Dark letters with a light edge, to be readable on every page. All pages share them. */
function addOutlines({ context }: PDFDocument, { path, width }: ShapedLine): PDFRef {
  const operators = `q 1 1 1 RG 140 w 1 j\n${path}\nS\n0.2 0.2 0.2 rg\n${path}\nf Q`;
  const dictionary = { Type: "XObject", Subtype: "Form", BBox: [-200, -700, Math.ceil(width) + 200, 1_500] };
  return context.register(context.flateStream(operators, dictionary));
}

function stampPage(page: PDFPage, outlines: PDFRef, { position, size, width }: Stamp & { width: number }): void {
  const box = page.getCropBox();
  const turned = (((page.getRotation().angle % 360) + 360) % 360) as 0 | 90 | 180 | 270;
  const isAcross = turned === 90 || turned === 270;
  const [across, high] = isAcross ? [box.height, box.width] : [box.width, box.height];
  const unit = page.node.lookupMaybe(PDFName.of("UserUnit"), PDFNumber)?.asNumber() ?? 1;
  const side = Math.min(margin.side / unit, across / 16);
  const end = Math.min(margin.end / unit, high / 16);
  const room = across - 2 * side;
  // A long line becomes smaller, so that it fits on the page.
  const scale = Math.min(size / unit / 1_000, room / Math.max(width, 1));
  const [row, column] = position.split("_");
  const free = room - width * scale;
  const x = side + (column === "left" ? 0 : column === "right" ? free : free / 2);
  // Letters reach about 250 units below their baseline, and 800 above it.
  const y = row === "bottom" ? end + 250 * scale : high - end - 800 * scale;
  const { a, b, c, d, e, f } = turns[turned](box);
  const name = page.node.newXObjectKey("WaybillStamp");
  page.node.normalize();
  page.node.setXObject(name, outlines);
  page.pushOperators(
    pushGraphicsState(),
    concatTransformationMatrix(a, b, c, d, e + box.x, f + box.y),
    concatTransformationMatrix(scale, 0, 0, scale, x, y),
    drawObject(name),
    popGraphicsState(),
  );
}

/** Converts from the page as it is seen to its own coordinates, by the degrees that viewers turn it clockwise. */
const turns = {
  0: () => ({ a: 1, b: 0, c: 0, d: 1, e: 0, f: 0 }),
  90: ({ width }: { width: number }) => ({ a: 0, b: 1, c: -1, d: 0, e: width, f: 0 }),
  180: ({ width, height }: { width: number; height: number }) => ({ a: -1, b: 0, c: 0, d: -1, e: width, f: height }),
  270: ({ height }: { height: number }) => ({ a: 0, b: -1, c: 1, d: 0, e: 0, f: height }),
};
