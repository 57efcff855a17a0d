import { beforeAll, describe, expect, test } from "bun:test";
import { plans } from "../../../src/accounts/plans.ts";
import { createAccount, setAccount } from "../../support/accounts.ts";
import { type DatabaseUnderTest, databasesUnderTest } from "../../support/databases.ts";
import { type Service, startService, until } from "../../support/service.ts";
import { startSmtpServer, type TestSmtpServer } from "../../support/smtp-server.ts";
import { addItem } from "../../support/store.ts";
import { type V3Answer, v3 } from "../../support/v3.ts";

const downloadFields = [
  "id filename product_sku order_id order_item_id ip_address downloaded_at size_bytes file_version completed sent_bytes user_agent",
].join(" ");
const emailFields = "id kind order_id recipient status subject attempts created_at sent_at next_attempt_at tries";
const fields = (names: string, ...more: string[]) => [...names.split(" "), ...more].toSorted();
const dayMilliseconds = 86_400_000;
const dayFromToday = (days: number) => new Date(Date.now() + days * dayMilliseconds).toISOString().slice(0, 10);

describe.each(databasesUnderTest)("v3 reading on $name", ({ create }) => {
  let database: DatabaseUnderTest;
  let service: Service;
  let smtp: TestSmtpServer;
  const refused = new Set<string>();
  const get = (path: string) => v3(service, "GET", path);
  const order = async (body: Record<string, unknown>) => {
    const answer = await v3(service, "POST", "orders", { email: "ann@example.com", ...body });
    expect(answer.status).toBe(201);
    return answer.body.order;
  };
  const fetchFiles = async (path: string, times: number) => {
    for (let time = 0; time < times; time++) {
      const file = await service.get(path, { headers: { "user-agent": "curl/8.0" } });
      expect(file.status).toBe(200);
      await file.arrayBuffer();
    }
  };
  const pathOf = (url: string) => new URL(url).pathname;

  beforeAll(async () => {
    smtp = await startSmtpServer({
      answers: { recipient: (address) => (refused.has(address) ? "550 5.1.1 No such mailbox" : null) },
    });
    database = await create();
    service = await startService({ database, environment: { WAYBILL_SMTP: smtp.url() } });
    const { permalink } = await addItem(service, "MAP", { "map.txt": "a map" });
    await addItem(service, "TWO", { "one.txt": "one", "two words.txt": "and two" });
    await addItem(service, "SONG", { "song.txt": "a song" });
    const named = await order({ vendor_id: "M-1", order_items: [{ item_sku: "MAP" }, { item_sku: "SONG" }] });
    await fetchFiles(pathOf(named.order_items[0].download_url), 3);
    await fetchFiles(pathOf(named.order_items[1].download_url), 1);
    await fetchFiles(permalink, 2);
  });

  test("answers to requests that arrive together are those of each alone, also beside changes", async () => {
    const orders = await Promise.all(
      [["MAP"], ["MAP", "TWO"], ["SONG"], []].map((skus, n) =>
        order({ first_name: `Ann ${n}`, order_items: skus.map((sku) => ({ sku })) }),
      ),
    );
    const ids = orders.map(({ id }) => id);
    const paths = [
      ...ids.flatMap((id) => [`v3/orders/${id}`, `orders/${id}`]),
      ...["MAP", "TWO", "SONG"].flatMap((sku) => [`v3/skuproducts/${sku}`, `items/${sku}`]),
      ...["v3/account", "account", "v3/orders/none", "orders/%ED%A0%80", "v3/skuproducts/none"],
    ];
    const read = async (path: string) => {
      const answer = await service.api(`/api/${path}`);
      // The state of the order's email, and with it its own, changes while the test runs.
      return [path, answer.status, (await answer.text()).replace(/"(email_status|state)":"[a-z_]+"/g, "")];
    };
    const alone: (string | number)[][] = [];
    for (const path of paths) alone.push(await read(path));
    for (const times of [1, 5]) {
      const all = Array.from({ length: times }, () => paths).flat();
      expect(await Promise.all(all.map(read))).toEqual(Array.from({ length: times }, () => alone).flat());
    }
    // An answer to a change shows the change, also while others read the order as it was before.
    const changes = Array.from({ length: 20 }, (_, n) => v3(service, "PUT", `orders/${ids[1]}`, { custom_1: `${n}` }));
    const reads = Array.from({ length: 40 }, () => v3(service, "GET", `orders/${ids[1]}`));
    const changed = await Promise.all(changes);
    await Promise.all(reads);
    expect(changed.map(({ body }) => body.order.custom_1)).toEqual(changed.map((_, n) => `${n}`));
  });

  test("a download names its product, order, order item, client and file; permalinks name no order", async () => {
    const { status, body } = await get("downloads");
    expect(status).toBe(200);
    expect(body).toMatchObject({ page: 1, page_size: 50, total: 6 });
    for (const download of body.downloads) expect(Object.keys(download).toSorted()).toEqual(fields(downloadFields));
    const [newest] = body.downloads;
    expect(newest).toMatchObject({ product_sku: "MAP", order_id: null, order_item_id: null, filename: "map.txt" });
    expect(newest).toMatchObject({ ip_address: "127.0.0.1", size_bytes: 5, user_agent: "curl/8.0" });
    expect(newest.downloaded_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/);
    expect(body.downloads.at(-1)).toMatchObject({ product_sku: "MAP", order_id: 10_000_001, order_item_id: 1 });
  });

  test("an order id that is text stays text", async () => {
    const sent = await service.api("/api/orders", {
      method: "POST",
      headers: { "content-type": "application/xml" },
      body: "<order><id>W-1</id><email>bob@example.com</email><order_items><order_item><sku>TWO</sku></order_item></order_items></order>",
    });
    expect(sent.status).toBe(201);
    const { body } = await get("orders/W-1");
    const { files } = (await get(`order_items/${body.order.order_items[0].id}/files`)).body;
    await fetchFiles(
      `${pathOf(body.order.download_url).replace(/.*/, pathOf(body.order.order_items[0].download_url))}/${files[0].id}/x`,
      1,
    );
    expect((await get("orders/W-1/downloads")).body).toMatchObject({ total: 1, downloads: [{ order_id: "W-1" }] });
    expect((await get("downloads?order_id=W-1")).body.total).toBe(1);
  });

  test("filters hold together, and the total is that of the filter", async () => {
    const total = async (query: string) => {
      const { body } = await get(`downloads?page_size=500&${query}`);
      expect(body.downloads.length).toBe(body.total);
      return body.total;
    };
    expect(await total("sku=MAP")).toBe(5);
    expect(await total("sku=map")).toBe(0);
    expect(await total("order_id=10000001")).toBe(4);
    expect(await total("order_id=10000001&sku=SONG")).toBe(1);
    expect(await total("order_id=nothing")).toBe(0);
    expect(await total("ip_address=127.0.0.1&sku=SONG")).toBe(1);
    expect(await total("ip_address=10.0.0.1")).toBe(0);
    expect(await total(`from=${dayFromToday(-1)}&to=${dayFromToday(1)}&sku=MAP`)).toBe(5);
    expect(await total(`from=${dayFromToday(2)}`)).toBe(0);
    expect(await total(`to=${dayFromToday(-2)}`)).toBe(0);
  });

  test("pages follow each other newest first, and those past the end are empty", async () => {
    const ids = async (query: string) =>
      (await get(`downloads?order_id=10000001&${query}`)).body.downloads.map(({ id }: { id: number }) => id);
    const all = await ids("");
    expect(all).toEqual(all.toSorted((one: number, other: number) => other - one));
    expect([...(await ids("page=1&page_size=3")), ...(await ids("page=2&page_size=3"))]).toEqual(all);
    expect(await ids("page=3&page_size=3")).toEqual([]);
  });

  test("an order item has its downloads and its files", async () => {
    expect((await get("order_items/1/downloads")).body).toMatchObject({ total: 3, page: 1, page_size: 50 });
    const { body } = await get("order_items/1/files");
    expect(body).toMatchObject({ total: 1, page: 1, page_size: 50 });
    const sha256 = new Bun.CryptoHasher("sha256").update("a map").digest("hex");
    expect(body.files).toEqual([
      {
        id: 1,
        filename: "map.txt",
        size_bytes: 5,
        content_type: expect.stringContaining("text/plain"),
        sha256,
        permalink: expect.stringMatching(/^\/permalink\/[\w-]{22,}\/1\/map\.txt$/),
        created_at: expect.any(String),
        updated_at: null,
        version: 1,
        version_note: null,
      },
    ]);
  });

  test.each([
    "order_items/999/files",
    "order_items/999/downloads",
    "order_items/x/files",
    "order_items/99999999999999999999/downloads",
  ])("%s is not found, and says so by its name", async (path) => {
    expect(await get(path)).toMatchObject({ status: 404, body: { status: 404, order_item: null } });
  });

  test("downloads outlive their order and their product", async () => {
    await addItem(service, "BRIEF");
    const { id, order_items } = await order({ order_items: [{ item_sku: "BRIEF" }] });
    await fetchFiles(pathOf(order_items[0].download_url), 1);
    await v3(service, "DELETE", `orders/${id}`);
    expect((await service.api("/api/items/BRIEF", { method: "DELETE" })).status).toBe(200);
    expect((await get("downloads?sku=BRIEF")).body).toMatchObject({ total: 1, downloads: [{ product_sku: "BRIEF" }] });
    expect((await get(`orders/${id}/downloads`)).status).toBe(404);
    expect((await get(`order_items/${order_items[0].id}/files`)).status).toBe(404);
  });

  test.each([
    ["downloads?page=x&page_size=501", ["page", "page_size"]],
    ["downloads?from=2026-02-30&to=yesterday", ["from", "to"]],
    ["downloads?sku=%01&order_id=%01&ip_address=%01", ["order_id", "sku", "ip_address"]],
    ["emails?status=lost&order_id=%01", ["status", "order_id"]],
    ["stats?from=2026-11-20T00:00:00Z&to=1969-12-31", ["from", "to"]],
    ["stats?from=2026-11-20&to=2026-11-19", ["to"]],
    ["stats?from=2000-01-01&to=2010-01-08", ["to"]],
  ])("%s is refused with each wrong field named", async (path, wrong) => {
    const { status, body } = await get(path);
    expect(status).toBe(422);
    expect(body.errors.map(({ field }: { field: string }) => field)).toEqual(wrong);
  });

  test("an email shows its status, its attempts and what it said", async () => {
    await until(
      "the email is sent",
      async () => (await get("emails?order_id=10000001")).body.emails[0]?.status === "sent",
    );
    const { emails, total } = (await get("emails?order_id=10000001&status=sent")).body;
    expect(total).toBe(1);
    expect(Object.keys(emails[0]).toSorted()).toEqual(fields(emailFields));
    expect(emails[0]).toMatchObject({
      order_id: 10_000_001,
      recipient: "ann@example.com",
      attempts: 1,
      next_attempt_at: null,
    });
    expect(emails[0].tries).toEqual([
      { tried_at: expect.any(String), outcome: "sent", response: expect.stringContaining("OK taken") },
    ]);
    const { email } = (await get(`emails/${emails[0].id}`)).body;
    expect(Object.keys(email).toSorted()).toEqual(fields(emailFields, "message_id", "text_body", "html_body"));
    expect(email.text_body).toContain("/orders/");
    expect(email.html_body).toContain("/orders/");
    expect(await get("emails/999999")).toMatchObject({ status: 404, body: { email: null } });
  });

  test("a refused email is tried again as a new message, to the address that the order has by then", async () => {
    refused.add("typo@example.com");
    const { id } = await order({ email: "typo@example.com", order_items: [{ item_sku: "MAP" }] });
    await until("it has failed", async () => (await get(`emails?order_id=${id}`)).body.emails[0]?.status === "failed");
    const [failed] = (await get(`emails?order_id=${id}&status=failed`)).body.emails;
    expect(failed.tries).toMatchObject([{ outcome: "permanent_failure", response: expect.stringContaining("5.1.1") }]);
    await v3(service, "PUT", `orders/${id}`, { email: "right@example.com" });
    const { status, body, headers } = await v3(service, "POST", `emails/${failed.id}/retry`);
    expect(status).toBe(201);
    expect(body.email).toMatchObject({ order_id: id, recipient: "right@example.com", status: "queued", attempts: 0 });
    expect(Object.keys(body.email).toSorted()).toEqual(fields(emailFields));
    expect(headers.get("location")).toEndWith(`/api/v3/emails/${body.email.id}`);
    const status2 = async () => (await get(`emails/${body.email.id}`)).body.email.status;
    await until("it is sent", async () => (await status2()) === "sent");
    expect((await get(`emails/${failed.id}`)).body.email.status).toBe("failed");
    expect((await v3(service, "POST", `emails/${body.email.id}/retry`)).status).toBe(201);
    expect((await get(`emails?order_id=${id}`)).body.total).toBe(3);
  });

  test("an email whose order was deleted is not tried again", async () => {
    const { id } = await order({ order_items: [{ item_sku: "MAP" }] });
    await until("it is sent", async () => (await get(`emails?order_id=${id}`)).body.emails[0]?.status === "sent");
    const [sent] = (await get(`emails?order_id=${id}`)).body.emails;
    await v3(service, "DELETE", `orders/${id}`);
    expect((await v3(service, "POST", `emails/${sent.id}/retry`)).status).toBe(409);
    expect((await get(`emails/${sent.id}`)).body.email).toMatchObject({ recipient: null, text_body: null });
  });

  test("statistics count every day of the range and every product", async () => {
    const { stats } = (await get(`stats?from=${dayFromToday(-2)}&to=${dayFromToday(1)}`)).body;
    expect(stats.days.map(({ date }: { date: string }) => date)).toEqual([-2, -1, 0, 1].map(dayFromToday));
    expect(stats.days[0]).toEqual({
      date: dayFromToday(-2),
      orders: 0,
      downloads: 0,
      bytes: 0,
      emails: 0,
      revenue: [],
    });
    const { total: downloads } = (await get("downloads")).body;
    expect(stats.totals.downloads).toBe(downloads);
    expect(stats.days[1].downloads + stats.days[2].downloads).toBe(downloads);
    expect(stats.products[0]).toMatchObject({ product_id: 1, sku: "MAP", name: "Item MAP", downloads: 5, bytes: 25 });
    const { total: sent } = (await get("emails?status=sent")).body;
    expect(stats.totals.emails).toBe(sent);
    expect((await get("stats")).body.stats.days).toHaveLength(30);
    expect((await get(`stats?from=${dayFromToday(-4)}`)).body.stats.days).toHaveLength(5);
    expect((await get("stats?from=2000-01-01&to=2010-01-07")).body.stats.days).toHaveLength(3660);
  });

  test.each([
    ["DELETE", "downloads", "GET, HEAD"],
    ["POST", "downloads", "GET, HEAD"],
    ["PATCH", "orders/10000001", "DELETE, GET, HEAD, PUT"],
    ["GET", "emails/1/retry", "POST"],
    ["OPTIONS", "orders", "GET, HEAD, POST"],
    ["POST", "openapi.json", "GET, HEAD"],
  ])("%s %s is not allowed, and Allow names what is", async (method, path, allow) => {
    const { status, headers, body } = await v3(service, method, path);
    expect({ status, allow: headers.get("allow") }).toEqual({ status: 405, allow });
    expect(headers.get("content-type")).toBe("application/problem+json");
    expect(headers.get("access-control-allow-origin")).toBeNull();
    expect(body.status).toBe(405);
  });

  test("HEAD answers as GET does without the body, and unknown paths are not found", async () => {
    const head = await service.api("/api/v3/downloads", { method: "HEAD" });
    expect(head.status).toBe(200);
    expect(head.headers.get("content-type")).toContain("application/json");
    expect(await head.text()).toBe("");
    expect((await get("nothing")).status).toBe(404);
    expect((await get("downloads/1/2")).status).toBe(404);
  });

  test("over the day's allowance an email is kept, and a retry is refused until there is allowance again", async () => {
    await setAccount(service, "demo", { plan: "standard" });
    const queued = plans.standard.emailsPerDayWhileNew;
    const db = await database.open();
    const today = Math.floor(Date.now() / dayMilliseconds);
    await db.write((tx) =>
      tx
        .insertInto("email_allowances")
        .values([today, today + 1].map((day) => ({ account_id: 1, day, queued })))
        .execute(),
    );
    await order({ order_items: [{ item_sku: "SONG" }] });
    const emails = async () => (await get("emails?status=over_allowance")).body;
    const [kept] = (await emails()).emails;
    const { total } = await emails();
    expect(kept).toMatchObject({ status: "over_allowance", attempts: 0, tries: [] });
    expect((await v3(service, "POST", `emails/${kept.id}/retry`)).status).toBe(429);
    expect((await emails()).total).toBe(total);
    await setAccount(service, "demo", { plan: "unlimited" });
    expect((await v3(service, "POST", `emails/${kept.id}/retry`)).status).toBe(201);
  });

  // The last test, since the bare host names no account once there are two.
  test("nothing of one account is seen by another", async () => {
    const other = await createAccount(service, "other");
    const as = { as: other.credentials, host: other.host };
    const read = async (path: string): Promise<V3Answer["body"]> => (await service.api(`/api/v3/${path}`, as)).json();
    expect(await read("downloads")).toMatchObject({ downloads: [], total: 0 });
    expect(await read("downloads?ip_address=127.0.0.1")).toMatchObject({ downloads: [], total: 0 });
    expect(await read("downloads?sku=MAP&order_id=10000001")).toMatchObject({ downloads: [], total: 0 });
    expect(await read("emails")).toMatchObject({ emails: [], total: 0 });
    expect(await read("emails/1")).toMatchObject({ status: 404 });
    expect(await read("order_items/1/files")).toMatchObject({ status: 404 });
    expect(await read("order_items/1/downloads")).toMatchObject({ status: 404 });
    expect((await read("stats")).stats).toMatchObject({ totals: { downloads: 0, orders: 0 }, products: [] });
    const retry = await service.api("/api/v3/emails/1/retry", { method: "POST", ...as });
    expect(retry.status).toBe(404);
  });
});
