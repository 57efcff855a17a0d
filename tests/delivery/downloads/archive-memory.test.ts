import { expect, test } from "bun:test";
import { join } from "node:path";
import { temporaryFolder } from "../../support/cleanup.ts";
import { sha256 } from "../../support/files.ts";
import { type ServiceProcess, startProcess } from "../../support/service.ts";
import { createSqlite } from "../../support/sqlite.ts";
import { addItem } from "../../support/store.ts";
import { v3 } from "../../support/v3.ts";

/** An order of one product with these files. */
async function orderOf(service: ServiceProcess, files: Record<string, Uint8Array>) {
  const { sku } = await addItem(service, crypto.randomUUID(), files);
  const { body } = await v3(service, "POST", "orders", { email: "ann@example.com", order_items: [{ sku }] });
  return { path: new URL(body.order.download_url).pathname };
}

test("a slow client of a large archive holds no memory, and the archive is whole", async () => {
  const service = await startProcess({ database: await createSqlite() });
  const counting = new Uint8Array(Uint32Array.from({ length: 15_000_000 }, (_, number) => number).buffer);
  const path = join(temporaryFolder(), "all.zip");
  const memory = async () => {
    const status = await Bun.file(`/proc/${service.process.pid}/status`).text();
    return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024;
  };
  /** Writes the order's archive to `path`, and resolves with the most bytes of memory that were in use meanwhile. */
  const download = async ({ path: link }: { path: string }) => {
    const response = await service.get(`${link}/all.zip`);
    const sink = Bun.file(path).writer();
    let most = 0;
    for await (const piece of response.body ?? []) {
      await sink.write(piece);
      most = Math.max(most, await memory());
    }
    await sink.end();
    return most;
  };
  const short = await orderOf(service, {
    "one.bin": new Uint8Array(6_000_000),
    "two.bin": counting.slice(0, 6_000_000),
  });
  const order = await orderOf(service, { "one.bin": new Uint8Array(60_000_000), "two.bin": counting });
  // As many bytes in all: what waits to be collected is there in both.
  let most = 0;
  for (let round = 0; round < 10; round++) most = Math.max(most, await download(short));
  expect((await download(order)) - most).toBeLessThan(60_000_000);
  const child = Bun.spawn(["unzip", "-tq", path], { stdout: "pipe" });
  expect(await new Response(child.stdout).text()).toContain("No errors detected");
  const second = Bun.spawn(["unzip", "-p", path, "two.bin"], { stdout: "pipe" });
  expect(sha256(await new Response(second.stdout).bytes())).toBe(sha256(counting));
});
