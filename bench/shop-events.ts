import { createHmac } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startPostgres } from "../tests/support/postgres-server.ts";
import { sendStripe, stripeEvent, stripeSession, wooOrder } from "../tests/support/shops.ts";
import { type Store, startStore } from "./speed/waybill.ts";
import { type Load, load, type Requests } from "./speed/wrk.ts";

// How fast events of shops are answered, and orders taken, by a store with nothing else to do and by one where 10,000 webhook
// deliveries wait for an endpoint that does not answer and 10,000 events for a shop that does not: `npx bun
// bench/shop-events.ts sqlite`, or postgresql. The two are measured in turns.

const [name = "sqlite"] = process.argv.slice(2);
const [serverCore, loadCore] = [1, 0];
const rounds = Number(process.env.BENCH_ROUNDS ?? 3);
const seconds = Number(process.env.BENCH_SECONDS ?? 4);
const waiting = Number(process.env.BENCH_WAITING ?? 10_000);
const json = { "Content-Type": "application/json" };

interface Connection {
  id: number;
  url: string;
  secret: string;
}

const folder = await mkdtemp(join(tmpdir(), "waybill-bench-"));
const stops: (() => unknown)[] = [];
/** A web server that takes requests and answers none. */
const silent = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  idleTimeout: 0,
  fetch: () => new Promise<Response>(() => {}),
});
try {
  const [idle, busy] = [await start("idle"), await start("busy")];
  const shops = { idle: await connectShop(idle), busy: await connectShop(busy) };
  await makeBusy(busy);
  await inTurns(
    "events of a shop, 50 at once",
    50,
    () => events(busy, shops.busy),
    () => events(idle, shops.idle),
  );
  await inTurns(
    "v3 orders of three items, 50 at once",
    50,
    () => orders(busy),
    () => orders(idle),
  );
  for (const [which, store] of Object.entries({ idle, busy })) {
    console.log(
      `an event of a shop becomes an order, ${which}: ${await timeToOrder(store, shops[which as "idle"])} ms`,
    );
  }
} finally {
  for (const stop of stops.reverse()) await stop();
  await silent.stop(true);
  await rm(folder, { recursive: true, force: true });
}

async function start(which: string): Promise<Store> {
  let database = "sqlite:";
  if (name !== "sqlite") {
    const server = await startPostgres({ durable: true });
    stops.push(server.stop);
    database = server.url;
  }
  const environment = { WAYBILL_OUTGOING_NETWORKS: "127.0.0.0/8", WAYBILL_LOG: "error" };
  const store = await startStore(join(folder, which), { database, files: {}, core: serverCore, environment });
  stops.push(store.stop);
  return store;
}

async function connectShop(store: Store, fields: object = { kind: "woocommerce" }): Promise<Connection> {
  return (await store.v3<{ connection: Connection }>("POST", "connections", fields)).connection;
}

async function makeBusy(store: Store): Promise<void> {
  await store.v3("POST", "webhook_endpoints", { url: `${silent.url}hook`, events: ["order.created"] });
  const order = { email: "ann@example.com", send_email: false, order_items: [{ sku: "A" }] };
  for (let sent = 0; sent < waiting; sent += 100) {
    await store.v3("POST", "orders/bulk", { orders: Array.from({ length: 100 }, () => order) });
  }
  const access = { api_key: "rk_live_1", api_url: silent.url.origin };
  const stripe = await connectShop(store, { kind: "stripe", secret: "whsec_1", ...access });
  for (let sent = 0; sent < waiting; sent += 100) {
    await Promise.all(
      Array.from({ length: 100 }, async (_, number) => {
        const event = stripeEvent("checkout.session.completed", stripeSession(`n${sent + number}`));
        const { status } = await sendStripe({ url: store.origin }, stripe, event);
        if (status !== 200) throw new Error(`An event was answered ${status}.`);
      }),
    );
  }
}

/** Orders of 2,000 customers, each of which is sent many times. */
function events(store: Store, { url, secret }: Connection): Requests {
  const requests = Array.from({ length: 2_000 }, () => {
    const body = JSON.stringify(wooOrder({}, [{ sku: "A" }]));
    const signature = createHmac("sha256", secret).update(body).digest("base64");
    const headers = { ...json, "X-WC-Webhook-Topic": "order.updated", "X-WC-Webhook-Signature": signature };
    return { method: "POST", path: new URL(url).pathname, headers, body };
  });
  return { origin: store.origin, requests };
}

function orders(store: Store): Requests {
  const items = ["A", "B", "C"].map((sku) => ({ sku }));
  const body = JSON.stringify({ email: "ann{n}@example.com", send_email: false, order_items: items });
  return store.request("POST", "/api/v3/orders", json, body);
}

async function inTurns(what: string, connections: number, busy: () => Requests, idle: () => Requests): Promise<void> {
  const options = { connections, seconds, core: loadCore };
  const runs: Record<"busy" | "idle", Load[]> = { busy: [], idle: [] };
  await load(busy(), options);
  await load(idle(), options);
  for (let round = 0; round < rounds; round++) {
    runs.busy.push(await load(busy(), options));
    runs.idle.push(await load(idle(), options));
  }
  for (const [which, loads] of Object.entries(runs)) {
    const shown = (figure: "rate" | "p50" | "p99") => loads.map((one) => one[figure].toFixed(0)).join(", ");
    console.log(`${what}, ${which}: ${shown("rate")} /s; p50 ${shown("p50")} ms; p99 ${shown("p99")} ms`);
  }
}

/** Milliseconds from an event to its order. */
async function timeToOrder(store: Store, { url, secret }: Connection): Promise<number> {
  const order = wooOrder({}, [{ sku: "A" }]);
  const body = JSON.stringify(order);
  const signature = createHmac("sha256", secret).update(body).digest("base64");
  const began = performance.now();
  const headers = { ...json, "X-WC-Webhook-Topic": "order.updated", "X-WC-Webhook-Signature": signature };
  await fetch(store.origin + new URL(url).pathname, { method: "POST", headers, body });
  for (;;) {
    const path = `${store.origin}/api/v3/vorders/woocommerce:${order.id}`;
    if ((await fetch(path, { headers: store.headers })).status === 200) return Math.round(performance.now() - began);
    if (performance.now() - began > 300_000) return Number.POSITIVE_INFINITY;
    await Bun.sleep(100);
  }
}
