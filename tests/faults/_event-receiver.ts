import { Webhook } from "standardwebhooks";
import { afterTests } from "../support/cleanup.ts";

/** A webhook message of an order, when it arrived. */
interface Arrival {
  messageId: string;
  kind: string;
  vendorId: string;
}

/** The order in which an order's events must come. */
const ranks: Record<string, number> = { "order.created": 0, "license_key.assigned": 1, "order.revoked": 2 };

/** A webhook endpoint that refuses some messages at first, and is slow with others. */
export class EventReceiver {
  secret = "";
  readonly url: string;
  readonly arrivals: Arrival[] = [];
  readonly #refused = new Set<string>();
  readonly #problems = new Set<string>();

  constructor() {
    const server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: (request) => this.#take(request) });
    afterTests(() => server.stop(true));
    this.url = `http://127.0.0.1:${server.port}/hook`;
  }

  async #take(request: Request): Promise<Response> {
    const body = await request.text();
    const messageId = request.headers.get("webhook-id") ?? "";
    try {
      new Webhook(this.secret).verify(body, Object.fromEntries(request.headers));
    } catch (error) {
      this.#problems.add(`A message is not signed: ${error}`);
    }
    if (Math.random() < 0.01 && !this.#refused.has(messageId)) {
      this.#refused.add(messageId);
      return new Response("Later.", { status: 503 });
    }
    const { type, data } = JSON.parse(body);
    this.arrivals.push({ messageId, kind: type, vendorId: data.vendor_id });
    if (Math.random() < 0.01) await Bun.sleep(300);
    return new Response("ok");
  }

  /** How many messages were refused at first. */
  get refused(): number {
    return this.#refused.size;
  }

  /** How many messages came more than once. */
  get repeated(): number {
    return this.arrivals.length - new Set(this.arrivals.map(({ messageId }) => messageId)).size;
  }

  /** The events of these orders that did not come yet, as `KIND ID`. */
  missing(orders: ReadonlyMap<string, { revoked: boolean }>): string[] {
    const came = new Set(this.arrivals.map(({ kind, vendorId }) => `${kind} ${vendorId}`));
    const expected = [...orders].flatMap(([id, { revoked }]) => [
      `order.created ${id}`,
      `license_key.assigned ${id}`,
      ...(revoked ? [`order.revoked ${id}`] : []),
    ]);
    return expected.filter((one) => !came.has(one));
  }

  /** A sentence for each event that came in a wrong order, was made twice, or is about an order that is not there. */
  problems(orders: ReadonlyMap<string, unknown>): string[] {
    const problems = new Set(this.#problems);
    const last = new Map<string, number>();
    const messages = new Map<string, string>();
    for (const { messageId, kind, vendorId } of this.arrivals) {
      const name = `${kind} ${vendorId}`;
      const rank = ranks[kind] ?? -1;
      if (!orders.has(vendorId)) problems.add(`There is no order for ${name}.`);
      if (rank < (last.get(vendorId) ?? 0)) problems.add(`${name} came after a later event.`);
      if ((messages.get(name) ?? messageId) !== messageId) problems.add(`${name} is two messages.`);
      last.set(vendorId, Math.max(rank, last.get(vendorId) ?? 0));
      messages.set(name, messageId);
    }
    return [...problems];
  }
}
