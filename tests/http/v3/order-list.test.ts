import { beforeAll, describe, expect, test } from "bun:test";
import { orderStates } from "../../../src/delivery/orders/state.ts";
import type { Database } from "../../../src/platform/database/database.ts";
import { instant } from "../../../src/platform/instants.ts";
import { exportCsv, importCsv } from "../../support/csv.ts";
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

interface Listed {
  id: number | string;
  state: string;
  total: number | null;
}

describe.each(databasesUnderTest)("the list of orders on $name", ({ create }) => {
  let service: Service;
  let db: Database;
  const list = async (query: string): Promise<{ orders: Listed[]; total: number }> => {
    const { status, body } = await v3(
      service,
      "GET",
      `orders?${query.includes("page_size") ? "" : "page_size=500&"}${query}`,
    );
    expect(status).toBe(200);
    return body;
  };
  const ids = async (query: string) => (await list(query)).orders.map(({ id }) => id);
  const send = async (fields: object = {}) => {
    const given = { email: "ann@example.com", send_email: false, order_items: [{ sku: "MAP" }] };
    const { status, body } = await v3(service, "POST", "orders", { ...given, ...fields });
    expect(status).toBe(201);
    return body.order;
  };
  const act = async (id: number | string, action: string) =>
    expect((await v3(service, "POST", `orders/${id}/${action}`)).status).toBe(200);

  /** The law: each filter finds the orders that show this state, newest first, and counts them. */
  const expectFiltersToAgree = async () => {
    const byState = async () =>
      Object.fromEntries(
        Map.groupBy((await list("")).orders, ({ state }) => state)
          .entries()
          .map(([state, orders]) => [state, orders.map(({ id }) => id)]),
      );
    for (;;) {
      const before = await byState();
      const found: typeof before = {};
      for (const state of orderStates) {
        const { orders, total } = await list(`state=${state}`);
        expect(total).toBe(orders.length);
        if (total > 0) found[state] = orders.map(({ id }) => id);
      }
      // An email may have been sent meanwhile.
      if (!Bun.deepEquals(before, await byState())) continue;
      expect(found).toEqual(before);
      return Object.keys(before);
    }
  };

  beforeAll(async () => {
    const smtp = await startSmtpServer({ answers });
    const database = await create();
    const environment = { WAYBILL_SMTP: smtp.url(), WAYBILL_TRUSTED_PROXIES: "127.0.0.1/32" };
    service = await startService({ database, environment });
    db = await database.open();
    await addItem(service, "MAP");
  });

  test("is filtered by each state, also right after what changed it", async () => {
    const product = async (sku: string) => (await v3(service, "POST", "products", { sku, name: sku })).body.product;
    const [keyed, soon] = [await product("KEYED"), await product("SOON")];
    await addKeys(service, keyed.id, ["ONE"]);
    const open = await send();
    const held = await send({ hold: true });
    const waiting = await send({ order_items: [{ sku: "KEYED", quantity: 2 }] });
    const bare = await send({ order_items: [{ sku: "SOON" }] });
    const spent = await send({ download_limit: 1 });
    const [revoked, expired, expiring] = [await send(), await send(), await send()];
    await act(revoked.id, "revoke");
    await act(expired.id, "expire");
    const expiration_date = new Date(Date.now() + 3_600_000).toISOString();
    await v3(service, "PUT", `orders/${expiring.id}`, { expiration_date });
    await (await service.get(new URL(spent.order_items[0].download_url).pathname)).arrayBuffer();
    const sent = await send({ send_email: true });
    const lost = await send({ send_email: true, email: "lost@example.com" });
    await send({ send_email: true, email: "later@example.com" });
    const stateOf = async (id: number) => (await v3(service, "GET", `orders/${id}`)).body.order.state;
    await until("the emails are through", async () => (await stateOf(sent.id)) === "delivered");
    await until("one has failed", async () => (await stateOf(lost.id)) === "email_failed");
    expect((await expectFiltersToAgree()).toSorted()).toEqual([...orderStates].toSorted());
    const row = db.read.selectFrom("orders").select("id").where("public_id", "=", String(expiring.id));
    const { id } = await row.executeTakeFirstOrThrow();
    const end = { expires_at: instant(Date.now() - 1000) };
    await db.write(async (tx) => {
      await tx.updateTable("orders").set(end).where("id", "=", id).execute();
      await tx.updateTable("order_index").set(end).where("order_id", "=", id).execute();
    });
    expect(await stateOf(expiring.id)).toBe("expired");
    await expectFiltersToAgree();

    await act(held.id, "release");
    await act(revoked.id, "restore");
    await act(expired.id, "reopen");
    await act(spent.id, "reopen");
    await addKeys(service, keyed.id, ["TWO"]);
    expect(await ids("state=on_hold")).toEqual([]);
    await until("the key has come", async () => (await stateOf(waiting.id)) !== "waiting_for_key");
    await expectFiltersToAgree();
    await v3(service, "POST", `products/${soon.id}/item_urls`, { url: "https://example.com/soon", name: "Soon" });
    expect(await stateOf(bare.id)).toBe("open");
    await expectFiltersToAgree();
    await v3(service, "DELETE", `orders/${open.id}`);
    await v3(service, "DELETE", "skuproducts/KEYED");
    await expectFiltersToAgree();
  });

  test("a product's first key and last file change the states of its orders", async () => {
    const { product } = (await v3(service, "POST", "products", { sku: "LATE", name: "Late" })).body;
    const { id } = await send({ order_items: [{ sku: "LATE" }] });
    expect(await ids("state=waiting_for_file&sku=LATE")).toEqual([id]);
    await addKeys(service, product.id, ["FIRST"]);
    await expectFiltersToAgree();
    await send({ order_items: [{ sku: "LATE", quantity: 3 }] });
    await expectFiltersToAgree();
    const files = (await v3(service, "GET", "skuproducts/MAP")).body.product.files;
    expect((await v3(service, "DELETE", `files/${files[0].id}?force=true`)).status).toBe(204);
    await expectFiltersToAgree();
    expect((await list("state=waiting_for_file&sku=MAP")).total).toBeGreaterThan(0);
  });

  test("is sorted by date, total, customer and own ID, both ways, also with filters and pages", async () => {
    await addItem(service, "SORT");
    const made = [
      { vendor_id: "S-1000", last_name: "Öz", email: "z@sort.example", price: 20 },
      { vendor_id: "S-999", last_name: "abel", email: "y@sort.example", price: 100 },
      { vendor_id: null, last_name: null, email: "m@sort.example", price: null },
      { vendor_id: "S-1001", last_name: "ozon", email: "x@sort.example", price: 3.5 },
    ];
    const created: (number | string)[] = [];
    for (const { price, ...fields } of made) {
      created.push(
        (await send({ ...fields, order_items: [{ sku: "SORT", ...(price === null ? {} : { price }) }] })).id,
      );
    }
    const [first, second, third, fourth] = created;
    const sorted = (sort: string, more = "") => ids(`sku=SORT&sort=${sort}${more}`);
    for (const more of ["", "&state=open", "&from=2026-01-01"]) {
      expect(await sorted("created_at", more)).toEqual(created);
      expect(await sorted("-created_at", more)).toEqual(created.toReversed());
      expect(await sorted("-total", more)).toEqual([second, first, fourth, third] as number[]);
      expect(await sorted("total", more)).toEqual([third, fourth, first, second] as number[]);
      expect(await sorted("customer", more)).toEqual([second, third, first, fourth] as number[]);
      expect(await sorted("vendor_id", more)).toEqual([third, second, first, fourth] as number[]);
    }
    // Without a filter that leads to a few.
    for (const sort of ["total", "-total", "customer", "-customer", "vendor_id", "-vendor_id", "created_at"]) {
      const whole = await ids(`sort=${sort}`);
      expect(whole.filter((id) => created.includes(id))).toEqual(await sorted(sort));
      const pages = [1, 2, 3].map((page) => ids(`sort=${sort}&page=${page}&page_size=2`));
      expect((await Promise.all(pages)).flat()).toEqual(whole.slice(0, 6));
      const ofState = await ids(`sort=${sort}&state=open`);
      expect(ofState).toEqual(whole.filter((id) => ofState.includes(id)));
    }
  });

  test("is filtered by own ID and by the days of creation, both included", async () => {
    const rows = ["2024-03-01T00:00:00Z", "2024-03-02T23:59:59Z", "2024-03-03T00:00:00Z"];
    await importCsv(
      service,
      "orders",
      ["id,vendor_id,email,skus,created_at", ...rows.map((at, n) => `day-${n},own-${n},d@example.com,SORT,${at}`)].join(
        "\n",
      ),
    );
    expect(await ids("from=2024-03-01&to=2024-03-02")).toEqual(["day-1", "day-0"]);
    expect(await ids("from=2024-03-02&to=2024-03-03&sort=vendor_id")).toEqual(["day-1", "day-2"]);
    expect((await list("state=open&to=2024-03-03")).total).toBe(
      (await list("to=2024-03-03")).orders.filter(({ state }) => state === "open").length,
    );
    expect(await ids("vendor_id=own-1")).toEqual(["day-1"]);
    expect(await ids("vendor_id=own")).toEqual([]);
  });

  test("is filtered by how orders are used, also with other filters, sortings and pages", async () => {
    await addItem(service, "USED");
    const { product: link } = (await v3(service, "POST", "products", { sku: "BARE", name: "Bare" })).body;
    expect(link.files).toEqual([]);
    const order = (fields: object = {}) => send({ order_items: [{ sku: "USED" }], ...fields });
    const download = async (made: Awaited<ReturnType<typeof order>>, addresses: string[]) => {
      const { pathname } = new URL(made.order_items[0].download_url);
      for (const address of addresses) {
        const answer = await service.get(pathname, { headers: { "x-forwarded-for": address } });
        expect(answer.status).toBe(200);
        await answer.arrayBuffer();
      }
    };
    const untouched = await order({ vendor_id: "U-1" });
    const held = await order({ hold: true });
    const test = await order({ test: true });
    const expired = await order({ vendor_id: "U-3" });
    const bare = await send({ order_items: [{ sku: "BARE" }] });
    const [few, many] = [await order(), await order({ download_limit: 9 })];
    await act(expired.id, "expire");
    const never = () => ids("usage=never_downloaded&sku=USED");
    expect(await never()).toEqual([many.id, few.id, expired.id, untouched.id]);

    const ofOneHome = Array.from({ length: 4 }, (_, n) => `2001:db8::${n + 1}`);
    await download(few, ["198.51.100.7", ...ofOneHome]);
    const network = (n: number) => `203.0.113.${n}`;
    await download(many, [1, 2, 3, 4].map(network));
    await until("downloads are followed", async () => (await never()).length === 2);
    expect(await never()).toEqual([expired.id, untouched.id]);
    expect(await ids("usage=many_addresses")).toEqual([]);
    await download(many, [network(5)]);
    await until("addresses are counted", async () => (await ids("usage=many_addresses")).length > 0);
    for (const more of ["", "&sku=USED", "&state=open", "&status=open&from=2026-01-01", "&sort=total", "&q=ann@"]) {
      expect([more, await ids(`usage=many_addresses${more}`)]).toEqual([more, [many.id]]);
    }

    const all = await ids("usage=never_downloaded");
    expect([held, test, bare, few, many].filter(({ id }) => all.includes(id))).toEqual([]);
    expect((await ids("usage=never_downloaded&status=expired")).filter((id) => all.includes(id))).toContain(expired.id);
    expect(await ids("usage=never_downloaded&state=expired&sku=USED")).toEqual([expired.id]);
    const pages = [1, 2, 3].map((page) => ids(`usage=never_downloaded&page=${page}&page_size=2`));
    expect((await Promise.all(pages)).flat()).toEqual(all.slice(0, 6));
    for (const sort of ["created_at", "vendor_id", "-customer"]) {
      const whole = await ids(`sort=${sort}`);
      expect(await ids(`usage=never_downloaded&sort=${sort}`)).toEqual(whole.filter((id) => all.includes(id)));
    }
    await act(held.id, "release");
    expect(await never()).toEqual([expired.id, held.id, untouched.id]);
    await v3(service, "DELETE", `orders/${untouched.id}`);
    expect(await never()).toEqual([expired.id, held.id]);
  });

  test("its export has the same filters", async () => {
    for (const query of [
      "usage=never_downloaded",
      "usage=never_downloaded&status=expired",
      "usage=many_addresses&sku=USED",
      "state=expired",
      "state=on_hold",
      "sku=SORT",
      "vendor_id=own-1",
      "email=D@example.com",
      "state=open&sku=SORT",
    ]) {
      const listed = (await ids(query)).map(String).toSorted();
      const { rows } = await exportCsv(service, `orders.csv?${query}`);
      expect({ query, ids: rows.map((row) => row.id).toSorted() }).toEqual({ query, ids: listed });
    }
  });

  test("exports every order of a state at once, however many have just come in", async () => {
    const state = async () => (await exportCsv(service, "orders.csv?state=open&sku=BURST")).rows.length;
    await addItem(service, "BURST", { "burst.txt": "b" });
    const orders = Array.from({ length: 100 }, () => ({
      email: "burst@example.com",
      send_email: false,
      order_items: [{ sku: "BURST" }],
    }));
    for (let n = 1; n <= 4; n++) {
      await v3(service, "POST", "orders/bulk", { orders });
      expect(await state()).toBe(100 * n);
    }
  });

  test("rejects states, sortings and days that there are not", async () => {
    for (const query of ["state=done", "usage=much", "sort=name", "sort=-state", "from=yesterday", "to=2026-02-30"]) {
      const { status, body } = await v3(service, "GET", `orders?${query}`);
      expect([query, status, body.errors?.[0].field]).toEqual([query, 422, query.split("=")[0]]);
    }
    expect((await v3(service, "GET", "exports/orders.csv?state=done")).status).toBe(422);
  });

  test("what was changed unnoticed, or before there was an index, is found by the comparison", async () => {
    await send();
    const never = await list("usage=never_downloaded");
    await db.write(async (tx) => {
      await tx.deleteFrom("order_index").execute();
      await tx.deleteFrom("order_index_usage").execute();
      await tx
        .updateTable("order_index_progress")
        .set({ due_at: 0 as never })
        .execute();
    });
    await until("all are compared", async () => (await list("sort=total")).total === (await list("")).total);
    expect(await list("usage=never_downloaded")).toEqual(never);
    await expectFiltersToAgree();
  });
});
