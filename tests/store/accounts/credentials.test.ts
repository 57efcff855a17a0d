import { beforeAll, describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import { setAccount } from "../../support/accounts.ts";
import { type DatabaseUnderTest, databasesUnderTest } from "../../support/databases.ts";
import { type Service, startService } from "../../support/service.ts";
import { addItem, createOrder } from "../../support/store.ts";

describe.each(databasesUnderTest)("on $name", ({ name, create }) => {
  let service: Service;
  let database: DatabaseUnderTest;

  beforeAll(async () => {
    database = await create();
    service = await startService({ database });
  });

  const withHeader = (authorization: string) => service.api("/api/account", { as: null, headers: { authorization } });
  const basic = (text: string) => `Basic ${Buffer.from(text).toString("base64")}`;

  test("anything but the account's key and token is answered 401, with a challenge and a sentence in XML", async () => {
    const { key, token } = service.credentials;
    const wrong = [
      `Bearer ${token}`,
      "Basic",
      "Basic !!!",
      basic(""),
      basic(":"),
      basic(key),
      basic(`${key}:`),
      basic(`:${token}`),
      basic(`${key}:${token}x`),
      basic(`${key}:${token.slice(0, -1)}`),
      basic(`${token}:${key}`),
      basic(`${key.toLowerCase()}x:${token}`),
      basic(`${key}:${token}\n`),
      basic(` ${key}:${token}`),
    ];
    const answers = [await service.api("/api/account", { as: null }), ...(await Promise.all(wrong.map(withHeader)))];
    for (const [index, answer] of answers.entries()) {
      expect([wrong[index - 1], answer.status]).toEqual([wrong[index - 1], 401]);
      expect(answer.headers.get("www-authenticate")).toMatch(/^Basic realm="[^"]+"/);
      expect(answer.headers.get("content-type")).toBe("application/xml; charset=utf-8");
      expect(await answer.text()).toMatch(/^<\?xml [^>]+>\s*<message>[^<]+<\/message>\s*$/);
    }
    for (const scheme of ["Basic", "basic", "BASIC"]) {
      expect((await withHeader(basic(`${key}:${token}`).replace("Basic", scheme))).status).toBe(200);
    }
  });

  test("credentials in the address work as in the header", async () => {
    const { key, token } = service.credentials;
    const curl = Bun.spawn(["curl", "-s", `http://${key}:${token}@localhost:${service.port}/api/account`]);
    expect(await new Response(curl.stdout).text()).toContain(`<api_token>${token}</api_token>`);
  });

  test("the API sends no CORS headers", async () => {
    const answer = await service.api("/api/account", { headers: { origin: "https://evil.example" } });
    expect([...answer.headers.keys()].filter((header) => header.startsWith("access-control"))).toEqual([]);
  });

  test("a browser that keeps the credentials makes no change for another site's page", async () => {
    const item = await addItem(service, "MAP");
    const order = await createOrder(service, { skus: ["MAP"] });
    const changes: [method: string, path: string, body?: string][] = [
      ["POST", "/api/items/create", "<item><sku>MORE</sku><name>More</name></item>"],
      ["PUT", "/api/items/MAP", "<item><name>Other</name></item>"],
      ["DELETE", "/api/items/MAP"],
      ["GET", "/api/items/MAP/delete"],
      ["GET", "/api/items/MAP/delete.xml"],
      ["GET", `/api/orders/${order.id}/delete`],
      ["GET", `/api/orders/${order.id}/expire`],
      ["GET", `/api/orders/${order.id}/send_email`],
      ["GET", "/api/new_token"],
      ["POST", "/api/v3/account/token"],
      ["POST", "/api/v3/orders", '{"email":"ann@example.com","order_items":[]}'],
      ["PUT", "/api/v3/account", '{"name":"Taken over"}'],
      ["DELETE", `/api/v3/orders/${order.id}`],
      ["PATCH", "/api/v3/uploads/x"],
    ];
    const reads = ["/api/account", "/api/items/MAP", `/api/orders/${order.id}`, "/api/downloads", "/api/v3/account"];
    const states = () => Promise.all(reads.map(async (path) => (await service.api(path)).text()));
    const before = await states();
    for (const site of ["cross-site", "same-site", ""]) {
      for (const [method, path, body = null] of changes) {
        const answer = await service.api(path, { method, body, headers: { "sec-fetch-site": site } });
        expect({ site, method, path, status: answer.status }).toEqual({ site, method, path, status: 403 });
        const json = path.startsWith("/api/v3");
        expect(answer.headers.get("content-type")).toStartWith(json ? "application/problem+json" : "application/xml");
        expect(await answer.text()).toContain("from a web page of another site");
      }
      for (const path of reads) {
        expect((await service.api(path, { headers: { "sec-fetch-site": site } })).status).toBe(200);
      }
      const options = await service.api("/api/v3/uploads", { method: "OPTIONS", headers: { "sec-fetch-site": site } });
      expect(options.status).toBeLessThan(300);
    }
    expect(await states()).toEqual(before);
    for (const site of ["same-origin", "none"]) {
      const headers = { "sec-fetch-site": site };
      expect((await service.api(`/api/orders/${order.id}/expire`, { headers })).status).toBe(200);
      const body = '{"name":"Demo Store"}';
      expect((await service.api("/api/v3/account", { method: "PUT", body, headers })).status).toBe(200);
    }
    expect((await service.get(item.permalink, { headers: { "sec-fetch-site": "cross-site" } })).status).toBe(200);
  });

  test("the plan free has no API, from the moment it is set", async () => {
    await setAccount(service, "demo", { plan: "free" });
    const refused = await service.api("/api/account");
    expect([refused.status, refused.headers.has("www-authenticate")]).toEqual([401, true]);
    expect(await refused.text()).toContain("plan free");
    expect((await service.get("/")).status).toBe(200);
    await setAccount(service, "demo", { plan: "standard" });
    expect((await service.api("/api/account")).status).toBe(200);
    await setAccount(service, "demo", { plan: "unlimited" });
  });

  test("credentials that are given are used, colons and spaces in them refused, and a key in use is not given twice", async () => {
    const given = ["--key", "my-own-key-1", "--token", "my-own-token-1"];
    const north = JSON.parse((await service.run("account", "create", "north", ...given, "--json")).stdout);
    expect(north).toMatchObject({ api_key: "my-own-key-1", api_token: "my-own-token-1" });
    const as = { key: north.api_key, token: north.api_token };
    expect((await service.api("/api/account", { host: new URL(north.url).host, as })).status).toBe(200);
    expect((await service.run("account", "create", "south", ...given)).status).toBe(1);
    for (const key of ["with:colon", "with space"]) {
      const refused = await service.run("account", "create", "south", "--key", key, "--token", "my-own-token-2");
      expect([key, refused.status, refused.stderr]).toEqual([key, 1, expect.stringContaining("key")]);
    }
  });

  test.each(["GET", "POST"])("a new token by %s replaces the one before at once", async (method) => {
    const host = `demo.localhost:${service.port}`;
    const before = service.credentials;
    const answer = await service.api("/api/new_token", { method, host });
    const token = /<message>([^<]+)<\/message>/.exec(await answer.text())?.[1] ?? "";
    expect(token).toMatch(/^[\w-]{22,}$/);
    expect(token).not.toBe(before.token);
    expect((await service.api("/api/account", { host, as: before })).status).toBe(401);
    Object.assign(service.credentials, { token });
    const account = await (await service.api("/api/account", { host })).text();
    expect(account).toContain(`<api_token>${token}</api_token>`);
    expect(account).toContain(`<api_key>${before.key}</api_key>`);
  });

  test("of many who ask for a new token at once, the last one's token is the account's", async () => {
    const host = `demo.localhost:${service.port}`;
    const answers = await Promise.all(Array.from({ length: 8 }, () => service.api("/api/new_token", { host })));
    const texts = await Promise.all(answers.filter(({ status }) => status === 200).map((answer) => answer.text()));
    const tokens = texts.map((text) => /<message>([^<]+)<\/message>/.exec(text)?.[1] ?? "");
    const { key } = service.credentials;
    const statuses = await Promise.all(
      tokens.map(async (token) => (await service.api("/api/account", { host, as: { key, token } })).status),
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    service.credentials.token = tokens[statuses.indexOf(200)] ?? "";
  });

  test("no token and no password can be read in the database", async () => {
    const host = `demo.localhost:${service.port}`;
    const made = await service.run("account", "create", "west", "--password", "a-password-to-look-for", "--json");
    const secrets = [service.credentials.token, JSON.parse(made.stdout).api_token, "a-password-to-look-for"];
    const shown = await (await service.api("/api/account", { host })).text();
    expect(shown).toContain(service.credentials.token);
    const stored = name === "sqlite" ? rawFiles(database.folder) : await allRows();
    expect(stored).toContain(service.credentials.key);
    for (const secret of secrets) {
      expect(secret.length).toBeGreaterThan(20);
      for (const form of [secret, Buffer.from(secret).toString("base64"), Buffer.from(secret).toString("hex")]) {
        expect(stored).not.toContain(form);
      }
    }
  });

  async function allRows(): Promise<string> {
    const db = await database.open();
    const rows = await sql`select row_to_json(a)::text as row from accounts a
      union all select row_to_json(u)::text from users u`.execute(db.read);
    return JSON.stringify(rows.rows);
  }
});

/** The bytes of the database and of everything beside it but the files for customers. */
function rawFiles(folder: string): string {
  const names = readdirSync(folder).filter((name) => name.startsWith("waybill.sqlite"));
  return names.map((name) => readFileSync(join(folder, name)).toString("latin1")).join("\n");
}
