import { temporaryFolder } from "../support/cleanup.ts";
import { EventReceiver } from "./_event-receiver.ts";
import { newInstallation, run, type Server, startServer } from "./_server.ts";
import { genericSettings, type SendEvent, type ShopOrder, shopOrders } from "./_shop-orders.ts";

// Shops send signed events, twice and three times at once, refunds before payments, unknown SKUs and orders without an
// email, while servers are killed again and again; a webhook endpoint hears of the orders. One server on SQLite, two on
// PostgreSQL: `bun tests/faults/shop-events.ts sqlite 10000` (or postgres; events).

const [name = "sqlite", wanted = "10000"] = process.argv.slice(2);

/** Orders of shops whose events are sent at the same time. */
const atOnce = 24;

/** Milliseconds for which the servers may take to finish, once all is sent. A delivery that failed twice waits five minutes. */
const patience = 1_800_000;

interface Made {
  vendor_id: string;
  email: string;
  state: string;
  order_items: { license_keys: string[] }[];
}

await run(async () => {
  const receiver = new EventReceiver();
  const installation = await newInstallation(name);
  const environment = {
    WAYBILL_SECRET: "the secret of two servers, for a test only",
    WAYBILL_OUTGOING_NETWORKS: "127.0.0.0/8",
  };
  const folders = [installation.folder, ...(name === "postgres" ? [temporaryFolder()] : [])];
  const installations = folders.map((folder) => ({ ...installation, folder, environment }));
  const servers: (Server | null)[] = [];
  for (const one of installations) servers.push(await startServer(one));
  const first = servers[0] as Server;
  const running = () => servers.filter((one) => one !== null);
  const anyServer = () => running()[Math.floor(Math.random() * running().length)];

  // biome-ignore lint/suspicious/noExplicitAny: answers of every kind.
  const v3 = async (method: string, path: string, body?: unknown): Promise<any> => {
    const answer = await fetch(`${(anyServer() ?? first).origin}/api/v3/${path}`, {
      method,
      headers: { authorization: first.authorization, "content-type": "application/json" },
      body: body === undefined ? null : JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  const product = { sku: "KEYED", name: "Keyed", item_urls: [{ url: "https://example.com" }] };
  const { id: productId } = (await v3("POST", "products", product)).product;
  const keys = Array.from({ length: Number(wanted) }, (_, number) => `KEY-${number}`);
  for (let start = 0; start < keys.length; start += 10_000) {
    await v3("POST", `products/${productId}/license_keys`, { license_keys: keys.slice(start, start + 10_000) });
  }
  const events = ["order.created", "order.updated", "order.revoked", "license_key.assigned"];
  receiver.secret = (await v3("POST", "webhook_endpoints", { url: receiver.url, events })).webhook_endpoint.secret;
  const connect = async (fields: object) => (await v3("POST", "connections", fields)).connection;
  const shops = {
    woocommerce: await connect({ kind: "woocommerce" }),
    stripe: await connect({ kind: "stripe", secret: "whsec_of_the_stripe_account" }),
    generic: await connect({ kind: "generic", generic: genericSettings }),
  };

  let sent = 0;
  const statuses: Record<string, number> = {};
  const once = async (event: SendEvent): Promise<boolean> => {
    const server = anyServer();
    if (!server) return false;
    sent++;
    const answer = await event({ url: server.origin }).catch(() => null);
    await answer?.text().catch(() => {});
    const status = answer?.status ?? 0;
    statuses[status] = (statuses[status] ?? 0) + 1;
    return status === 200;
  };
  /** Sends an event one to three times at once. Resolves with whether any was answered 200. */
  const send = async (order: ShopOrder, event: SendEvent): Promise<boolean> => {
    const copies = 1 + Math.floor(Math.random() * 3);
    for (;;) {
      const taken = await Promise.all(Array.from({ length: copies }, () => once(event)));
      if (taken.includes(true) || !order.repeats) return taken.includes(true);
      await Bun.sleep(100);
    }
  };
  const told = new Map<string, { order: ShopOrder; paid: boolean; refunded: boolean }>();
  const goThrough = async (order: ShopOrder) => {
    const known = { order, paid: false, refunded: false };
    told.set(order.vendorId, known);
    const pay = async () => (known.paid = await send(order, order.paid));
    const refund = async () => (known.refunded = await send(order, order.refunded));
    if (order.course === "refunded, then paid") await refund();
    if (order.course === "both at once") await Promise.all([pay(), refund()]);
    else await pay();
    if (order.course === "paid, then refunded") await refund();
  };

  const next = shopOrders(shops);
  let isOver = false;
  let kills = 0;
  const killing = (async () => {
    while (!isOver) {
      await Bun.sleep(500 + Math.random() * 2_500);
      const index = Math.floor(Math.random() * servers.length);
      const server = servers[index] as Server;
      servers[index] = null;
      await server.kill();
      kills++;
      servers[index] = await startServer(installations[index] as (typeof installations)[number], server.port);
    }
  })();
  const senders = Array.from({ length: atOnce }, async () => {
    while ((statuses[200] ?? 0) < Number(wanted)) await goThrough(next());
  });
  await Promise.all(senders);
  // What is under way then is interrupted, too.
  await Bun.sleep(10_000);
  isOver = true;
  await killing;

  async function* pages<Row>(path: string, rows: string): AsyncGenerator<Row[]> {
    for (let page = 1; ; page++) {
      const answer = await v3("GET", `${path}?page_size=500&page=${page}`);
      yield answer[rows];
      if (page * 500 >= answer.total) return;
    }
  }
  const until = async (isDone: () => Promise<boolean>) => {
    const deadline = Date.now() + patience;
    while (!(await isDone()) && Date.now() < deadline) await Bun.sleep(3_000);
  };
  type Event = { status: string; external_id: string };
  const eventPages = (id: number) => pages<Event>(`connections/${id}/events`, "connection_events");
  await until(async () => {
    for (const { id } of Object.values(shops)) {
      // Newest first: what waits is at the beginning.
      for await (const page of eventPages(id)) if (page.some(({ status }) => status === "pending")) return false;
    }
    return true;
  });
  const stored: Event[] = [];
  for (const { id } of Object.values(shops)) for await (const page of eventPages(id)) stored.push(...page);
  const found = (await Array.fromAsync(pages<Made>("orders", "orders"))).flat();
  const made = new Map(found.map((one) => [one.vendor_id, { ...one, revoked: one.state === "revoked" }]));
  await until(async () => receiver.missing(made).length === 0);

  const problems = receiver.problems(made);
  const missing = receiver.missing(made);
  if (missing.length > 0) problems.push(`${missing.length} webhook events did not come, such as ${missing[0]}.`);
  const pending = stored.filter(({ status }) => status === "pending" || status === "failed").length;
  if (pending > 0) problems.push(`${pending} events of shops are not processed.`);
  const attention = new Set(stored.filter(({ status }) => status === "needs_attention").map((one) => one.external_id));
  if (made.size < found.length) problems.push(`${found.length - made.size} orders exist twice.`);
  const given = found.flatMap(({ order_items }) => order_items.flatMap(({ license_keys }) => license_keys));
  if (new Set(given).size < given.length) problems.push("A license key was given out twice.");
  if (given.length !== found.length) problems.push(`${found.length} orders have ${given.length} keys.`);
  const { total: assigned } = await v3("GET", `products/${productId}/license_keys?status=assigned&page_size=1`);
  if (assigned !== given.length) problems.push(`${assigned} keys are assigned, and orders have ${given.length}.`);
  const { total: emails } = await v3("GET", "emails?page_size=1");
  for (const [id, { order, paid, refunded }] of told) {
    const here = made.get(id);
    const isMendable = order.course === "unknown SKU" || order.course === "no email";
    if (paid && !isMendable && !here) problems.push(`The order ${id} (${order.course}) is lost.`);
    if (isMendable && here) problems.push(`The order ${id} (${order.course}) was made.`);
    if (paid && isMendable && !attention.has(order.externalId)) problems.push(`Nobody is told of ${id}.`);
    if (here && refunded && !here.revoked) problems.push(`The order ${id} (${order.course}) is not revoked.`);
  }
  for (const id of made.keys()) if (!told.has(id)) problems.push(`Nobody sent the order ${id}.`);
  for (const server of running()) await server.kill("SIGTERM");
  return {
    fault: "shop events",
    name,
    servers: servers.length,
    kills,
    sent,
    statuses,
    stored: stored.length,
    orders: found.length,
    revoked: [...made.values()].filter(({ revoked }) => revoked).length,
    attention: attention.size,
    emails,
    webhooks: receiver.arrivals.length,
    webhooksRefused: receiver.refused,
    webhooksTwice: receiver.repeated,
    problems: problems.slice(0, 50),
  };
});
