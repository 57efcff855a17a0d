import { beforeAll, describe, expect, test } from "bun:test";
import { databasesUnderTest } from "../../support/databases.ts";
import { type Store, until } from "../../support/service.ts";
import { addItem } from "../../support/store.ts";
import { v3 } from "../../support/v3.ts";

describe.each(databasesUnderTest)("v3 search for orders on $name", ({ makeStore }) => {
  let service: Store;
  const send = (body: unknown, headers?: Record<string, string>) => v3(service, "POST", "orders", body, headers);

  beforeAll(async () => {
    service = await makeStore();
    for (const sku of ["A", "a", "B C"]) await addItem(service, sku);
    for (let n = 0; n < 5; n++)
      await send({ email: "many@example.com", send_email: false, order_items: [{ sku: "A" }] });
  });

  test("an order is found, and exported, by its customer's whole name and by its links", async () => {
    const name = { first_name: "Mary Ann", last_name: "Evans" };
    const { body } = await send({ email: "me@example.com", ...name, send_email: false, order_items: [{ sku: "A" }] });
    const { id, download_url, order_items } = body.order;
    for (const q of [
      "mary ann ev",
      "Mary Ann",
      "Evans, mary ann",
      "evans Mary Ann",
      download_url,
      order_items[0].download_url,
    ]) {
      const found = await v3(service, "GET", `orders?q=${encodeURIComponent(q)}`);
      expect(found.body.orders.map((order: { id: number }) => order.id)).toEqual([id]);
    }
    expect((await v3(service, "GET", "orders?q=mary%20evans")).body.total).toBe(0);
    const rows = async (query: string) =>
      (await (await service.api(`/api/v3/exports/orders.csv?${query}`)).text()).trim().split("\r\n").length - 1;
    expect(await rows("q=mary%20ann%20ev")).toBe(1);
    expect(await rows(`id=${id}`)).toBe(1);
    expect(await rows(`id=${id}&id=10000001&id=none`)).toBe(2);
  });

  test("letters of every script are found in the other case, in names, emails and product names", async () => {
    const customer = { first_name: "Özlem", last_name: "YILDIRIM-ŠKODA", email: "ÖZLEM@Bücher.example" };
    const { body } = await send({ ...customer, send_email: false, order_items: [{ sku: "A" }] });
    const queries = [
      "özlem",
      "ÖZLEM",
      "yıldırım-škoda, özl",
      "YILDIRIM-škoda",
      "özlem@bücher",
      "Özlem yild",
      "Ｏ\u0308zlem",
    ];
    for (const q of queries) {
      const found = await v3(service, "GET", `orders?q=${encodeURIComponent(q)}`);
      expect([q, found.body.orders.map((order: { id: number }) => order.id)]).toEqual([q, [body.order.id]]);
    }
    const byEmail = await v3(service, "GET", `orders?email=${encodeURIComponent("özlem@BÜCHER.example")}`);
    expect(byEmail.body.total).toBe(1);
    await v3(service, "PUT", `orders/${body.order.id}`, { first_name: "Ærø" });
    expect((await v3(service, "GET", `orders?q=${encodeURIComponent("özlem y")}`)).body.total).toBe(0);
    expect((await v3(service, "GET", `orders?q=${encodeURIComponent("ærØ")}`)).body.total).toBe(1);
    await v3(service, "DELETE", `orders/${body.order.id}`);
    expect((await v3(service, "GET", `orders?q=${encodeURIComponent("ærø")}`)).body.total).toBe(0);

    await v3(service, "POST", "products", { sku: "ÇEVRE", name: "Ölçü Ёлка" });
    for (const q of ["ölçÜ ёл", "çevre"]) {
      const { products } = (await v3(service, "GET", `products?q=${encodeURIComponent(q)}`)).body;
      expect(products.map(({ sku }: { sku: string }) => sku)).toEqual(["ÇEVRE"]);
    }
  });

  test("the shop's own number finds its order however it is typed", async () => {
    const numbers: Record<string, string[]> = {
      "20511": ["20511", "#20511", "order 20511", "Order #20511", " Bestellung: 20511 "],
      "#1394": ["1394", "#1394", "order 1394", "Order no. 1394", "No.1394", "注文 1394"],
      "WC-000777": ["777", "#777", "wc-000777", "order WC-000777", "WC-000777"],
      "#EN1001": [
        "en1001",
        "#en1001",
        "order en1001",
        "order1001",
        "1001.",
        "(1001)",
        "＃ＥＮ１００１",
        "Order (#EN-1001)",
      ],
      "INV-7": ["INV-7", "inv-7", "INV-7.", "INV–7", "inv 7", "Inv7", "“INV—7”", "注文番号7", "bestellung INV-7,"],
      "2026:11-ä": ["2026:11-Ä", "202611ä", "2026 11 ä"],
      "woocommerce:31415": ["31415", "order 31415", "woocommerce:31415"],
    };
    for (const [vendor_id, typed] of Object.entries(numbers)) {
      await send({ vendor_id, email: "by-number@example.com", send_email: false, order_items: [{ sku: "A" }] });
      for (const q of typed) {
        const { orders } = (await v3(service, "GET", `orders?q=${encodeURIComponent(q)}`)).body;
        expect([q, orders.map((order: { vendor_id: string }) => order.vendor_id)]).toEqual([q, [vendor_id]]);
      }
    }
    for (const q of ["139", "EN100", "XY1001", "INV", "inv77", "..", "#"]) {
      expect([q, (await v3(service, "GET", `orders?q=${encodeURIComponent(q)}`)).body.total]).toEqual([q, 0]);
    }
  });

  test("orders are listed by the time of their creation, whatever their numbers", async () => {
    const csv =
      "id,email,skus,created_at\nhistory-2,old@example.com,A,2020-02-01T00:00:00Z\nhistory-1,old@example.com,A,2020-01-01T00:00:00Z\n";
    const started = await service.api("/api/v3/imports/orders", {
      method: "POST",
      headers: { "content-type": "text/csv" },
      body: csv,
    });
    const { id } = ((await started.json()) as { import: { id: number } }).import;
    await until("the history is imported", async () => {
      return (await v3(service, "GET", `imports/${id}`)).body.import.state === "done";
    });
    const today = (await send({ email: "today@example.com", send_email: false, order_items: [{ sku: "A" }] })).body
      .order;
    const listed = (await v3(service, "GET", "orders?page_size=500")).body.orders as { id: number | string }[];
    expect(listed[0]?.id).toBe(today.id);
    expect(listed.slice(-2).map((order) => order.id)).toEqual(["history-2", "history-1"]);
    const found = (await v3(service, "GET", "orders?email=old@example.com")).body.orders as { id: string }[];
    expect(found.map((order) => order.id)).toEqual(["history-2", "history-1"]);
    const xml = await (await service.api("/api/orders")).text();
    const ids = [...xml.matchAll(/<order><id[^>]*>([^<]+)</g)].map(([, one]) => one);
    expect(ids).toEqual(listed.map((order) => String(order.id)));
  });

  test("search finds an order by each of its names", async () => {
    const { body } = await send({
      vendor_id: "FIND-ME",
      email: "Needle@Example.com",
      first_name: "Zoë",
      last_name: "Quandt",
      order_items: [{ sku: "B C" }],
    });
    const { order } = body;
    const guid = order.download_url.split("/").at(-1);
    const item = order.order_items[0].download_url.split("/").at(-1);
    for (const text of ["FIND-ME", String(order.id), "needle@", "zoë", "quan", guid, item]) {
      const found = await v3(service, "GET", `orders?q=${encodeURIComponent(text)}`);
      expect(found.body.orders.map(({ id }: { id: number }) => id)).toContain(order.id);
    }
    expect((await v3(service, "GET", "orders?email=needle@example.com")).body.total).toBe(1);
    expect((await v3(service, "GET", "orders?q=eedle")).body.total).toBe(0);
    const bySku = await v3(service, "GET", "orders?sku=B%20C&status=open");
    expect(bySku.body.orders.map(({ id }: { id: number }) => id)).toContain(order.id);
  });

  test("what is searched for holds together with every other criterion; deleted orders are not found", async () => {
    const both = { first_name: "Twofold", send_email: false, order_items: [{ sku: "A" }] };
    const past = { expiration_date: "2020-01-01T00:00:00Z" };
    const ids: number[] = [];
    for (const order of [
      { ...both, email: "one@twofold.example" },
      { ...both, ...past, email: "two@twofold.example" },
      { ...both, email: "three@twofold.example", order_items: [{ sku: "a" }] },
      { ...both, email: "gone@twofold.example" },
    ]) {
      ids.push((await send(order)).body.order.id);
    }
    const [one, two, three, gone] = ids;
    await v3(service, "DELETE", `orders/${gone}`);
    const found = async (query: string) => {
      const { body } = await v3(service, "GET", `orders?${query}`);
      expect(body.total).toBe(body.orders.length);
      return body.orders.map(({ id }: { id: number }) => id);
    };
    expect(await found("q=twofold")).toEqual([three, two, one]);
    expect(await found("q=twofold&status=open")).toEqual([three, one]);
    expect(await found("q=twofold&status=expired")).toEqual([two]);
    expect(await found("q=twofold&email=TWO@twofold.example")).toEqual([two]);
    expect(await found("q=twofold&status=open&email=two@twofold.example")).toEqual([]);
    expect(await found("q=twofold&sku=A")).toEqual([two, one]);
    expect(await found("sku=a")).toEqual([three]);
    expect(await found("q=a")).toEqual([three]);
  });

  test("lists page, newest first", async () => {
    const queued = async () => (await v3(service, "GET", "emails?status=queued")).body.total;
    await until("no order changes any more", async () => (await queued()) === 0);
    const all = (await v3(service, "GET", "orders?page_size=500")).body;
    const second = (await v3(service, "GET", "orders?page=2&page_size=2")).body;
    expect(second).toMatchObject({ page: 2, page_size: 2, total: all.orders.length });
    expect(second.orders).toEqual(all.orders.slice(2, 4));
    expect((await v3(service, "GET", "orders?page=0")).body.page).toBe(1);
    for (const query of ["page=x", "page_size=501", "page_size=0", "status=closed"]) {
      expect((await v3(service, "GET", `orders?${query}`)).status).toBe(422);
    }
  });
});
