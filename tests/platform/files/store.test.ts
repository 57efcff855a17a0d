import { describe, expect, test } from "bun:test";
import { createHash, randomBytes } from "node:crypto";
import fc from "fast-check";
import { openDiskStore } from "../../../src/platform/files/disk.ts";
import { keepSmallFiles } from "../../../src/platform/files/small-files.ts";
import type { FileStore, OpenedFile } from "../../../src/platform/files/store.ts";
import { temporaryFolder } from "../../support/cleanup.ts";
import { openTestS3Store } from "../../support/s3.ts";

const adapters: { name: string; open(): Promise<FileStore> }[] = [
  { name: "disk", open: () => openDiskStore(temporaryFolder()) },
  {
    name: "disk, with small files in memory,",
    open: async () => keepSmallFiles(await openDiskStore(temporaryFolder())),
  },
  { name: "S3", open: openTestS3Store },
];

const mebibyte = 1024 * 1024;

function sha256(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("hex");
}

function streamOf(...chunks: Uint8Array[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(chunk);
      controller.close();
    },
  });
}

async function opened(store: FileStore, key: string): Promise<OpenedFile> {
  const file = await store.open(key);
  if (!file) throw new Error(`Nothing stands under ${key}.`);
  return file;
}

async function bytesOf(file: OpenedFile, start = 0, end = file.sizeBytes): Promise<Uint8Array> {
  return new Response(file.slice(start, end)).bytes();
}

describe.each(adapters)("the $name store", ({ open }) => {
  test("gives back what was put, with its size and SHA-256, however it is cut", async () => {
    const store = await open();
    const chunk = fc.uint8Array({ maxLength: 300 });
    await fc.assert(
      fc.asyncProperty(fc.array(chunk, { maxLength: 20 }), async (chunks) => {
        const whole = Buffer.concat(chunks);
        const stored = await store.put(streamOf(...chunks));
        expect(stored).toEqual({ key: stored.key, sizeBytes: whole.length, sha256: sha256(whole) });
        const file = await opened(store, stored.key);
        expect(file.sizeBytes).toBe(whole.length);
        expect(await bytesOf(file)).toEqual(new Uint8Array(whole));
      }),
      { numRuns: 25 },
    );
  });

  test("stores an empty file", async () => {
    const store = await open();
    const { key, sizeBytes, sha256: hash } = await store.put(streamOf());
    expect([sizeBytes, hash]).toEqual([0, sha256(new Uint8Array())]);
    expect(await bytesOf(await opened(store, key))).toEqual(new Uint8Array());
  });

  test("gives back any range", async () => {
    const store = await open();
    const whole = new Uint8Array(randomBytes(200_000));
    const file = await opened(store, (await store.put(streamOf(whole))).key);
    const edges = [0, 1, 65_535, 65_536, 131_073, 199_999, 200_000];
    for (const start of edges) {
      for (const end of edges.filter((edge) => edge >= start)) {
        expect(await bytesOf(file, start, end)).toEqual(whole.slice(start, end));
      }
    }
  });

  test("serves as the body of an HTTP answer, whole and in part", async () => {
    const store = await open();
    const whole = new Uint8Array(randomBytes(3 * mebibyte));
    const file = await opened(store, (await store.put(streamOf(whole))).key);
    const server = Bun.serve({
      port: 0,
      fetch: (request) => new Response(file.slice(request.url.endsWith("/part") ? mebibyte : 0, file.sizeBytes)),
    });
    try {
      expect(await (await fetch(new URL("/whole", server.url))).bytes()).toEqual(whole);
      expect(await (await fetch(new URL("/part", server.url))).bytes()).toEqual(whole.slice(mebibyte));
    } finally {
      await server.stop(true);
    }
  });

  test("deletes one file and no other; deleting again is no error", async () => {
    const store = await open();
    const [kept, gone] = [
      await store.put(streamOf(Buffer.from("kept"))),
      await store.put(streamOf(Buffer.from("gone"))),
    ];
    await store.delete(gone.key);
    await store.delete(gone.key);
    expect(await store.open(gone.key)).toBeNull();
    expect(await bytesOf(await opened(store, kept.key))).toEqual(new Uint8Array(Buffer.from("kept")));
  });

  test("finds nothing under a key that it never gave out", async () => {
    const store = await open();
    const { key } = await store.put(streamOf(Buffer.from("content")));
    for (const other of [
      "",
      ".",
      "..",
      "/etc/passwd",
      `../${key}`,
      `${key}/`,
      `${key}\0`,
      key.toUpperCase(),
      "0".repeat(32),
    ]) {
      if (other === key) continue;
      expect(await store.open(other)).toBeNull();
      await store.delete(other);
    }
    expect(await store.open(key)).not.toBeNull();
  });

  test("rejects with the error of a content that fails on its way", async () => {
    const store = await open();
    const failure = new Error("The customer has gone.");
    let pulls = 0;
    const content = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (++pulls > 20) controller.error(failure);
        else controller.enqueue(new Uint8Array(65_536));
      },
    });
    expect(await store.put(content).catch((error: unknown) => error)).toBe(failure);
  });

  test("keeps files apart that are put at the same time", async () => {
    const store = await open();
    const contents = Array.from({ length: 24 }, (_, index) => new Uint8Array(100_000 + index).fill(index));
    const stored = await Promise.all(
      contents.map((content) => store.put(streamOf(content.subarray(0, 50_000), content.subarray(50_000)))),
    );
    expect(new Set(stored.map(({ key }) => key)).size).toBe(contents.length);
    for (const [index, { key, sha256: hash }] of stored.entries()) {
      expect(hash).toBe(sha256(contents[index] as Uint8Array));
      expect(await bytesOf(await opened(store, key))).toEqual(contents[index] as Uint8Array);
    }
  });

  test("stores 200 MiB without holding them in memory", async () => {
    const store = await open();
    const total = 200 * mebibyte;
    const size = 256 * 1024;
    let [produced, peak] = [0, 0];
    Bun.gc(true);
    const before = process.memoryUsage.rss();
    const content = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          if (produced === total) return controller.close();
          controller.enqueue(new Uint8Array(size).fill(produced / size));
          produced += size;
          // What is held, without what waits to be collected: other tests have filled the same process.
          if (produced % (16 * mebibyte) !== 0) return;
          Bun.gc(true);
          peak = Math.max(peak, process.memoryUsage.rss());
        },
      },
      { highWaterMark: 0 },
    );
    const { key, sizeBytes } = await store.put(content);
    expect(sizeBytes).toBe(total);
    expect((peak - before) / mebibyte).toBeLessThan(120);
    await store.delete(key);
  });

  test("checks that it can be written", async () => {
    const store = await open();
    await store.check();
    await store.check();
  });
});

test("those who ask at once for a small file that nobody has asked for yet share one read", async () => {
  const disk = await openDiskStore(temporaryFolder());
  let opens = 0;
  const store = keepSmallFiles({
    ...disk,
    open(key) {
      opens++;
      return disk.open(key);
    },
  });
  const { key } = await store.put(streamOf(Buffer.from("a map")));
  const files = await Promise.all(Array.from({ length: 50 }, () => opened(store, key)));
  for (const file of files) expect(Buffer.from(await bytesOf(file)).toString()).toBe("a map");
  expect(opens).toBe(1);
  expect(await Promise.all([store.open("0".repeat(key.length)), store.open("0".repeat(key.length))])).toEqual([
    null,
    null,
  ]);
});
