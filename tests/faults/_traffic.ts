import { jsonType, type OrderKind, v3Once } from "./_order-kinds.ts";
import type { Server } from "./_server.ts";

interface SentOrder {
  isAcknowledged: boolean;
  /** Null as long as no answer shows them. */
  keys: string[] | null;
}

/** Where requests are sent to. */
export type Target = Pick<Server, "origin" | "authorization">;

interface TrafficOptions {
  sendsEmail?: boolean;
  /** How orders are sent, each as often as the others. */
  kinds?: OrderKind[];
  /** Milliseconds until a request is given up. */
  timeout?: number;
}

interface Link {
  orderId: number;
  path: string;
  limit: number | null;
  attempted: number;
  /** Answered 4xx: nothing was counted. */
  refused: number;
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
  readonly #servers: () => Target[];
  readonly #options: Required<TrafficOptions>;
  #productId = 0;
  #running: Promise<void>[] = [];
  #isOver = false;
  #isUsedUp = false;
  #next = 0;
  readonly #failures: string[] = [];

  constructor(servers: () => Target[], options: TrafficOptions = {}) {
    this.#servers = servers;
    this.#options = { sendsEmail: false, kinds: [v3Once], timeout: 60_000, ...options };
  }

  /** How many orders the server had at the last comparison: those that were acknowledged, and some without an answer. */
  stored = 0;
  /** How many downloads it had counted. */
  recorded = 0;

  get acknowledged(): number {
    return [...this.orders.values()].filter(({ isAcknowledged }) => isAcknowledged).length;
  }

  /** How many answers had each status. */
  get statuses(): Record<string, number> {
    return Object.fromEntries(this.#answered);
  }

  /** How many answers had this status. */
  answered(status: number): number {
    return this.#answered.get(status) ?? 0;
  }

  get downloads(): number {
    return this.links.reduce((sum, { arrived }) => sum + arrived, 0);
  }

  /** Downloads that did not arrive whole, but for those that were refused: they may have been counted. */
  get interrupted(): number {
    return this.links.reduce((sum, { attempted, refused, arrived }) => sum + attempted - refused - arrived, 0);
  }

  /**
   * Makes a product with a file and so many license keys, and orders for downloads: one without limit, and `limited` with
   * `limit`.
   */
  async prepare({ keys, limit, limited = 1 }: { keys: number; limit: number; limited?: number }): Promise<void> {
    const { file } = await this.#v3("POST", "files?filename=a.txt", new Blob([content]));
    const { product } = await this.#v3("POST", "products", { sku: "KEYED", name: "Keyed", item_assets: [file.id] });
    this.#productId = product.id;
    for (let start = 0; start < keys; start += 10_000) {
      const license_keys = Array.from({ length: Math.min(10_000, keys - start) }, (_, n) => `KEY-${start + n}`);
      await this.#v3("POST", `products/${product.id}/license_keys`, { license_keys });
    }
    for (const [index, download_limit] of [...Array(limited).fill(limit), null].entries()) {
      const { order } = await this.#v3("POST", "orders", { ...this.#newOrder(`link-${index}`), download_limit });
      this.orders.set(`link-${index}`, { isAcknowledged: true, keys: order.order_items[0].license_keys });
      const { pathname } = new URL(order.order_items[0].download_url);
      const counts = { attempted: 0, refused: 0, arrived: 0 };
      this.links.push({ orderId: order.id, path: pathname, limit: download_limit, ...counts });
    }
  }

  /** Begins to send, so many requests at a time, each so many milliseconds after an answer. */
  begin(atOnce: number, { pause = 0 } = {}): void {
    this.#isOver = false;
    this.#running = Array.from({ length: atOnce }, async () => {
      while (!this.#isOver) {
        const isOrder = Math.random() < 0.6 || this.links.length === 0;
        const isAnswered = await (isOrder ? this.sendOrder() : this.download());
        await Bun.sleep(isAnswered ? pause : Math.max(20, pause));
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
    const number = this.#next++;
    const id = `shop-${number}`;
    const sent: SentOrder = { isAcknowledged: false, keys: null };
    this.orders.set(id, sent);
    const kind = this.#options.kinds[number % this.#options.kinds.length] ?? v3Once;
    const send = this.#request.bind(this);
    const acknowledged = await kind(send, this.#newOrder(id)).catch((error: Error) => {
      this.#failures.push(error.message);
      return null;
    });
    if (acknowledged) Object.assign(sent, acknowledged, { isAcknowledged: true });
    return acknowledged !== null;
  }

  /** Returns the status of the answer; 0 if none came. */
  async download(link = this.links[Math.floor(Math.random() * this.links.length)]): Promise<number> {
    if (!link) return 0;
    link.attempted++;
    const answer = await this.#request("GET", link.path);
    const text = await answer?.text().catch(() => "");
    if (answer?.status === 200 && text === content) link.arrived++;
    if (answer && answer.status >= 400 && answer.status < 500) link.refused++;
    return answer?.status ?? 0;
  }

  /** Downloads through each limited link until nothing is left: then as many are counted as were allowed. */
  async useUp(): Promise<void> {
    for (const link of this.links.filter(({ limit }) => limit !== null)) {
      while ((await this.download(link)) !== 403);
    }
    this.#isUsedUp = true;
  }

  /**
   * Compares what was acknowledged with what the server has; returns a sentence for each difference. If the server is as it
   * was at an earlier moment, `wasAcknowledged` says which orders were by then, and downloads are not compared. With
   * `isSentTwice`, a balancer may have asked for a download a second time.
   */
  async problems({
    wasAcknowledged = null,
    isSentTwice = false,
  }: {
    wasAcknowledged?: ((id: string) => boolean) | null;
    isSentTwice?: boolean;
  } = {}): Promise<string[]> {
    const problems = [...this.#failures];
    const stored = new Map<string, string[]>();
    for await (const order of this.#list<Order>("orders", "orders")) {
      const keys = order.order_items.flatMap((item) => item.license_keys);
      const [id = ""] = order.email.split("@");
      if (stored.has(id)) problems.push(`The order ${id} exists twice.`);
      if (!this.orders.has(id)) problems.push(`Nobody sent the order ${id}.`);
      if (keys.length !== 1) problems.push(`The order ${id} has ${keys.length} keys.`);
      stored.set(id, keys);
    }
    for (const [id, { isAcknowledged, keys }] of this.orders) {
      if (!isAcknowledged || !(wasAcknowledged?.(id) ?? true)) continue;
      const found = stored.get(id);
      if (!found || (keys && found.join() !== keys.join())) {
        problems.push(`The acknowledged order ${id} is lost or changed.`);
      }
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
    this.recorded = 0;
    for (const { orderId, limit, attempted, arrived } of this.links) {
      const { total: recorded } = await this.#v3("GET", `orders/${orderId}/downloads?page_size=1`);
      const { order } = await this.#v3("GET", `orders/${orderId}`);
      this.recorded += recorded;
      if (!wasAcknowledged && (recorded < arrived || recorded > attempted * (isSentTwice ? 2 : 1))) {
        problems.push(`${recorded} downloads are recorded; ${arrived} arrived of ${attempted}.`);
      }
      if (limit !== null && (this.#isUsedUp ? recorded !== limit : recorded > limit)) {
        problems.push(`${recorded} downloads of ${limit} allowed.`);
      }
      if (order.download_count !== recorded)
        problems.push(`The order counts ${order.download_count} of ${recorded} downloads.`);
    }
    if (product.download_count !== this.recorded) {
      problems.push(`The product counts ${product.download_count} of ${this.recorded} downloads.`);
    }
    return problems;
  }

  #newOrder(vendor_id: string) {
    return {
      vendor_id,
      // Each order is known by its email: not every kind of order has an ID of its sender.
      email: `${vendor_id}@example.com`,
      send_email: this.#options.sendsEmail,
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
    const init = {
      method,
      body,
      headers: { ...headers, authorization },
      signal: AbortSignal.timeout(this.#options.timeout),
    };
    const answer = await fetch(origin + path, init).catch(() => null);
    if (answer) this.#answered.set(answer.status, this.answered(answer.status) + 1);
    return answer;
  }
}

interface Order {
  email: string;
  order_items: { license_keys: string[] }[];
}
