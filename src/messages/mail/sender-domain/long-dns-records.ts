/** Bytes of one string of a TXT record (RFC 1035 section 3.3). */
const longestString = 255;

/**
 * A TXT record longer than 255 bytes consists of several strings, which Bun 1.4 returns like separate records. A string continues
 * the previous one if that is full, or if `begins` says that it cannot begin a record.
 */
export function wholeRecords(texts: string[], begins: (text: string) => boolean = () => true): string[] {
  const records: string[] = [];
  let previous = 0;
  for (const text of texts) {
    const isContinued = records.length > 0 && (previous === longestString || !begins(text));
    if (isContinued) records.push(`${records.pop()}${text}`);
    else records.push(text);
    previous = text.length;
  }
  return records;
}
