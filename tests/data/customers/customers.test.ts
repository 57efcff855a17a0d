import { Database as SqliteFile } from "bun:sqlite";
import { beforeAll, describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { recordErasure } from "../../../src/data/customers/erasures.ts";
import type { Database } from "../../../src/platform/database/database.ts";
import { instantNow } from "../../../src/platform/instants.ts";
import { csvLines, importCsv } from "../../support/csv.ts";
import { type DatabaseUnderTest, databasesUnderTest, temporaryFolder } from "../../support/databases.ts";
import { browser } from "../../support/downloads.ts";
import { thrownBy } from "../../support/failures.ts";
import { rowsHolding } from "../../support/rows-holding.ts";
import { type Service, until } from "../../support/service.ts";
import { startForPeople } from "../../support/sign-in.ts";
import { startSmtpServer } from "../../support/smtp-server.ts";
import { addItem } from "../../support/store.ts";
import { v3 } from "../../support/v3.ts";

describe.each(databasesUnderTest)("customers on $name", ({ name, create }) => {
  let database: DatabaseUnderTest;
  let service: Service;
  let db: Database;

  beforeAll(async () => {
    database = await create();
    service = await startForPeople(database);
    db = await database.open();
    await addItem(service, "MAP", { "map.txt": "the map" });
    await v3(service, "PUT", "skuproducts/MAP", { price: 9.5 });
  });

  interface Sent {
    id: number;
    email: string;
    download_url: string;
    order_items: { id: number; download_url: string; license_keys: string[] }[];
  }

  const order = async (email: string, fields: object = {}, headers = {}): Promise<Sent> => {
    const body = { email, send_email: false, order_items: [{ item_sku: "MAP" }], ...fields };
    const answer = await v3(service, "POST", "orders", body, headers);
    if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
    return answer.body.order;
  };
  const customer = (method: string, address: string, body?: object) =>
    v3(service, method, `customers/${encodeURIComponent(address)}`, body);
  const list = async (query = "") => (await v3(service, "GET", `customers?${query}`)).body;

  test("are listed with their orders, the newest first, and found by any part of name and address", async () => {
    await order("lee@example.com", { first_name: "Ann", last_name: "Lee" });
    await order("bob@example.com", { first_name: "Bob" });
    await order("Lee@Example.com", { first_name: "Anna", last_name: "Lee" });
    const { customers, total } = await list();
    expect([total, customers.map((one: { email: string }) => one.email)]).toEqual([
      2,
      ["Lee@Example.com", "bob@example.com"],
    ]);
    expect(customers[0]).toEqual({
      email: "Lee@Example.com",
      name: "Anna Lee",
      orders: 2,
      first_order_at: expect.any(String),
      last_order_at: expect.any(String),
    });
    await until("the search knows them", async () => (await list("q=EXAMPLE")).total === 2);
    for (const [query, count] of Object.entries({ "ann%20lee": 1, nna: 1, bo: 1, ob: 0, "le%20x": 0, nobody: 0 })) {
      const found = await list(`q=${query}`);
      expect([query, found.total, found.customers.length]).toEqual([query, count, count]);
    }
    expect((await list("page_size=1&page=2")).customers[0].email).toBe("bob@example.com");
    const addresses = async (query: string) =>
      (await list(query)).customers.map((one: { email: string }) => one.email.toLowerCase());
    for (const [sort, first] of Object.entries({
      last_order_at: "bob",
      "-last_order_at": "lee",
      orders: "bob",
      "-orders": "lee",
      email: "bob",
      "-email": "lee",
    })) {
      const all = [`${first}@example.com`, `${first === "lee" ? "bob" : "lee"}@example.com`];
      expect([sort, await addresses(`sort=${sort}`)]).toEqual([sort, all]);
      expect([sort, await addresses(`sort=${sort}&q=example`)]).toEqual([sort, all]);
      expect([sort, await addresses(`sort=${sort}&page_size=1&page=2`)]).toEqual([sort, all.slice(1)]);
    }
    expect((await v3(service, "GET", "customers?sort=name")).status).toBe(422);
  });

  test("are retrieved in any case, with what they paid, and no others", async () => {
    const { body } = await customer("GET", "LEE@example.COM");
    expect(body.customer).toMatchObject({ orders: 2, totals: [{ currency: "USD", amount: 19 }], notes: null });
    expect((await customer("GET", "ee@example.com")).status).toBe(404);
    // Looks alike, and is another person's.
    expect((await customer("GET", "ｌee@example.com")).status).toBe(404);
  });

  test("keep notes, and become one by a new address", async () => {
    expect((await customer("PUT", "nobody@example.com", { notes: "x" })).status).toBe(404);
    expect((await customer("PUT", "bob@example.com", { notes: "Pays late.", email: "no address" })).status).toBe(422);
    await customer("PUT", "lee@example.com", { notes: "Likes maps." });
    const before = await customer("PUT", "Bob@example.com", { notes: "Pays late." });
    expect(before.body.customer.notes).toBe("Pays late.");
    const both = await customer("PUT", "bob@example.com", { email: "lee@example.com" });
    expect(both.body.customer).toMatchObject({
      email: "Lee@Example.com",
      orders: 3,
      notes: "Likes maps.\n\nPays late.",
    });
    expect((await customer("GET", "bob@example.com")).status).toBe(404);
    const { activity } = (await v3(service, "GET", "activity")).body;
    expect(activity[0]).toMatchObject({ kind: "customer.changed", details: { subject: null, fields: ["email"] } });
    expect((await customer("PUT", "lee@example.com", { notes: null })).body.customer.notes).toBeNull();
  });

  test("get all links again in one email", async () => {
    expect((await v3(service, "POST", "customers/nobody@example.com/resend")).status).toBe(404);
    const { status } = await v3(service, "POST", "customers/Lee@example.com/resend");
    expect(status).toBe(200);
    await until("the email is kept", async () => {
      const { library_emails } = (await v3(service, "GET", "customers/lee@example.com/export")).body;
      return library_emails.length === 1 && library_emails[0].status === "kept";
    });
  });

  test("are forgotten with their last order", async () => {
    const { id } = await order("once@example.com");
    await customer("PUT", "once@example.com", { notes: "Came once." });
    await v3(service, "DELETE", `orders/${id}`);
    expect((await customer("GET", "once@example.com")).status).toBe(404);
    const rows = await db.read
      .selectFrom("customer_notes")
      .selectAll()
      .where("email", "=", "once@example.com")
      .execute();
    expect(rows).toEqual([]);
  });

  const rowsWith = (texts: string[]) => rowsHolding(db, name, texts);

  /** The files of a folder that hold one of the texts. */
  function filesWith(folder: string, texts: string[]): string[] {
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
    return files
      .map((file) => join(file.parentPath, file.name))
      .filter((path) => {
        const content = readFileSync(path).toString("latin1").toLowerCase();
        return texts.some((text) => content.includes(text.toLowerCase()));
      });
  }

  const eve = "eve.adams@secret.example";
  const personal = [eve, "Evelyn", "Hidden words", "203.0.113.77", "SecretBrowser", "My computer broke", "Eve's notes"];

  test("are exported and erased, with nothing left of them but counts", async () => {
    await addItem(service, "SONG");
    // Webhooks tell of her too.
    const events = ["order.created", "order.updated", "email.sent", "download.counted", "renewal.requested"];
    await v3(service, "POST", "webhook_endpoints", { url: "https://hooks.example.com/", events });
    await v3(service, "PUT", "skuproducts/SONG", { price: 3 });
    await v3(service, "POST", "products/2/license_keys", { license_keys: ["KEY-1", "KEY-2"] });
    const key = { "idempotency-key": "eve-1" };
    const fields = { first_name: "Evelyn", last_name: "Adams", title: "Hidden words", custom_1: "Hidden words" };
    const lines = [{ item_sku: "SONG", custom_1: "Hidden words" }];
    const sent = { ...fields, vendor_id: `shop-${eve}`, order_items: lines, send_email: true };
    const first = await order(eve, sent, key);
    const second = await order("Eve.Adams@secret.example", {
      custom_2: "Hidden words",
      order_items: [{ item_sku: "SONG" }],
      send_email: true,
    });
    const link = new URL(first.order_items[0]?.download_url ?? "").pathname;
    const from = { "x-forwarded-for": "203.0.113.77", "user-agent": "SecretBrowser" };
    expect((await service.get(link, { headers: from })).status).toBe(200);
    await until("the emails are kept", async () => {
      const { emails } = (await v3(service, "GET", `emails?q=${eve}`)).body;
      return emails.length === 2 && emails.every((one: { status: string }) => one.status === "kept");
    });
    await v3(service, "POST", `orders/${second.id}/expire`);
    await service.get(`${new URL(second.download_url).pathname}/renewal`, {
      method: "POST",
      headers: { ...browser, "content-type": "application/x-www-form-urlencoded", ...from },
      body: new URLSearchParams({ message: "My computer broke" }).toString(),
    });
    await customer("PUT", eve, { notes: "Eve's notes" });
    await v3(service, "POST", `customers/${eve}/resend`, undefined, { "idempotency-key": "eve-2" });
    const sentOf = async () => (await v3(service, "GET", "webhook_endpoints/1/deliveries")).body.webhook_deliveries;
    await until("webhooks know her", async () => (await sentOf()).length > 0);
    await until("the search knows her", async () => (await list("q=evelyn")).total === 1);
    const refused = await importCsv(service, "orders", csvLines("email,skus,locale", `${eve},SONG,${eve}`));
    expect(JSON.stringify(refused.body.import.refused)).toContain(eve);
    // What is written down of pages and files that she opened.
    const rowOf = db.read.selectFrom("orders").select(["id", "account_id"]).where("public_id", "=", String(first.id));
    const { id: order_id, account_id } = await rowOf.executeTakeFirstOrThrow();
    const visit = { order_id, account_id, ip_address: "203.0.113.77", opened: 1 };
    const opened = { ...visit, first_at: instantNow(), last_at: instantNow() };
    await db.write((tx) => tx.insertInto("order_visits").values(opened).execute());
    await db.write((tx) => tx.insertInto("order_previews").values(opened).execute());
    const exported = (await v3(service, "GET", `customers/${eve}/export`)).body;
    expect(exported).toMatchObject({
      customer: { orders: 2, notes: "Eve's notes" },
      orders: [
        { email: eve, order_items: [{ license_keys: ["KEY-1"] }] },
        { order_items: [{ license_keys: ["KEY-2"] }] },
      ],
      downloads: [{ ip_address: "203.0.113.77", user_agent: "SecretBrowser" }],
      emails: [{ recipient: eve, html_body: expect.any(String) }, { status: "kept" }],
      renewal_requests: [{ message: "My computer broke" }],
    });
    const found = await rowsWith(personal);
    for (const text of personal) expect(found.some((one) => one.endsWith(text))).toBe(true);
    for (const table of ["imports", "order_visits", "order_previews"]) {
      expect(found.some((one) => one.startsWith(`${table}: `))).toBe(true);
    }

    const counts = async () => {
      const { product } = (await v3(service, "GET", "skuproducts/SONG")).body;
      const { stats } = (await v3(service, "GET", "stats?from=2020-01-01&to=2099-12-31")).body;
      return JSON.stringify([product, stats]);
    };
    const before = await counts();
    expect((await customer("DELETE", "EVE.adams@secret.example")).status).toBe(204);
    expect(await counts()).toBe(before);
    await until("nothing is left", async () => (await rowsWith(personal)).length === 0);
    // Events that were described before the erasure are cancelled by the news of the deletion.
    await until("no webhook waits", async () =>
      (await sentOf()).every(({ status }: { status: string }) => status !== "waiting"),
    );
    expect(await rowsWith(personal)).toEqual([]);

    expect((await customer("GET", eve)).status).toBe(404);
    expect((await customer("DELETE", eve)).status).toBe(404);
    expect((await v3(service, "GET", `orders/${first.id}`)).status).toBe(404);
    for (const path of [link, new URL(first.download_url).pathname]) expect((await service.get(path)).status).toBe(404);
    const { downloads } = (await v3(service, "GET", "downloads?sku=SONG")).body;
    expect(downloads).toMatchObject([{ ip_address: null, user_agent: null }]);
    const keys = (await v3(service, "GET", "products/2/license_keys")).body;
    expect(keys.license_keys.every((one: { assigned_at: string | null }) => one.assigned_at !== null)).toBe(true);
    expect(await thrownBy(order(eve, sent, key))).toThrow("was erased");
    const { activity } = (await v3(service, "GET", "activity?kind=customer.erased")).body;
    expect(activity).toMatchObject([{ details: { subject: null, fields: [] } }]);
    const { stdout } = await service.run("doctor", "--json");
    expect(stdout).toContain("As many orders hold each product as were counted.");

    await until("the mailbox has removed her emails", () => filesIn("mailbox").every((file) => !file.includes(eve)));
    const words = [eve, "Evelyn", "Hidden words"];
    // Freed pages of SQLite's own file keep what they held until they are used again.
    expect(filesWith(service.folder, words).filter((path) => !path.includes("waybill.sqlite"))).toEqual([]);
    if (name === "sqlite") {
      const compact = temporaryFolder();
      const file = new SqliteFile(join(service.folder, "waybill.sqlite"));
      file.query("vacuum into ?").run(join(compact, "copy.sqlite"));
      file.close();
      expect(filesWith(compact, words)).toEqual([]);
    }
  });

  const restart = async (environment = {}) => {
    await db.close();
    await service.stop();
    service = await service.restart(environment);
    db = await database.open();
  };

  const filesIn = (folder: string) =>
    readdirSync(service.folder, { recursive: true, withFileTypes: true })
      .filter((one) => one.isFile() && one.parentPath.includes(folder))
      .map((file) => readFileSync(join(file.parentPath, file.name)).toString("latin1").toLowerCase());

  test("are gone from a deleted order, and from what it no longer held", async () => {
    for (const sku of ["STAYS", "REMOVED", "GONE"]) await addItem(service, sku);
    const order_items = ["STAYS", "REMOVED", "GONE"].map((item_sku) => ({ item_sku, custom_2: "Whispered words" }));
    const { id } = await order("ida@secret.example", { order_items });
    await v3(service, "PUT", `orders/${id}`, { order_items: order_items.filter((one) => one.item_sku !== "REMOVED") });
    const { product } = (await v3(service, "GET", "skuproducts/GONE")).body;
    expect((await v3(service, "DELETE", `products/${product.id}`)).status).toBe(204);
    expect((await v3(service, "DELETE", `orders/${id}`)).status).toBe(204);
    await until("nothing is left", async () => (await rowsWith(["ida@secret", "Whispered words"])).length === 0);
  });

  test("are exported and erased by an address that their orders had, as long as an email to it is kept", async () => {
    const [from, to] = ["Moved.From@example.com", "moved.to@example.com"];
    const { id } = await order(from, { send_email: true });
    const emailsOf = async (address: string) => {
      const { body } = await v3(service, "GET", `customers/${address}/export`);
      return body.emails?.map(({ recipient }: { recipient: string }) => recipient);
    };
    await until("the email is kept", async () => {
      const { emails } = (await v3(service, "GET", `emails?order_id=${id}`)).body;
      return emails[0]?.status === "kept";
    });
    await v3(service, "PUT", `orders/${id}`, { email: to });
    expect((await customer("GET", from)).status).toBe(404);
    expect(await emailsOf(from.toLowerCase())).toEqual([from]);
    expect(await emailsOf(to)).toEqual([from]);
    expect((await customer("DELETE", from)).status).toBe(204);
    expect(await emailsOf(from)).toBeUndefined();
    expect((await v3(service, "GET", `orders/${id}`)).body.order).toMatchObject({ email: to });
    expect(await emailsOf(to)).toEqual([null]);
    await v3(service, "DELETE", `orders/${id}`);
  });

  test("that are being erased are finished by the service, without orders that came later", async () => {
    await order("half@example.com");
    const { id } = await db.read
      .selectFrom("orders")
      .select("id")
      .where("email", "=", "half@example.com")
      .executeTakeFirstOrThrow();
    const later = await order("half@example.com");
    const { id: accountId } = await db.read.selectFrom("accounts").select("id").executeTakeFirstOrThrow();
    await db.write((tx) => recordErasure(tx, { accountId, email: "half@example.com", lastOrderId: id }));
    await restart();
    await until("the erasure has ended", async () => {
      const rows = await db.read.selectFrom("erasures").select("id").execute();
      return rows.length === 0;
    });
    const { orders } = (await v3(service, "GET", "orders?email=half@example.com")).body;
    expect(orders.map((one: Sent) => one.id)).toEqual([later.id]);
  });

  test("are not brought back by an email, a download or an order that is under way", async () => {
    const sending = Promise.withResolvers<void>();
    const taken = Promise.withResolvers<void>();
    const smtp = await startSmtpServer({
      answers: {
        data: async (raw) => {
          if (!raw.includes("busy@example.com")) return null;
          sending.resolve();
          await taken.promise;
          return "451 4.2.0 busy@example.com is over quota";
        },
      },
    });
    await restart({ WAYBILL_SMTP: smtp.url() });
    const { order_items } = await order("busy@example.com", { send_email: true });
    await v3(service, "POST", "customers/busy@example.com/resend");
    await sending.promise;
    const link = new URL(order_items[0]?.download_url ?? "").pathname;
    expect(await rowsWith(["busy@example.com"])).toContain("emails: busy@example.com");
    const downloads = Array.from({ length: 40 }, () =>
      service.get(link, { headers: { "x-forwarded-for": "203.0.113.99" } }).then((response) => response.status),
    );
    const changes = Array.from({ length: 5 }, (_, index) =>
      customer("PUT", "busy@example.com", { notes: `busy@example.com ${index}` }),
    );
    expect((await customer("DELETE", "busy@example.com")).status).toBe(204);
    taken.resolve();
    const statuses = await Promise.all(downloads);
    for (const status of statuses) expect([200, 403, 404]).toContain(status);
    await Promise.all(changes);
    await until("no email is under way", async () => {
      const rows = await db.read.selectFrom("emails").select("id").where("lease_expires_at", "is not", null).execute();
      return rows.length === 0;
    });
    await until("nothing is left", async () => (await rowsWith(["busy@example.com", "203.0.113.99"])).length === 0);
  });
});
