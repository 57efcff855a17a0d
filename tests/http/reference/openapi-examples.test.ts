import { beforeAll, describe, expect, test } from "bun:test";
import type { V3Services } from "../../../src/http/v3/framework/environment.ts";
import { operationsOf, type PlacedOperation } from "../../../src/http/v3/framework/openapi-types.ts";
import { v3Declarations, v3Document, v3Routes } from "../../../src/http/v3/interface.ts";
import { addUndeliverable } from "../../../src/messages/mail/undeliverable-addresses.ts";
import { instantNow } from "../../../src/platform/instants.ts";
import { createAccount } from "../../support/accounts.ts";
import { type DatabaseUnderTest, databasesUnderTest } from "../../support/databases.ts";
import { startDnsServer } from "../../support/dns-server.ts";
import { contradictions, sendExample, shapeDifferences } from "../../support/examples.ts";
import { askLicense } from "../../support/licenses.ts";
import { type Service, type Store, startService, until } from "../../support/service.ts";
import { sendWoo, wooOrder } from "../../support/shops.ts";
import { v3 } from "../../support/v3.ts";

const operations = operationsOf(v3Document());
const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;
// Routes are only listed here, and need nothing for that.
const app = v3Routes({} as V3Services);

/** The answer's own schema, which is stricter than what is left of it in the document. */
function answerSchema(operation: PlacedOperation, status: number) {
  for (const definition of app.openAPIRegistry.definitions) {
    if (definition.type !== "route") continue;
    const { method, path, responses } = definition.route;
    if (nameOf({ method: method.toUpperCase(), path }) !== nameOf(operation)) continue;
    const answer = responses[status];
    const media = answer && "content" in answer ? answer.content?.["application/json"] : undefined;
    const schema = media && "schema" in media ? media.schema : undefined;
    return schema && "safeParse" in schema ? schema : null;
  }
  return null;
}

/** What must have happened before the rest makes sense. */
const first = ["POST /api/v3/files", "POST /api/v3/products", "POST /api/v3/products/{id}/license_keys"];
/** Those that take away what others need. */
const last = [
  "DELETE /api/v3/undeliverable_addresses/{email}",
  "POST /api/v3/orders/bulk",
  "DELETE /api/v3/products/{id}/license_keys",
  "DELETE /api/v3/orders/{id}",
  "DELETE /api/v3/vorders/{vendor_id}",
  "DELETE /api/v3/customers/{email}",
  "DELETE /api/v3/products/{id}/files/{file_id}/versions/{number}",
  "DELETE /api/v3/products/{id}/files/{file_id}",
  "DELETE /api/v3/products/{id}/item_urls/{url_id}",
  "DELETE /api/v3/skuproducts/{sku}",
  "DELETE /api/v3/products/{id}",
  "DELETE /api/v3/files/{id}",
  "DELETE /api/v3/members/{id}",
  "DELETE /api/v3/connections/{id}",
  "DELETE /api/v3/webhook_endpoints/{id}",
  "DELETE /api/v3/mail_hooks/{id}",
  "DELETE /api/v3/api_keys/{id}",
];
/** Each answers a request that a customer has made. */
const renewals = ["POST /api/v3/renewal_requests/{id}/grant", "POST /api/v3/renewal_requests/{id}/decline"];
/** What is sent again must have been tried. */
const sendAgain = "POST /api/v3/webhook_deliveries/{id}/resend";
/** An email must have come back. */
const stopped = "GET /api/v3/undeliverable_addresses";
/** What goes on must have been stopped before all its emails were queued. */
const goOn = "POST /api/v3/products/{id}/announcements/{announcement_id}/resume";
/** These find nothing to change: no delivery has failed, the key was assigned, and no order lacks anything. */
const withoutChange = [
  "POST /api/v3/products/{id}/contents/earlier_orders",
  "POST /api/v3/webhook_endpoints/{id}/resend_failed",
  "DELETE /api/v3/products/{id}/license_keys",
];
/** Ends the token that all others use. */
const end = ["POST /api/v3/account/token"];
const upload = (operation: PlacedOperation) => operation.path === "/api/v3/uploads/{id}";
/** Each makes what the others need, and is executed in its place. */
const [sendOrder, invite, connectShop] = [
  "POST /api/v3/orders",
  "POST /api/v3/members",
  "POST /api/v3/connections",
] as const;
/** Its number is random, unlike those of the rows. */
const member = "/api/v3/members/{id}";
const signingKey = "/api/v3/license_signing_keys/{id}";
/** Shows a device that a program has activated. */
const showDevices = "GET /api/v3/license_keys/{id}/devices";
/** Needs an access that ends. */
const renewOrder = "POST /api/v3/orders/{id}/renew";
/** Needs a unit without a key. */
const handOutKey = "POST /api/v3/order_items/{id}/license_keys";
/** Not for programs: tests/messages/mail/mail-server.test.ts */
const bySignedIn = ["PUT /api/v3/mail_settings", "DELETE /api/v3/mail_settings"];
/** The customer whose order waits for license keys. */
const waiting = "waiting@example.com";

const declared = v3Declarations();

function named(name: string): PlacedOperation {
  const operation = operations.find((one) => nameOf(one) === name);
  if (!operation) throw new Error(`The document has no operation ${name}.`);
  return operation;
}

/** The elements of a JSON answer's first list, or the rows of a CSV file, each as text. */
function rowsOf(answer: string): string[] {
  if (!answer.startsWith("{")) return answer.trim().split("\r\n").slice(1);
  const body = JSON.parse(answer);
  const list = Object.values(body.stats ?? body).find((value) => Array.isArray(value));
  return (list ?? []).map((row: unknown) => JSON.stringify(row));
}

const daysIn = (row: string) => row.match(/\d{4}-\d\d-\d\d/g) ?? [];

/** Whether a row is what a filter asked for, where that is not the filter's value somewhere in the row. */
const shows: Record<string, (row: string, value: string) => boolean> = {
  from: (row, day) => daysIn(row).some((shown) => shown >= day),
  to: (row, day) => daysIn(row).some((shown) => shown <= day),
  waiting_for_keys: (row) => row.includes(waiting),
  sort: () => true,
  // A poster has no file.
  usage: (row) => !/POSTER-9|"download_count":[1-9]/.test(row),
  // Carl's order has no email. The export does not show the status.
  email_status: (row, value) =>
    row.startsWith("{") ? row.includes(`"email_status":"${value}"`) : !row.includes("carl@"),
  customer: (row) => row.includes('"order_id":10000001'),
  archived: (row) => row.includes('"archived_at":null'),
  status: (row, value) => {
    if (value === "all") return true;
    return value === "assigned" ? !row.includes('"assigned_at":null') : row.includes(value);
  },
};

describe.each(databasesUnderTest)("the examples on $name", ({ create }) => {
  let database: DatabaseUnderTest;
  let service: Service;

  beforeAll(async () => {
    database = await create();
    // The address of the example does not exist.
    const environment = { WAYBILL_RESOLVERS: (await startDnsServer()).address };
    service = await startService({ database, environment });
    const made = { sku: "MAP-1", name: "Map of the south", price: 9.5 };
    const files = new FormData();
    files.set("file", new File(["the south"], "map.pdf", { type: "application/pdf" }));
    const { file } = (await (await service.api("/api/v3/files", { method: "POST", body: files })).json()) as {
      file: { id: number };
    };
    const product = await v3(service, "POST", "products", { ...made, item_assets: [file.id] });
    expect(product).toMatchObject({ status: 201, body: { product: { id: 1 } } });
  });

  async function execute(operation: PlacedOperation, options: Parameters<typeof sendExample>[2] = {}) {
    const key = operation.parameters?.some(({ name }) => name === "idempotency-key") ? crypto.randomUUID() : undefined;
    const { activity } = declared.get(nameOf(operation)) ?? {};
    const isNoted = activity && !activity.peopleOnly && ![...end, ...withoutChange].includes(nameOf(operation));
    const kind = isNoted ? activity.kind : null;
    const noted = async () => (kind ? (await v3(service, "GET", `activity?kind=${kind}`)).body.total : 0);
    const before = await noted();
    const response = await sendExample(service, operation, { ...options, ...(key ? { key } : {}) });
    const text = await response.text();
    const [documented = "", answer] = Object.entries(operation.responses)[0] ?? [];
    expect(`${nameOf(operation)} ${response.status} ${response.ok ? "" : text}`).toBe(
      `${nameOf(operation)} ${documented} `,
    );
    if (key && !end.includes(nameOf(operation))) await repeat(operation, options, key, response, text);
    expect([nameOf(operation), await noted()]).toEqual([nameOf(operation), kind ? before + 1 : 0]);
    const media = answer?.content?.["application/json"];
    if (!media) return;
    const body: unknown = JSON.parse(text);
    const schema = answerSchema(operation, response.status);
    for (const shown of [body, media.example]) expect(schema?.safeParse(shown).error?.issues).toBeUndefined();
    // What the request said stands in the answer, in the example as in fact.
    for (const shown of [body, media.example]) {
      expect({ operation: nameOf(operation), wrong: contradictions(operation, shown) }).toEqual({
        operation: nameOf(operation),
        wrong: [],
      });
    }
    expect(shapeDifferences(body, media.example).filter((line) => !isOfDocument(operation, line))).toEqual([]);
  }

  /** The same request with its key gets the first answer, another one none. */
  async function repeat(
    operation: PlacedOperation,
    options: Parameters<typeof sendExample>[2],
    key: string,
    first: Response,
    text: string,
  ) {
    const again = await sendExample(service, operation, { ...options, key });
    const shown = (response: Response) => [nameOf(operation), response.status, response.headers.get("location")];
    expect([...shown(again), await again.text()]).toEqual([...shown(first), text]);
    const other = await sendExample(service, operation, { ...options, key, query: { other: "1" } });
    expect([nameOf(operation), other.status, await other.text()]).toEqual([
      nameOf(operation),
      422,
      expect.stringContaining("Idempotency-Key has already been used for a different request"),
    ]);
  }

  /** The document's example of itself is cut short. */
  const isOfDocument = ({ path }: PlacedOperation, line: string) =>
    path.endsWith("openapi.json") && line.includes("only in one");

  async function optionsOf({ path }: PlacedOperation): Promise<Parameters<typeof sendExample>[2]> {
    if (path === signingKey) {
      const { license_signing_keys } = (await v3(service, "GET", "license_signing_keys")).body;
      return { path: { id: license_signing_keys[0].id } };
    }
    if (path !== member) return {};
    const { members } = (await v3(service, "GET", "members")).body;
    return { path: { id: members.at(-1).id } };
  }

  test("tell one story, and each is answered as it is documented", async () => {
    for (const operation of first) await execute(named(operation));
    await execute(named(sendOrder));
    const { order } = (await v3(service, "GET", "orders/10000001")).body;
    const [item] = order.order_items;
    expect((await service.get(new URL(item.download_url).pathname)).status).toBe(200);
    await until("the email is kept", async () => (await v3(service, "GET", "emails/1")).body.email.status === "kept");

    for (const [index, operation] of renewals.entries()) {
      await v3(service, "POST", "orders/10000001/expire");
      await service.get(`${new URL(order.download_url).pathname}/renewal`, { method: "POST" });
      await execute(named(operation), { path: { id: String(index + 1) } });
    }

    for (const name of bySignedIn) expect((await sendExample(service, named(name), {})).status).toBe(403);
    const told = new Set([...first, ...last, ...end, ...renewals, ...bySignedIn, sendOrder, invite, connectShop]);
    await execute(named(invite));
    await execute(named(connectShop));
    const { connection } = (await v3(service, "GET", "connections/1")).body;
    expect((await sendWoo(service, connection, wooOrder({}, [{ product_id: 91 }]))).status).toBe(200);
    for (const operation of operations) {
      if (nameOf(operation) === goOn) {
        const db = await database.open();
        await db.write((tx) => tx.updateTable("announcements").set({ finished_at: null }).execute());
      }
      if (nameOf(operation) === stopped) {
        const db = await database.open();
        const reported = { address: "ann@example.com", reason: "bounced", response: "550 5.1.1", emailId: 1 } as const;
        await db.write((tx) => addUndeliverable(tx, 1, { ...reported, createdAt: instantNow() }));
      }
      if (nameOf(operation) === handOutKey) await v3(service, "PUT", "order_items/1", { quantity: 3 });
      if (nameOf(operation) === showDevices) {
        await askLicense(service, "activate", { key: "AAAA-BBBB-0001", device_id: "d", device_name: "Ann's laptop" });
      }
      if (nameOf(operation) === sendAgain) {
        await until("the test event was tried", async () => {
          const { webhook_delivery } = (await v3(service, "GET", "webhook_deliveries/1")).body;
          return webhook_delivery.attempts.length > 0;
        });
      }
      if (nameOf(operation) === renewOrder) {
        const access_until = "2026-12-01T00:00:00Z";
        await v3(service, "PUT", "orders/10000001", { subscription_id: "sub_4711", access_until });
      }
      if (!told.has(nameOf(operation)) && !upload(operation)) await execute(operation, await optionsOf(operation));
      if (nameOf(operation) === renewOrder) await v3(service, "PUT", "orders/10000001", { access_until: null });
    }
  });

  test("of filters each find what they name, and nothing else", async () => {
    await v3(service, "POST", "products", { sku: "POSTER-9", name: "Poster" });
    const item_urls = [{ url: "https://example.com/link", name: "Link" }];
    expect((await v3(service, "POST", "products", { sku: "LINK-9", name: "Link", item_urls })).status).toBe(201);
    const others = [
      { email: "bob@example.com", order_items: [{ item_sku: "POSTER-9" }] },
      { email: waiting, order_items: [{ item_sku: "MAP-1", quantity: 1000 }] },
      // Nothing happens to it, so it stays in this state.
      {
        email: "carl@example.com",
        recipient_email: "eve@example.com",
        access_until: "2098-01-01T00:00:00Z",
        send_email: false,
        order_items: [{ item_sku: "LINK-9" }],
      },
    ];
    for (const order of others) expect((await v3(service, "POST", "orders", order)).status).toBe(201);
    await until("an email is kept", async () => {
      return (await v3(service, "GET", "orders?email_status=kept")).body.total > 0;
    });
    const { api_key } = (await v3(service, "POST", "api_keys/1/replace", {})).body;
    const called = await service.get("/api/v3/session", { headers: { authorization: `Bearer ${api_key.key}` } });
    expect(called.status).toBe(200);
    // As if the shop's event had made the order of the examples.
    const db = await database.open();
    const { id: order_id } = await db.read
      .selectFrom("orders")
      .select("id")
      .where("public_id", "=", "10000001")
      .executeTakeFirstOrThrow();
    await db.write((tx) => tx.updateTable("connection_events").set({ order_id }).execute());
    for (const operation of operations) {
      if (operation.method !== "GET" || upload(operation)) continue;
      for (const { name, in: place, example } of operation.parameters ?? []) {
        // `external_id` counts, and lists nothing.
        if (place !== "query" || ["page", "page_size", "bom", "locale", "external_id"].includes(name)) continue;
        const value = String(Array.isArray(example) ? example[0] : example);
        const asked = `${nameOf(operation)} ${name}=${value}`;
        // Both requests for the order were answered above.
        const beside = asked.startsWith("GET /api/v3/renewal_requests order_id") ? { status: "all" } : {};
        const query = { ...beside, [name]: value };
        const rows = rowsOf(await (await sendExample(service, operation, { query })).text());
        const matches = shows[name] ?? ((row: string) => row.toLowerCase().includes(value.toLowerCase()));
        expect({ asked, found: rows.length > 0 }).toEqual({ asked, found: true });
        expect({ asked, strangers: rows.filter((row) => !matches(row, value)) }).toEqual({ asked, strangers: [] });
      }
    }
  });

  test("name nothing that another store could see or change", async () => {
    const { host, credentials } = await createAccount(service, "stranger");
    const api: Store["api"] = (path, init) => service.api(path, { ...init, as: credentials, host });
    const answers: string[] = [];
    // Texts have the same names in every store, and what uploads can do is the same.
    const named = operations.filter(
      ({ method, path }) => method !== "OPTIONS" && path.includes("{") && !path.includes("/wordings/"),
    );
    for (const operation of named) {
      const options = upload(operation) ? {} : await optionsOf(operation);
      const { status } = await sendExample({ ...service, api }, operation, options);
      answers.push(`${nameOf(operation)} ${status}`);
    }
    const others: Record<string, number> = {
      // The file is looked for ahead of the product.
      "POST /api/v3/products/{id}/files": 422,
      // It counts the store's own orders, also for a SKU that no product has.
      "GET /api/v3/skuproducts/{sku}/waiting_orders": 200,
    };
    expect(answers).toEqual(named.map(nameOf).map((operation) => `${operation} ${others[operation] ?? 404}`));
  });

  test("of removals come last", async () => {
    for (const name of last) {
      // The order of this ID, and the customer's last one, have just been deleted.
      if (["DELETE /api/v3/vorders/{vendor_id}", "DELETE /api/v3/customers/{email}"].includes(name)) {
        const again = { vendor_id: "M-1001", email: "ann@example.com" };
        expect((await v3(service, "POST", "orders", again)).status).toBe(201);
      }
      const operation = named(name);
      await execute(operation, await optionsOf(operation));
    }
  });

  test("of an upload continue each other", async () => {
    const [options, read, patch, remove] = ["OPTIONS", "GET", "PATCH", "DELETE"].map((method) =>
      operations.find((operation) => upload(operation) && operation.method === method),
    );
    const begin = named("POST /api/v3/uploads");
    if (!options || !read || !patch || !remove) throw new Error("Not every step of an upload is documented.");
    const started = async () => {
      const response = await sendExample(service, begin);
      expect(response.status).toBe(201);
      return { path: { id: response.headers.get("location")?.split("/").at(-1) ?? "" } };
    };
    const whole = await started();
    for (const operation of [options, read, patch, read]) await execute(operation, whole);
    await execute(remove, await started());
  });

  test("need no credentials for the description, at an address that belongs to an account", async () => {
    const response = await service.get("/api/v3/openapi.json");
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({
      openapi: "3.1.0",
      servers: [{ url: service.url }],
    });
    const unknown = await service.get("/api/v3/openapi.json", { host: "nobody.localhost" });
    expect(unknown.status).toBe(401);
  });

  test("end with a new token", async () => {
    for (const operation of end) await execute(named(operation));
    expect((await v3(service, "GET", "account")).status).toBe(401);
  });
});
