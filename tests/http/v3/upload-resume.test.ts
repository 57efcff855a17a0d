import { describe, expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { Upload } from "tus-js-client";
import { databasesUnderTest } from "../../support/databases.ts";
import { sha256 } from "../../support/files.ts";
import { type ServiceProcess, startProcess, until } from "../../support/service.ts";
import { beginUpload, offsetOf, patch, sendPart } from "../../support/uploads.ts";
import { v3 } from "../../support/v3.ts";

const mebibyte = 1024 ** 2;
const content = randomBytes(64 * mebibyte);

/** Resumes and ends an upload as a published client does; returns its path. */
function resumeWithClient(service: ServiceProcess, path: string | null): Promise<string> {
  const { key, token } = service.credentials;
  return new Promise((resolve, reject) => {
    const upload = new Upload(content, {
      endpoint: `${service.url}/api/v3/uploads`,
      uploadUrl: path && service.url + path,
      headers: { Authorization: `Basic ${btoa(`${key}:${token}`)}` },
      metadata: { filename: "film.mkv", filetype: "video/x-matroska" },
      chunkSize: 10 * mebibyte,
      retryDelays: null,
      onError: reject,
      onSuccess: () => resolve(new URL(upload.url ?? "").pathname),
    });
    upload.start();
  });
}

describe.each(databasesUnderTest)("on $name", ({ create, triesAll }) => {
  test("an upload cut by its client and then by the server's death is resumed and arrives whole", async () => {
    let service = await startProcess({ database: await create() });
    const path = await beginUpload(service, content.length, "film.mkv");

    const first = sendPart(service, path, { offset: 0, rest: content }, 20 * mebibyte);
    await until("bytes have arrived", async () => arrived(service, path, 1));
    first.cut();
    const resumed = await offsetOf(service, path);
    expect(resumed).toBeGreaterThan(0);
    expect(resumed).toBeLessThanOrEqual(20 * mebibyte);

    sendPart(service, path, { offset: resumed, rest: content.subarray(resumed) }, 20 * mebibyte);
    await until("more bytes have arrived", async () => arrived(service, path, resumed + 1));
    service.process.kill("SIGKILL");
    await service.process.exited;
    service = await service.restart();
    const afterDeath = await offsetOf(service, path);
    expect(afterDeath).toBeGreaterThan(resumed);
    expect(afterDeath).toBeLessThanOrEqual(resumed + 20 * mebibyte);

    expect(await resumeWithClient(service, path)).toBe(path);
    const { upload } = (await v3(service, "GET", path.replace("/api/v3/", ""))).body;
    expect([upload.file.size_bytes, upload.file.sha256]).toEqual([content.length, sha256(content)]);
    expect((await v3(service, "GET", "files")).body.total).toBe(1);

    const whole = await resumeWithClient(service, null);
    expect((await v3(service, "GET", whole.replace("/api/v3/", ""))).body.upload.file).toMatchObject({
      filename: "film.mkv",
      content_type: "video/x-matroska",
      sha256: sha256(content),
    });
  });

  test.if(triesAll)("a client that has lost its connection unnoticed takes the upload over at once", async () => {
    const service = await startProcess({ database: await create() });
    const path = await beginUpload(service, 10 * mebibyte);
    const rest = content.subarray(0, 10 * mebibyte);
    const silent = sendPart(service, path, { offset: 0, rest }, mebibyte);
    await until("bytes have arrived", async () => arrived(service, path, mebibyte));
    const offset = await offsetOf(service, path);
    expect(offset).toBe(mebibyte);
    expect((await patch(service, path, { offset, bytes: rest.subarray(offset) })).headers.has("waybill-file-id")).toBe(
      true,
    );
    silent.cut();
  });

  test.if(triesAll)(
    "a server that is asked to stop does not wait for a client that sends no more, and keeps what it sent",
    async () => {
      const service = await startProcess({ database: await create() });
      const path = await beginUpload(service, content.length, "film.mkv");
      const slow = sendPart(service, path, { offset: 0, rest: content }, mebibyte);
      await until("bytes have arrived", async () => arrived(service, path, mebibyte));
      expect(await service.stop()).toBe(0);
      expect(service.output.stderr).not.toContain("stopped without waiting for unfinished work");
      slow.cut();
      const again = await service.restart();
      expect(await offsetOf(again, path)).toBe(mebibyte);
      expect(await resumeWithClient(again, path)).toBe(path);
    },
  );
});

/** As the upload itself says, which disturbs nobody who is sending. */
async function arrived(service: ServiceProcess, path: string, least: number): Promise<boolean> {
  return (await v3(service, "GET", path.replace("/api/v3/", ""))).body.upload.offset >= least;
}
