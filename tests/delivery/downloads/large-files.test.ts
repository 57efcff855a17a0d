import { beforeAll, describe, expect, test } from "bun:test";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { open } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { afterTests } from "../../support/cleanup.ts";
import { databasesUnderTest } from "../../support/databases.ts";
import { fetched, orderFiles } from "../../support/downloads.ts";
import { type ServiceProcess, startProcess, until } from "../../support/service.ts";

const mebibyte = 1024 ** 2;
const gibibyte = 1024 ** 3;

/** What the server may take on top while it delivers, in bytes. */
const headroom = 150 * mebibyte;

/** Bytes of memory of the server's process: `VmRSS` now, `VmHWM` at most so far. */
function memory(service: ServiceProcess, field: "VmRSS" | "VmHWM"): number {
  const status = readFileSync(`/proc/${service.process.pid}/status`, "utf8");
  return Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1]) * 1024;
}

/** Waits until the server's memory grows no more, as its connections can take no more. */
async function settled(service: ServiceProcess): Promise<void> {
  const samples: number[] = [];
  await until("the server's memory has settled", () => {
    samples.push(memory(service, "VmRSS"));
    const last = samples.slice(-15);
    return last.length === 15 && Math.max(...last) - (last[0] ?? 0) < mebibyte;
  });
}

/**
 * Makes the stored file of `sizeBytes` grow to 3 GiB of nothing that take no room on the disk, with "here" in the
 * middle of it: to copy as much through `item add` would take half a minute.
 */
async function grow(service: ServiceProcess, sizeBytes: number): Promise<void> {
  const objects = join(service.folder, "files", "objects");
  const entries = readdirSync(objects, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const path = paths.find((path) => statSync(path).size === sizeBytes);
  if (!path) throw new Error("There is no such file in the store.");
  const file = await open(path, "r+");
  await file.truncate(3 * gibibyte);
  await file.write("here", 2.5 * gibibyte);
  await file.close();
}

/** Asks for `path`, takes what comes first, and then reads no further. */
function slowReader(service: ServiceProcess, path: string, headers = ""): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(service.port, "127.0.0.1");
    afterTests(() => void socket.destroy());
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n`);
    socket.once("data", (data) => {
      socket.pause();
      if (/^HTTP\/1.1 200 /.test(String(data))) resolve(socket);
      else reject(new Error(String(data)));
    });
    socket.once("error", reject);
  });
}

// How bytes travel has nothing to do with the database.
describe.each(databasesUnderTest.slice(0, 1))("a file of 3 GiB", ({ create }) => {
  let service: ServiceProcess;
  let link: string;

  beforeAll(async () => {
    service = await startProcess({ database: await create() });
    const sizeBytes = 4_567;
    const order = await orderFiles(
      service,
      { "film.mkv": new Uint8Array(sizeBytes) },
      "<download_limit>1000</download_limit>",
    );
    link = order.files[0] ?? "";
    await grow(service, sizeBytes);
  });

  test("is delivered whole, with its length, in bounded memory", async () => {
    const before = memory(service, "VmRSS");
    const what = "%{http_code} %{size_download} %header{content-length}";
    const curl = Bun.spawn(["curl", "-s", "-o", "/dev/null", "-w", what, service.url + link]);
    expect(await new Response(curl.stdout).text()).toBe("200 3221225472 3221225472");
    expect(memory(service, "VmHWM") - before).toBeLessThan(headroom);
  }, 300_000);

  test("gives the right bytes from its middle and its end", async () => {
    const middle = await fetched(service, link, { range: "bytes=2684354560-2684354563" });
    expect([middle.status, middle.body]).toEqual([206, "here"]);
    expect(middle.headers.get("content-range")).toBe("bytes 2684354560-2684354563/3221225472");
    const end = await fetched(service, link, { range: "bytes=-2" });
    expect(end.headers.get("content-range")).toBe("bytes 3221225470-3221225471/3221225472");
    expect(end.body).toBe("\0\0");
    expect((await fetched(service, link, { range: "bytes=3221225472-" })).status).toBe(416);
  });

  test("is read slowly by 200 customers at once in bounded memory", async () => {
    const before = memory(service, "VmRSS");
    const readers = await Promise.all(Array.from({ length: 200 }, () => slowReader(service, link)));
    await settled(service);
    expect((await service.api("/api/account")).status).toBe(200);
    expect(memory(service, "VmHWM") - before).toBeLessThan(headroom);
    for (const reader of readers) reader.destroy();
  });

  test("is sent whole in place of a range in bounded memory, also to slow readers", async () => {
    const before = memory(service, "VmRSS");
    const headers = 'Range: bytes=5-\r\nIf-Range: "other"\r\n';
    const readers = await Promise.all(Array.from({ length: 20 }, () => slowReader(service, link, headers)));
    await settled(service);
    expect((await service.api("/api/account")).status).toBe(200);
    expect(memory(service, "VmHWM") - before).toBeLessThan(headroom);
    for (const reader of readers) reader.destroy();
  });
});
