import { describe, expect, test } from "bun:test";
import { databasesUnderTest } from "../../support/databases.ts";
import { uploadRaw } from "../../support/files.ts";
import { addKeys, sendOrder } from "../../support/keys.ts";
import { makeProduct } from "../../support/products.ts";
import { startService } from "../../support/service.ts";
import { v3 } from "../../support/v3.ts";

describe.each(databasesUnderTest)("on $name, the log", ({ create }) => {
  test("has each question for updates, and neither the license key nor the update address", async () => {
    const service = await startService({ database: await create(), environment: { WAYBILL_LOG: "trace" } });
    const { id: file } = await uploadRaw(service, "app.dmg", "0123456789");
    const product = await makeProduct(service, { item_assets: [file], updates: "licensed" });
    await v3(service, "PUT", `products/${product.id}/files/${file}/versions/1`, { version: "1.0", platform: "any" });
    const key = "LOGGED-NOWHERE-0001";
    await addKeys(service, product.id, [key]);
    await sendOrder(service, { [product.sku]: 1 });
    const path = new URL(product.update_url ?? "").pathname;
    const guid = path.replace("/updates/", "");

    const ask = async (asked: string, bearer: string, method = "GET") =>
      (await service.get(asked, { method, headers: { authorization: `Bearer ${bearer}` } })).status;
    const answered = [
      await ask(`${path}/latest.json`, key),
      await ask(`${path}/files/${file}-1/app.dmg`, key),
      await ask(`${path}/latest.json`, `${key}-UNKNOWN`),
      await ask(`${path}/latest.json`, key, "POST"),
      await ask(`${path}/latest.json?platform=${key}`, key),
      await ask(`/%75pdates/${guid}/latest.json`, key),
      await ask(`/updates//${guid}/latest.json`, key),
    ];
    expect(answered.slice(0, 5)).toEqual([200, 200, 401, 405, 422]);
    expect(await service.stop()).toBe(0);

    const { stdout, stderr } = service.output;
    const paths = stderr
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line).path)
      .filter((logged) => /updates/i.test(logged ?? ""));
    expect(paths).toHaveLength(answered.length);
    expect(paths.slice(0, 2)).toEqual(["/updates/…/latest.json", `/updates/…/files/${file}-1/app.dmg`]);
    expect({ key: (stdout + stderr).includes(key), guid: (stdout + stderr).includes(guid) }).toEqual({
      key: false,
      guid: false,
    });
    expect(guid).toMatch(/^[\w-]{22,}$/);
  });
});
