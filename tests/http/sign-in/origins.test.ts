import { beforeAll, describe, expect, test } from "bun:test";
import { anyDatabase } from "../../support/databases.ts";
import type { SharedStore } from "../../support/shared-service.ts";
import { makeOwner, password, signIn, startForPeople, type Visit, visit } from "../../support/sign-in.ts";

describe.each(anyDatabase)("a request with a session's cookie on $name", ({ makeStore }) => {
  let service: SharedStore;
  let email: string;
  let host: string;
  let south: SharedStore;
  let owner: Visit;

  beforeAll(async () => {
    ({ store: service, host, email } = await makeOwner(makeStore, { name: "north" }));
    south = await makeStore();
    owner = await signIn(service, email, host);
  });

  const elsewhere = (): [string, Record<string, string>][] => [
    ["nothing said", { origin: "" }],
    ["another site", { origin: "https://evil.example" }],
    ["no origin to name", { origin: "null" }],
    ["another store", { origin: south.url }],
    ["the service's own host", { origin: `http://localhost:${service.port}` }],
    ["another port", { origin: `http://${service.handle}.localhost:1` }],
    ["another scheme", { origin: `https://${host}` }],
    ["a name that begins alike", { origin: `http://${host}.evil.example` }],
    ["a site behind the same origin header", { origin: owner.origin, "sec-fetch-site": "cross-site" }],
    ["a sibling host", { origin: owner.origin, "sec-fetch-site": "same-site" }],
    ["the address bar", { origin: owner.origin, "sec-fetch-site": "none" }],
  ];

  test("changes nothing for another site", async () => {
    for (const [from, headers] of elsewhere()) {
      const body = { name: "Taken over" };
      const answer = await owner.send("/api/v3/account", { method: "PUT", body, headers });
      expect({ from, status: answer.status }).toEqual({ from, status: 403 });
      expect(answer.headers.get("content-type")).toBe("application/problem+json");
      expect(answer.body.detail).toContain("another site");
      for (const method of ["POST", "PATCH", "DELETE"]) {
        expect((await owner.send("/api/v3/orders/10000001", { method, body, headers })).status).toBe(403);
      }
    }
    const { account } = (await owner.v3("GET", "account")).body;
    expect(account.name).toBe("north");
  });

  test("does nothing at the sign-in for another site, and nor does one without a cookie", async () => {
    for (const [from, headers] of elsewhere()) {
      for (const path of ["sign-out", "revoke-other-sessions", "sign-in/email", "update-user", "check-link"]) {
        const body = { email, password, name: "Taken over" };
        for (const one of [owner, visit(service, host)]) {
          const answer = await one.send(`/admin/auth/${path}`, { body, headers });
          expect({ from, path, status: answer.status }).toEqual({ from, path, status: 403 });
          expect(answer.headers.getSetCookie()).toEqual([]);
        }
      }
    }
    expect((await owner.v3("GET", "session")).body.session.user.name).toBe("owner");
  });

  test("changes what the page of this very address asks for", async () => {
    for (const headers of [{}, { "sec-fetch-site": "same-origin" }, { origin: "", "sec-fetch-site": "same-origin" }]) {
      const name = `North ${crypto.randomUUID()}`;
      expect((await owner.send("/api/v3/account", { method: "PUT", body: { name }, headers })).status).toBe(200);
      expect((await owner.v3("GET", "account")).body.account.name).toBe(name);
    }
    await owner.v3("PUT", "account", { name: "north" });
  });

  test("reads without saying where it comes from, and shows nothing to other sites or caches", async () => {
    const answer = await owner.send("/api/v3/account", { headers: { origin: "https://evil.example" } });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("access-control-allow-origin")).toBeNull();
    expect(answer.headers.get("cache-control")).toBe("no-store");
  });

  test("knows its own address behind a proxy that speaks HTTPS", async () => {
    const https = { "x-forwarded-proto": "https", "x-forwarded-host": host };
    const put = (headers: Record<string, string>) =>
      owner.send("/api/v3/account", { method: "PUT", body: { name: "north" }, headers: { ...https, ...headers } });
    expect((await put({ origin: `https://${host}` })).status).toBe(200);
    expect((await put({ origin: `http://${host}` })).status).toBe(403);
    const name = { body: { name: "owner" }, headers: { ...https, origin: `https://${host}` } };
    expect((await owner.send("/admin/auth/update-user", name)).status).toBe(200);
  });

  test("that is worth nothing is refused without a browser's own dialog", async () => {
    const stale = visit(service, host);
    stale.cookies.set("waybill.session_token", "abc.def");
    const refused: [Visit, Record<string, string>, boolean][] = [
      [stale, {}, false],
      [visit(service, host), { "sec-fetch-mode": "cors" }, false],
      [visit(service, host), { "user-agent": "Mozilla/5.0" }, false],
      [visit(service, host), { "user-agent": "curl/8" }, true],
    ];
    for (const [one, headers, challenged] of refused) {
      const answer = await one.send("/api/v3/orders", { headers });
      expect(answer.status).toBe(401);
      expect(answer.headers.has("www-authenticate")).toBe(challenged);
    }
    const [name = "", value = ""] = [...owner.cookies][0] ?? [];
    stale.cookies.set(name, `${value.slice(0, 20)}${value[20] === "x" ? "y" : "x"}${value.slice(21)}`);
    expect((await stale.v3("GET", "session")).status).toBe(401);
    stale.cookies.set(name, decodeURIComponent(value).split(".")[0] ?? "");
    expect((await stale.v3("GET", "session")).status).toBe(401);
  });

  test("works on a plan without the API, which the credentials then do not", async () => {
    const free = await makeOwner(makeStore, { plan: "free" });
    const one = await signIn(free.store, free.email, free.host);
    expect((await one.v3("GET", "orders")).status).toBe(200);
    expect((await free.store.api("/api/v3/orders")).status).toBe(401);
    expect((await one.send("/api/orders")).status).toBe(401);
  });
});

test("the quick start's owner works at the bare localhost", async () => {
  const [sqlite] = anyDatabase;
  if (!sqlite) throw new Error("There is no database.");
  const service = await startForPeople(await sqlite.create());
  const { email: demo, password: printed } = service.owner;
  for (const host of [`localhost:${service.port}`, `127.0.0.1:${service.port}`]) {
    const one = await signIn(service, demo, host, printed);
    expect((await one.v3("PUT", "account", { name: "Demo" })).status).toBe(200);
    expect((await one.auth("sign-out", {})).status).toBe(200);
  }
});

test("cookies of a service with an HTTPS address travel over HTTPS only", async () => {
  const [sqlite] = anyDatabase;
  if (!sqlite) throw new Error("There is no database.");
  const service = await startForPeople(await sqlite.create(), { WAYBILL_URL: "https://waybill.example" });
  const { email: demo, password: printed } = service.owner;
  const one = visit(service, "demo.waybill.example");
  const answer = await one.send("/admin/auth/sign-in/email", {
    body: { email: demo, password: printed },
    headers: { origin: "https://demo.waybill.example" },
  });
  expect(answer.headers.getSetCookie()[0]).toMatch(
    /^__Secure-waybill\.session_token=[^;]+; Max-Age=604800; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
  );
  expect((await one.v3("GET", "session")).status).toBe(200);
});
