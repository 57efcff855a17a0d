import { beforeAll, describe, expect, test } from "bun:test";
import { createProduct } from "../../../src/delivery/catalog/products.ts";
import { applyRetention } from "../../../src/operations/housekeeping/retention.ts";
import type { Database, Tx } from "../../../src/platform/database/database.ts";
import { dayMilliseconds } from "../../../src/platform/days.ts";
import { instant, instantNow } from "../../../src/platform/instants.ts";
import { createLog } from "../../../src/platform/log.ts";
import { type NewActivity, recordActivity } from "../../../src/store/activity/activities.ts";
import { recordingChange } from "../../../src/store/activity/recording-change.ts";
import { csvLines, exportCsv, importCsv } from "../../support/csv.ts";
import { databasesUnderTest } from "../../support/databases.ts";
import { thrownBy } from "../../support/failures.ts";
import { type Service, startService, until } from "../../support/service.ts";
import { addItem, createOrder } from "../../support/store.ts";
import { v3 } from "../../support/v3.ts";

describe.each(databasesUnderTest)("what happened on $name", ({ create }) => {
  let service: Service;
  let cookie: string;
  let db: Database;
  beforeAll(async () => {
    const database = await create();
    service = await startService({ database });
    db = await database.open();
    await addItem(service, "MAP", { "map.txt": "the map" });
    const signedIn = await fetch(`${service.url}/admin/auth/sign-in/email`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: service.url },
      body: JSON.stringify(service.owner),
    });
    cookie = signedIn.headers
      .getSetCookie()
      .map((one) => one.split(";")[0])
      .join("; ");
  });

  /** A request of the signed-in owner. */
  const owner = async (method: string, path: string, body?: object) => {
    const headers = { cookie, origin: service.url, "content-type": "application/json" };
    const response = await fetch(`${service.url}/api/v3/${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: response.status === 204 ? null : JSON.parse(await response.text()) };
  };
  const log = async (query = "") => (await v3(service, "GET", `activity?${query}`)).body;
  const newest = async () => (await log()).activity[0];

  test("tells who changed what, from where, and which fields, but never their values", async () => {
    await owner("PUT", "account", { name: "Secret name", website: "https://example.com" });
    expect(await newest()).toEqual({
      id: expect.any(Number),
      at: expect.any(String),
      kind: "account.changed",
      actor: service.owner.email,
      summary: "Settings changed",
      details: { subject: null, fields: ["name", "website"], ip_address: "127.0.0.1" },
    });
    const { product } = (await v3(service, "POST", "products", { sku: "SONG", name: "Song" })).body;
    expect(await newest()).toMatchObject({ kind: "product.created", actor: "API", summary: "Product SONG created" });
    await owner("PUT", `products/${product.id}`, { sku: "TUNE_1", name: "Tune" });
    expect(await newest()).toMatchObject({ summary: "Product TUNE_1 changed", details: { fields: ["sku", "name"] } });
    await owner("POST", `products/${product.id}/item_urls`, { url: "https://example.com/a" });
    expect(await newest()).toMatchObject({ summary: "Product TUNE_1: external link added" });
    await owner("DELETE", `products/${product.id}`);
    expect(await newest()).toMatchObject({ summary: "Product TUNE_1 deleted" });
    expect(JSON.stringify(await log("page_size=500"))).not.toContain("Secret name");
  });

  test("is not told twice of a request that was repeated, nor of one that was refused", async () => {
    const before = (await log()).total;
    const key = { "idempotency-key": crypto.randomUUID() };
    for (const _ of [1, 2]) await v3(service, "POST", "products", { sku: "ONCE", name: "Once" }, key);
    expect((await log()).total).toBe(before + 1);
    await v3(service, "POST", "products", { sku: "ONCE", name: "Once" });
    await v3(service, "PUT", "orders/none", { title: "x" });
    await v3(service, "GET", "orders");
    expect((await log()).total).toBe(before + 1);
  });

  test("is not told of what changed nothing", async () => {
    const { product } = (await v3(service, "POST", "products", { sku: "STILL", name: "Still" })).body;
    const { id } = await createOrder(service, { skus: ["MAP"] });
    const { order_items } = (await v3(service, "GET", `orders/${id}`)).body.order;
    const item = `order_items/${order_items[0].id}`;
    const keys = { license_keys: ["STILL-KEY-1"] };
    const changes: [kind: string, method: string, path: string, body?: object][] = [
      ["order.held", "POST", `orders/${id}/hold`],
      ["order.released", "POST", `orders/${id}/release`],
      ["order.revoked", "POST", `orders/${id}/revoke`],
      ["order.restored", "POST", `orders/${id}/restore`],
      ["item.revoked", "POST", `${item}/revoke`],
      ["item.restored", "POST", `${item}/restore`],
      ["product.keys_added", "POST", `products/${product.id}/license_keys`, keys],
      ["product.keys_removed", "DELETE", `products/${product.id}/license_keys`, keys],
    ];
    for (const [kind, method, path, body] of changes) {
      const { total } = await log();
      for (const _ of [1, 2]) expect([path, (await v3(service, method, path, body)).status]).toEqual([path, 200]);
      expect([(await log()).total, (await newest()).kind]).toEqual([total + 1, kind]);
    }
    const { total } = await log();
    expect((await v3(service, "DELETE", `products/${product.id}/license_keys?all=true`)).status).toBe(200);
    expect((await v3(service, "DELETE", `products/${product.id}/cover`)).body.product.cover_url).toBeNull();
    expect((await v3(service, "DELETE", "account/logo")).body.account.logo_url).toBeNull();
    for (const path of ["account", `orders/${id}`, `products/${product.id}`]) {
      expect([path, (await v3(service, "PUT", path, {})).status]).toEqual([path, 200]);
    }
    expect((await log()).total).toBe(total);
  });

  test("is not told of a check: nothing is imported", async () => {
    const before = (await log()).total;
    const rows = csvLines("sku,name", "CHART,Chart");
    expect((await importCsv(service, "products", rows, "dry_run=true")).body.import.accepted).toBe(1);
    expect((await log()).total).toBe(before);
    await importCsv(service, "products", rows);
    expect([(await log()).total, (await newest()).summary]).toEqual([before + 1, "Import of products started"]);
  });

  test("names an order as its customer does, on its timeline and in the exported list too", async () => {
    const names = [
      ["woocommerce:5001", "5001", "Order 5001 put on hold"],
      ["M-1001", "", "Order M-1001 put on hold"],
    ] as const;
    for (const [vendor_id, title, summary] of names) {
      const fields = { email: "ann@example.com", order_items: [{ sku: "MAP" }], send_email: false, vendor_id, title };
      const { order } = (await v3(service, "POST", "orders", fields)).body;
      await owner("POST", `orders/${order.id}/hold`);
      const subject = { type: "order", id: String(order.id) };
      expect(await newest()).toMatchObject({ summary, details: { subject } });
      const { timeline } = (await v3(service, "GET", `orders/${order.id}/timeline`)).body;
      expect(timeline.map((event: { summary: string }) => event.summary)).toContain(summary);
      const { rows } = await exportCsv(service, "activity.csv");
      expect(rows.at(-1)).toMatchObject({ summary, subject: String(order.id) });
    }
  });

  test("names a member that is invited, gets a role and is removed by the address", async () => {
    const { member } = (await owner("POST", "members", { email: "ann@bücher.example", role: "staff" })).body;
    await owner("PUT", `members/${member.id}`, { role: "read_only" });
    expect((await owner("DELETE", `members/${member.id}`)).status).toBe(204);
    const summaries = (await log("page_size=3")).activity.map(({ summary }: { summary: string }) => summary);
    expect(summaries).toEqual([
      "Member ann@bücher.example removed",
      "Member ann@bücher.example: role changed",
      "Member ann@bücher.example invited",
    ]);
  });

  test("is found by member, kind and day", async () => {
    const all = (await log("page_size=500")).activity;
    const by = async (query: string) => (await log(`page_size=500&${query}`)).activity;
    const api = all.filter(({ actor }: { actor: string }) => actor === "API");
    expect(await by("actor=API")).toEqual(api);
    expect(await by(`actor=${service.owner.email.toUpperCase()}`)).toHaveLength(all.length - api.length);
    expect(await by("kind=product.deleted")).toHaveLength(1);
    expect(await by("to=2020-01-01")).toEqual([]);
    expect((await v3(service, "GET", "activity?kind=nonsense")).status).toBe(422);
  });

  test("to an order stands on its timeline, by whom, newest first", async () => {
    const { links, id } = await createOrder(service, { skus: ["MAP"] });
    await (await service.get(links[0] ?? "")).arrayBuffer();
    const emailed = async () => (await v3(service, "GET", `emails?order_id=${id}`)).body.emails[0]?.status === "kept";
    await until("the email is kept", emailed);
    const downloaded = async () => (await v3(service, "GET", `orders/${id}/downloads`)).body.downloads[0]?.completed;
    await until("it is known how far the download came", downloaded);
    await owner("POST", `orders/${id}/hold`);
    await owner("POST", `orders/${id}/release`);
    await owner("PUT", `orders/${id}`, { title: "Better" });
    const { timeline, total } = (await v3(service, "GET", `orders/${id}/timeline`)).body;
    const said = timeline.map(({ actor, summary }: Record<string, string>) => `${actor}: ${summary}`).toSorted();
    expect(said).toEqual(
      [
        `${service.owner.email}: Order ${id} changed`,
        `${service.owner.email}: Order ${id} put on hold`,
        `${service.owner.email}: Order ${id} released`,
        "API: Order created",
        "Customer: Download of map.txt completed",
        "Waybill: Email to ann@example.com kept here, not sent: there is no mail server",
      ].toSorted(),
    );
    expect(total).toBe(6);
    const pages = await Promise.all(
      Array.from({ length: 7 }, (_, n) => v3(service, "GET", `orders/${id}/timeline?page=${n + 1}&page_size=1`)),
    );
    expect(pages.flatMap(({ body }) => body.timeline)).toEqual(timeline);
    const second = (await v3(service, "GET", `orders/${id}/timeline?page=2&page_size=4`)).body;
    expect(timeline.slice(4)).toEqual(second.timeline);
    const byHand = (
      await owner("POST", "orders", { email: "b@example.com", order_items: [{ sku: "MAP" }], send_email: false })
    ).body.order;
    const own = (await v3(service, "GET", `orders/${byHand.id}/timeline`)).body;
    expect(own.timeline).toMatchObject([
      { kind: "order.created", actor: service.owner.email, summary: "Order created" },
    ]);
    expect(own.total).toBe(1);
  });

  test("by the unversioned interface and by commands is told too, with who it was", async () => {
    const before = (await log()).total;
    const send = async (method: string, path: string, body?: string) => {
      const headers = { "content-type": "application/xml" };
      expect((await service.api(`/api/${path}`, { method, headers, ...(body && { body }) })).ok).toBe(true);
    };
    await send("POST", "items/create", "<item><sku>XML</sku><name>Xml</name><price>1</price></item>");
    await send("PUT", "items/XML/update", "<item><sku>XML 2</sku></item>");
    const { id } = await createOrder(service, { skus: ["MAP"] });
    await send("PUT", `orders/${id}/update`, "<order><first_name>Ann</first_name></order>");
    await send("POST", `orders/${id}/expire`);
    await send("POST", `orders/${id}/send_email`);
    await send("DELETE", `orders/${id}/delete`);
    await send("DELETE", "items/XML%202/delete");
    expect((await service.api("/api/items/none/delete", { method: "DELETE" })).status).toBe(404);
    const { activity, total } = await log();
    const seen = activity.slice(0, total - before);
    expect(seen.map(({ summary }: { summary: string }) => summary)).toEqual([
      "Product XML 2 deleted",
      `Order ${id} deleted`,
      `Order ${id}: email sent again`,
      `Order ${id} expired`,
      `Order ${id} changed`,
      "Product XML 2 changed",
      "Product XML created",
    ]);
    expect(seen[4]).toMatchObject({ actor: "API (XML)", details: { fields: ["first_name"], ip_address: "127.0.0.1" } });
    expect(seen.at(-1).details.fields).toEqual(["sku", "name"]);
    expect((await log("actor=api%20(xml)")).total).toBe(7);

    await service.run("account", "set", "demo", "--download-limit-per-item", "7");
    await service.run("item", "add", "CLI", "--account", "demo", "--name", "Made by hand");
    expect((await log("actor=Command%20line")).activity).toMatchObject([
      { summary: "Product CLI created", actor: "Command line", details: { ip_address: null } },
      { summary: "Settings changed", details: { subject: null, fields: ["download_limit_per_item"] } },
    ]);
  });

  test("and its entry are there together, or neither is", async () => {
    const before = (await log()).total;
    const { id } = await db.read
      .selectFrom("accounts")
      .select("id")
      .where("handle", "=", "demo")
      .executeTakeFirstOrThrow();
    const entry = (sku: string): NewActivity => ({
      kind: "product.created",
      actor: { type: "api" },
      subject: { type: "product", id: sku },
      fields: [],
      ipAddress: "",
      at: instantNow(),
    });
    const broken = recordingChange(db, (tx) => recordActivity(tx, id, entry("BROKEN")));
    const fail = (tx: Tx) =>
      createProduct(tx, id, { sku: "BROKEN", name: "Broken" }, instantNow()).then(() =>
        Promise.reject(new Error("no")),
      );
    expect(await thrownBy(broken.write(fail))).toThrow("no");
    expect((await log()).total).toBe(before);
    const unnoted = recordingChange(db, () => Promise.reject(new Error("no entry")));
    const make = (tx: Tx) => createProduct(tx, id, { sku: "UNNOTED", name: "Unnoted" }, instantNow());
    expect(await thrownBy(unnoted.write(make))).toThrow("no entry");
    expect((await service.api("/api/items/UNNOTED")).status).toBe(404);
    await broken.write(make);
    await broken.write((tx) => createProduct(tx, id, { sku: "SECOND", name: "Second" }, instantNow()));
    expect((await log()).total).toBe(before + 1);
  });

  test("is forgotten after the days that the store sets", async () => {
    const later = instant(instantNow() + 3 * dayMilliseconds);
    const forget = () =>
      applyRetention(
        { db, log: createLog("silent"), isBusy: () => false, stopping: new AbortController().signal },
        later,
      );
    await forget();
    expect((await log()).total).toBeGreaterThan(0);
    await v3(service, "PUT", "account", { erase_activity_after_days: 2 });
    await forget();
    expect((await log()).total).toBe(0);
  });
});
