import { extensionOf } from "../safe-filename.ts";

const byExtension: Record<string, string> = {
  pdf: "PDF document",
  epub: "E-book",
  mobi: "E-book",
  azw3: "E-book",
  zip: "ZIP archive",
  "7z": "Archive",
  rar: "Archive",
  gz: "Archive",
  tgz: "Archive",
  xz: "Archive",
  exe: "Windows program",
  msi: "Windows program",
  dmg: "Mac disk image",
  pkg: "Mac installer",
  apk: "Android app",
  iso: "Disk image",
  doc: "Document",
  docx: "Document",
  odt: "Document",
  xls: "Spreadsheet",
  xlsx: "Spreadsheet",
  ods: "Spreadsheet",
  csv: "Spreadsheet",
  ppt: "Presentation",
  pptx: "Presentation",
  odp: "Presentation",
  psd: "Photoshop file",
  ttf: "Font",
  otf: "Font",
  woff2: "Font",
};

const byMediaType: Record<string, string> = {
  audio: "Audio",
  video: "Video",
  image: "Image",
  font: "Font",
  text: "Text",
};

/** What a file is, for people: letters for its tile (at most four), and a word or two. */
export function fileKind(file: { filename: string; contentType: string }): { letters: string; words: string } {
  const extension = extensionOf(file.filename).toLowerCase();
  const family = file.contentType.split("/")[0]?.toLowerCase() ?? "";
  return {
    letters: extension.length > 0 && extension.length <= 4 ? extension.toUpperCase() : "FILE",
    words: byExtension[extension] ?? byMediaType[family] ?? "File",
  };
}
