import { beforeAll, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { truncate } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { databasesUnderTest } from "../../support/databases.ts";
import { curl, storedBytes } from "../../support/files.ts";
import { type ServiceProcess, startProcess, until } from "../../support/service.ts";
import { v3 } from "../../support/v3.ts";

const sizeBytes = 300_000_000;

/** What the server may take on top while it receives, in bytes: half of what it would take to hold it. */
const headroom = sizeBytes / 2;

// How bytes travel has nothing to do with the database.
describe.each(databasesUnderTest.slice(0, 1))("an upload of 300 MB", ({ create }) => {
  let service: ServiceProcess;
  let path: string;
  let sha256: string;

  const memory = (field: "VmRSS" | "VmHWM") => {
    const status = readFileSync(`/proc/${service.process.pid}/status`, "utf8");
    return Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1]) * 1024;
  };

  beforeAll(async () => {
    service = await startProcess({ database: await create() });
    path = join(service.folder, "large.bin");
    await Bun.write(path, "Waybill");
    await truncate(path, sizeBytes);
    const hash = new Bun.CryptoHasher("sha256");
    for await (const chunk of Bun.file(path).stream()) hash.update(chunk);
    sha256 = hash.digest("hex");
  });

  test.each([
    ["in a form", () => ["-F", `file=@${path}`, `${service.url}/api/v3/files`]],
    ["as a raw body", () => ["-X", "POST", "-T", path, `${service.url}/api/v3/files?filename=large.bin`]],
  ])("arrives %s in bounded memory", async (_way, words) => {
    const before = memory("VmRSS");
    const { file } = JSON.parse(await curl(service, ...words()));
    expect([file.size_bytes, file.sha256]).toEqual([sizeBytes, sha256]);
    expect(memory("VmHWM") - before).toBeLessThan(headroom);
  });

  const formHead = '--X\r\nContent-Disposition: form-data; name="file"; filename="cut.bin"\r\n\r\n';
  test.each([
    ["a form", "files", `Content-Type: multipart/form-data; boundary=X\r\nContent-Length: ${sizeBytes}`, formHead],
    ["a raw body", "files?filename=cut.bin", `Content-Length: ${sizeBytes}`, ""],
  ])("that breaks off leaves nothing: %s", async (_way, path, headers, head) => {
    const { key, token } = service.credentials;
    const before = [storedBytes(service).length, (await v3(service, "GET", "files")).body.total];
    const socket = connect(service.port, "127.0.0.1");
    const authorization = `Authorization: Basic ${btoa(`${key}:${token}`)}`;
    socket.write(`POST /api/v3/${path} HTTP/1.1\r\nHost: localhost\r\n${authorization}\r\n${headers}\r\n\r\n${head}`);
    socket.write(new Uint8Array(5_000_000));
    await until("the file is being written", () => storedBytes(service).length === (before[0] ?? 0) + 1);
    socket.destroy();
    await until("it is gone", () => storedBytes(service).length === before[0]);
    expect((await v3(service, "GET", "files")).body.total).toBe(before[1]);
    expect(service.output.stderr).not.toContain('"level":"error"');
  });
});
