import { beforeAll, describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { emailQueue } from "../../../src/messages/mail/sending/lanes.ts";
import { queueLengths } from "../../../src/platform/queue/queue.ts";
import { databasesUnderTest } from "../../support/databases.ts";
import { fetched, orderFiles } from "../../support/downloads.ts";
import { addKeys, sendOrder } from "../../support/keys.ts";
import { insertAccount, insertOrder } from "../../support/mail.ts";
import { makeProduct } from "../../support/products.ts";
import { type ServiceProcess, startProcess, until } from "../../support/service.ts";

const docs = join(import.meta.dir, "../../../docs");
const content = "0123456789";

/** The samples of a report, by name and labels as they are written. */
function samplesIn(text: string): Map<string, number> {
  const lines = text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(" ")), Number(line.slice(line.lastIndexOf(" ")))]),
  );
}

async function samples(service: ServiceProcess): Promise<Map<string, number>> {
  const answer = await service.get("/metrics");
  expect(answer.status).toBe(200);
  return samplesIn(await answer.text());
}

/** The names of the metrics in a report. */
const namesIn = (text: string) => [...text.matchAll(/^# TYPE (\S+)/gm)].map(([, name = ""]) => name).toSorted();

describe.each(databasesUnderTest)("on $name", ({ name, create }) => {
  let service: ServiceProcess;
  beforeAll(async () => {
    service = await startProcess({ database: await create() });
    const product = await makeProduct(service, { sku: "KEYED" });
    await addKeys(service, product.id, ["ONLY-ONE"]);
    await sendOrder(service, { KEYED: 2 });
    // Of no pool: it waits for nothing.
    await makeProduct(service, { sku: "PLAIN" });
    await sendOrder(service, { PLAIN: 2 });
  });

  test("requests, downloads and bytes are counted, and never by a path", async () => {
    const order = await orderFiles(service, { "a.txt": content }, "<download_limit>2</download_limit>");
    const [file = ""] = order.files;
    const before = await samples(service);
    expect((await fetched(service, file)).status).toBe(200);
    // Free: they belong to the download that was counted.
    expect((await fetched(service, file, { range: "bytes=4-" })).status).toBe(206);
    expect((await fetched(service, file, {}, "HEAD")).status).toBe(200);
    expect((await fetched(service, file, { range: "bytes=0-1" })).status).toBe(206);
    expect((await fetched(service, file)).status).toBe(403);
    expect((await fetched(service, order.permalink)).status).toBe(200);
    await service.api("/api/v3/account");
    const after = await samples(service);
    const more = (sample: string) => (after.get(sample) ?? 0) - (before.get(sample) ?? 0);
    expect({
      ordered: more('waybill_downloads_total{link="order"}'),
      permalinks: more('waybill_downloads_total{link="permalink"}'),
      bytes: more("waybill_file_bytes_total"),
      successes: more('waybill_http_requests_total{surface="customers",status="2xx"}'),
      refusals: more('waybill_http_requests_total{surface="customers",status="4xx"}'),
      timed: more('waybill_http_request_duration_seconds_count{surface="customers"}'),
      v3: more('waybill_http_requests_total{surface="v3",status="2xx"}'),
      xml: more('waybill_http_requests_total{surface="xml",status="2xx"}'),
    }).toEqual({ ordered: 2, permalinks: 1, bytes: 28, successes: 5, refusals: 1, timed: 6, v3: 1, xml: 0 });
    expect(after.get('waybill_http_requests_total{surface="xml",status="2xx"}')).toBeGreaterThan(0);
    expect([...after.keys()].join()).not.toContain(order.guid);
  });

  test("what the database, the outbox and the process do shows", async () => {
    await until("the order's email was tried", async () => {
      return (await samples(service)).get('waybill_email_tries_total{outcome="kept"}') !== 0;
    });
    const now = await samples(service);
    const transactions = now.get("waybill_database_transaction_duration_seconds_count") ?? 0;
    expect(transactions).toBeGreaterThan(0);
    const groups = name === "sqlite" ? transactions : undefined;
    expect(now.get("waybill_database_group_units_count")).toBe(groups);
    expect(now.get("waybill_database_commit_duration_seconds_count")).toBe(groups);
    for (const state of ["due", "waiting", "sending"]) {
      expect(now.get(`waybill_outbox_emails{state="${state}"}`)).toBeGreaterThanOrEqual(0);
      expect(now.get(`waybill_webhook_deliveries{state="${state}"}`)).toBe(0);
    }
    expect(now.get("waybill_connection_events_waiting")).toBe(0);
    expect(now.get("waybill_order_items_waiting_for_keys")).toBe(1);
    expect(now.get("waybill_event_loop_delay_seconds_count")).toBeGreaterThan(0);
    expect(now.get("process_resident_memory_bytes")).toBeGreaterThan(10_000_000);
    expect(now.get("process_cpu_seconds_total")).toBeGreaterThan(0);
    expect(now.get("process_open_fds")).toBeGreaterThan(0);
  });
});

describe.each(databasesUnderTest)("the outbox on $name", ({ create }) => {
  test("is counted by state, each state up to a limit", async () => {
    const db = await (await create()).open();
    const account = await insertAccount(db);
    const ids: number[] = [];
    for (let n = 0; n < 6; n++) ids.push((await insertOrder(db, account)).id);
    const change = (orders: number[], values: object) =>
      db.write((tx) => tx.updateTable("emails").set(values).where("order_id", "in", orders).execute());
    await change(ids.slice(0, 1), { lane: null });
    await change(ids.slice(1, 3), { lease_expires_at: Date.now() });
    expect(await queueLengths(db.scan, emailQueue, 100)).toEqual({ due: 3, waiting: 1, sending: 2 });
    await change(ids.slice(1, 3), { lease_expires_at: null, status: "sent" });
    expect(await queueLengths(db.scan, emailQueue, 2)).toEqual({ due: 2, waiting: 1, sending: 0 });
  });
});

describe("who may read", () => {
  let service: ServiceProcess;
  beforeAll(async () => {
    const [sqlite] = databasesUnderTest;
    if (!sqlite) throw new Error("There is no database to test on.");
    service = await startProcess({
      database: await sqlite.create(),
      environment: { WAYBILL_TRUSTED_PROXIES: "127.0.0.1", WAYBILL_URL: "http://delivery.example.com" },
    });
  });

  /** What a response shows, but for its time. */
  async function shown(path: string, headers: Record<string, string>, method = "GET", from = service) {
    const answer = await from.get(path, { headers, method });
    const seen = Object.fromEntries(answer.headers);
    delete seen.date;
    return { status: answer.status, headers: seen, body: await answer.text() };
  }

  test("a neighbor reads the text format of Prometheus", async () => {
    for (const host of [`127.0.0.1:${service.port}`, "localhost", "delivery.example.com", "waybill:3000", "[::1]"]) {
      const answer = await service.get("/metrics", { host });
      expect({ host, status: answer.status }).toEqual({ host, status: 200 });
      expect(answer.headers.get("content-type")).toBe("text/plain; version=0.0.4; charset=utf-8");
      expect(answer.headers.get("cache-control")).toBe("no-store");
    }
    const { status, body } = await shown("/metrics", {}, "HEAD");
    expect({ status, body }).toEqual({ status: 200, body: "" });
  });

  test.each([
    ["forwarded for a customer", { "x-forwarded-for": "198.51.100.7" }],
    ["forwarded for this machine", { "x-forwarded-for": "127.0.0.1" }],
    ["forwarded with a host", { "x-forwarded-host": "localhost" }],
    ["forwarded by the standard's header", { forwarded: "for=127.0.0.1" }],
    ["by way of a proxy", { via: "1.1 proxy" }],
    ["on a store's host", { host: "demo.delivery.example.com" }],
    ["on a store's host with a dot at its end", { host: "demo.delivery.example.com." }],
    ["on a store's host, for a browser", { host: "demo.delivery.example.com", accept: "text/html" }],
  ])("a request %s finds what every unknown path gives", async (_, headers: Record<string, string>) => {
    const unknown = await shown("/nothing", headers);
    expect(unknown.status).toBe(404);
    expect(await shown("/metrics", headers)).toEqual(unknown);
    expect(await shown("/metrics", headers, "HEAD")).toEqual(await shown("/nothing", headers, "HEAD"));
  });

  test("other methods, and clients of other networks, find what every unknown path gives", async () => {
    expect(await shown("/metrics", {}, "POST")).toEqual(await shown("/nothing", {}, "POST"));
    await service.stop();
    const strange = await service.restart({ WAYBILL_METRICS: "192.0.2.0/24, 2001:db8::/32" });
    const unknown = await shown("/nothing", {}, "GET", strange);
    expect(unknown.status).toBe(404);
    expect(await shown("/metrics", {}, "GET", strange)).toEqual(unknown);
    service = await strange.stop().then(() => strange.restart({ WAYBILL_METRICS: "" }));
  });

  test("the service, the documentation and the dashboard know the same metrics", async () => {
    const names = namesIn(await (await service.get("/metrics")).text());
    const documented = [...readFileSync(join(docs, "reference/metrics.md"), "utf8").matchAll(/^\| `(\w+)`/gm)];
    expect(documented.map(([, name = ""]) => name).toSorted()).toEqual(names);

    const dashboard = JSON.parse(readFileSync(join(docs, "operate/grafana-dashboard.json"), "utf8"));
    const queries: string[] = dashboard.panels.flatMap((panel: { targets?: { expr: string }[] }) =>
      (panel.targets ?? []).map(({ expr }) => expr),
    );
    const shownNames = queries.flatMap((query) => query.match(/\b(waybill|process)_\w+/g) ?? []);
    const base = (name: string) => (names.includes(name) ? name : name.replace(/_(bucket|sum|count)$/, ""));
    expect([...new Set(shownNames.map(base))].toSorted()).toEqual(names);
  });
});
