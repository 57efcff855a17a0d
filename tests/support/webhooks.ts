import { Webhook } from "standardwebhooks";
import { afterTests } from "./cleanup.ts";
import { type Store, until } from "./service.ts";
import { v3 } from "./v3.ts";

/** A request that a receiver got. */
export interface Received {
  path: string;
  headers: Record<string, string>;
  body: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into events of every shape.
  event: any;
}

export interface Receiver {
  url: string;
  received: Received[];
  /** What it answers from now on; 200 at first. */
  answer: (request: Received) => Response | Promise<Response>;
  /** The names of the events that it got. */
  kinds(): string[];
}

/** For the service: webhooks may reach this machine. */
export const localWebhooks = { WAYBILL_OUTGOING_NETWORKS: "127.0.0.0/8,::1" };

/** A web server of the store's on loopback, which takes its webhooks. */
export function startReceiver(port = 0): Receiver {
  const receiver: Receiver = {
    url: "",
    received: [],
    answer: () => new Response("ok"),
    kinds: () => receiver.received.map(({ event }) => event.type),
  };
  const server = Bun.serve({
    port,
    hostname: "127.0.0.1",
    idleTimeout: 120,
    async fetch(request) {
      const body = await request.text();
      const headers = Object.fromEntries(request.headers);
      const one = { path: new URL(request.url).pathname, headers, body, event: JSON.parse(body) };
      receiver.received.push(one);
      return receiver.answer(one);
    },
  });
  afterTests(() => server.stop(true));
  receiver.url = `http://127.0.0.1:${server.port}/hook`;
  return receiver;
}

/** Throws unless the independent library accepts the message. */
export const verify = (secret: string, { body, headers }: Received): unknown =>
  new Webhook(secret).verify(body, headers);

/** Creates an endpoint over v3, and returns it with its secret. */
export async function createEndpoint(service: Store, url: string, events: string[], more: object = {}) {
  const { status, body } = await v3(service, "POST", "webhook_endpoints", { url, events, ...more });
  if (status !== 201) throw new Error(JSON.stringify(body));
  return body.webhook_endpoint as { id: number; secret: string; [field: string]: unknown };
}

/** Resolves with the first events that the receiver got, once there are so many. */
export async function events(receiver: Receiver, count: number): Promise<Received[]> {
  await until(`${count} events came (${receiver.kinds().join(", ")})`, () => receiver.received.length >= count);
  return receiver.received;
}
