import { describe, expect, test } from "bun:test";
import { csvLines, importCsv } from "../../support/csv.ts";
import { databasesUnderTest } from "../../support/databases.ts";
import { makeProduct, type Product, readProduct, send, wrongFields } from "../../support/products.ts";
import { addItem, createOrder } from "../../support/store.ts";

const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/);

describe.each(databasesUnderTest)("on $name", async ({ makeStore }) => {
  const service = await makeStore();
  const read = async (path: string) => (await send<{ product: Product }>(service, "GET", path)).body.product;

  test("a new product is answered with every field, and is found by its id and its SKU", async () => {
    const [file] = (await addItem(service, "WITH-FILE", { "a b.txt": "12345" })).files;
    const sent = {
      sku: "MAP 1",
      name: "Map",
      price: "9.50",
      currency: "eur",
      item_assets: [file?.id],
      item_urls: [{ url: "https://example.com/a?b=c", name: "Online" }],
    };
    const answer = await send<{ product: Product }>(service, "POST", "products", { product: sent });
    expect(answer.status).toBe(201);
    const { product } = answer.body;
    const guid = product.permalink.replace("/permalink/", "");
    expect(product).toEqual({
      id: expect.any(Number),
      sku: "MAP 1",
      name: "Map",
      price: 9.5,
      currency: "EUR",
      orders_count: 0,
      download_count: 0,
      created_at: instant,
      item_urls: [
        {
          id: expect.any(Number),
          url: "https://example.com/a?b=c",
          name: "Online",
          download_count: 0,
          created_at: instant,
        },
      ],
      files: [
        {
          id: file?.id ?? 0,
          filename: "a b.txt",
          size_bytes: 5,
          content_type: expect.stringContaining("text/plain"),
          sha256: new Bun.CryptoHasher("sha256").update("12345").digest("hex"),
          permalink: `/permalink/${guid}/${file?.id}/a%20b.txt`,
          created_at: instant,
          updated_at: null,
          version: 1,
          version_note: null,
        },
      ],
      cover_url: null,
      permalink: expect.stringMatching(/^\/permalink\/[\w-]{22,}$/),
      permalink_enabled: true,
      archived_at: null,
      order_expiration_in_hours: null,
      expires_from: "order",
      download_limit: null,
      large_file_bytes: null,
      large_file_download_limit: null,
      device_limit: null,
      updates_for_days: null,
      license_source: "pool",
      license_pattern: null,
      program_ids: [],
      contents: [],
      stamp: null,
      unstampable_files: [],
      updates: "off",
      update_url: null,
      license_keys_available: 0,
      orders_waiting_for_keys: 0,
    });
    expect(answer.headers.get("location")).toEndWith(`/api/v3/products/${product.id}`);
    expect(await read(`products/${product.id}`)).toEqual(product);
    expect(await read("skuproducts/MAP%201")).toEqual(product);
    expect(await (await service.get(product.files[0]?.permalink ?? "")).text()).toBe("12345");
    expect((await readProduct(service, product.id)).download_count).toBe(1);
    const files = await send(service, "GET", `products/${product.id}/files`);
    expect(files.body).toEqual({ files: product.files, page: 1, page_size: 50, total: 1 });
    const { body } = await send<{ downloads: Record<string, unknown>[] }>(
      service,
      "GET",
      `products/${product.id}/downloads`,
    );
    expect(body).toMatchObject({ total: 1, downloads: [{ product_sku: "MAP 1", order_id: null, size_bytes: 5 }] });
  });

  test("what is left out is absent, with the account's currency", async () => {
    const product = await makeProduct(service);
    expect(product).toMatchObject({ price: null, currency: "USD", item_urls: [], files: [] });
  });

  test.each(["a/b", "50%", "%2F", "100% a+b", "Ünï ✓", "a?b#c", "x&y=z"])("SKU %j works in a path", async (sku) => {
    const { id } = await makeProduct(service, { sku });
    const path = `skuproducts/${encodeURIComponent(sku)}`;
    expect((await read(path)).id).toBe(id);
    const changed = await send<{ product: Product }>(service, "PUT", path, { name: "Renamed" });
    expect(changed.body.product).toMatchObject({ id, sku, name: "Renamed" });
    expect((await send(service, "DELETE", path)).status).toBe(204);
    expect(await send(service, "GET", path)).toMatchObject({ status: 404, body: { product: null } });
  });

  test("a SKU that looks like another one is taken, and one with other capitals or spaces is not", async () => {
    const made = await makeProduct(service, { sku: "CAF\u00c9 1" });
    const name = "Look-alike";
    for (const sku of ["CAFE\u0301 1", "CAF\u00c9\u200b 1", "\ufeffCAF\u00c9 1"]) {
      expect((await send(service, "POST", "products", { sku, name })).status).toBe(409);
      expect((await send(service, "PUT", `products/${made.id}`, { sku })).status).toBe(200);
      const found = await send(service, "GET", `skuproducts/${encodeURIComponent(sku)}`);
      expect(found.body).toMatchObject({ product: { id: made.id } });
      const report = (await importCsv(service, "products", csvLines("sku,name", `${sku},${name}`))).body.import;
      expect(report.refused).toMatchObject([{ row: 2, field: "sku", reason: "is already used by another product" }]);
    }
    expect((await send(service, "POST", "products", { sku: "Caf\u00e9 1", name })).status).toBe(201);
  });

  test("a change changes only what is present, and null clears", async () => {
    const urls = [{ url: "https://example.com/", name: "Site" }];
    const product = await makeProduct(service, { price: 5, currency: "GBP", item_urls: urls });
    const put = (fields: object) => send<{ product: Product }>(service, "PUT", `products/${product.id}`, fields);
    expect((await put({})).body.product).toEqual(product);
    expect((await put({ name: "New name" })).body.product).toEqual({ ...product, name: "New name" });
    const cleared = await put({ price: null, currency: null, item_assets: null, item_urls: null });
    expect(cleared.body.product).toEqual({ ...product, name: "New name", price: null, currency: "USD" });
    expect((await put({ item_urls: [] })).body.product.item_urls).toEqual([]);
  });

  test("a new SKU is followed by orders, and a taken one is refused", async () => {
    const product = await makeProduct(service);
    const other = await makeProduct(service);
    const { id } = await createOrder(service, { skus: [product.sku] });
    const renamed = await send(service, "PUT", `products/${product.id}`, { sku: `${product.sku}-NEW` });
    expect(renamed.body.product).toMatchObject({ orders_count: 1 });
    const order = await send<{ order: { order_items: object[] } }>(service, "GET", `orders/${id}`);
    expect(order.body.order.order_items).toMatchObject([{ item_id: product.id, item_sku: `${product.sku}-NEW` }]);
    const taken = { status: 409, body: { detail: `Another product already has the SKU ${other.sku}.` } };
    expect(await send(service, "PUT", `products/${product.id}`, { sku: other.sku })).toMatchObject(taken);
    expect(await send(service, "POST", "products", { sku: other.sku, name: "X" })).toMatchObject(taken);
  });

  test("files of the product are those listed, in their order, for past orders too", async () => {
    const files = (await addItem(service, "THREE", { "1.txt": "one", "2.txt": "two", "3.txt": "three" })).files;
    const [first, second, third] = files.map(({ id }) => id);
    const product = await makeProduct(service, { item_assets: [first] });
    const { links } = await createOrder(service, { skus: [product.sku] });
    const put = (item_assets: unknown[]) =>
      send<{ product: Product }>(service, "PUT", `products/${product.id}`, { item_assets });
    expect((await put([third, second, third])).body.product.files.map(({ id }) => id)).toEqual([
      third,
      second,
    ] as number[]);
    expect(await (await service.get(`${links[0]}/${second}/2.txt`)).text()).toBe("two");
    expect((await service.get(`${links[0]}/${first}/1.txt`)).status).toBe(404);
    const refused = await put([second, 999_999, first, 0.5]);
    expect(refused.status).toBe(422);
    expect(wrongFields(refused)).toEqual(["item_assets[3]"]);
    expect(wrongFields(await put([second, 999_999, first, product.id + 1_000_000]))).toEqual([
      "item_assets[1]",
      "item_assets[3]",
    ]);
    expect((await readProduct(service, product.id)).files.map(({ id }) => id)).toEqual([third, second] as number[]);
  });

  test("one file or address of a product is changed while others change the rest, and nothing is lost", async () => {
    const contents = Object.fromEntries(Array.from({ length: 8 }, (_, index) => [`${index}.txt`, `${index}`]));
    const ids = (await addItem(service, "EIGHT", contents)).files.map(({ id }) => id);
    const urls = ["a", "b", "c", "d"].map((name) => ({ url: `https://example.com/${name}`, name }));
    const product = await makeProduct(service, { item_assets: ids.slice(0, 4), item_urls: urls });
    const { links } = await createOrder(service, { skus: [product.sku] });
    const path = `products/${product.id}`;
    const [a, b] = product.item_urls.map(({ id }) => id);
    const answers = await Promise.all([
      ...ids.slice(4).map((file_id) => send(service, "POST", `${path}/files`, { file_id })),
      send(service, "DELETE", `${path}/files/${ids[0]}`),
      send(service, "PUT", `${path}/files/${ids[3]}`, { position: 1 }),
      send(service, "DELETE", `${path}/item_urls/${a}`),
      send(service, "PUT", `${path}/item_urls/${b}`, { url: "https://example.com/b", name: "B" }),
      ...["e", "f"].map((name) => send(service, "POST", `${path}/item_urls`, { url: `https://example.com/${name}` })),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 204, 200, 204, 200, 200, 200]);
    const after = await readProduct(service, product.id);
    expect(after.files[0]?.id).toBe(ids[3] ?? 0);
    expect(after.files.map(({ id }) => id).toSorted((one, other) => one - other)).toEqual(ids.slice(1));
    const names = after.item_urls.map(({ name }) => name);
    expect(names.slice(0, 3)).toEqual(["B", "c", "d"]);
    expect(names.slice(3)).toEqual(["example.com", "example.com"]);
    expect((await service.get(`${links[0]}/${ids[0]}/0.txt`)).status).toBe(404);
    expect(await (await service.get(`${links[0]}/${ids[7]}/7.txt`)).text()).toBe("7");

    const last = await send<{ product: Product }>(service, "PUT", `${path}/files/${ids[3]}`, { position: 500 });
    expect(last.body.product.files.at(-1)?.id).toBe(ids[3] ?? 0);
    const missing: [string, string, unknown?][] = [
      ["DELETE", `${path}/files/${ids[0]}`],
      ["PUT", `${path}/files/${ids[0]}`, { position: 1 }],
      ["DELETE", `${path}/item_urls/${a}`],
      ["DELETE", `${path}/files/${after.item_urls[0]?.id}`],
      ["DELETE", `${path}/item_urls/${ids[3]}`],
      ["PUT", `${path}/item_urls/${a}`, urls[0]],
      ["PUT", `products/999999/files/${ids[3]}`, { position: 1 }],
    ];
    for (const [method, address, body] of missing) {
      expect((await send(service, method, address, body)).status).toBe(404);
    }
    const refused = [
      await send(service, "PUT", `${path}/files/${ids[3]}`, { position: 0 }),
      await send(service, "POST", `${path}/item_urls`, { url: "example.com" }),
    ];
    expect(refused.map((answer) => [answer.status, ...wrongFields(answer)])).toEqual([
      [422, "position"],
      [422, "url"],
    ]);
  });

  test("another account's product, files and addresses are unknown", async () => {
    const own = await makeProduct(service, { item_urls: [{ url: "https://example.com/", name: "x" }] });
    const other = await makeStore();
    const foreign = await addItem(other, "FOREIGN");
    const attach = async (ids: (number | undefined)[]) =>
      (await send(service, "PUT", `products/${own.id}`, { item_assets: ids })).status;
    expect(await attach([foreign.files[0]?.id])).toBe(422);
    expect(await attach([own.item_urls[0]?.id])).toBe(422);
    for (const path of ["", "/files", "/downloads", "/license_keys"]) {
      expect((await send(other, "GET", `products/${own.id}${path}`)).status).toBe(404);
      expect((await send(service, "GET", `products/${own.id}${path}`)).status).toBe(200);
    }
    expect((await send(other, "DELETE", `products/${own.id}`)).status).toBe(404);
    expect((await send(other, "GET", `skuproducts/${own.sku}`)).status).toBe(404);
  });
});
