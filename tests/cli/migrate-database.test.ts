import { expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { runOn, startTraffic, stockForTraffic } from "../support/backup.ts";
import { runCommand } from "../support/commands.ts";
import { databasesUnderTest } from "../support/databases.ts";
import { onePixel, storedBytes } from "../support/files.ts";
import { countEmails, sendOrder, untilAllSent } from "../support/keys.ts";
import { makeProduct, send } from "../support/products.ts";
import { startS3 } from "../support/s3.ts";
import { type Service, startProcess, startService, until } from "../support/service.ts";
import { addItem, createOrder } from "../support/store.ts";
import { v3 } from "../support/v3.ts";

const [sqlite, postgres] = ["sqlite", "postgres"].map((name) =>
  databasesUnderTest.find((one) => one.name === name),
) as [(typeof databasesUnderTest)[number], (typeof databasesUnderTest)[number]];

/** What both interfaces say of the whole account, by path. */
async function answersOf(service: Service): Promise<Record<string, string>> {
  const answers: Record<string, string> = {};
  const read = async (path: string) => {
    const response = await service.api(path);
    const text = await response.text();
    expect([path, response.status]).toEqual([path, 200]);
    answers[path] = text;
    return text;
  };
  const lists = [
    "account",
    "orders?page_size=500&status=all",
    "products?page_size=500",
    "files?page_size=500",
    "downloads?page_size=500",
  ];
  for (const list of [...lists, "emails?page_size=500", "members", "renewal_requests", "wordings", "stats"]) {
    await read(`/api/v3/${list}`);
  }
  for (const list of ["account", "items", "orders", "downloads"]) await read(`/api/${list}`);
  const { orders } = JSON.parse(answers["/api/v3/orders?page_size=500&status=all"] ?? "") as {
    orders: { id: number }[];
  };
  for (const { id } of orders.slice(0, 40)) {
    for (const path of [`/api/orders/${id}`, `/api/v3/orders/${id}`, `/api/v3/orders/${id}/downloads`])
      await read(path);
  }
  const { products } = JSON.parse(answers["/api/v3/products?page_size=500"] ?? "") as {
    products: { id: number; sku: string }[];
  };
  for (const { id, sku } of products) {
    const paths = [
      `/api/items/${encodeURIComponent(sku)}`,
      `/api/v3/products/${id}`,
      `/api/v3/products/${id}/license_keys?page_size=500`,
    ];
    for (const path of [...paths, `/api/v3/products/${id}/downloads`, `/api/v3/products/${id}/files`]) await read(path);
  }
  const { emails } = JSON.parse(answers["/api/v3/emails?page_size=500"] ?? "") as { emails: { id: number }[] };
  for (const { id } of emails.slice(0, 10)) await read(`/api/v3/emails/${id}`);
  return answers;
}

/** A store with something in most tables. */
async function fillStore(service: Service): Promise<void> {
  const product = await stockForTraffic(service);
  const traffic = startTraffic(service, product);
  await until("orders have come in", () => traffic.acknowledged().orders.size > 30);
  await traffic.stop();
  await addItem(service, "Größe 9 – “S”/\\ 𝒳", { "Ünïcode – name.txt": "content", "empty.bin": "" });
  await createOrder(service, { skus: [product.sku], fields: "<title>Ærø &amp; söner</title><custom_1></custom_1>" });
  await makeProduct(service, { sku: "PRICED", price: 0.1 + 0.2, currency: "EUR" });
  await sendOrder(service, { PRICED: 3 }, { vendor_id: "M-1001", first_name: "\u{1F600}", custom_1: 'a\\b"c' });
  await send(service, "PUT", "account/logo", { content: onePixel });
  await send(service, "POST", "members", { email: "ada@example.com", name: "Ada", role: "staff" });
  const { body } = await send<{ order: { id: number } }>(service, "POST", "orders", {
    email: "gone@example.com",
    order_items: [{ item_sku: "PRICED" }],
  });
  await send(service, "DELETE", `orders/${body.order.id}`);
  await untilAllSent(service);
  await until("the emails are kept", async () => (await countEmails(service, "queued")) === 0);
  await untilCounted(service);
}

/** Workers count the ends of downloads, and read them into the index of orders. One order is never downloaded. */
async function untilCounted(service: Service): Promise<void> {
  await until("everything is counted", async () => {
    const { body } = await send<{
      stats: { totals: { downloads: number }; transfers: { ended: number }; usage: { never_downloaded: number } };
    }>(service, "GET", "stats");
    const { totals, transfers, usage } = body.stats;
    return transfers.ended === totals.downloads && usage.never_downloaded === 1;
  });
}

const keysLeft = async (service: Service) =>
  (await send<{ product: { license_keys_available: number } }>(service, "GET", "skuproducts/LOAD")).body.product
    .license_keys_available;

test("every answer of both interfaces is the same after the move to PostgreSQL, and work goes on", async () => {
  const service = await startService({ database: await sqlite.create() });
  await fillStore(service);
  const before = await answersOf(service);
  const keys = await keysLeft(service);
  const target = await postgres.createEmpty();
  const inUse = await service.run("migrate-database", "--to", target.setting);
  expect(inUse).toEqual({
    status: 1,
    stdout: "",
    stderr: `WAYBILL_DATA: ${service.folder} is in use. Stop the server first.\n`,
  });

  await service.stop();
  const { status, stdout, stderr } = await service.runProcess("migrate-database", "--to", target.setting, "--json");
  expect({ status, lines: stderr.split("\n").slice(-2) }).toEqual({ status: 0, lines: ["comparing rows: 100%", ""] });
  expect(stderr).toContain("checking files: 100%\ncopying rows: ");
  expect(JSON.parse(stdout)).toMatchObject({ files: 3, unreadable_files: 0, rows: expect.any(Number) });

  const moved = await service.restart({ WAYBILL_DATABASE: target.setting });
  await untilCounted(moved);
  expect(await answersOf(moved)).toEqual(before);
  const numbers = JSON.parse(before["/api/v3/orders?page_size=500&status=all"] ?? "").orders.map(
    (order: { id: number }) => order.id,
  );
  const next = await sendOrder(moved, { LOAD: 1 });
  // The deleted order had the highest number, which is not given out again.
  expect(next.id).toBe(Math.max(...numbers.filter((id: unknown) => typeof id === "number")) + 2);
  expect(await keysLeft(moved)).toBe(keys - 1);
  const again = await runOn(service, ["migrate-database", "--to", target.setting]);
  expect([again.status, again.stderr]).toEqual([1, expect.stringContaining("this installation was moved to")]);
});

test("files go to an S3 store with --files, and every one is checked there", async () => {
  const s3 = await startS3();
  const service = await startService({ database: await sqlite.create() });
  const item = await addItem(service, "MOVED", { "small.txt": "small", "large.bin": "x".repeat(3_000_000) });
  await send(service, "PUT", "account/logo", { content: onePixel });
  const [{ id }] = (await v3(service, "GET", "products?q=MOVED")).body.products;
  const { cover_url } = (await v3(service, "PUT", `products/${id}/cover`, { content: onePixel })).body.product;
  await service.stop();
  const target = await postgres.createEmpty();
  const { WAYBILL_FILES: place = "", ...credentials } = s3.settings();
  const source = storedBytes(service);
  const environment = { WAYBILL_DATA: service.folder, ...credentials };
  const words = ["migrate-database", "--to", target.setting, "--files", place];
  const { status, stdout, stderr } = await runCommand(words, environment);
  expect([status, stderr]).toEqual([0, expect.stringContaining("copying files: 100%\nchecking files: ")]);
  expect(stdout).toContain("Now set WAYBILL_DATABASE and WAYBILL_FILES");
  const sizes = (await s3.contents()).objects.map(({ sizeBytes }) => sizeBytes);
  expect(sizes).toEqual(expect.arrayContaining([5, 3_000_000]));
  expect(storedBytes(service)).toEqual(source);
  const moved = await startProcess({
    database: { folder: service.folder, setting: target.setting },
    environment: { WAYBILL_FILES: place, ...credentials },
  });
  const file = (index: number) =>
    moved.get(`${item.permalink}/${item.files[index]?.id}/${item.files[index]?.filename}`, { redirect: "follow" });
  expect(await (await file(0)).text()).toBe("small");
  expect(await (await file(1)).text()).toBe("x".repeat(3_000_000));
  const cover = await moved.get(new URL(cover_url).pathname);
  expect(Buffer.from(await cover.bytes()).toString("base64")).toBe(onePixel);
  expect(readdirSync(service.folder).filter((name) => name.startsWith("migrating"))).toEqual([]);
});
