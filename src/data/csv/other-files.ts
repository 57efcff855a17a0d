/** First bytes of files that people confuse with text files, and what they are. */
const kinds: [bytes: number[], kind: string][] = [
  [[0x50, 0x4b, 3, 4], "a workbook, such as an Excel .xlsx file"],
  [[0xd0, 0xcf, 0x11, 0xe0], "an Excel .xls workbook"],
  [[0xff, 0xfe], "encoded in UTF-16"],
  [[0xfe, 0xff], "encoded in UTF-16"],
  [[0x25, 0x50, 0x44, 0x46], "a PDF"],
];

/** What kind of file begins with these bytes, in words that follow "The file is". Null if it may be UTF-8 text. */
export function otherFileKind(beginning: Uint8Array): string | null {
  return kinds.find(([bytes]) => bytes.every((byte, index) => beginning[index] === byte))?.[1] ?? null;
}
