import { beforeAll, describe, expect, test } from "bun:test";
import { databasesUnderTest } from "./_databases.ts";
import { countDownloads, orderFiles } from "./_downloads.ts";
import { addKeys, keysNamed, type Order } from "./_keys.ts";
import { startBalancer } from "./_nginx.ts";
import { freePort } from "./_ports.ts";
import { makeProduct } from "./_products.ts";
import { type Service, startService } from "./_service.ts";

// Three servers on one PostgreSQL behind the load balancer of docs/scaling.md.

const postgres = databasesUnderTest.find(({ name }) => name === "postgres") as (typeof databasesUnderTest)[number];

let servers: Service[];
let front: string;
beforeAll(async () => {
  const database = await postgres.create();
  const environment = { WAYBILL_TRUSTED_PROXIES: "127.0.0.1" };
  const ports = [await freePort(), await freePort(), await freePort()];
  servers = await Promise.all(ports.map((port) => startService({ database, environment, port })));
  front = `http://127.0.0.1:${await startBalancer(ports)}`;
});

const first = () => servers[0] as Service;

/** A v3 request through the balancer; the status is 0 if no answer came. */
async function send(method: string, path: string, body: unknown, headers: Record<string, string> = {}) {
  const { key, token } = first().credentials;
  const authorization = `Basic ${btoa(`${key}:${token}`)}`;
  const init = {
    method,
    body: JSON.stringify(body),
    headers: { authorization, "content-type": "application/json", ...headers },
  };
  const answer = await fetch(`${front}/api/v3/${path}`, init).catch(() => null);
  const text = (await answer?.text().catch(() => "")) ?? "";
  return { status: answer?.status ?? 0, body: text.startsWith("{") ? JSON.parse(text) : null };
}

/** Kills a server and starts it again, one after the other, until `work` has ended; returns how often. */
async function killingMeanwhile(work: Promise<unknown>): Promise<number> {
  let isOver = false;
  void work.finally(() => {
    isOver = true;
  });
  for (let kills = 0; ; kills++) {
    const index = 1 + (kills % (servers.length - 1));
    const server = servers[index] as Service;
    server.process.kill("SIGKILL");
    await server.process.exited;
    servers[index] = await server.restart();
    if (isOver) return kills + 1;
  }
}

/** Runs `work` once for each number, so many at a time. */
async function eachOf(count: number, atOnce: number, work: (n: number) => Promise<void>): Promise<void> {
  let next = 0;
  const worker = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

describe("while servers are killed again and again", () => {
  test("every order that is sent until it is acknowledged exists once, with a key that no other has", async () => {
    const count = 600;
    const { id, sku } = await makeProduct(first());
    await addKeys(first(), id, keysNamed("NODE", count));
    const acknowledged: Order[] = [];
    let repeated = 0;
    const orders = eachOf(count, 12, async (n) => {
      const order = { vendor_id: `shop-${n}`, email: "ann@example.com", send_email: false, order_items: [{ sku }] };
      for (;;) {
        const { status, body } = await send("POST", "orders", order, { "Idempotency-Key": `shop-${n}` });
        if (status === 201) return void acknowledged.push(body.order);
        // 409: the server that was killed did not store its answer, and another may still be at work on it.
        expect([0, 409, 502, 503, 504]).toContain(status);
        repeated++;
        if (status !== 409) continue;
        const known = await first().api(`/api/v3/vorders/shop-${n}`);
        if (known.status === 200) return void acknowledged.push(((await known.json()) as { order: Order }).order);
      }
    });
    const kills = await killingMeanwhile(orders);
    await orders;
    expect(kills).toBeGreaterThan(1);
    expect(repeated).toBeGreaterThan(0);
    expect(new Set(acknowledged.map((order) => order.id)).size).toBe(count);
    const keys = acknowledged.flatMap(({ order_items }) => order_items.flatMap(({ license_keys }) => license_keys));
    expect(keys.toSorted()).toEqual(keysNamed("NODE", count));
    const listed = await first().api(`/api/v3/orders?sku=${sku}&page_size=1`);
    expect(((await listed.json()) as { total: number }).total).toBe(count);
  });

  test("every download that arrived whole is counted, and a limit is never passed", async () => {
    const content = "x".repeat(20_000);
    const open = await orderFiles(first(), { "a.bin": content }, "<download_limit>100000</download_limit>");
    const limited = await orderFiles(first(), { "b.bin": content }, "<download_limit>50</download_limit>");
    let [tried, arrived, allowed] = [0, 0, 0];
    const downloads = eachOf(1_500, 16, async (n) => {
      const isLimited = n % 3 === 0;
      if (!isLimited) tried++;
      const answer = await fetch(front + (isLimited ? limited.link : open.link)).catch(() => null);
      const text = await answer?.text().catch(() => "");
      if (answer?.status !== 200 || text !== content) return;
      if (isLimited) allowed++;
      else arrived++;
    });
    expect(await killingMeanwhile(downloads)).toBeGreaterThan(1);
    const recorded = await countDownloads(first(), `/api/orders/${open.id}/downloads`);
    expect(recorded).toBeGreaterThanOrEqual(arrived);
    // The balancer asks another server when one is lost, which may have counted already.
    expect(recorded).toBeLessThanOrEqual(2 * tried);
    expect(allowed).toBeLessThanOrEqual(50);
    expect(await countDownloads(first(), `/api/orders/${limited.id}/downloads`)).toBe(50);
  });
});

test("refuse an API key that another server has just revoked or replaced", async () => {
  const create = await send("POST", "api_keys", { name: "Program", scopes: ["orders:read"] });
  const { id, key } = create.body.api_key;
  const everywhere = (secret: string) =>
    Promise.all(
      servers.map(async (server) => {
        const headers = { authorization: `Bearer ${secret}` };
        return (await server.get("/api/v3/orders", { headers })).status;
      }),
    );
  expect(await everywhere(key)).toEqual([200, 200, 200]);
  const replaced = await send("POST", `api_keys/${id}/replace`, { overlap_hours: 0 });
  expect(await everywhere(key)).toEqual([401, 401, 401]);
  const second = replaced.body.api_key.key;
  expect(await everywhere(second)).toEqual([200, 200, 200]);
  expect((await first().api(`/api/v3/api_keys/${id}`, { method: "DELETE" })).status).toBe(204);
  expect(await everywhere(second)).toEqual([401, 401, 401]);
  const { requests } = (await (await first().api(`/api/v3/requests?api_key_id=${id}&page_size=500`)).json()) as {
    requests: object[];
  };
  expect(requests.length).toBeGreaterThan(0);
});

test("a token that is replaced on one server is refused by the others at once", async () => {
  const [one, two] = servers as [Service, Service];
  const { credentials } = one;
  const answer = await one.api("/api/v3/account/token", { method: "POST" });
  expect(answer.status).toBe(200);
  expect((await two.api("/api/v3/account", { as: credentials })).status).toBe(401);
});
