import { beforeAll, describe, expect, test } from "bun:test";
import { sql } from "kysely";
import { databasesUnderTest } from "../../support/databases.ts";
import { addKeys } from "../../support/keys.ts";
import { type Store, startService, until } from "../../support/service.ts";
import type { SharedStore } from "../../support/shared-service.ts";
import { addItem } from "../../support/store.ts";
import { v3 } from "../../support/v3.ts";

describe.each(databasesUnderTest)("the search on $name", ({ name, create, makeStore }) => {
  let service: SharedStore;
  const search = async (q: string, store: Store = service) => {
    const { status, body } = await v3(store, "GET", `search?q=${encodeURIComponent(q)}`);
    expect(status).toBe(200);
    return body.results as { type: string; id: number | string; title: string; subtitle: string; url: string }[];
  };
  const ids = async (q: string, type = "order") =>
    (await search(q)).filter((result) => result.type === type).map(({ id }) => id);
  const send = async (fields: object = {}) => {
    const given = { email: "ann@example.com", send_email: false, order_items: [{ sku: "MAP" }] };
    return (await v3(service, "POST", "orders", { ...given, ...fields })).body.order;
  };

  beforeAll(async () => {
    service = await makeStore();
    await addItem(service, "MAP");
  });

  test("finds orders, products and customers by parts of words, without accents, right after they were made", async () => {
    const zoe = { first_name: "Zoë", last_name: "Łukaszewska-Müller", email: "z.lukas@bücher.example" };
    const { id } = await send({ ...zoe, vendor_id: "WEB-20511-B" });
    for (const q of [
      "muller",
      "MÜLLER",
      "kaszew",
      "zoe lukasz",
      "müller zoë",
      "bucher",
      "ukas@buch",
      "20511",
      "web-205",
      "511-b",
    ]) {
      expect([q, await ids(q)]).toEqual([q, [id]]);
    }
    expect(await search("kaszewska")).toEqual([
      {
        type: "order",
        id,
        title: `Order WEB-20511-B, ${id}`,
        subtitle: "Zoë Łukaszewska-Müller, z.lukas@bücher.example",
        url: `${service.url}/admin/orders/${id}`,
      },
      {
        type: "customer",
        id: "z.lukas@bücher.example",
        title: "Zoë Łukaszewska-Müller",
        subtitle: "z.lukas@bücher.example, 1 order",
        url: `${service.url}/admin/customers/${encodeURIComponent("z.lukas@bücher.example")}`,
      },
    ]);
    expect(await ids("zoe lu")).toEqual([id]);
    expect(await ids("muller nobody")).toEqual([]);
    await v3(service, "POST", "products", { sku: "TOPO-1", name: "Carte de l'Écosse" });
    expect(await search("ecoss")).toMatchObject([{ type: "product", title: "Carte de l'Écosse", subtitle: "TOPO-1" }]);
    expect(await ids("opo-", "product")).toHaveLength(1);
  });

  test("finds an order by its number however it is written, by its link, and by a part of its license key", async () => {
    const { product } = (await v3(service, "POST", "products", { sku: "KEYED", name: "Keyed" })).body;
    await addKeys(service, product.id, ["QXJW-77K2-PLMN"]);
    const { id, download_url, order_items } = await send({ order_items: [{ sku: "KEYED" }], vendor_id: "77-4711" });
    for (const q of [
      `order #${id}`,
      String(id),
      download_url,
      order_items[0].download_url,
      "77k2-pl",
      "QXJW-77K2-PLMN",
      "4711",
    ]) {
      expect([q, (await ids(q))[0]]).toEqual([q, id]);
    }
  });

  test("finds the product of a license key that nobody has got, and the order once it has", async () => {
    const { product } = (await v3(service, "POST", "products", { sku: "POOL", name: "Pool" })).body;
    await addKeys(service, product.id, ["FREE-77-KEY"]);
    expect(await search(" FREE-77-KEY ")).toEqual([
      {
        type: "product",
        id: product.id,
        title: "Pool",
        subtitle: "POOL, has this license key unassigned",
        url: `${service.url}/admin/products/${product.id}?tab=keys`,
      },
    ]);
    const { id } = await send({ order_items: [{ sku: "POOL" }] });
    expect(await search("FREE-77-KEY")).toMatchObject([{ type: "order", id }]);
  });

  test("finds what was changed by its new text only, and nothing of a deleted order in the index", async () => {
    const { id } = await send({ email: "qlzxvk@erased.example", first_name: "Vkziqx" });
    expect(await ids("lzxvk")).toEqual([id]);
    await v3(service, "PUT", `orders/${id}`, { email: "jqolzfy@erased.example" });
    expect(await ids("lzxvk")).toEqual([]);
    expect(await ids("qolzfy")).toEqual([id]);
    await v3(service, "DELETE", `orders/${id}`);
    const { db } = service;
    expect(await search("qolzfy")).toEqual([]);
    expect(await search("vkziqx")).toEqual([]);
    const texts = await db.read
      .selectFrom("order_texts")
      .select("text")
      .where("account_id", "=", service.accountId)
      .execute();
    expect(texts.filter(({ text }) => text.includes("erased"))).toEqual([]);
    if (name !== "sqlite") return;
    // Of all stores: keys that are made have no i, l or o.
    await sql`create virtual table terms using fts5vocab(order_text_index, row)`.execute(db.autocommit);
    const { rows } = await sql`select term from terms where term in ('lzx', 'qol', 'kzi')`.execute(db.read);
    await sql`drop table terms`.execute(db.autocommit);
    expect(rows).toEqual([]);
  });

  test("takes signs as they are", async () => {
    const { id } = await send({ first_name: `50%_"off"` });
    for (const q of [`50%_"off"`, '"off', "0%_"]) expect([q, await ids(q)]).toEqual([q, [id]]);
    for (const q of ["%%%", "___", "\\\\\\", "¶9¶", '" OR "a', "50%x", "*an*"])
      expect([q, await search(q)]).toEqual([q, []]);
  });

  test("with fewer than three characters finds whole IDs and products", async () => {
    const { id } = await send({ vendor_id: "7" });
    expect(await ids("7")).toEqual([id]);
    expect(await ids("ma", "product")).toHaveLength(1);
    for (const query of ["search", "search?q="]) expect((await v3(service, "GET", query)).status).toBe(422);
  });

  test.if(name === "postgres")("works without the extension, among the newest orders", async () => {
    const database = await create();
    const own = await startService({ database });
    await sql`drop index order_texts_trigrams`.execute((await database.open()).autocommit);
    await addItem(own, "MAP");
    const order = { email: "ann@example.com", last_name: "Withoutindex", order_items: [{ sku: "MAP" }] };
    const { id } = (await v3(own, "POST", "orders", { ...order, send_email: false })).body.order;
    await until("it is found", async () => (await search("thoutind", own))[0]?.id === id);
  });

  test("finds nothing of other accounts", async () => {
    expect((await search("example")).length).toBeGreaterThan(4);
    expect(await search("example", await makeStore())).toEqual([]);
  });
});
