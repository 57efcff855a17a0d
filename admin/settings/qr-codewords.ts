import type { Version } from "./qr-versions.ts";

/** What a QR code of this version holds for these bytes: data and error correction, the blocks' codewords in turn. */
export function codewords(bytes: Uint8Array, version: Version): number[] {
  const { blockCount, correctionLength, dataLength } = version;
  const data = dataCodewords(bytes, version);
  const shorter = Math.floor(dataLength / blockCount);
  const longerBlocks = dataLength % blockCount;
  let from = 0;
  const blocks = Array.from({ length: blockCount }, (_, index) => {
    const to = from + shorter + (index < blockCount - longerBlocks ? 0 : 1);
    const block = data.slice(from, to);
    from = to;
    return block;
  });
  const divisor = divisorOf(correctionLength);
  return [...inTurn(blocks), ...inTurn(blocks.map((block) => remainder(block, divisor)))];
}

/** Mode, number of bytes, bytes, end and padding. */
function dataCodewords(bytes: Uint8Array, { lengthBits, dataLength }: Version): number[] {
  const binary = (value: number, length: number) => value.toString(2).padStart(length, "0");
  const content = [...bytes].map((byte) => binary(byte, 8)).join("");
  // The mode takes four bits and so does the end, so that whole bytes come out.
  const bits = `0100${binary(bytes.length, lengthBits)}${content}0000`.padEnd(dataLength * 8, "1110110000010001");
  return (bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
}

function inTurn(blocks: number[][]): number[] {
  const longest = Math.max(...blocks.map(({ length }) => length));
  return Array.from({ length: longest }, (_, index) => blocks.flatMap((block) => block.slice(index, index + 1))).flat();
}

/** Reed-Solomon over GF(256): the product of (x - 2^i), its leading 1 left out. */
function divisorOf(degree: number): number[] {
  const result = [...Array<number>(degree - 1).fill(0), 1];
  let root = 1;
  for (let factor = 0; factor < degree; factor++) {
    for (let index = 0; index < degree; index++) {
      result[index] = multiply(result[index] ?? 0, root) ^ (result[index + 1] ?? 0);
    }
    root = multiply(root, 2);
  }
  return result;
}

function remainder(data: number[], divisor: number[]): number[] {
  const result = Array<number>(divisor.length).fill(0);
  for (const byte of data) {
    const factor = byte ^ (result.shift() ?? 0);
    result.push(0);
    for (const [index, coefficient] of divisor.entries()) {
      result[index] = (result[index] ?? 0) ^ multiply(coefficient, factor);
    }
  }
  return result;
}

/** In GF(256) modulo x^8 + x^4 + x^3 + x^2 + 1. */
function multiply(one: number, other: number): number {
  let result = 0;
  for (let bit = 7; bit >= 0; bit--) {
    result = (result << 1) ^ ((result >> 7) * 0x11d);
    if ((other >> bit) & 1) result ^= one;
  }
  return result;
}
