import { beforeAll, describe, expect, test } from "bun:test";
import { findKey } from "../../../src/access/api-keys/find-key.ts";
import { type Scope, scopeNames } from "../../../src/access/api-keys/scopes.ts";
import { looksLikeApiKey, newApiKey } from "../../../src/access/api-keys/secret.ts";
import { operationsOf, type PlacedOperation } from "../../../src/http/v3/framework/openapi-types.ts";
import { v3Document } from "../../../src/http/v3/interface.ts";
import { routes } from "../../../src/http/xml/routes.ts";
import type { Reader } from "../../../src/platform/database/database.ts";
import { instantNow } from "../../../src/platform/instants.ts";
import { changeAccount } from "../../../src/store/accounts/accounts.ts";
import { databasesUnderTest } from "../../support/databases.ts";
import { thrownBy } from "../../support/failures.ts";
import { until } from "../../support/service.ts";
import type { SharedStore } from "../../support/shared-service.ts";
import { addItem } from "../../support/store.ts";
import { v3 } from "../../support/v3.ts";

const operations = operationsOf(v3Document()).filter(({ path }) => !path.endsWith("openapi.json"));
const scopeIn = ({ security }: PlacedOperation): Scope | null =>
  (security?.[0]?.basic?.[0] as Scope | undefined) ?? null;

describe("the form of an API key", () => {
  test("has a checksum that finds each wrong character, and any that is missing or too many", () => {
    const key = newApiKey();
    expect(key).toMatch(/^wb_[0-9A-Za-z]{36}$/);
    expect(looksLikeApiKey(key)).toBe(true);
    for (let at = 3; at < key.length; at++) {
      const wrong = key[at] === "x" ? "y" : "x";
      expect(looksLikeApiKey(key.slice(0, at) + wrong + key.slice(at + 1))).toBe(false);
    }
    for (const other of [key.slice(0, -1), `${key}0`, ` ${key}`, `${key} `, `${key}\n`, key.toLowerCase(), "wb_", ""]) {
      expect(looksLikeApiKey(other)).toBe(false);
    }
  });

  test("is checked before the database is asked", async () => {
    const reader = new Proxy({} as Reader, {
      get() {
        throw new Error("The database was asked.");
      },
    });
    const key = newApiKey();
    for (const wrong of [` ${key}`, `${key.slice(0, -1)}-`, "wb_"]) {
      expect(await findKey(reader, 1, wrong, instantNow())).toBeNull();
    }
    expect(await thrownBy(findKey(reader, 1, key, instantNow()))).toThrow("The database was asked.");
  });
});

describe.each(databasesUnderTest)("API keys on $name", ({ makeStore, triesAll }) => {
  let service: SharedStore;
  beforeAll(async () => {
    service = await makeStore();
    await addItem(service, "MAP", { "map.txt": "a map" });
  });

  const make = async (scopes: Scope[], more: object = {}) => {
    const { status, body } = await v3(service, "POST", "api_keys", { name: "A program", scopes, ...more });
    expect({ status, errors: body.errors }).toEqual({ status: 201, errors: undefined });
    return body.api_key as { id: number; key: string; last_four: string };
  };
  const bearer = (key: string) => ({ authorization: `Bearer ${key}` });
  async function call(key: string, method: string, path: string, body?: unknown, more: Record<string, string> = {}) {
    const headers = { ...bearer(key), ...more, ...(body === undefined ? {} : { "content-type": "application/json" }) };
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await service.get(`/api/v3/${path}`, { method, headers, ...sent });
    const isJson = response.headers.get("content-type")?.includes("json");
    return {
      status: response.status, // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
      body: (isJson ? await response.json() : null) as any,
    };
  }
  const statusOf = async (key: string) => (await call(key, "GET", "session")).status;
  const forget = async (...keys: { id: number }[]) => {
    for (const { id } of keys) await v3(service, "DELETE", `api_keys/${id}`);
  };

  test("are shown once, and only a hash and the last four characters are kept", async () => {
    const key = await make(["orders:read"]);
    expect(key.key.slice(-4)).toBe(key.last_four);
    const { api_keys } = (await v3(service, "GET", "api_keys")).body;
    expect(api_keys.at(-1)).toMatchObject({ id: key.id, key: null, last_four: key.last_four, test: false });
    const { db } = service;
    const rows = JSON.stringify([
      await db.read.selectFrom("api_keys").selectAll().execute(),
      await db.read.selectFrom("api_key_secrets").selectAll().execute(),
    ]);
    expect(rows).not.toContain(key.key);
    await forget(key);
  });

  test("are a Bearer token, or the password with any user name, in both interfaces", async () => {
    const key = await make(["orders:read"]);
    expect(await statusOf(key.key)).toBe(200);
    for (const user of ["", "anyone", service.credentials.key]) {
      const as = { key: user, token: key.key };
      expect((await service.api("/api/v3/orders", { as })).status).toBe(200);
      expect((await service.api("/api/orders", { as })).status).toBe(200);
    }
    expect((await service.get("/api/orders", { headers: bearer(key.key) })).status).toBe(200);
    const basic = `Basic ${btoa(`${key.key}:`)}`;
    expect((await service.get("/api/orders", { headers: { authorization: basic } })).status).toBe(401);
    await forget(key);
  });

  test.if(triesAll)("may do what their scopes say, and nothing else", async () => {
    for (const scope of scopeNames) {
      const key = await make([scope]);
      const wrong: string[] = [];
      for (const operation of operations) {
        if (operation.method === "DELETE" && operation.path.includes("api_keys")) continue;
        const path = operation.path.replace(/\{[^}]+\}/g, "987654321").replace("/api/v3/", "");
        const needed = scopeIn(operation);
        const allowed = needed === null || needed === scope;
        // A change that may be made is left out: it would be carried out.
        if (allowed && operation.method !== "GET" && !operation.path.includes("{")) continue;
        const { status, body } = await call(key.key, operation.method, path);
        const named = status === 403 && body.detail.includes(`lacks the scope ${needed}`);
        if (named === allowed) wrong.push(`${scope}: ${operation.method} ${operation.path} ${status}`);
      }
      for (const [path, { methods, read, change }] of Object.entries(routes)) {
        for (const method of Object.keys(methods)) {
          const needed = method === "read" ? read : change;
          if (method !== "read" && needed === scope) continue;
          const response = await service.get(path.replace(/:\w+/, "987654321"), {
            method: method === "read" ? "GET" : method,
            headers: bearer(key.key),
          });
          const isRefused = response.status === 403 && (await response.text()).includes(`lacks the scope ${needed}`);
          if (isRefused === (needed === null || needed === scope)) wrong.push(`${scope}: ${method} ${path}`);
        }
      }
      expect(wrong).toEqual([]);
      expect((await call(key.key, "GET", "nothing")).status).toBe(404);
      await forget(key);
    }
  });

  test("without account:manage see the account without its token", async () => {
    const [staff, owner] = [await make(["orders:read"]), await make(["account:manage"])];
    const xml = async (key: string) => (await service.get("/api/account", { headers: bearer(key) })).text();
    const { key, token } = service.credentials;
    expect((await call(staff.key, "GET", "account")).body.account).toMatchObject({ api_key: key, api_token: null });
    expect(await xml(staff.key)).not.toContain(token);
    expect((await call(owner.key, "GET", "account")).body.account.api_token).toBe(token);
    expect(await xml(owner.key)).toContain(token);
    await forget(staff, owner);
  });

  test("cannot give more than they have, nor take a key that has more", async () => {
    const strong = await make([...scopeNames]);
    const weak = await make(["account:manage", "orders:read"]);
    const attempt = (method: string, path: string, body?: object) => call(weak.key, method, path, body);
    const more = { name: "More", scopes: ["orders:write"] };
    for (const { status, body } of [
      await attempt("POST", "api_keys", more),
      await attempt("PUT", `api_keys/${weak.id}`, { scopes: ["account:manage", "orders:write"] }),
      await attempt("PUT", `api_keys/${strong.id}`, { scopes: ["orders:read"] }),
      await attempt("POST", `api_keys/${strong.id}/replace`, {}),
    ]) {
      expect(status).toBe(403);
      expect(body.detail).toContain("orders:write");
    }
    const { body, status } = await attempt("POST", "api_keys", { name: "Less", scopes: ["orders:read"] });
    expect(status).toBe(201);
    const trial = await make(["account:manage", "orders:read"], { test: true });
    const fromTrial = (fields: object) =>
      call(trial.key, "POST", "api_keys", { name: "T", scopes: ["orders:read"], ...fields });
    expect((await fromTrial({})).status).toBe(403);
    const kept = await fromTrial({ test: true });
    expect(kept.status).toBe(201);
    expect((await call(trial.key, "POST", `api_keys/${weak.id}/replace`, {})).status).toBe(403);
    await forget(strong, weak, body.api_key, trial, kept.body.api_key);
  });

  test("that are replaced work for a day more, and twice replaced or revoked ones not at all", async () => {
    const key = await make(["orders:read"]);
    const replace = async (body: object = {}) =>
      (await v3(service, "POST", `api_keys/${key.id}/replace`, body)).body.api_key;
    const second = await replace();
    expect(second).toMatchObject({ id: key.id, replaced_last_four: key.last_four });
    expect(Math.abs(Date.parse(second.replaced_ends_at) - Date.now() - 86_400_000)).toBeLessThan(3_600_000);
    expect([await statusOf(key.key), await statusOf(second.key)]).toEqual([200, 200]);
    const third = await replace();
    expect([await statusOf(key.key), await statusOf(second.key), await statusOf(third.key)]).toEqual([401, 200, 200]);
    const { db } = service;
    const ended = { ends_at: instantNow() };
    await db.write((tx) =>
      tx
        .updateTable("api_key_secrets")
        .set(ended)
        .where("api_key_id", "=", key.id)
        .where("ends_at", "is not", null)
        .execute(),
    );
    expect([await statusOf(second.key), await statusOf(third.key)]).toEqual([401, 200]);
    const fourth = await replace({ overlap_hours: 0 });
    expect(fourth.replaced_ends_at).toBeNull();
    expect([await statusOf(third.key), await statusOf(fourth.key)]).toEqual([401, 200]);
    const fifth = await replace();
    await forget(key);
    expect([await statusOf(fourth.key), await statusOf(fifth.key)]).toEqual([401, 401]);
    expect((await v3(service, "POST", `api_keys/${key.id}/replace`, {})).status).toBe(404);
  });

  test("expire, and may be prolonged", async () => {
    const past = { name: "Past", scopes: ["orders:read"], expires_at: "2020-01-01T00:00:00Z" };
    expect((await v3(service, "POST", "api_keys", past)).body.errors[0].field).toBe("expires_at");
    const key = await make(["orders:read"], { expires_at: "2090-01-01T00:00:00Z" });
    expect(await statusOf(key.key)).toBe(200);
    const { db } = service;
    await db.write((tx) =>
      tx.updateTable("api_keys").set({ expires_at: instantNow() }).where("id", "=", key.id).execute(),
    );
    expect(await statusOf(key.key)).toBe(401);
    expect((await v3(service, "POST", `api_keys/${key.id}/replace`, {})).status).toBe(409);
    await v3(service, "PUT", `api_keys/${key.id}`, { expires_at: null });
    expect(await statusOf(key.key)).toBe(200);
    await forget(key);
  });

  test("are a hundred of a store at most, also when two are created at once", async () => {
    const made = await Promise.all(
      Array.from({ length: 105 }, () => v3(service, "POST", "api_keys", { name: "Many", scopes: ["orders:read"] })),
    );
    const { api_keys } = (await v3(service, "GET", "api_keys")).body;
    expect(api_keys).toHaveLength(100);
    const refused = made.filter(({ status }) => status !== 201);
    expect(refused.every(({ status, body }) => status === 422 && body.detail.includes("at most 100"))).toBe(true);
    await forget(...api_keys);
  });

  test("tell when they were last used, write it in the background, and can revoke themselves", async () => {
    const key = await make(["account:manage"], { name: "Short" });
    expect(await statusOf(key.key)).toBe(200);
    const used = async () => (await v3(service, "GET", "api_keys")).body.api_keys.at(-1).last_used_at;
    await until("the use is written", async () => (await used()) !== null);
    const first = await used();
    expect(await statusOf(key.key)).toBe(200);
    expect(await used()).toBe(first);
    expect((await call(key.key, "DELETE", `api_keys/${key.id}`)).status).toBe(204);
    expect(await statusOf(key.key)).toBe(401);
    const { activity } = (await v3(service, "GET", "activity?kind=api_key.revoked")).body;
    expect(activity[0]).toMatchObject({ actor: "API key Short", summary: "API key Short revoked" });
    const own = (await v3(service, "GET", `activity?actor=${encodeURIComponent("API key Short")}`)).body;
    expect(own.activity).toHaveLength(1);
  });

  test("in test mode make test orders in both interfaces, and import none", async () => {
    const [trial, live] = [await make(["orders:write"], { test: true }), await make(["orders:write"])];
    const order = { email: "ann@example.com", order_items: [{ item_sku: "MAP" }] };
    const id = { "idempotency-key": "payment-1" };
    expect((await call(trial.key, "POST", "orders", { ...order, test: false }, id)).body.order.test).toBe(true);
    // The answer to a test is not that of a payment.
    expect((await call(live.key, "POST", "orders", { ...order, test: false }, id)).body.order.test).toBe(false);
    const bulk = await call(trial.key, "POST", "orders/bulk", { orders: [order, order] });
    expect(bulk.body.results.map((one: { order: { test: boolean } }) => one.order.test)).toEqual([true, true]);
    const xml =
      "<order><id>T-1</id><email>ann@example.com</email><order_items type='array'><order_item><sku>MAP</sku></order_item></order_items></order>";
    const headers = { ...bearer(trial.key), "content-type": "application/xml" };
    expect((await service.get("/api/orders", { method: "POST", headers, body: xml })).status).toBe(201);
    expect((await v3(service, "GET", "orders/T-1")).body.order.test).toBe(true);
    const csv = { ...bearer(trial.key), "content-type": "text/csv" };
    const imported = await service.get("/api/v3/imports/orders", {
      method: "POST",
      headers: csv,
      body: "email,skus\n",
    });
    expect(imported.status).toBe(403);
    await forget(trial, live);
  });

  test("that are wrong, of another account, or without API access are refused", async () => {
    const key = await make(["orders:read"]);
    const other = await makeStore();
    const theirs = (await v3(other, "POST", "api_keys", { name: "Theirs", scopes: ["account:manage"] })).body.api_key;
    const status = async (sent: string, store: SharedStore, path = "/api/v3/session") =>
      (await store.get(path, { headers: { authorization: sent } })).status;
    expect(await status(`Bearer ${theirs.key}`, other)).toBe(200);
    expect(await status(`Bearer ${theirs.key}`, service)).toBe(401);
    expect(await status(`Bearer ${key.key}`, other)).toBe(401);
    expect(await status(`Bearer ${key.key}`, service)).toBe(200);
    for (const wrong of [newApiKey(), `${key.key.slice(0, -1)}_`, `${key.key} x`, `x ${key.key}`, "", "undefined"]) {
      for (const path of ["/api/v3/session", "/api/account"]) {
        expect(await status(`Bearer ${wrong}`, service, path)).toBe(401);
        expect(await status(`Basic ${btoa(`${service.credentials.key}:${wrong}`)}`, service, path)).toBe(401);
      }
    }
    // The token alone opens nothing.
    expect(await status(`Bearer ${service.credentials.token}`, service)).toBe(401);
    const refused = await service.get("/api/v3/session", { headers: bearer(newApiKey()) });
    expect(refused.headers.get("www-authenticate")).toMatch(/^Basic realm=.*, Bearer realm=/);
    await other.db.write((tx) => changeAccount(tx, new URL(other.url), other.handle, { plan: "free" }, instantNow()));
    expect(await status(`Bearer ${theirs.key}`, other)).toBe(401);
    await forget(key);
  });
});
