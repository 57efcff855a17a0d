import { describe, expect, test } from "bun:test";
import { databasesUnderTest } from "../../support/databases.ts";
import { makeProduct, type Product, readProduct, send, wrongFields } from "../../support/products.ts";
import { addItem, createOrder } from "../../support/store.ts";

describe.each(databasesUnderTest)("on $name", async ({ makeStore }) => {
  const service = await makeStore();

  test("the list is in the order of SKUs, in pages, and found by a beginning or exactly by its SKU", async () => {
    for (const sku of ["b-1", "B-2", "a%1", "c_1"]) await makeProduct(service, { sku, name: `Name of ${sku}` });
    await makeProduct(service, { sku: "z", name: "B-side" });
    const list = async (query: string) => {
      const { body } = await send<{ products: Product[]; total: number }>(service, "GET", `products${query}`);
      return [body.products.map(({ sku }) => sku), body.total];
    };
    expect(await list("")).toEqual([["B-2", "a%1", "b-1", "c_1", "z"], 5]);
    expect(await list("?page=2&page_size=2")).toEqual([["b-1", "c_1"], 5]);
    expect(await list("?page=0&page_size=1")).toEqual([["B-2"], 5]);
    expect(await list("?q=B-")).toEqual([["B-2", "b-1", "z"], 3]);
    expect(await list("?q=name+OF+a%25")).toEqual([["a%1"], 1]);
    expect(await list("?q=%25")).toEqual([[], 0]);
    expect(await list("?sku=b-1")).toEqual([["b-1"], 1]);
    expect(await list("?sku=b-1%E2%80%8B&archived=false")).toEqual([["b-1"], 1]);
    expect(await list("?sku=b-1&archived=true")).toEqual([[], 0]);
    for (const none of ["b", "B-1", "", "b-1%20"]) expect([none, await list(`?sku=${none}`)]).toEqual([none, [[], 0]]);
    // A parameter that the operation does not have is ignored.
    expect(await list("?skus=b-1")).toEqual(await list(""));
    expect((await send(service, "GET", "products?page_size=501")).status).toBe(422);
    expect((await send(service, "GET", "products?q=%01")).status).toBe(422);
  });

  test("words are found inside SKUs and names, in any order and without accents", async () => {
    const names = { HERB: "Hedgerow Herbarium", FREE: "Free sampler", "K-1": "Café music", SEEDS: "Seeds and hedges" };
    for (const [sku, name] of Object.entries(names)) await makeProduct(service, { sku, name });
    const found = async (q: string) =>
      (await send<{ products: Product[] }>(service, "GET", `products?q=${encodeURIComponent(q)}`)).body.products.map(
        ({ name }) => name,
      );
    expect(await found("herb")).toEqual(["Hedgerow Herbarium"]);
    expect(await found("arium")).toEqual(["Hedgerow Herbarium"]);
    expect(await found("sampler")).toEqual(["Free sampler"]);
    expect(await found("cafe")).toEqual(["Café music"]);
    expect(await found("MUSIC Cafe")).toEqual(["Café music"]);
    expect(await found("hedg")).toEqual(["Hedgerow Herbarium", "Seeds and hedges"]);
    // As they are typed where a keyboard lacks the letters.
    const northern = { NO: "Straße und Schlüssel", OE: "Sørensens kort", LO: "Łódź i Đakovo", AA: "Århus" };
    for (const [sku, name] of Object.entries(northern)) await makeProduct(service, { sku, name });
    for (const typed of ["SCHLUESSEL", "schlussel", "Schlüssel", "STRASSE", "straße", "strasse schluessel"])
      expect(await found(typed)).toEqual([northern.NO]);
    for (const typed of ["Sorensen", "SOERENSEN", "sørensen"]) expect(await found(typed)).toEqual([northern.OE]);
    for (const typed of ["lodz", "dakovo"]) expect(await found(typed)).toEqual([northern.LO]);
    for (const typed of ["arhus", "aarhus"]) expect(await found(typed)).toEqual([northern.AA]);
    expect(await found("strase")).toEqual([]);
    // Too short to be looked for inside words.
    expect(await found("ee")).toEqual([]);
    const asian = { JA: "北海道の地図", ZH: "地鐵詳圖", KO: "고해상도 배경화면" };
    for (const [sku, name] of Object.entries(asian)) await makeProduct(service, { sku, name });
    expect(await found("地図")).toEqual(["北海道の地図"]);
    expect(await found("배경")).toEqual(["고해상도 배경화면"]);
    expect(await found("地")).toEqual(["地鐵詳圖"]);
  });

  test("an archived product is left out when asked, and is still ordered and delivered", async () => {
    const { files } = await addItem(service, "OLD", { "old.txt": "still here" });
    const product = await makeProduct(service, { sku: "OLDER", name: "Older", item_assets: [files[0]?.id] });
    const put = (archived_at: string | null) =>
      send<{ product: Product }>(service, "PUT", `products/${product.id}`, { archived_at });
    const archivedAt = "2026-11-20T21:37:00+00:00";
    expect((await put(archivedAt)).body.product.archived_at).toBe(archivedAt);
    expect((await put("")).body.product.archived_at).toBe(archivedAt);
    const found = async (query: string) => {
      const { body } = await send<{ products: Product[] }>(service, "GET", `products?q=OLD&${query}`);
      return body.products.map(({ sku }) => sku);
    };
    expect(await found("")).toEqual(["OLD", "OLDER"]);
    expect(await found("archived=false")).toEqual(["OLD"]);
    expect(await found("archived=true")).toEqual(["OLDER"]);
    const { links } = await createOrder(service, { skus: ["OLDER"] });
    expect(await (await service.get(links[0] ?? "")).text()).toBe("still here");
    expect((await put(null)).body.product.archived_at).toBeNull();
    expect(wrongFields(await send(service, "PUT", `products/${product.id}`, { archived_at: "soon" }))).toEqual([
      "archived_at",
    ]);
  });

  test("a product that is deleted leaves its orders, and its recorded downloads stay", async () => {
    const product = await makeProduct(service, { item_urls: [{ url: "https://example.com/", name: "x" }] });
    const { id, links } = await createOrder(service, { skus: [product.sku] });
    expect((await service.get(links[0] ?? "")).status).toBe(302);
    expect((await send(service, "DELETE", `products/${product.id}`)).status).toBe(204);
    expect((await send(service, "DELETE", `products/${product.id}`)).status).toBe(404);
    expect((await service.get(links[0] ?? "")).status).toBe(404);
    const order = await send<{ order: { order_items: object[] } }>(service, "GET", `orders/${id}`);
    expect(order.body.order.order_items).toEqual([]);
    const { body } = await send<{ downloads: object[] }>(service, "GET", `orders/${id}/downloads`);
    expect(body.downloads).toMatchObject([{ product_sku: product.sku }]);
    expect((await makeProduct(service, { sku: product.sku })).id).not.toBe(product.id);
  });

  test("every wrong field is named at once, and nothing is changed", async () => {
    const wrong = {
      sku: "",
      name: "a\nb",
      price: -1,
      currency: "EURO",
      item_assets: "1",
      item_urls: [{ url: "https://ok.example" }, { url: "ftp://x", name: "\u0000" }, 7],
    };
    const refused = await send(service, "POST", "products", wrong);
    expect(refused).toMatchObject({ status: 422 });
    expect(refused.headers.get("content-type")).toBe("application/problem+json");
    expect(wrongFields(refused)).toEqual([
      "sku",
      "name",
      "price",
      "currency",
      "item_assets",
      "item_urls[1].url",
      "item_urls[1].name",
      "item_urls[2]",
    ]);
    expect(wrongFields(await send(service, "POST", "products", {}))).toEqual(["sku", "name"]);
    expect((await send(service, "POST", "products", "{")).status).toBe(400);
    const { id } = await makeProduct(service);
    const before = await readProduct(service, id);
    for (const fields of [{ sku: null }, { name: 7 }, { item_assets: [2 ** 60] }, { sku: "x".repeat(256) }]) {
      expect((await send(service, "PUT", `products/${id}`, { ...fields, currency: "JPY" })).status).toBe(422);
      expect(await readProduct(service, id)).toEqual(before);
    }
  });

  test.each(["products/0", "products/x", "products/99999999999999999999", "skuproducts/none", "skuproducts/%01"])(
    "GET %s is answered 404 with the product as null",
    async (path) => {
      expect(await send(service, "GET", path)).toMatchObject({ status: 404, body: { product: null } });
    },
  );
});
