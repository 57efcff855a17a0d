import { beforeAll, describe, expect, test } from "bun:test";
import { connect, type Socket } from "node:net";
import { sql } from "kysely";
import type { Database } from "../../../src/platform/database/database.ts";
import { databasesUnderTest } from "../../support/databases.ts";
import { type ServiceProcess, startProcess, until } from "../../support/service.ts";
import { child, makeItem, makeOrder, read, textOf, type Xml } from "../../support/xml.ts";

const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n';
const megabyte = 1_000_000;

/** These make the documents so long that holding one in memory could not go unseen. */
const longSku = `MANY ${"&".repeat(240)}`;
const longAddress = "2001:db8:".padEnd(250, "0");

const wellFormed =
  /^<download><id type="integer">(\d+)<\/id><item_sku>(?:[A-Z\d ]|&amp;)+<\/item_sku><order_id>[A-Z]+<\/order_id><ip_address>2001:db8:0+<\/ip_address><downloaded_at type="datetime">[\d:+T-]+<\/downloaded_at><size_bytes type="float">\d+\.0<\/size_bytes>$/;

describe.each(databasesUnderTest)("on $name, a long list of downloads", ({ create, triesAll }) => {
  // As long as it takes to tell memory apart; on the other database, as long as it takes to be read in many batches.
  const [few, many] = triesAll ? [10_000, 90_000] : [1_000, 9_000];
  let service: ServiceProcess;
  let db: Database;
  beforeAll(async () => {
    const database = await create();
    service = await startProcess({ database });
    db = await database.open();
    await recordDownloads("FEW", few);
    await recordDownloads(longSku, many);
    // PostgreSQL does it by itself within a minute of so many new rows, and plans blindly until then.
    await db.write((tx) => sql`analyze`.execute(tx));
  });

  /** Records downloads of a new item by a new order that has the item's first word as its id. */
  async function recordDownloads(sku: string, count: number): Promise<void> {
    await makeItem(service, sku);
    await makeOrder(service, [sku], `<id>${sku.slice(0, 4).trim()}</id>`);
    await db.write((tx) =>
      sql`
        with recursive numbers(n) as (select 1 union all select n + 1 from numbers where n < ${sql.lit(count)})
        insert into downloads (account_id, product_id, order_id, order_item_id, file_id, filename, size_bytes,
          ip_address, user_agent, downloaded_at)
        select orders.account_id, item.product_id, orders.id, item.id, 1, 'file.bin', numbers.n, ${longAddress}, '', numbers.n * 1000
        from numbers cross join order_items item inner join orders on orders.id = item.order_id
        inner join products product on product.id = item.product_id
        where product.sku = ${sku} order by numbers.n
      `.execute(tx),
    );
    await db.write((tx) =>
      tx
        .updateTable("product_days")
        .set({ downloads: count })
        .where("product_id", "in", (query) => query.selectFrom("products").select("id").where("sku", "=", sku))
        .execute(),
    );
    await db.write((tx) =>
      tx
        .updateTable("order_items")
        .set({ download_count: count })
        .where("product_id", "in", (query) => query.selectFrom("products").select("id").where("sku", "=", sku))
        .execute(),
    );
  }

  test("is complete, newest first, and well-formed to its end", async () => {
    const document = await (await service.api("/api/downloads")).text();
    const [opening, ending] = [`${declaration}<downloads type="array">`, "</downloads>\n"];
    expect(document.startsWith(opening)).toBe(true);
    expect(document.endsWith(ending)).toBe(true);
    const downloads = document.slice(opening.length, -ending.length).split("</download>");
    expect(downloads.pop()).toBe("");
    expect(downloads.length).toBe(few + many);
    let before = Number.POSITIVE_INFINITY;
    for (const download of downloads) {
      const id = Number(wellFormed.exec(download)?.[1]);
      if (!(id < before)) throw new Error(`After ${before} stands ${download}`);
      before = id;
    }
  });

  test("is complete in a single item and in a single order", async () => {
    const item = await read(service, "/api/items/FEW");
    const order = await read(service, "/api/orders/FEW");
    const inOrder = child(child(order, "order_items").children[0] as Xml, "downloads").children;
    const expected = Array.from({ length: few }, (_, n) => `${few - n}.0`);
    expect(child(item, "downloads").children.map((one) => textOf(one, "size_bytes"))).toEqual(expected);
    expect(inOrder.map((one) => textOf(one, "size"))).toEqual(expected);
  });

  test.if(triesAll && process.platform === "linux")(
    "needs no more memory than a short one, however slowly it is read",
    async () => {
      // As many bytes in all: what waits to be collected is there in both.
      for (let round = 0; round < (few + many) / few; round++) await readSlowly(service, "/api/items/FEW");
      await readSlowly(service, "/api/downloads?per_page=1000");
      const before = await peakMemory(service);
      const list = await readSlowly(service, "/api/downloads");
      expect(list).toBeGreaterThan(90 * megabyte);
      expect(await readSlowly(service, "/api/orders/MANY")).toBeGreaterThan(30 * megabyte);
      // Held whole, the list alone would take as much as was sent, and its rows as much again.
      expect((await peakMemory(service)) - before).toBeLessThan(list);
    },
  );

  test("that is being read slowly hides nothing new from others, and keeps no one waiting", async () => {
    const reader = await startReading(service, "/api/downloads");
    for (const id of ["new-1", "new-2", "new-3"]) {
      await makeOrder(service, ["FEW"], `<id>${id}</id>`);
      expect(textOf(await read(service, `/api/orders/${id}`), "id")).toBe(id);
      const [newest] = (await read(service, "/api/orders")).children as [Xml];
      expect(textOf(newest, "id")).toBe(id);
    }
    reader.destroy();
    await until("the service answers after a reader has gone", async () => (await service.api("/api/account")).ok);
  });
});

/** Sends the request, waits for the first bytes of the answer, and reads no further. */
function startReading(service: ServiceProcess, path: string): Promise<Socket> {
  const { key, token } = service.credentials;
  const socket = connect(service.port, "127.0.0.1");
  socket.write(
    `GET ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\nauthorization: Basic ${btoa(`${key}:${token}`)}\r\n\r\n`,
  );
  return new Promise((resolve, reject) => {
    socket.once("error", reject);
    socket.once("data", () => {
      socket.pause();
      resolve(socket);
    });
  });
}

/** Reads nothing while others are served, then the rest; resolves with the bytes that came. */
async function readSlowly(service: ServiceProcess, path: string): Promise<number> {
  const socket = await startReading(service, path);
  for (let n = 0; n < 100; n++) await read(service, "/api/account");
  return new Promise((resolve, reject) => {
    socket.on("data", () => {});
    socket.on("error", reject);
    socket.on("close", () => resolve(socket.bytesRead));
    socket.resume();
  });
}

/** The most bytes of memory that the server's process has had resident at one time. */
async function peakMemory({ process: { pid } }: ServiceProcess): Promise<number> {
  const status = await Bun.file(`/proc/${pid}/status`).text();
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1]) * 1024;
}
