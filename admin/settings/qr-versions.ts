/** Blocks, and codewords for correcting errors per block, by version from 1 at level L (ISO/IEC 18004 table 9). */
const blocks = [1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8];
const corrections = [7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28];

/** A size of QR codes, and how it holds data. */
export interface Version {
  number: number;
  /** Modules along an edge. */
  size: number;
  /** Centres of the alignment patterns along an edge. */
  alignments: number[];
  blockCount: number;
  /** Codewords for correcting errors, per block. */
  correctionLength: number;
  /** Codewords of data in all blocks. */
  dataLength: number;
  /** Bits of the number of bytes. */
  lengthBits: number;
}

/** The smallest version that holds so many bytes. Throws for more than 858. */
export function versionFor(byteCount: number): Version {
  for (let number = 1; number <= blocks.length; number++) {
    const version = versionOf(number);
    if (byteCount + Math.ceil((4 + version.lengthBits) / 8) <= version.dataLength) return version;
  }
  throw new Error("The text is too long for a QR code.");
}

function versionOf(number: number): Version {
  const blockCount = blocks[number - 1] ?? 0;
  const correctionLength = corrections[number - 1] ?? 0;
  const size = number * 4 + 17;
  const alignments = alignmentsOf(number, size);
  const dataLength = Math.floor(freeModules(number, size, alignments.length) / 8) - blockCount * correctionLength;
  return { number, size, alignments, blockCount, correctionLength, dataLength, lengthBits: number < 10 ? 8 : 16 };
}

function alignmentsOf(number: number, size: number): number[] {
  if (number === 1) return [];
  const count = Math.floor(number / 7) + 2;
  const step = Math.ceil((number * 4 + 4) / (count * 2 - 2)) * 2;
  return [6, ...Array.from({ length: count - 1 }, (_, index) => size - 7 - (count - 2 - index) * step)];
}

/** Modules that no pattern takes: not finders with their format, timing, alignment or version. */
function freeModules(number: number, size: number, alignments: number): number {
  const finders = 3 * 64 + 31;
  const timing = 2 * (size - 16);
  const alignment = alignments === 0 ? 0 : 25 * (alignments ** 2 - 3) - 10 * (alignments - 2);
  return size ** 2 - finders - timing - alignment - (number < 7 ? 0 : 36);
}
