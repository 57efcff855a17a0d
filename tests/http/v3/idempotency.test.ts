import { beforeAll, describe, expect, test } from "bun:test";
import { newRoutes, type V3Env, type V3Services } from "../../../src/http/v3/framework/environment.ts";
import { errorResponse } from "../../../src/http/v3/framework/errors.ts";
import { idempotent, writeOnce } from "../../../src/http/v3/framework/idempotency.ts";
import { instantNow } from "../../../src/platform/instants.ts";
import { createLog } from "../../../src/platform/log.ts";
import { createVault } from "../../../src/platform/vault.ts";
import { requireAccount } from "../../../src/store/accounts/accounts.ts";
import { type DatabaseUnderTest, databasesUnderTest } from "../../support/databases.ts";
import { type Service, startProcess } from "../../support/service.ts";
import { addItem } from "../../support/store.ts";
import { v3 } from "../../support/v3.ts";

describe.each(databasesUnderTest)("changes with an Idempotency-Key on $name", ({ create }) => {
  let database: DatabaseUnderTest;
  let service: Service;

  beforeAll(async () => {
    database = await create();
    service = await startProcess({ database });
    await addItem(service, "A");
  });

  async function newOrder(email: string) {
    const order = { email, send_email: false, order_items: [{ sku: "A" }] };
    return (await v3(service, "POST", "orders", order)).body.order;
  }
  const change = (path: string, body: unknown, key: string, method = "PUT") =>
    v3(service, method, path, body, { "idempotency-key": key });

  test("downloads are added once, however often and however close together they are asked for", async () => {
    const order = await newOrder("more@example.com");
    const path = `order_items/${order.order_items[0].id}`;
    const add = { additional_downloads: 2 };
    const answers = await Promise.all(Array.from({ length: 20 }, () => change(path, add, "more")));
    expect(new Set(answers.map(({ status, body }) => JSON.stringify({ status, body }))).size).toBe(1);
    expect(answers[0]).toMatchObject({ status: 200, body: { order_item: { downloads_remaining: 7 } } });
    expect((await change(path, { additional_downloads: 3 }, "more")).status).toBe(422);
    expect((await change(path, add, "more again")).body.order_item.downloads_remaining).toBe(9);
  });

  test("an email is sent again once, and what asked for it may come from a service that was restarted", async () => {
    const order = await newOrder("again@example.com");
    const resend = () => change(`orders/${order.id}/resend`, undefined, "resend", "POST");
    const first = await resend();
    await service.stop();
    service = await service.restart();
    expect(await resend()).toMatchObject({ status: 200, body: first.body });
    expect((await v3(service, "GET", `emails?order_id=${order.id}`)).body.total).toBe(1);
  });

  test("what was refused can be mended under the same key", async () => {
    const order = await newOrder("mended@example.com");
    const path = `orders/${order.id}`;
    expect((await change(path, { download_limit: "many" }, "mended")).status).toBe(422);
    expect((await change(path, { download_limit: 9 }, "mended")).body.order.download_limit).toBe(9);
    expect((await change(path, { download_limit: 9 }, "k".repeat(256))).status).toBe(422);
  });

  test("an answer is the first one, also when its resource has changed or moved since", async () => {
    const { id } = await newOrder("moved@example.com");
    await v3(service, "PUT", `orders/${id}`, { vendor_id: "MOVED-1" });
    const moved = await change("vorders/MOVED-1", { vendor_id: "MOVED-2" }, "moved");
    expect(moved.status).toBe(200);
    expect((await v3(service, "GET", "vorders/MOVED-1")).status).toBe(404);
    expect(await change("vorders/MOVED-1", { vendor_id: "MOVED-2" }, "moved")).toMatchObject({
      status: 200,
      body: moved.body,
    });
  });

  test("answers are kept encrypted, and go with their order", async () => {
    const { id } = await newOrder("secret@example.com");
    await change(`orders/${id}`, { first_name: "Secret" }, "secret");
    const db = await database.open();
    const kept = () => db.read.selectFrom("idempotency_keys").selectAll().where("key", "=", "secret").execute();
    expect(JSON.stringify(await kept())).not.toMatch(/secret@|Secret/);
    await v3(service, "DELETE", `orders/${id}`);
    expect(await kept()).toMatchObject([{ answer: "" }]);
    expect((await change(`orders/${id}`, { first_name: "Secret" }, "secret")).status).toBe(409);
    await db.close();
  });

  test("a bulk that broke off goes on where it was, and its key is for no other", async () => {
    const order = (n: number) => ({ vendor_id: `PART-${n}`, email: "part@example.com", send_email: false });
    const send = (orders: object[], key: string) => change("orders/bulk", { orders }, key, "POST");
    const { results } = (await send([order(1), order(2)], "part")).body;
    const db = await database.open();
    // As a crash before the second order would have left it.
    await db.write((tx) => tx.deleteFrom("idempotency_keys").where("key", "=", "part\n1").execute());
    await db.close();
    await v3(service, "DELETE", "vorders/PART-2");
    const again = (await send([order(1), order(2)], "part")).body.results;
    expect(again[0]).toEqual(results[0]);
    expect(again[1]).toMatchObject({ status: 201, order: { vendor_id: "PART-2" } });
    expect((await send([order(3)], "part")).status).toBe(422);
    expect((await send([order(4)], "part 0")).status).toBe(200);
  });

  test("answers are for the API key that asked, also after its secret was replaced", async () => {
    const make = async (name: string) =>
      (await v3(service, "POST", "api_keys", { name, scopes: ["orders:read", "orders:write"] })).body.api_key;
    const [one, other] = [await make("one"), await make("other")];
    const order = { email: "per-key@example.com", send_email: false, order_items: [{ sku: "A" }] };
    const send = async (token: string, path = "orders", body: object = order) => {
      const as = { key: service.credentials.key, token };
      const response = await service.api(`/api/v3/${path}`, {
        ...{ as, method: "POST", body: JSON.stringify(body) },
        headers: { "content-type": "application/json", "idempotency-key": "per key" },
      });
      return { status: response.status, body: (await response.json()) as { order: { id: number } } };
    };
    const first = await send(one.key);
    expect(first.status).toBe(201);
    const replaced = (await v3(service, "POST", `api_keys/${one.id}/replace`, {})).body.api_key;
    expect([await send(one.key), await send(replaced.key)]).toEqual([first, first]);
    const ids = [first, await send(other.key), await send(service.credentials.token)].map(({ body }) => body.order.id);
    expect(new Set(ids).size).toBe(3);
    const bulk = (await send(one.key, "orders/bulk", { orders: [order, order] })) as { status: number };
    expect(bulk.status).toBe(422);
  });

  test("the same file is imported once, another one is refused", async () => {
    const file = (email: string) => `email,skus\r\n${email},A\r\n`;
    const send = async (body: string) => {
      const headers = { "content-type": "text/csv", "idempotency-key": "import" };
      const response = await service.api("/api/v3/imports/orders", { method: "POST", headers, body });
      return { status: response.status, body: (await response.json()) as unknown };
    };
    const first = await send(file("import@example.com"));
    expect(first).toMatchObject({ status: 200, body: { import: { applied: true } } });
    expect(await send(file("import@example.com"))).toEqual(first);
    expect((await v3(service, "GET", "orders?email=import@example.com")).body.total).toBe(1);
    expect((await send(file("other@example.com"))).status).toBe(422);
  });
});

describe.each(databasesUnderTest)("a key whose request went wrong on $name", ({ create }) => {
  test("is free again after a 5xx, and is not when the service stopped before it had answered", async () => {
    const database = await create();
    await startProcess({ database });
    const db = await database.open();
    const account = await requireAccount(db.read, "demo");
    const services = {
      db,
      vault: createVault({ current: "secret", old: null }),
      limits: { bulk: 1000 },
      log: createLog("silent"),
    };
    const routes = newRoutes();
    let fails = true;
    routes.use(async (c, next) => {
      c.set("services", services as unknown as V3Services);
      c.set("account", account);
      c.set("user", null);
      c.set("now", instantNow());
      await next();
    });
    routes.use(idempotent(false));
    routes.post("/api/v3/fails", async (c) => {
      const name = `Named ${crypto.randomUUID()}`;
      await writeOnce(c, (tx) => tx.updateTable("accounts").set({ name }).execute());
      if (fails) throw new Error("broken");
      return c.json({ name });
    });
    routes.onError((error, c) => errorResponse(error, c.req.path, services.log));
    const send = () =>
      routes.request("/api/v3/fails", { method: "POST", headers: { "idempotency-key": "K" } }, {} as V3Env["Bindings"]);
    expect((await send()).status).toBe(500);
    fails = false;
    const first = await send();
    expect(first.status).toBe(200);
    expect(await (await send()).text()).toBe(await first.text());
    await db.write((tx) => tx.updateTable("idempotency_keys").set({ answer: null }).execute());
    const lost = await send();
    expect(lost.status).toBe(409);
    expect(await lost.text()).toContain("its response is not available");
    await db.close();
  });
});
