import type { FileKind } from "../../platform/i18n/text-types.ts";
import { extensionOf } from "../safe-filename.ts";

const byExtension: Record<string, FileKind> = {
  pdf: "pdf",
  epub: "ebook",
  mobi: "ebook",
  azw3: "ebook",
  zip: "zip",
  "7z": "archive",
  rar: "archive",
  gz: "archive",
  tgz: "archive",
  xz: "archive",
  exe: "windowsProgram",
  msi: "windowsProgram",
  dmg: "macDiskImage",
  pkg: "macInstaller",
  apk: "androidApp",
  iso: "diskImage",
  doc: "document",
  docx: "document",
  odt: "document",
  xls: "spreadsheet",
  xlsx: "spreadsheet",
  ods: "spreadsheet",
  csv: "spreadsheet",
  ppt: "presentation",
  pptx: "presentation",
  odp: "presentation",
  psd: "photoshop",
  ttf: "font",
  otf: "font",
  woff2: "font",
};

const byMediaType: Record<string, FileKind> = {
  audio: "audio",
  video: "video",
  image: "image",
  font: "font",
  text: "text",
};

/** A file's kind, and the letters on its tile: its extension if that has at most four characters, else none. */
export function fileKind(file: { filename: string; contentType: string }): { letters: string; kind: FileKind } {
  const extension = extensionOf(file.filename).toLowerCase();
  const family = file.contentType.split("/")[0]?.toLowerCase() ?? "";
  return {
    letters: extension.length > 0 && extension.length <= 4 ? extension.toUpperCase() : "",
    kind: byExtension[extension] ?? byMediaType[family] ?? "file",
  };
}
