import { crc32 } from "node:zlib";
import type { Instant } from "../../platform/instants.ts";

/** A file in a ZIP archive. */
export interface ZipEntry {
  /** With `/` between folders. */
  name: string;
  sizeBytes: number;
  modifiedAt: Instant;
  /** The bytes, exactly `sizeBytes` of them. Called when the archive reaches the file. */
  open(): Promise<ReadableStream<Uint8Array>>;
}

/** With these values, a field of 32 or 16 bits refers to one of 64 bits (APPNOTE 4.4.1.4). */
const full = 0xffff_ffff;
const fullCount = 0xffff;

const [plainVersion, zip64Version] = [20, 45];

/** Sizes and checksum follow the content (bit 3), and the name is in UTF-8 (bit 11). */
const flags = 0x0808;

/** Made on Unix, as files with mode 0644. */
const madeBy = (3 << 8) | zip64Version;
const attributes = 0o100644 * 2 ** 16;

const isLarge = ({ sizeBytes }: Pick<ZipEntry, "sizeBytes">) => sizeBytes >= full;
const nameBytes = ({ name }: Pick<ZipEntry, "name">) => Buffer.byteLength(name);

/** The length of the archive in bytes. */
export function zipLength(entries: Omit<ZipEntry, "open">[]): number {
  let position = 0;
  let directory = 0;
  for (const entry of entries) {
    directory += directoryEntry(entry, position, 0).byteLength;
    position += localHeader(entry).byteLength + entry.sizeBytes + descriptor(entry, 0).byteLength;
  }
  return position + directory + end(entries.length, position, directory).byteLength;
}

/**
 * The archive, in pieces on demand: files without compression (PKWARE's APPNOTE 6.3.10), and ZIP64 where necessary. Holds one
 * piece of one file at a time. Throws if a file cannot be read or is not as long as its `sizeBytes`.
 */
export async function* zipPieces(entries: ZipEntry[]): AsyncGenerator<Uint8Array, void, undefined> {
  const directory: Uint8Array[] = [];
  let position = 0;
  for (const entry of entries) {
    const header = localHeader(entry);
    yield header;
    let checksum = 0;
    let length = 0;
    for await (const piece of await entry.open()) {
      checksum = crc32(piece, checksum);
      length += piece.byteLength;
      if (length > entry.sizeBytes) break;
      yield piece;
    }
    if (length !== entry.sizeBytes)
      throw new Error(`${entry.name} has not the ${entry.sizeBytes} bytes it should have.`);
    const trailer = descriptor(entry, checksum);
    yield trailer;
    directory.push(directoryEntry(entry, position, checksum));
    position += header.byteLength + length + trailer.byteLength;
  }
  const listed = Buffer.concat(directory);
  yield listed;
  yield end(entries.length, position, listed.byteLength);
}

/** Before a file's content (4.3.7). */
function localHeader(entry: Omit<ZipEntry, "open">): Uint8Array {
  const large = isLarge(entry);
  // The sizes in the descriptor have 64 bits if these fields do (4.3.9.2).
  const sizes = large ? [u16(1), u16(16), u64(0), u64(0)] : [];
  return Buffer.concat([
    u32(0x04034b50),
    u16(large ? zip64Version : plainVersion),
    ...common(entry, 0),
    u32(large ? full : 0),
    u32(large ? full : 0),
    u16(nameBytes(entry)),
    u16(large ? 20 : 0),
    Buffer.from(entry.name),
    ...sizes,
  ]);
}

/** After a file's content (4.3.9). */
function descriptor(entry: Pick<ZipEntry, "sizeBytes">, checksum: number): Uint8Array {
  const size = isLarge(entry) ? u64(entry.sizeBytes) : u32(entry.sizeBytes);
  return Buffer.concat([u32(0x08074b50), u32(checksum), size, size]);
}

/** In the central directory (4.3.12). `position` is that of the local header. */
function directoryEntry(entry: Omit<ZipEntry, "open">, position: number, checksum: number): Uint8Array {
  const large = isLarge(entry);
  const far = position >= full;
  const wide = [...(large ? [u64(entry.sizeBytes), u64(entry.sizeBytes)] : []), ...(far ? [u64(position)] : [])];
  const extra = wide.length === 0 ? [] : [u16(1), u16(8 * wide.length), ...wide];
  const size = u32(large ? full : entry.sizeBytes);
  return Buffer.concat([
    u32(0x02014b50),
    u16(madeBy),
    u16(extra.length > 0 ? zip64Version : plainVersion),
    ...common(entry, checksum),
    size,
    size,
    u16(nameBytes(entry)),
    u16(extra.length > 0 ? 4 + 8 * wide.length : 0),
    // No comment, first disk, no internal attributes.
    Buffer.alloc(6),
    u32(attributes),
    u32(far ? full : position),
    Buffer.from(entry.name),
    ...extra,
  ]);
}

/** Flags, method (0: stored), time, date and checksum. */
function common({ modifiedAt }: Pick<ZipEntry, "modifiedAt">, checksum: number): Uint8Array[] {
  const at = new Date(modifiedAt);
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1);
  const year = Math.min(127, Math.max(0, at.getUTCFullYear() - 1980));
  const date = (year << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate();
  return [u16(flags), u16(0), u16(time), u16(date), u32(checksum)];
}

/** The end of the archive (4.3.14 to 4.3.16). */
function end(count: number, position: number, directory: number): Uint8Array {
  const wide = count >= fullCount || position >= full || directory >= full;
  const sizes = [u64(count), u64(count), u64(directory), u64(position)];
  const wideEnd = [
    ...[u32(0x06064b50), u64(44), u16(madeBy), u16(zip64Version), u32(0), u32(0), ...sizes],
    ...[u32(0x07064b50), u32(0), u64(position + directory), u32(1)],
  ];
  const counted = u16(wide ? fullCount : count);
  return Buffer.concat([
    ...(wide ? wideEnd : []),
    ...[u32(0x06054b50), u32(0), counted, counted, u32(wide ? full : directory), u32(wide ? full : position), u16(0)],
  ]);
}

// Bun runs only on machines that store the low byte first, as archives do.
const u16 = (value: number) => new Uint8Array(Uint16Array.of(value).buffer);
const u32 = (value: number) => new Uint8Array(Uint32Array.of(value).buffer);
const u64 = (value: number) => new Uint8Array(BigUint64Array.of(BigInt(value)).buffer);
