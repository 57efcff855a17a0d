import { beforeAll, describe, expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { afterTests } from "./_cleanup.ts";
import { orderFiles } from "./_downloads.ts";
import { startS3 } from "./_s3.ts";
import { type Service, startService, until } from "./_service.ts";
import { createSqlite } from "./_sqlite.ts";

const mebibyte = 1024 ** 2;
const size = 200 * mebibyte;

/** Bytes of memory of the server's process. */
function memory(service: Service): number {
  const status = readFileSync(`/proc/${service.process.pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024;
}

/** Asks for `path`, takes what comes first, and then reads no further. */
function slowReader(service: Service, path: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(service.port, "127.0.0.1");
    afterTests(() => void socket.destroy());
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
    socket.once("data", (data) => {
      socket.pause();
      if (/^HTTP\/1.1 200 /.test(String(data))) resolve(socket);
      else reject(new Error(String(data)));
    });
    socket.once("error", reject);
  });
}

describe("a file of 200 MiB in an S3 store", () => {
  let service: Service;
  let link: string;

  beforeAll(async () => {
    const s3 = await startS3();
    service = await startService({ database: await createSqlite(), environment: s3.settings() });
    const files = { "film.mkv": randomBytes(size) };
    link = (await orderFiles(service, files, "<download_limit>1000</download_limit>")).files[0] ?? "";
    await service.stop();
    service = await service.restart();
  });

  test("is delivered whole in bounded memory, also to 300 customers who read no further", async () => {
    const before = memory(service);
    const what = "%{http_code} %{size_download}";
    const curl = Bun.spawn(["curl", "-s", "-o", "/dev/null", "-w", what, service.url + link]);
    expect(await new Response(curl.stdout).text()).toBe(`200 ${size}`);
    expect(memory(service) - before).toBeLessThan(150 * mebibyte);

    // They come a few at a time: of many at once some may be refused for a moment, if the store is slow.
    const readers: Socket[] = [];
    while (readers.length < 300) {
      readers.push(...(await Promise.all(Array.from({ length: 20 }, () => slowReader(service, link)))));
    }
    const samples: number[] = [];
    await until("the server's memory has settled", () => {
      samples.push(memory(service));
      const last = samples.slice(-15);
      return last.length === 15 && Math.max(...last) - (last[0] ?? 0) < mebibyte;
    });
    expect(memory(service) - before).toBeLessThan(600 * mebibyte);
    expect((await service.api("/api/account")).status).toBe(200);
    for (const reader of readers) reader.destroy();
    expect((await service.get(link, { headers: { range: "bytes=0-9" } })).status).toBe(206);
  });
});
