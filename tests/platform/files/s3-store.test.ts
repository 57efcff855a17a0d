import { describe, expect, test } from "bun:test";
import { openS3 } from "../../../src/platform/files/s3.ts";
import { FilesUnreachable } from "../../../src/platform/files/store.ts";
import { temporaryFolder } from "../../support/cleanup.ts";
import { addressIn, startS3 } from "../../support/s3.ts";
import { runWaybill } from "../../support/service.ts";
import { startTcpGate } from "../../support/tcp-gate.ts";

const mebibyte = 1024 ** 2;
const limits = { largestFile: mebibyte };

/** A content of so many MiB, which then does what `end` says. */
function megabytes(count: number, end: (controller: ReadableStreamDefaultController<Uint8Array>) => void) {
  let produced = 0;
  return new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        if (produced++ < count) controller.enqueue(new Uint8Array(mebibyte).fill(produced));
        else end(controller);
      },
    },
    { highWaterMark: 0 },
  );
}

const s3 = await startS3();
const { hostname, port } = new URL(s3.endpoint);

const openStore = async (prefix: string, port?: number) => (await openS3(addressIn(s3, prefix, port), limits)).store;

/** What is stored below the prefix, but for what checks write. */
async function stored(prefix: string) {
  const { objects, uploads } = await s3.contents();
  const isHere = ({ key }: { key: string }) => key.startsWith(`${prefix}/`) && key !== `${prefix}/check`;
  return { objects: objects.filter(isHere), uploads: uploads.filter(isHere) };
}

async function withGate(prefix: string) {
  const gate = await startTcpGate({ hostname, port: Number(port) });
  return { gate, store: await openStore(prefix, gate.port) };
}

/** What it threw. */
const failure = (work: Promise<unknown>) => work.catch((thrown: unknown) => thrown);

describe("the S3 store", () => {
  test("stores nothing and leaves no part behind when a content of several parts fails", async () => {
    const store = await openStore("failing");
    const gone = new Error("The customer has gone.");
    expect(await failure(store.put(megabytes(30, (content) => content.error(gone))))).toBe(gone);
    expect(await stored("failing")).toEqual({ objects: [], uploads: [] });
  });

  test("reads no further while the store takes nothing, and stops the content when it gives up", async () => {
    const { gate, store } = await withGate("gone");
    let [pulled, canceled] = [0, false];
    const content = new ReadableStream<Uint8Array>(
      {
        async pull(controller) {
          pulled += 1;
          if (pulled === 10) await gate.close();
          controller.enqueue(new Uint8Array(mebibyte));
        },
        cancel() {
          canceled = true;
        },
      },
      { highWaterMark: 0 },
    );
    expect(await failure(store.put(content))).toBeInstanceOf(FilesUnreachable);
    expect(canceled).toBe(true);
    expect(pulled).toBeLessThan(30);
    expect((await stored("gone")).objects).toEqual([]);
    await gate.open();
    const { key } = await store.put(megabytes(1, (content) => content.close()));
    expect((await store.open(key))?.sizeBytes).toBe(mebibyte);
  });

  // Minutes for each would be longer than a test may take.
  test("throws soon, and not after minutes, while the store cannot be reached, and works again at once when it is back", async () => {
    const { gate, store } = await withGate("back");
    const { key } = await store.put(new Blob(["content"]).stream());
    await gate.close();
    for (const work of [() => store.open(key), () => store.check(), () => store.put(new Blob(["more"]).stream())]) {
      expect(await failure(work())).toBeInstanceOf(FilesUnreachable);
    }
    await gate.open();
    expect(await new Response((await store.open(key))?.slice(0, 7)).text()).toBe("content");

    gate.silence();
    expect(await failure(store.open(key))).toBeInstanceOf(FilesUnreachable);
    gate.speak();
    expect((await store.open(key))?.sizeBytes).toBe(7);
  });

  test("goes on reading when a connection breaks off in the middle of an answer", async () => {
    const direct = await openStore("broken");
    const { key } = await direct.put(megabytes(3, (content) => content.close()));
    const gate = await startTcpGate({ hostname, port: Number(port) });
    const store = await openStore("broken", gate.port);
    const reader = (await store.open(key))?.slice(0, 3 * mebibyte) as ReadableStream<Uint8Array>;
    let received = 0;
    for await (const chunk of reader) {
      received += chunk.byteLength;
      gate.speak();
    }
    expect(received).toBe(3 * mebibyte);
  });

  test("a missing bucket is not a missing file", async () => {
    const address = { ...addressIn(s3, "any"), bucket: "another" };
    expect(await failure(openS3(address, limits))).toBeInstanceOf(FilesUnreachable);
  });
});

describe("a store that cannot be used stops the start in one line", () => {
  test.each([
    ["cannot be reached", { WAYBILL_FILES: "s3://files/shop?endpoint=http://127.0.0.1:9" }],
    ["rejects the credentials", { AWS_SECRET_ACCESS_KEY: "hunter22" }],
    ["has no such bucket", { WAYBILL_FILES: `s3://other/shop?endpoint=${s3.endpoint}` }],
  ])("because it %s", async (_what, changed) => {
    const folder = temporaryFolder();
    const environment: Record<string, string> = { WAYBILL_DATA: folder, ...s3.settings(), ...changed };
    const start = await runWaybill(["serve"], environment, folder);
    expect(start).toMatchObject({ status: 1, stdout: "" });
    expect(start.stderr).toMatch(/^WAYBILL_FILES: s3:\/\/\w+\/shop\/ cannot be used: [^\n]+\n$/);
    expect(start.stderr).not.toContain("hunter22");
    expect(start.stderr).not.toContain(s3.credentials.secretAccessKey);
  });
});
