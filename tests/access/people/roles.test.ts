import { beforeAll, describe, expect, test } from "bun:test";
import { operationsOf, type PlacedOperation } from "../../../src/http/v3/framework/openapi-types.ts";
import { v3Document } from "../../../src/http/v3/interface.ts";
import { anyDatabase } from "../../support/databases.ts";
import type { Service } from "../../support/service.ts";
import { invite, signIn, startForPeople, type Visit } from "../../support/sign-in.ts";
import { addItem } from "../../support/store.ts";

const operations = operationsOf(v3Document());
const nameOf = ({ method, path }: PlacedOperation) => `${method} ${path}`;
const reads = ({ method }: PlacedOperation) => ["GET", "HEAD", "OPTIONS"].includes(method);
const resourceOf = ({ path }: PlacedOperation) => path.split("/")[3] ?? "";

/** The daily work of a store. */
const work = [
  "orders",
  "vorders",
  "order_items",
  "products",
  "skuproducts",
  "files",
  "uploads",
  "emails",
  "imports",
  "renewal_requests",
  "license_keys",
  "customers",
  "connection_events",
  "undeliverable_addresses",
];
const ownersResources = [
  "mailbox",
  "mail_settings",
  "mail_hooks",
  "moves",
  "api_keys",
  "requests",
  "webhook_endpoints",
  "webhook_deliveries",
];
/** What is an owner's to read: captured emails, the mail server, credentials, and where events and calls go. */
const ownersReading = operations.filter(
  (operation) =>
    reads(operation) && (ownersResources.includes(resourceOf(operation)) || operation.path.endsWith("/token")),
);
/** Cannot be undone. */
const erasure = "DELETE /api/v3/customers/{email}";
const settings = operations.filter(
  (operation) => nameOf(operation) === erasure || (!reads(operation) && !work.includes(resourceOf(operation))),
);

describe.each(anyDatabase)("a person's role on $name", ({ create }) => {
  let service: Service;
  let owner: Visit;
  let staff: Visit;
  let readOnly: Visit;

  beforeAll(async () => {
    service = await startForPeople(await create());
    const { email, password } = service.owner;
    const host = `demo.localhost:${service.port}`;
    owner = await signIn(service, email, host, password);
    await invite(service, owner, "staff@example.com", "staff");
    await invite(service, owner, "reader@example.com", "read_only");
    staff = await signIn(service, "staff@example.com", host);
    readOnly = await signIn(service, "reader@example.com", host);
    await addItem(service, "MAP");
  });

  /** The names of the operations that are refused to `one`; nothing that they name exists. */
  async function refused(one: Visit, some: PlacedOperation[]): Promise<string[]> {
    const names: string[] = [];
    for (const operation of some) {
      const path = operation.path.replace(/\{[^}]+\}/g, "999");
      const { status, body } = await one.send(path, {
        method: operation.method,
        ...(reads(operation) ? {} : { body: {} }),
      });
      expect(status).not.toBe(401);
      if (status !== 403) continue;
      names.push(nameOf(operation));
      if (operation.method !== "HEAD") expect(body.detail).toMatch(/^[A-Z].+ .+\.$/);
    }
    return names;
  }

  test("read-only lets look at everything and change nothing", async () => {
    const changes = operations.filter((operation) => !reads(operation));
    expect(changes.length).toBeGreaterThan(20);
    expect((await refused(readOnly, operations)).toSorted()).toEqual(
      [...changes, ...ownersReading].map(nameOf).toSorted(),
    );
  });

  test("only owners see where a shop sends its orders, and its secret", async () => {
    const body = { connection: { kind: "gumroad" } };
    const made = (await owner.send("/api/v3/connections", { method: "POST", body })).body.connection;
    expect(made.url).toContain("/hooks/");
    for (const one of [staff, readOnly]) {
      const { connections } = (await one.send("/api/v3/connections", { method: "GET" })).body;
      expect(connections).toMatchObject([{ id: made.id, url: null, secret: null }]);
    }
  });

  test("staff lets do everything but settings, credentials and people", async () => {
    expect(settings.map(nameOf)).toEqual(
      expect.arrayContaining([
        "PUT /api/v3/account",
        "POST /api/v3/account/token",
        "POST /api/v3/members",
        "PUT /api/v3/members/{id}",
        "DELETE /api/v3/members/{id}",
      ]),
    );
    const expected = [...settings, ...ownersReading].map(nameOf);
    expect((await refused(staff, operations)).toSorted()).toEqual(expected.toSorted());
    const order = { email: "ann@example.com", order_items: [{ item_sku: "MAP" }], send_email: false };
    expect((await staff.v3("POST", "orders", order)).status).toBe(201);
  });

  test("owner lets do everything", async () => {
    // A new token would end what other tests work with.
    const all = operations.filter((operation) => nameOf(operation) !== "POST /api/v3/account/token");
    expect(await refused(owner, all)).toEqual([]);
  });

  test("shows the credentials to owners only, as they open everything", async () => {
    const { key, token } = service.credentials;
    const shown = async (one: Visit) => (await one.v3("GET", "account")).body.account;
    expect(await shown(owner)).toMatchObject({ api_key: key, api_token: null });
    expect((await owner.v3("PUT", "account", { name: "Demo Store" })).body.account.api_token).toBeNull();
    expect(await owner.v3("GET", "account/token")).toMatchObject({ status: 200, body: { api_token: token } });
    for (const one of [staff, readOnly]) {
      expect(await shown(one)).toMatchObject({ name: "Demo Store", api_key: null, api_token: null });
      for (const path of ["account/token", "account/token/", "account/%74oken", "%61ccount/token", "account//token"]) {
        const answer = await one.v3("GET", path);
        expect([403, 404]).toContain(answer.status);
        expect(JSON.stringify(answer.body)).not.toContain(token);
      }
    }
  });

  test("holds however a path is written", async () => {
    for (const path of ["/api/v3/%61ccount", "/api/v3/account/", "/api/v3//account", "/api/v3/account%2Ftoken"]) {
      for (const method of ["PUT", "POST"]) {
        const { status } = await staff.send(path, { method, body: { name: "Taken over" } });
        expect([403, 404, 405]).toContain(status);
      }
    }
    for (const header of ["x-http-method-override", "x-http-method", "x-method-override"]) {
      const body = { name: "Taken over" };
      const { status } = await staff.send("/api/v3/account", { method: "POST", body, headers: { [header]: "PUT" } });
      expect(status).toBe(405);
    }
    expect((await owner.v3("GET", "account")).body.account.name).toBe("Demo Store");
  });
});
