import { crc32, deflateSync } from "node:zlib";

const sampleRate = 22_050;

/** Birds, roughly: 16-bit mono WAV with chirps at `pitch` hertz. */
export function wav(seconds: number, pitch: number): Uint8Array {
  const samples = new Int16Array(seconds * sampleRate);
  let phase = 0;
  for (let index = 0; index < samples.length; index++) {
    const time = index / sampleRate;
    const beat = time % 0.6;
    phase += (2 * Math.PI * (pitch + 900 * Math.sin(beat * 40))) / sampleRate;
    const loudness = beat < 0.25 ? Math.sin((Math.PI * beat) / 0.25) : 0;
    samples[index] = Math.round(9_000 * loudness * Math.sin(phase));
  }
  const header = Buffer.alloc(44);
  header.write("RIFF", 0);
  header.writeUInt32LE(36 + samples.byteLength, 4);
  header.write("WAVEfmt ", 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(sampleRate, 24);
  header.writeUInt32LE(sampleRate * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write("data", 36);
  header.writeUInt32LE(samples.byteLength, 40);
  return Buffer.concat([header, Buffer.from(samples.buffer)]);
}

export type Color = [red: number, green: number, blue: number];

/** A PNG whose pixels `paint` gives, both places from 0 to 1. */
export function png(width: number, height: number, paint: (x: number, y: number) => Color): Uint8Array {
  const rows = Array.from({ length: height }, (_, row) => {
    const pixels = Array.from({ length: width }, (_, column) => paint(column / width, row / height)).flat();
    return Buffer.from([0, ...pixels]);
  });
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(Buffer.concat(rows))),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), content]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(content.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

/** A leaf on the store's green: the store's mark, and a map when it is drawn large. */
export function leaf(size: number): Uint8Array {
  return png(size, size, (x, y) => {
    return insideLeaf(x, y) ? [214, 232, 196] : [47, 93, 58];
  });
}

/** A leaf from corner to corner, with a line along its middle. */
export function insideLeaf(x: number, y: number): boolean {
  const across = Math.abs((x - y) * 1.4);
  const along = (x + y) / 2;
  if (along < 0.15 || along > 0.85 || across < 0.03) return false;
  return across < 0.75 * Math.sin(((along - 0.15) / 0.7) * Math.PI) ** 1.2;
}
