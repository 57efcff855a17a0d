import { beforeAll, describe, expect, test } from "bun:test";
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { databasesUnderTest } from "../../support/databases.ts";
import { orderItem } from "../../support/downloads.ts";
import { sha256, storedBytes, uploadRaw } from "../../support/files.ts";
import { startService, until } from "../../support/service.ts";
import type { SharedStore } from "../../support/shared-service.ts";
import { v3 } from "../../support/v3.ts";

describe.each(databasesUnderTest)("on $name", ({ create, makeStore }) => {
  let service: SharedStore;

  beforeAll(async () => {
    service = await makeStore();
  });

  /** Where the store keeps the file of this content. */
  function bytesOf(service: Pick<SharedStore, "folder">, content: string | Uint8Array): string {
    const path = storedBytes(service).find((path) => sha256(readFileSync(path)) === sha256(content));
    if (!path) throw new Error("The store has no file of this content.");
    return path;
  }

  /** A product with these files, ordered once. */
  async function order(sku: string, fileIds: number[]) {
    const { body } = await v3(service, "POST", "products", { sku, name: `Item ${sku}`, item_assets: fileIds });
    const { id, permalink, files } = body.product;
    const ordered = await orderItem(service, { sku, guid: "", permalink, files });
    return { ...ordered, id: id as number };
  }

  test("a file without a product is deleted with its bytes, once", async () => {
    const { id } = await uploadRaw(service, "unused.txt", "unused");
    const bytes = bytesOf(service, "unused");
    expect(existsSync(bytes)).toBe(true);
    expect((await v3(service, "DELETE", `files/${id}`)).status).toBe(204);
    expect((await v3(service, "GET", `files/${id}`)).status).toBe(404);
    expect((await v3(service, "DELETE", `files/${id}`)).status).toBe(404);
    expect((await v3(service, "GET", "files?q=unused")).body.total).toBe(0);
    await until("the bytes are removed", () => !existsSync(bytes));
  });

  test("bytes that cannot be removed hold up no others, are logged, and are tried again", async () => {
    const service = await startService({ database: await create() });
    const [stuck, free] = [
      await uploadRaw(service, "stuck.txt", "stuck"),
      await uploadRaw(service, "free.txt", "free"),
    ];
    const [stuckBytes, freeBytes] = [bytesOf(service, "stuck"), bytesOf(service, "free")];
    rmSync(stuckBytes);
    mkdirSync(stuckBytes);
    for (const { id } of [stuck, free]) expect((await v3(service, "DELETE", `files/${id}`)).status).toBe(204);
    await until("the other file's bytes are removed", () => !existsSync(freeBytes));
    await until("the log names them", () =>
      service.output.stderr.includes("could not remove the content of deleted files"),
    );
    rmdirSync(stuckBytes);
    writeFileSync(stuckBytes, "stuck");
    await until("they are removed", () => !existsSync(stuckBytes));
  });

  test("a file that products have is not deleted by accident, and the refusal names them", async () => {
    const { id } = await uploadRaw(service, "used.txt", "used");
    const first = await order("USED 1", [id]);
    await order("USED 2", [id]);
    const refused = await v3(service, "DELETE", `files/${id}`);
    expect(refused.status).toBe(409);
    expect(refused.body.detail).toContain("Item USED 1 (SKU USED 1), Item USED 2 (SKU USED 2)");
    expect((await v3(service, "DELETE", `files/${id}?force=false`)).status).toBe(409);
    expect(await (await service.get(first.files[0] ?? "")).text()).toBe("used");
  });

  test("force takes the file from its products and deletes it; what was downloaded stays recorded", async () => {
    const { id } = await uploadRaw(service, "forced.txt", "forced");
    const kept = await uploadRaw(service, "kept.txt", "kept");
    const product = await order("FORCED", [id, kept.id]);
    expect(await (await service.get(product.files[0] ?? "")).text()).toBe("forced");
    expect((await v3(service, "DELETE", `files/${id}?force=true`)).status).toBe(204);
    const { body } = await v3(service, "GET", `products/${product.id}`);
    expect(body.product.files.map((file: { id: number }) => file.id)).toEqual([kept.id]);
    expect((await service.get(product.files[0] ?? "")).status).toBe(404);
    expect(await (await service.get(product.files[1] ?? "")).text()).toBe("kept");
    const downloads = (await v3(service, "GET", `products/${product.id}/downloads`)).body.downloads;
    expect(downloads.map((download: { filename: string }) => download.filename)).toEqual(["kept.txt", "forced.txt"]);
    const again = await v3(service, "PUT", `products/${product.id}`, { item_assets: [id] });
    expect(again.status).toBe(422);
  });

  test("a file that is taken off its product is deleted when that is asked for, unless another product has it", async () => {
    const [alone, shared, kept] = await Promise.all(
      ["alone", "shared", "left"].map((name) => uploadRaw(service, `${name}.txt`, `${name} of a product`)),
    );
    const ids = [alone, shared, kept].map((file) => file?.id ?? 0);
    const { id } = await order("ALL", ids);
    await order("ONE", [shared?.id ?? 0]);
    const bytes = bytesOf(service, "alone of a product");
    const take = async (file: number, query = "") =>
      (await v3(service, "DELETE", `products/${id}/files/${file}${query}`)).status;
    const left = async () => Promise.all(ids.map(async (file) => (await v3(service, "GET", `files/${file}`)).status));
    for (const file of ids.slice(0, 2)) expect(await take(file, "?delete_unused=true")).toBe(204);
    expect(await take(kept?.id ?? 0)).toBe(204);
    expect(await left()).toEqual([404, 200, 200]);
    expect(await take(alone?.id ?? 0, "?delete_unused=true")).toBe(404);
    expect(await take(shared?.id ?? 0, "?delete_unused=perhaps")).toBe(422);
    await until("the bytes are removed", () => !existsSync(bytes));
  });

  test("a download that is running when its file is deleted ends well", async () => {
    const content = randomBytes(25_000_000);
    const { id } = await uploadRaw(service, "running.bin", content);
    const { link } = await order("RUNNING", [id]);
    const bytes = bytesOf(service, content);
    const socket = connect(service.port, "127.0.0.1");
    const chunks: Buffer[] = [];
    const started = new Promise<void>((resolve) =>
      socket.on("data", (data: Buffer) => resolve(void chunks.push(data))),
    );
    const ended = new Promise((resolve) => socket.once("close", resolve));
    socket.write(`GET ${link} HTTP/1.1\r\nHost: ${new URL(service.url).host}\r\nConnection: close\r\n\r\n`);
    await started;
    socket.pause();
    expect((await v3(service, "DELETE", `files/${id}?force=true`)).status).toBe(204);
    await until("the bytes are removed", () => !existsSync(bytes));
    socket.resume();
    await ended;
    const answer = Buffer.concat(chunks);
    expect(sha256(answer.subarray(answer.indexOf("\r\n\r\n") + 4))).toBe(sha256(content));
  });

  test("a file that takes another's place reaches past orders", async () => {
    const old = await uploadRaw(service, "map.txt", "old");
    const product = await order("REPLACED", [old.id]);
    expect(await (await service.get(product.link)).text()).toBe("old");
    const fresh = await uploadRaw(service, "map.txt", "new");
    expect((await v3(service, "PUT", `products/${product.id}`, { item_assets: [fresh.id] })).status).toBe(200);
    expect(await (await service.get(product.link)).text()).toBe("new");
    expect((await service.get(product.files[0] ?? "")).status).toBe(404);
    expect((await v3(service, "DELETE", `files/${old.id}`)).status).toBe(204);
  });
});
