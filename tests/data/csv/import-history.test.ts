import { beforeAll, describe, expect, test } from "bun:test";
import { csvLines, exportCsv, importCsv } from "../../support/csv.ts";
import { databasesUnderTest } from "../../support/databases.ts";
import type { Store } from "../../support/service.ts";
import { addItem } from "../../support/store.ts";
import { v3 } from "../../support/v3.ts";

describe.each(databasesUnderTest)("what an old service knew of orders, on $name", ({ makeStore }) => {
  let service: Store;
  const order = async (id: string) => (await v3(service, "GET", `orders/${id}`)).body.order;
  const bring = async (...rows: string[]) => (await importCsv(service, "orders", csvLines(...rows))).body.import;
  const check = async (...rows: string[]) =>
    (await importCsv(service, "orders", csvLines(...rows), "dry_run=true")).body.import;

  beforeAll(async () => {
    service = await makeStore();
    const priced = csvLines("sku,name,price", "MAP-1,One,10", "MAP-2,Two,5", "FREE,Free,");
    await importCsv(service, "products", priced);
    await addItem(service, "FILES", { "a.txt": "a", "b.txt": "b" });
  });

  test("an order's total is what it cost, spread over its items", async () => {
    const report = await bring(
      "id,email,skus,total,currency",
      "T-1,ann@example.com,MAP-1;MAP-2*2,17,EUR",
      "T-2,ann@example.com,MAP-1,9.50 GBP,",
      'T-3,ann@example.com,FREE*3;FILES,"0,01",',
      "T-4,ann@example.com,MAP-1;MAP-2*2,20,",
      "T-5,ann@example.com,MAP-1;MAP-2,,",
      "T-6,ann@example.com,MAP-1;MAP-2,0,USD",
    );
    expect(report).toMatchObject({ accepted: 6, refused: [], applied: true });
    const read = await Promise.all([1, 2, 3, 4, 5, 6].map((n) => order(`T-${n}`)));
    expect(read.map(({ total, currency }) => [total, currency])).toEqual([
      [17, "EUR"],
      [9.5, "GBP"],
      [0.01, "USD"],
      [20, "USD"],
      [15, "USD"],
      [0, "USD"],
    ]);
    // In proportion to the products' prices, and these where they come to the total.
    expect(read[0].order_items.map(({ price }: { price: number }) => price)).toEqual([8.5, 4.25]);
    expect(read[3].order_items.map(({ price }: { price: number }) => price)).toEqual([10, 5]);
  });

  test("a total that does not divide is kept, with prices in the currency's places", async () => {
    const report = await bring(
      "id,email,skus,total,currency",
      "ND-1,ann@example.com,MAP-1*3,10,EUR",
      "ND-2,ann@example.com,MAP-1*3,10,JPY",
      "ND-3,ann@example.com,MAP-1*7;MAP-2*3,99.99,USD",
    );
    expect(report).toMatchObject({ accepted: 3, refused: [], applied: true });
    const read = await Promise.all([1, 2, 3].map((n) => order(`ND-${n}`)));
    expect(read.map(({ total }) => total)).toEqual([10, 10, 99.99]);
    const prices = read.map(({ order_items }) => order_items.map(({ price }: { price: number }) => price));
    expect(prices.slice(0, 2)).toEqual([[3.33], [3]]);
    for (const price of prices[2] as number[]) expect(price).toBe(Number(price.toFixed(2)));
  });

  test("downloads that were used before are used here", async () => {
    const report = await bring(
      "id,email,skus,download_limit,download_count,item_downloads,downloads_remaining",
      "D-1,ann@example.com,FILES,5,3,,",
      "D-2,ann@example.com,FILES;MAP-1,5,,4;0,",
      "D-3,ann@example.com,FILES;MAP-1,5,9,,2;5",
      "D-4,ann@example.com,FILES,2,7,,",
      "D-5,ann@example.com,FILES,unlimited,7,,",
      "D-6,ann@example.com,FILES;MAP-1,5,7,,",
    );
    expect(report).toMatchObject({ accepted: 6, refused: [], applied: true });
    expect(report.notes).toEqual([
      "download_count was ignored in 1 row, because it is one number for several SKUs. Their customers get the full limit. To import it, write one number per SKU, such as 3; 0.",
    ]);
    const left = async (id: string) =>
      (await order(id)).order_items.map((item: { download_count: number; downloads_remaining: number | null }) => [
        item.download_count,
        item.downloads_remaining,
      ]);
    expect(await left("D-1")).toEqual([[3, 2]]);
    expect(await left("D-2")).toEqual([
      [4, 1],
      [0, 5],
    ]);
    expect(await left("D-3")).toEqual([
      [0, 2],
      [0, 5],
    ]);
    expect(await left("D-4")).toEqual([[7, 0]]);
    expect(await left("D-5")).toEqual([[7, null]]);
    expect(await left("D-6")).toEqual([
      [0, 5],
      [0, 5],
    ]);
    // What is left is counted down from there, file by file.
    const [item] = (await order("D-1")).order_items;
    const page = await (
      await service.get(new URL(item.download_url).pathname, { headers: { accept: "text/html" } })
    ).text();
    const [link = ""] = [...page.matchAll(/href="([^"]*\/get\/[^"]*\/a\.txt)"/g)].map(([, href = ""]) => href);
    const path = new URL(link, service.url).pathname;
    const statuses = [];
    for (let n = 0; n < 3; n++) statuses.push((await service.get(path)).status);
    expect(statuses).toEqual([200, 200, 403]);
  });

  test("an expired order is expired, and keeps its date", async () => {
    const report = await bring(
      "id,email,skus,status,expiration_date,created_at",
      "S-1,ann@example.com,FILES,expired,,2024-01-01T00:00:00Z",
      "S-2,ann@example.com,FILES,Expired,2024-03-01T00:00:00Z,2024-01-01T00:00:00Z",
      "S-3,ann@example.com,FILES,open,never,2024-01-01T00:00:00Z",
      "S-4,ann@example.com,FILES,completed,,2024-01-01T00:00:00Z",
      "S-5,ann@example.com,FILES,expired,never,2024-01-01T00:00:00Z",
    );
    expect(report).toMatchObject({ accepted: 5, applied: true });
    expect(report.notes).toEqual([
      'status was ignored in 1 row, because it is neither open nor expired but, for example, "completed". Leave out orders that were canceled or refunded.',
    ]);
    const read = await Promise.all([1, 2, 3, 4, 5].map((n) => order(`S-${n}`)));
    expect(read.map(({ status }) => status)).toEqual(["expired", "expired", "open", "open", "expired"]);
    expect(read.map(({ created_at }) => created_at)).toEqual(Array(5).fill("2024-01-01T00:00:00+00:00"));
    expect(read[1].expiration_date).toBe("2024-03-01T00:00:00+00:00");
  });

  test("a refused amount is shown itself, shortened", async () => {
    const report = await check(
      "id,email,skus,total,download_count,downloads_remaining,currency",
      `W-1,ann@example.com,MAP-1,${"free of charge ".repeat(20)},3,,`,
      "W-2,ann@example.com,MAP-1;MAP-2,9.50 EUR,1;2;3,unlimited,USD",
      "W-3,ann@example.com,MAP-1,-1,many,,",
    );
    expect(report.refused).toEqual([
      {
        ...{ row: 2, field: "total", reason: "must be an amount such as 9.50" },
        value: `${"free of charge ".repeat(20).slice(0, 80)}…`,
      },
      { row: 3, field: "download_count", reason: "must be one number, or one for each of the 2 SKUs", value: "1;2;3" },
      {
        ...{ row: 3, field: "downloads_remaining", reason: "can be unlimited only if download_limit is" },
        value: "unlimited",
      },
      { row: 3, field: "total", reason: "is in EUR, but the column currency says USD", value: "9.50 EUR" },
      { row: 4, field: "total", reason: "must be an amount such as 9.50", value: "-1" },
      {
        ...{ row: 4, field: "download_count", value: "many" },
        reason: "must be a whole number from 0 to 2147483647, or one number per SKU, such as 3; 0",
      },
    ]);
  });

  test("columns by another name are understood, or pointed out", async () => {
    const report = await check(
      "SKU,E-Mail,First Name,amount,totl,color,download_url,order number",
      "MAP-1,ann@example.com,Ann,3,9.50,red,https://example.com/,7",
    );
    expect(report).toMatchObject({ accepted: 1, refused: [] });
    expect(report.unknown_columns).toEqual(["amount", "totl", "color", "order_number"]);
    expect(report.notes).toEqual([
      "The column sku was read as skus.",
      "The column e_mail was read as email.",
      "These columns were ignored, because Waybill sets them: download_url.",
      "The column amount was ignored: use total for the price of the whole order.",
      "The column totl was ignored. Did you mean total?",
      "The column order_number was ignored: use id for the ID in Waybill, or vendor_id for your order ID.",
    ]);
    const lacking = await importCsv(service, "orders", csvLines("skuz,emial", "MAP-1,ann@example.com"));
    expect(lacking.status).toBe(422);
    expect(lacking.body.detail).toBe(
      "The first row must contain the column names, but email and skus are missing. The file has emial. Did you mean email? The file has skuz. Did you mean skus?",
    );
  });

  test("an export tells each item's downloads and what is left", async () => {
    const { rows } = await exportCsv(service, "orders.csv?id=D-2");
    expect(rows).toMatchObject([{ skus: "FILES;MAP-1", item_downloads: "4;0", downloads_remaining: "1;5" }]);
  });
});
