import { describe, expect, test } from "bun:test";
import { anyDatabase } from "../../support/databases.ts";
import { uploadRaw } from "../../support/files.ts";
import { makeProduct, readProduct, send } from "../../support/products.ts";

const content = "0123456789abcdef";

describe.each(anyDatabase)("on $name, several ranges of an update", async ({ makeStore }) => {
  const store = await makeStore();
  const { id: file } = await uploadRaw(store, "app.zip", content);
  const product = await makeProduct(store, { item_assets: [file], updates: "open" });
  const said = { version: "1.0.0", platform: "mac-arm64" };
  await send(store, "PUT", `products/${product.id}/files/${file}/versions/1`, said);
  const path = `${new URL(product.update_url ?? "").pathname}/files/${file}-1/app.zip`;
  const ask = (range: string) => store.get(path, { headers: { range } });
  const counted = async () => (await readProduct(store, product.id)).download_count;

  test("come in parts, and count once", async () => {
    const before = await counted();
    const answer = await ask("bytes=0-2, 4-4,-2");
    const [type, boundary] = (answer.headers.get("content-type") ?? "").split("; boundary=");
    expect([answer.status, type]).toEqual([206, "multipart/byteranges"]);
    expect(answer.headers.get("content-range")).toBeNull();
    const part = (range: string, bytes: string) =>
      `\r\n--${boundary}\r\nContent-Type: application/zip\r\nContent-Range: bytes ${range}/16\r\n\r\n${bytes}`;
    const parts = `${part("0-2", "012")}${part("4-4", "4")}${part("14-15", "ef")}\r\n--${boundary}--\r\n`;
    expect(await answer.text()).toBe(parts);
    for (const range of ["bytes=3-4,8-9", "bytes=5-6, 20-30, 10-11"]) expect((await ask(range)).status).toBe(206);
    expect(await counted()).toBe(before + 1);
  });

  test("that overlap, go back or are too many get the whole file", async () => {
    const many = `bytes=${Array.from({ length: 1_001 }, (_, index) => `${index}-${index}`).join(",")}`;
    for (const range of ["bytes=0-4,4-5", "bytes=4-5,0-1", "bytes=0-,0-,0-", "bytes=-16,-16", many]) {
      const answer = await ask(range);
      expect([range, answer.status, await answer.text()]).toEqual([range, 200, content]);
    }
  });

  test("that leave one are that one", async () => {
    for (const range of ["bytes=2-4,90-99", "bytes=2-4,,"]) {
      const answer = await ask(range);
      expect([range, answer.status, answer.headers.get("content-range")]).toEqual([range, 206, "bytes 2-4/16"]);
      expect(await answer.text()).toBe("234");
    }
    expect((await ask("bytes=90-91,99-100")).status).toBe(416);
  });
});
