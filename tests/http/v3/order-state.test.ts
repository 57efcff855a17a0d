import { beforeAll, describe, expect, test } from "bun:test";
import { databasesUnderTest } from "../../support/databases.ts";
import { addKeys } from "../../support/keys.ts";
import { type Service, startService, until } from "../../support/service.ts";
import { startSmtpServer } from "../../support/smtp-server.ts";
import { addItem } from "../../support/store.ts";
import { v3 } from "../../support/v3.ts";

const answers = {
  recipient: (address: string) =>
    address.startsWith("lost") ? "550 5.1.1 No such mailbox" : address.startsWith("later") ? "451 4.2.0 Later" : null,
};

describe.each(databasesUnderTest)("the state of an order on $name", ({ create }) => {
  let service: Service;
  const order = async (id: number) => (await v3(service, "GET", `orders/${id}`)).body.order;
  const send = async (skus: string[], fields: object = {}) => {
    const given = { email: "ann@example.com", send_email: false, order_items: skus.map((item_sku) => ({ item_sku })) };
    const { status, body } = await v3(service, "POST", "orders", { ...given, ...fields });
    expect(status).toBe(201);
    return body.order;
  };
  /** Downloads an item's file, by its name when it has several. */
  const download = async (link: string, name = "") => {
    const page =
      name && (await (await service.get(new URL(link).pathname, { headers: { accept: "text/html" } })).text());
    const path = name ? new RegExp(`/get/[^"]*/${name}`).exec(page)?.[0] : new URL(link).pathname;
    const file = await service.get(path ?? "");
    expect(file.status).toBe(200);
    await file.arrayBuffer();
  };

  beforeAll(async () => {
    const smtp = await startSmtpServer({ answers });
    service = await startService({ database: await create(), environment: { WAYBILL_SMTP: smtp.url() } });
    await addItem(service, "MAP");
    await addItem(service, "BOOK", { "book.txt": "a book", "notes.txt": "notes" });
  });

  test("without an email it is open, and expired once its links are", async () => {
    const { id, state } = await send(["MAP"]);
    expect(state).toBe("open");
    await v3(service, "POST", `orders/${id}/expire`);
    expect(await order(id)).toMatchObject({ status: "expired", state: "expired" });
    expect(await send([])).toMatchObject({ order_items: [], state: "open" });
  });

  test("its newest email is on its way, taken, or has failed, whatever an earlier one did", async () => {
    const made = await send(["MAP"], { send_email: true });
    await until("a mail server has it", async () => (await order(made.id)).state === "delivered");
    const waiting = await send(["MAP"], { send_email: true, email: "later@example.com" });
    expect(waiting.state).toBe("email_pending");
    await v3(service, "PUT", `orders/${made.id}`, { email: "lost@example.com", send_email: true });
    await until("the email has failed", async () => (await order(made.id)).state === "email_failed");
    expect(await order(made.id)).toMatchObject({ status: "open", email_status: "failed" });
    await v3(service, "POST", `orders/${made.id}/expire`);
    expect((await order(made.id)).state).toBe("expired");
  });

  test("it is used up only when no file of any product is left", async () => {
    const { id, order_items } = await send(["MAP", "BOOK"], { download_limit: 1 });
    const [map, book] = order_items;
    await download(map.download_url);
    await download(book.download_url, "book.txt");
    expect(await order(id)).toMatchObject({ state: "open", order_items: [{}, { downloads_remaining: 0 }] });
    await download(book.download_url, "notes.txt");
    expect((await order(id)).state).toBe("used_up");
    await v3(service, "PUT", `order_items/${map.id}`, { additional_downloads: 1 });
    expect((await order(id)).state).toBe("open");
    expect((await send(["MAP"], { download_limit: 0 })).state).toBe("used_up");
    expect((await send(["MAP"], { download_limit: "unlimited" })).state).toBe("open");
  });

  test("it waits for the keys and the files that a product of it lacks", async () => {
    const product = async (sku: string) => (await v3(service, "POST", "products", { sku, name: sku })).body.product;
    const keyed = await product("KEYED");
    await addKeys(service, keyed.id, ["ONE"]);
    expect((await send(["KEYED", "MAP"], { download_limit: 0 })).state).toBe("used_up");
    const waiting = await send(["KEYED", "MAP"], { download_limit: 0 });
    expect(waiting).toMatchObject({
      state: "waiting_for_key",
      order_items: [{ license_keys: [], license_keys_due: 1 }, { license_keys_due: 0 }],
    });
    await addKeys(service, keyed.id, ["TWO"]);
    await until("the key has come", async () => (await order(waiting.id)).state !== "waiting_for_key");
    expect((await order(waiting.id)).order_items[0]).toMatchObject({ license_keys: ["TWO"], license_keys_due: 0 });

    const bare = await product("SOON");
    const early = await send(["SOON", "MAP"]);
    expect(early.state).toBe("waiting_for_file");
    await v3(service, "PUT", `products/${bare.id}`, { item_urls: [{ url: "https://example.com/soon", name: "Soon" }] });
    expect((await order(early.id)).state).toBe("open");
  });

  test("a list tells each order's own", async () => {
    const [expired, open, bare, spent] = [
      await send(["MAP"], { email: "list@example.com", expiration_date: "2020-01-01T00:00:00Z" }),
      await send(["MAP"], { email: "list@example.com" }),
      await send(["NONE", "MAP"], { email: "list@example.com", download_limit: 3 }),
      await send(["MAP"], { email: "list@example.com", download_limit: 0 }),
    ];
    const { orders } = (await v3(service, "GET", "orders?email=list@example.com")).body;
    const states = new Map(orders.map(({ id, state }: { id: number; state: string }) => [id, state]));
    expect([expired, open, bare, spent].map(({ id }) => states.get(id))).toEqual([
      "expired",
      "open",
      "open",
      "used_up",
    ]);
  });
});

describe.each(databasesUnderTest)("without a mail server on $name", ({ create }) => {
  test("an order whose email is kept here stays open, as nobody got it", async () => {
    const service = await startService({ database: await create() });
    await addItem(service, "MAP");
    const sent = { email: "ann@example.com", order_items: [{ item_sku: "MAP" }] };
    const { id } = (await v3(service, "POST", "orders", sent)).body.order;
    const order = async () => (await v3(service, "GET", `orders/${id}`)).body.order;
    await until("the email is kept", async () => (await order()).email_status === "kept");
    expect((await order()).state).toBe("open");
  });
});
