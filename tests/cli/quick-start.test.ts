import { describe, expect, test } from "bun:test";
import { databasesUnderTest } from "../support/databases.ts";
import { startService } from "../support/service.ts";
import { addItem, createOrder } from "../support/store.ts";

describe.each(databasesUnderTest)("on $name", ({ create }) => {
  test("an item is ordered, mailed and downloaded, and the download is seen", async () => {
    const service = await startService({ database: await create() });
    await addItem(service, "HELLO", { "hello.txt": "Hello!" });
    const { id, links } = await createOrder(service, { skus: ["HELLO"] });
    expect(id).toBe("10000001");
    const file = await service.get(links[0] ?? "");
    expect(await file.text()).toBe("Hello!");
    const downloads = await (await service.api("/api/orders/10000001/downloads.xml")).text();
    expect(downloads).toContain("<item_sku>HELLO</item_sku>");
    expect(await service.stop()).toBe(0);
  });
});
