import { beforeAll, describe, expect, test } from "bun:test";
import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { afterTests } from "../support/cleanup.ts";
import { databasesUnderTest } from "../support/databases.ts";
import { countDownloads, orderFiles } from "../support/downloads.ts";
import { addKeys, keysNamed, listKeys, type Order } from "../support/keys.ts";
import { startBalancer } from "../support/nginx.ts";
import { freePort } from "../support/ports.ts";
import { makeProduct } from "../support/products.ts";
import { type ServiceProcess, startProcess } from "../support/service.ts";

// Three servers on one PostgreSQL behind the load balancer of docs/operate/scale.md.

const postgres = databasesUnderTest.find(({ name }) => name === "postgres") as (typeof databasesUnderTest)[number];

let servers: ServiceProcess[];
let front: string;
beforeAll(async () => {
  const database = await postgres.create();
  const environment = { WAYBILL_TRUSTED_PROXIES: "127.0.0.1" };
  const ports = [await freePort(), await freePort(), await freePort()];
  servers = await Promise.all(ports.map((port) => startProcess({ database, environment, port })));
  front = `http://127.0.0.1:${await startBalancer(await Promise.all(ports.map(openGate)))}`;
});

/** Kills the server whose answer it is; null while none is to be killed. */
let killAnswering: ((index: number) => void) | null = null;

/** Stands between the balancer and a server; resolves with its port. Of a server that it kills, nothing more gets out. */
async function openGate(port: number, index: number): Promise<number> {
  const gate = createServer((asking) => {
    const server = connect(port, "127.0.0.1");
    for (const socket of [asking, server]) socket.on("error", () => {});
    asking.on("data", (bytes) => server.write(bytes));
    asking.on("close", () => server.destroy());
    server.on("data", (bytes) => {
      if (!killAnswering) return void asking.write(bytes);
      killAnswering(index);
      for (const socket of [asking, server]) socket.destroy();
    });
    server.on("close", () => asking.end());
  });
  gate.listen(0, "127.0.0.1");
  await once(gate, "listening");
  afterTests(() => void gate.close());
  return (gate.address() as AddressInfo).port;
}

/** Kills the first server that answers, before a byte of its answer has left. Resolves with its index once it is dead. */
async function killAtNextAnswer(): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>();
  killAnswering = (index) => {
    killAnswering = null;
    servers[index]?.process.kill("SIGKILL");
    resolve(index);
  };
  const index = await promise;
  await servers[index]?.process.exited;
  return index;
}

const first = () => servers[0] as ServiceProcess;

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

/** Starts the server again that was killed. */
async function restart(index: number): Promise<ServiceProcess> {
  servers[index] = await (servers[index] as ServiceProcess).restart();
  return servers[index];
}

describe("while a server is killed as it begins to answer", () => {
  test("an order that it has written exists once when it is sent again with its Idempotency-Key, with one key", async () => {
    const { id, sku } = await makeProduct(first());
    await addKeys(first(), id, keysNamed("NODE", 5));
    const sendOrder = () => {
      const order = { vendor_id: "shop-1", email: "ann@example.com", send_email: false, order_items: [{ sku }] };
      return send("POST", "orders", order, { "Idempotency-Key": "shop-1" });
    };
    const killing = killAtNextAnswer();
    expect((await sendOrder()).status).toBe(502);
    const killed = await killing;
    const assigned = async () =>
      (await listKeys(servers[(killed + 1) % servers.length] as ServiceProcess, id, "assigned")).map(({ key }) => key);
    expect(await assigned()).toHaveLength(1);

    const again = [await sendOrder(), await sendOrder()];
    const server = await restart(killed);
    const known = await server.api("/api/v3/vorders/shop-1");
    const orders: Order[] = [...again.map(({ body }) => body.order), ((await known.json()) as { order: Order }).order];
    expect(again.map(({ status }) => status)).toEqual([201, 201]);
    expect(new Set(orders.map((order) => order.id)).size).toBe(1);
    const keys = orders.map(({ order_items }) => order_items.map(({ license_keys }) => license_keys));
    expect(keys).toEqual(Array(3).fill([await assigned()]));
    const listed = await server.api(`/api/v3/orders?sku=${sku}&page_size=1`);
    expect(((await listed.json()) as { total: number }).total).toBe(1);
  });

  test("every download that arrived whole is counted, and a limit is never passed", async () => {
    const content = "x".repeat(20_000);
    const open = await orderFiles(first(), { "a.bin": content }, "<download_limit>1000</download_limit>");
    const limited = await orderFiles(first(), { "b.bin": content }, "<download_limit>10</download_limit>");
    const download = async (link: string) => {
      const answer = await fetch(front + link).catch(() => null);
      const text = await answer?.text().catch(() => "");
      return { link, status: answer?.status ?? 0, hasArrived: answer?.status === 200 && text === content };
    };
    const killing = killAtNextAnswer();
    const links = Array.from({ length: 48 }, (_, n) => (n % 3 === 0 ? limited.link : open.link));
    const downloads = await Promise.all(links.map(download));
    await restart(await killing);
    const arrived = (of: string) => downloads.filter(({ link, hasArrived }) => hasArrived && link === of).length;
    const recorded = await countDownloads(first(), `/api/orders/${open.id}/downloads`);
    expect(arrived(open.link)).toBeGreaterThan(0);
    expect(recorded).toBeGreaterThanOrEqual(arrived(open.link));
    // The balancer asks another server when one is lost, which may have counted already.
    expect(recorded).toBeLessThanOrEqual(2 * links.filter((link) => link === open.link).length);
    let allowed = arrived(limited.link);
    while ((await download(limited.link)).status === 200) allowed++;
    expect((await download(limited.link)).status).toBe(403);
    expect(allowed).toBeLessThanOrEqual(10);
    expect(await countDownloads(first(), `/api/orders/${limited.id}/downloads`)).toBe(10);
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
  const [one, two] = servers as [ServiceProcess, ServiceProcess];
  const { credentials } = one;
  const answer = await one.api("/api/v3/account/token", { method: "POST" });
  expect(answer.status).toBe(200);
  expect((await two.api("/api/v3/account", { as: credentials })).status).toBe(401);
});
