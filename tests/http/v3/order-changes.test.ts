import { beforeAll, describe, expect, test } from "bun:test";
import { databasesUnderTest } from "../../support/databases.ts";
import { type Store, until } from "../../support/service.ts";
import { addItem } from "../../support/store.ts";
import { v3 } from "../../support/v3.ts";

describe.each(databasesUnderTest)("v3 changes to orders on $name", ({ makeStore }) => {
  let service: Store;
  const send = (body: unknown, headers?: Record<string, string>) => v3(service, "POST", "orders", body, headers);

  beforeAll(async () => {
    service = await makeStore();
    for (const sku of ["A", "a", "B C"]) await addItem(service, sku);
  });

  test("updates change what is present, and null removes", async () => {
    const { body } = await send({
      email: "up@example.com",
      custom_1: "one",
      order_items: [{ sku: "A" }, { sku: "a" }],
    });
    const path = `orders/${body.order.id}`;
    const kept = body.order.order_items[0];
    const changed = await v3(service, "PUT", path, {
      order: {
        first_name: "Ann",
        custom_1: null,
        expiration_date: null,
        download_limit: null,
        order_items: [{ sku: "A" }, { sku: "B C" }],
      },
    });
    expect(changed.status).toBe(200);
    expect(changed.body.order).toMatchObject({
      first_name: "Ann",
      email: "up@example.com",
      custom_1: null,
      expiration_date: null,
      download_limit: null,
      order_items: [{ id: kept.id, download_url: kept.download_url, downloads_remaining: null }, { item_sku: "B C" }],
    });
    expect((await v3(service, "PUT", path, { email: "" })).status).toBe(422);
  });

  test("order items are changed one by one, also at the same time, and stay what they are", async () => {
    const { body } = await send({
      email: "item@example.com",
      download_limit: 1,
      order_items: [{ sku: "A" }, { sku: "a" }],
    });
    const [first, second] = body.order.order_items;
    const link = new URL(first.download_url).pathname;
    expect([(await service.get(link)).status, (await service.get(link)).status]).toEqual([200, 403]);
    const change = (item: { id: number }, changes: unknown) => v3(service, "PUT", `order_items/${item.id}`, changes);
    const [more, none] = await Promise.all([
      change(first, { downloads_remaining: 2 }),
      change(second, { order_item: { downloads_remaining: 0 } }),
    ]);
    expect(more).toMatchObject({ status: 200 });
    expect(more.body).toEqual({ order_item: { ...first, download_count: 1, downloads_remaining: 2 } });
    expect(none.body).toEqual({ order_item: { ...second, downloads_remaining: 0 } });
    const { order } = (await v3(service, "GET", `orders/${body.order.id}`)).body;
    expect(order.order_items).toEqual([more.body.order_item, none.body.order_item]);
    const answers = [await service.get(link), await service.get(link), await service.get(link)];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 403]);

    for (const wrong of [{}, { downloads_remaining: -1 }, { downloads_remaining: null }]) {
      const { status, body: problem } = await change(second, wrong);
      expect([status, problem.errors[0].field]).toEqual([422, "downloads_remaining"]);
    }
    await v3(service, "PUT", `orders/${order.id}`, { order_items: [{ sku: "A" }] });
    const gone = { status: 404, body: { order_item: null, detail: `There is no order item ${second.id}.` } };
    expect(await change(second, { downloads_remaining: 1 })).toMatchObject(gone);
  });

  test("more downloads are added for every file, also by two people at once", async () => {
    await addItem(service, "TWO", { "one.txt": "one", "two.txt": "two" });
    const { order } = (
      await v3(service, "POST", "orders", {
        email: "more@example.com",
        download_limit: 3,
        order_items: [{ sku: "TWO" }],
      })
    ).body;
    const [item] = order.order_items;
    const path = `order_items/${item.id}`;
    const { files } = (await v3(service, "GET", `${path}/files`)).body;
    const [one, two] = files.map(
      ({ id, filename }: { id: number; filename: string }) =>
        `${new URL(item.download_url).pathname}/${id}/${filename}`,
    );
    const statuses = async (link: string, times: number) => {
      const answers: number[] = [];
      for (let time = 0; time < times; time += 1) answers.push((await service.get(link)).status);
      return answers;
    };
    expect(await statuses(one, 4)).toEqual([200, 200, 200, 403]);
    const give = (additional_downloads: number) => v3(service, "PUT", path, { additional_downloads });
    const given = await Promise.all([give(1), give(1)]);
    expect(given.map(({ status }) => status)).toEqual([200, 200]);
    expect((await v3(service, "GET", `orders/${order.id}`)).body.order.order_items[0].downloads_remaining).toBe(2);
    expect(await statuses(one, 3)).toEqual([200, 200, 403]);
    expect(await statuses(two, 6)).toEqual([200, 200, 200, 200, 200, 403]);

    await v3(service, "PUT", path, { downloads_remaining: 0 });
    expect((await give(1)).body.order_item.downloads_remaining).toBe(1);
    expect(await statuses(two, 2)).toEqual([200, 403]);

    const wrong: [object, string][] = [
      [{ additional_downloads: 0 }, "additional_downloads"],
      [{ additional_downloads: 100_001 }, "additional_downloads"],
      [{ additional_downloads: 1, downloads_remaining: 1 }, "additional_downloads"],
    ];
    for (const [changes, field] of wrong) {
      const { status, body } = await v3(service, "PUT", path, changes);
      expect([status, body.errors[0].field]).toEqual([422, field]);
    }
    await v3(service, "PUT", path, { downloads_remaining: 2_147_483_647 });
    expect((await give(1)).body.errors[0].field).toBe("additional_downloads");
  });

  test("more downloads follow a limit that was lowered, and an order without one stays without", async () => {
    const { body } = await send({ email: "low@example.com", download_limit: 2, order_items: [{ sku: "A" }] });
    const [item] = body.order.order_items;
    const link = new URL(item.download_url).pathname;
    expect([(await service.get(link)).status, (await service.get(link)).status]).toEqual([200, 200]);
    await v3(service, "PUT", `orders/${body.order.id}`, { download_limit: 1 });
    const give = () => v3(service, "PUT", `order_items/${item.id}`, { additional_downloads: 2 });
    expect((await give()).body.order_item.downloads_remaining).toBe(2);
    const unlimited = await send({
      email: "all@example.com",
      download_limit: "unlimited",
      order_items: [{ sku: "A" }],
    });
    const open = await v3(service, "PUT", `order_items/${unlimited.body.order.order_items[0].id}`, {
      additional_downloads: 2,
    });
    expect(open).toMatchObject({ status: 200, body: { order_item: { downloads_remaining: null } } });
  });

  test("expire, reopen and resend", async () => {
    const { body } = await send({ email: "life@example.com", download_limit: 1, order_items: [{ sku: "A" }] });
    const path = `orders/${body.order.id}`;
    const link = new URL(body.order.order_items[0].download_url).pathname;
    expect((await service.get(link)).status).toBe(200);
    expect((await v3(service, "GET", path)).body.order.order_items[0].downloads_remaining).toBe(0);
    expect((await v3(service, "POST", `${path}/expire`)).body.order.status).toBe("expired");
    expect((await service.get(link)).status).toBe(410);
    const reopened = await v3(service, "POST", `${path}/reopen`);
    expect(reopened.body.order).toMatchObject({
      status: "open",
      order_items: [{ downloads_remaining: 1, download_count: 1 }],
    });
    expect((await service.get(link)).status).toBe(200);
    expect((await v3(service, "POST", `${path}/resend`)).status).toBe(200);
    expect((await v3(service, "POST", "orders/none/resend")).body).toMatchObject({ status: 404, order: null });
  });

  test("a deleted order is gone, and its own order ID is free again", async () => {
    const order = { vendor_id: "GONE", email: "gone@example.com", order_items: [{ sku: "A" }] };
    const { body } = await send(order);
    expect((await v3(service, "DELETE", "vorders/GONE")).status).toBe(204);
    expect((await v3(service, "GET", `orders/${body.order.id}`)).body.order).toBeNull();
    expect((await send(order)).status).toBe(201);
  });

  test("an order whose products were all deleted is sent to nobody, and says why", async () => {
    await addItem(service, "BRIEF");
    const { id } = (await send({ email: "empty@example.com", order_items: [{ sku: "BRIEF" }] })).body.order;
    const emails = async () => (await v3(service, "GET", `emails?order_id=${id}`)).body.emails;
    await until("the email is kept", async () => (await emails())[0].status === "kept");
    const [sent] = await emails();
    expect((await v3(service, "DELETE", "skuproducts/BRIEF")).status).toBe(204);
    const nothing = "The order has no items to deliver.";
    for (const path of [`orders/${id}/resend`, `emails/${sent.id}/retry`]) {
      expect(await v3(service, "POST", path)).toMatchObject({ status: 422, body: { detail: nothing } });
    }
    const response = await service.api(`/api/orders/${id}/send_email`, { method: "POST" });
    expect(response.status).toBe(422);
    expect(await response.text()).toContain(nothing);
    const changed = await v3(service, "PUT", `orders/${id}`, { title: "Empty", send_email: true });
    expect(changed).toMatchObject({ status: 200, body: { order: { title: "Empty", email_status: "kept" } } });
    expect(await emails()).toEqual([sent]);
    const filled = await v3(service, "PUT", `orders/${id}`, { order_items: [{ sku: "A" }], send_email: true });
    expect(filled.status).toBe(200);
    expect(await emails()).toHaveLength(2);
  });

  test("a new list of unknown products alone is refused, and takes nothing away", async () => {
    const { id } = (await send({ email: "keep@example.com", send_email: false, order_items: [{ sku: "A" }] })).body
      .order;
    const lines = [{ item_sku: "NO" }, { sku: "NO" }, { item_id: 999_999 }];
    const { status, body } = await v3(service, "PUT", `orders/${id}`, { title: "Changed", order_items: lines });
    expect(status).toBe(422);
    expect(body.errors).toEqual([
      { field: "order_items[0].item_sku", message: 'is unknown: no product has the SKU "NO"' },
      { field: "order_items[1].sku", message: 'is unknown: no product has the SKU "NO"' },
      { field: "order_items[2].item_id", message: "is unknown: no product has the ID 999999" },
    ]);
    const { order } = (await v3(service, "GET", `orders/${id}`)).body;
    expect(order).toMatchObject({ title: null, order_items: [{ item_sku: "A" }] });
    const some = await v3(service, "PUT", `orders/${id}`, { order_items: [{ sku: "NO" }, { sku: "a" }] });
    expect(some.body.order.order_items).toMatchObject([{ item_sku: "a" }]);
    expect((await v3(service, "PUT", `orders/${id}`, { order_items: [] })).body.order.order_items).toEqual([]);
  });

  test("a date that was never set is absent; in a change, only 0001-01-01", async () => {
    const unset = "0001-01-01T00:00:00";
    const create = async (expiration_date: string) =>
      (await send({ email: "date@example.com", expiration_date, order_items: [{ sku: "A" }] })).body.order;
    for (const none of ["1970-01-01", "1970-01-01T00:00:00Z", "0000-00-00 00:00:00"])
      expect([none, (await create(none)).expiration_date]).toEqual([none, expect.stringMatching(/^20/)]);
    const byDefault = await create(unset);
    expect(byDefault.expiration_date).toMatch(/^20/);
    const started = await v3(service, "PUT", `orders/${byDefault.id}`, { expiration_date: "1970-01-01" });
    expect(started.body.order.expiration_date).toBe("1970-01-01T00:00:00+00:00");
    expect((await v3(service, "PUT", `orders/${byDefault.id}`, { expiration_date: "0000-00-00" })).status).toBe(422);
    const date = "2030-01-02T03:04:05+00:00";
    await v3(service, "PUT", `orders/${byDefault.id}`, { expiration_date: date });
    for (const expiration_date of [unset, `${unset}Z`, `${unset}.0000000+00:00`]) {
      const { body } = await v3(service, "PUT", `orders/${byDefault.id}`, { expiration_date });
      expect(body.order.expiration_date).toBe(date);
    }
  });
});
