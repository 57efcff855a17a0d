import type { Server } from "./_server.ts";

const jsonType = { "content-type": "application/json" };

interface SentOrder {
  /** Null until the server has acknowledged it. */
  keys: string[] | null;
}

interface Link {
  orderId: number;
  path: string;
  limit: number | null;
  attempted: number;
  arrived: number;
}

/** What the product's file contains. */
const content = "The file of a customer. ".repeat(400);

/**
 * Sends orders with a license key each, and downloads, from outside, and keeps what was acknowledged, to compare it with what
 * the server has afterwards.
 */
export class Traffic {
  readonly orders = new Map<string, SentOrder>();
  readonly links: Link[] = [];
  readonly #answered = new Map<number, number>();
  readonly #servers: () => Server[];
  #productId = 0;
  #running: Promise<void>[] = [];
  #isOver = false;
  #next = 0;

  readonly #sendsEmail: boolean;

  constructor(servers: () => Server[], { sendsEmail = false } = {}) {
    this.#servers = servers;
    this.#sendsEmail = sendsEmail;
  }

  /** How many orders the server had at the last comparison: those that were acknowledged, and some without an answer. */
  stored = 0;

  get acknowledged(): number {
    return [...this.orders.values()].filter(({ keys }) => keys !== null).length;
  }

  /** How many answers had this status. */
  answered(status: number): number {
    return this.#answered.get(status) ?? 0;
  }

  get downloads(): number {
    return this.links.reduce((sum, { arrived }) => sum + arrived, 0);
  }

  /** Makes a product with a file and so many license keys, and orders for downloads: of `limit`, and without limit. */
  async prepare({ keys, limit }: { keys: number; limit: number }): Promise<void> {
    const { file } = await this.#v3("POST", "files?filename=a.txt", new Blob([content]));
    const { product } = await this.#v3("POST", "products", { sku: "KEYED", name: "Keyed", item_assets: [file.id] });
    this.#productId = product.id;
    for (let start = 0; start < keys; start += 10_000) {
      const license_keys = Array.from({ length: Math.min(10_000, keys - start) }, (_, n) => `KEY-${start + n}`);
      await this.#v3("POST", `products/${product.id}/license_keys`, { license_keys });
    }
    for (const [index, download_limit] of [limit, null].entries()) {
      const { order } = await this.#v3("POST", "orders", { ...this.#newOrder(`link-${index}`), download_limit });
      this.orders.set(`link-${index}`, { keys: order.order_items[0].license_keys });
      const { pathname } = new URL(order.order_items[0].download_url);
      this.links.push({ orderId: order.id, path: pathname, limit: download_limit, attempted: 0, arrived: 0 });
    }
  }

  /** Begins to send, so many requests at a time. */
  begin(atOnce: number): void {
    this.#isOver = false;
    this.#running = Array.from({ length: atOnce }, async () => {
      while (!this.#isOver) {
        const isAnswered = await (Math.random() < 0.6 ? this.sendOrder() : this.download());
        if (!isAnswered) await Bun.sleep(20);
      }
    });
  }

  /** Resolves when every request has an answer or has failed. */
  async end(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#running);
  }

  /** Returns whether the order was acknowledged. */
  async sendOrder(): Promise<boolean> {
    const id = `shop-${this.#next++}`;
    const sent: SentOrder = { keys: null };
    this.orders.set(id, sent);
    const answer = await this.#request("POST", "/api/v3/orders", JSON.stringify(this.#newOrder(id)), jsonType);
    if (answer?.status !== 201) return false;
    const body = (await answer.json().catch(() => null)) as { order: Order } | null;
    if (!body) return false;
    sent.keys = body.order.order_items.flatMap((item) => item.license_keys);
    return true;
  }

  /** Returns whether the file arrived whole. */
  async download(): Promise<boolean> {
    const link = this.links[Math.floor(Math.random() * this.links.length)];
    if (!link) return this.sendOrder();
    link.attempted++;
    const answer = await this.#request("GET", link.path);
    const text = await answer?.text().catch(() => "");
    if (answer?.status === 200 && text === content) link.arrived++;
    return answer !== null;
  }

  /**
   * Compares what was acknowledged with what the server has; returns a sentence for each difference. If the server is as it
   * was at an earlier moment, `wasAcknowledged` says which orders were by then, and downloads are not compared.
   */
  async problems(wasAcknowledged: ((vendorId: string) => boolean) | null = null): Promise<string[]> {
    const problems: string[] = [];
    const stored = new Map<string, string[]>();
    for await (const order of this.#list<Order>("orders", "orders")) {
      const keys = order.order_items.flatMap((item) => item.license_keys);
      if (stored.has(order.vendor_id)) problems.push(`The order ${order.vendor_id} exists twice.`);
      if (!this.orders.has(order.vendor_id)) problems.push(`Nobody sent the order ${order.vendor_id}.`);
      if (keys.length !== 1) problems.push(`The order ${order.vendor_id} has ${keys.length} keys.`);
      stored.set(order.vendor_id, keys);
    }
    for (const [id, { keys }] of this.orders) {
      const isDue = keys && (wasAcknowledged?.(id) ?? true);
      if (isDue && stored.get(id)?.join() !== keys.join())
        problems.push(`The acknowledged order ${id} is lost or changed.`);
    }
    this.stored = stored.size;
    const given = [...stored.values()].flat();
    if (new Set(given).size < given.length) problems.push("A license key was given out twice.");
    const path = `products/${this.#productId}`;
    const { total: assigned } = await this.#v3("GET", `${path}/license_keys?status=assigned&page_size=1`);
    if (assigned !== given.length) problems.push(`${assigned} keys are assigned, and orders have ${given.length}.`);
    const { product } = await this.#v3("GET", path);
    if (product.orders_count !== stored.size)
      problems.push(`The product counts ${product.orders_count} orders of ${stored.size}.`);
    let recordedOfAll = 0;
    for (const { orderId, limit, attempted, arrived } of this.links) {
      const { total: recorded } = await this.#v3("GET", `orders/${orderId}/downloads?page_size=1`);
      const { order } = await this.#v3("GET", `orders/${orderId}`);
      recordedOfAll += recorded;
      if (!wasAcknowledged && (recorded < arrived || recorded > attempted)) {
        problems.push(`${recorded} downloads are recorded; ${arrived} arrived of ${attempted}.`);
      }
      if (limit !== null && recorded > limit) problems.push(`${recorded} downloads of ${limit} allowed.`);
      if (order.download_count !== recorded)
        problems.push(`The order counts ${order.download_count} of ${recorded} downloads.`);
    }
    if (product.download_count !== recordedOfAll) {
      problems.push(`The product counts ${product.download_count} of ${recordedOfAll} downloads.`);
    }
    return problems;
  }

  #newOrder(vendor_id: string) {
    return {
      vendor_id,
      email: "ann@example.com",
      send_email: this.#sendsEmail,
      order_items: [{ sku: "KEYED" }],
    };
  }

  async *#list<Row>(path: string, name: string): AsyncGenerator<Row> {
    for (let page = 1; ; page++) {
      const body = await this.#v3("GET", `${path}?page_size=500&page=${page}`);
      yield* body[name] as Row[];
      if (page * 500 >= body.total) return;
    }
  }

  // biome-ignore lint/suspicious/noExplicitAny: answers of every kind.
  async #v3(method: string, path: string, body?: unknown): Promise<any> {
    const isBytes = body instanceof Blob;
    const answer = await this.#request(
      method,
      `/api/v3/${path}`,
      isBytes ? body : body === undefined ? null : JSON.stringify(body),
      isBytes ? {} : jsonType,
    );
    if (!answer?.ok) throw new Error(`${method} ${path}: ${answer?.status} ${await answer?.text()}`);
    return answer.json();
  }

  /** Null if no answer came. */
  async #request(
    method: string,
    path: string,
    body: Blob | string | null = null,
    headers: Record<string, string> = {},
  ): Promise<Response | null> {
    const servers = this.#servers();
    const server = servers[Math.floor(Math.random() * servers.length)];
    if (!server) return null;
    const { origin, authorization } = server;
    const init = { method, body, headers: { ...headers, authorization }, signal: AbortSignal.timeout(60_000) };
    const answer = await fetch(origin + path, init).catch(() => null);
    if (answer) this.#answered.set(answer.status, this.answered(answer.status) + 1);
    return answer;
  }
}

interface Order {
  vendor_id: string;
  order_items: { license_keys: string[] }[];
}
