import { beforeAll, describe, expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { afterTests } from "../../support/cleanup.ts";
import { orderFiles } from "../../support/downloads.ts";
import { startS3 } from "../../support/s3.ts";
import { type ServiceProcess, startProcess, until } from "../../support/service.ts";
import { createSqlite } from "../../support/sqlite.ts";

const mebibyte = 1024 ** 2;
const size = 200 * mebibyte;

/** Bytes of memory of the server's process: `VmRSS` now, `VmHWM` at most so far. */
function memory(service: ServiceProcess, field: "VmRSS" | "VmHWM"): number {
  const status = readFileSync(`/proc/${service.process.pid}/status`, "utf8");
  return Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1]) * 1024;
}

/** Asks for `path`, takes what comes first, and then reads no further. Null if it should ask again later. */
function slowReader(service: ServiceProcess, path: string): Promise<Socket | null> {
  return new Promise((resolve, reject) => {
    const socket = connect(service.port, "127.0.0.1");
    afterTests(() => void socket.destroy());
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    socket.once("data", (data) => {
      socket.pause();
      if (/^HTTP\/1.1 200 /.test(String(data))) return resolve(socket);
      socket.destroy();
      if (/^HTTP\/1.1 503 .*^retry-after: \d/ims.test(String(data))) resolve(null);
      else reject(new Error(String(data)));
    });
    socket.once("error", reject);
  });
}

/** Downloads `path`, or a part of it: the status and the bytes that came. */
function download(service: ServiceProcess, path: string, ...more: string[]): Promise<string> {
  const words = ["-s", "-o", "/dev/null", "-w", "%{http_code} %{size_download}", ...more, service.url + path];
  return new Response(Bun.spawn(["curl", ...words], { stdin: "ignore" }).stdout).text();
}

describe("a file of 200 MiB in an S3 store", () => {
  let service: ServiceProcess;
  let link: string;

  beforeAll(async () => {
    const s3 = await startS3();
    service = await startProcess({ database: await createSqlite(), environment: s3.settings() });
    const files = { "film.mkv": randomBytes(size) };
    link = (await orderFiles(service, files, "<download_limit>1000</download_limit>")).files[0] ?? "";
    await service.stop();
    service = await service.restart();
  });

  test("is delivered whole in bounded memory, also to 300 customers who read no further", async () => {
    // As many bytes in parts: what waits to be collected is there in both.
    for (let part = 0; part < 10; part++) {
      expect(await download(service, link, "-r", `0-${size / 10 - 1}`)).toBe(`206 ${size / 10}`);
    }
    const before = memory(service, "VmHWM");
    expect(await download(service, link)).toBe(`200 ${size}`);
    expect(memory(service, "VmHWM") - before).toBeLessThan(size / 2);

    // Some may be told to come again, because this machine's store is slow when many ask at once.
    const readers: Socket[] = [];
    await until(
      "all of them have begun",
      async () => {
        const some = Array.from({ length: Math.min(20, 300 - readers.length) }, () => slowReader(service, link));
        readers.push(...(await Promise.all(some)).filter((reader) => reader !== null));
        return readers.length === 300;
      },
      240_000,
    );
    const samples: number[] = [];
    await until("the server's memory has settled", () => {
      samples.push(memory(service, "VmRSS"));
      const last = samples.slice(-15);
      return last.length === 15 && Math.max(...last) - (last[0] ?? 0) < mebibyte;
    });
    // A hundredth of the file for each.
    expect(memory(service, "VmHWM") - before).toBeLessThan(readers.length * (size / 100));
    expect((await service.api("/api/account")).status).toBe(200);
    for (const reader of readers) reader.destroy();
    expect((await service.get(link, { headers: { range: "bytes=0-9" } })).status).toBe(206);
  }, 400_000);
});
