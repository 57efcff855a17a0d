import { beforeAll, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { sql } from "kysely";
import type { Database } from "../../../src/platform/database/database.ts";
import type { Instant } from "../../../src/platform/instants.ts";
import { databasesUnderTest } from "../../support/databases.ts";
import {
  type Ask,
  type FileName,
  newState,
  remaining,
  type State,
  type Step,
  sentPart,
  afterAll as statesAfter,
  twelfths,
} from "../../support/delivery-model.ts";
import { type Burst, traffic } from "../../support/delivery-traffic.ts";
import { stateOf } from "../../support/downloads.ts";
import { type Service, startProcess } from "../../support/service.ts";
import { addItem, type Item } from "../../support/store.ts";
import { v3 } from "../../support/v3.ts";

const contents: Record<FileName, Uint8Array> = {
  "small.bin": bytes(twelfths),
  "large.bin": bytes(twelfths * 22_000),
};

function bytes(length: number): Uint8Array {
  return Uint8Array.from({ length }, (_, index) => (index * 31 + (index >> 8)) % 251);
}

/** An order of the product, as v3 shows it. */
interface Order {
  id: number;
  page: string;
  item: { id: number; path: string };
}

/** What the interfaces list of a download, as far as the rules know it. */
interface Listed {
  size_bytes: number;
  ip_address: string;
}

const textOf = ({ size_bytes, ip_address }: Listed) => `${size_bytes} bytes to ${ip_address}`;

describe.each(databasesUnderTest)("on $name", ({ name, create }) => {
  /** On PostgreSQL a second server stands beside the first; requests go to them in turn. */
  let servers: Service[];
  let service: Service;
  let database: Database;
  let item: Item;
  const etags: Partial<Record<FileName, string>> = {};
  /** Of all sequences. */
  const recorded: string[] = [];
  let sequences = 0;

  beforeAll(async () => {
    const created = await create();
    const environment = { WAYBILL_TRUSTED_PROXIES: "127.0.0.1", WAYBILL_LOG: "warn" };
    service = await startProcess({ database: created, environment });
    servers = [service];
    if (name === "postgres") {
      servers.push(await startProcess({ database: created, environment, credentials: service.credentials }));
    }
    database = await created.open();
    item = await addItem(service, "STEPS", contents);
    await v3(service, "PUT", "account", { self_service_renewals: 100 });
    await v3(service, "PUT", "skuproducts/STEPS", { expires_from: "first_download" });
    for (const { filename, id } of item.files) {
      const head = await service.get(`${item.permalink}/${id}/${filename}`, { method: "HEAD" });
      etags[filename as FileName] = head.headers.get("etag") ?? "";
    }
  });

  async function newOrder(download_limit: number | null): Promise<Order> {
    const order_items = [{ item_sku: "STEPS" }];
    const order = { email: "ann@example.com", send_email: false, download_limit, order_items };
    const { body } = await v3(service, "POST", "orders", order);
    // A new order with null has the account's limit.
    if (download_limit === null) await v3(service, "PUT", `orders/${body.order.id}`, { download_limit });
    const [line] = body.order.order_items;
    const pathOf = (url: string) => new URL(url).pathname;
    return {
      id: body.order.id,
      page: pathOf(body.order.download_url),
      item: { id: line.id, path: pathOf(line.download_url) },
    };
  }

  /** Clients of other sequences have other addresses. */
  const addressOf = (sequence: number, client: number) => `10.${client}.${sequence >> 8}.${sequence & 255}`;

  const addressesOf = (sequence: number) => [1, 2, 3].map((client) => addressOf(sequence, client));

  /** Carries out a step and checks the content that it is answered with; returns the status. */
  async function run(server: Service, sequence: number, order: Order, step: Step): Promise<number> {
    switch (step.kind) {
      case "expire":
      case "reopen":
        return (await v3(server, "POST", `orders/${order.id}/${step.kind}`)).status;
      case "renew": {
        const headers = { "content-type": "application/x-www-form-urlencoded" };
        return (await server.get(`${order.page}/renewal`, { method: "POST", headers, body: "" })).status;
      }
      case "limit":
        return (await v3(server, "PUT", `orders/${order.id}`, { download_limit: step.downloads })).status;
      case "remaining": {
        const changes = { downloads_remaining: step.downloads };
        return (await v3(server, "PUT", `order_items/${order.item.id}`, changes)).status;
      }
      case "ask":
        return ask(server, addressOf(sequence, step.client), order, step);
    }
  }

  async function ask(server: Service, address: string, order: Order, step: Ask): Promise<number> {
    const file = item.files.find(({ filename }) => filename === step.file);
    const base = step.through === "order" ? order.item.path : item.permalink;
    const response = await server.get(`${base}/${file?.id}/${step.file}`, {
      method: step.method,
      headers: { ...headersOf(step, etags[step.file] ?? ""), "x-forwarded-for": address },
    });
    const content = contents[step.file];
    const unit = content.length / twelfths;
    const sent = response.status < 300 ? sentPart(step) : null;
    if (step.abort && sent) await response.body?.cancel();
    else {
      const received = await response.bytes();
      if (sent) expect(Buffer.compare(received, content.subarray(sent.start * unit, sent.end * unit))).toBe(0);
    }
    return response.status;
  }

  /** Checks that all that is shown agrees with one of the states. */
  async function compare(sequence: number, order: Order, states: State[]): Promise<void> {
    const xml = await stateOf(service, { id: String(order.id) });
    const shown = { xml, v3: await shownByV3(order), listed: await listedByV3(sequence) };
    const wanted = states.map(({ counts, ...state }) => {
      const number = counts.filter(({ through }) => through === "order").length;
      const left = remaining({ counts, ...state });
      return {
        xml: { recorded: number, counted: number, remaining: left },
        v3: { order: number, item: number, listed: number, remaining: left, waits: state.waits },
        listed: counts
          .map(({ through, file, client }) => {
            const listed = { size_bytes: contents[file].length, ip_address: addressOf(sequence, client) };
            return `${textOf(listed)} through the ${through}`;
          })
          .sort(),
      };
    });
    expect(wanted).toContainEqual(shown);
    recorded.push(...shown.listed.map((text) => text.replace(/ through.*/, "")));
  }

  async function shownByV3(order: Order) {
    const { body } = await v3(service, "GET", `orders/${order.id}`);
    const { body: downloads } = await v3(service, "GET", `orders/${order.id}/downloads`);
    const [line] = body.order.order_items;
    return {
      order: body.order.download_count,
      item: line.download_count,
      listed: downloads.total,
      remaining: line.downloads_remaining,
      waits: body.order.expiration_hours_from_first_download !== null,
    };
  }

  /** The downloads of the sequence's clients. */
  async function listedByV3(sequence: number): Promise<string[]> {
    const listed: string[] = [];
    for (const address of addressesOf(sequence)) {
      const { body } = await v3(service, "GET", `downloads?page_size=500&ip_address=${address}`);
      for (const download of body.downloads as (Listed & { order_id: number | null })[]) {
        listed.push(`${textOf(download)} through the ${download.order_id === null ? "permalink" : "order"}`);
      }
    }
    return listed.sort();
  }

  /** Every download of the product, through orders and the permalink. */
  async function listedByXml(): Promise<string[]> {
    const xml = await (await service.api("/api/items/STEPS/downloads")).text();
    const values = (name: string) =>
      [...xml.matchAll(new RegExp(`<${name}[^>]*>([^<]*)<`, "g"))].map(([, value = ""]) => value);
    const addresses = values("ip_address");
    return values("size_bytes")
      .map((size, index) => textOf({ size_bytes: Number(size), ip_address: addresses[index] ?? "" }))
      .sort();
  }

  async function follow(limit: number | null, bursts: Burst[]): Promise<void> {
    sequences += 1;
    const sequence = sequences;
    const order = await newOrder(limit);
    let states = [newState(limit)];
    for (const burst of bursts) {
      if (typeof burst === "number") {
        await letPass(sequence, burst);
        states = states.map((state) => ({ ...state, now: state.now + burst }));
        continue;
      }
      const running = burst.map(async (step, index) => {
        const server = servers[index % servers.length] ?? service;
        return { step, status: await run(server, sequence, order, step) };
      });
      const done = await Promise.all(running);
      const after = states.flatMap((state) => statesAfter(state, done));
      if (after.length === 0) {
        throw new Error(`The rules give no reason for ${JSON.stringify(done)} after ${JSON.stringify(states)}`);
      }
      states = after;
    }
    await compare(sequence, order, states);
  }

  test("counts, lists and what is left agree with the rules after any traffic, whatever comes at once", async () => {
    const limit = fc.constantFrom(1, 1, 2, 3, null);
    const orders = fc.array(fc.tuple(limit, traffic), { minLength: 1, maxLength: 9, size: "max" });
    const property = fc.asyncProperty(orders, async (orders) => {
      await Promise.all(orders.map(([limit, bursts]) => follow(limit, bursts)));
    });
    await fc.assert(property, { numRuns: 30 });
    expect(await listedByXml()).toEqual(recorded.sort());
    expect((await v3(service, "GET", "skuproducts/STEPS")).body.product.download_count).toBe(recorded.length);
  });

  /** Makes everything that was recorded in the sequence older. */
  const letPass = (sequence: number, minutes: number) =>
    database.write((tx) =>
      tx
        .updateTable("downloads")
        .set({ downloaded_at: sql<Instant>`downloaded_at - ${minutes * 60_000}` })
        .where("ip_address", "in", addressesOf(sequence))
        .execute(),
    );
});

function headersOf({ range, file, ifRange, ifNoneMatch }: Ask, etag: string): Record<string, string> {
  const unit = contents[file].length / twelfths;
  const versions = { "this version": etag, "another version": '"another"', weak: `W/${etag}` };
  return {
    ...(range && { range: `bytes=${rangeText(range, unit)}` }),
    ...(ifRange && { "if-range": versions[ifRange] }),
    ...(ifNoneMatch && { "if-none-match": versions[ifNoneMatch] }),
  };
}

function rangeText(range: NonNullable<Ask["range"]>, unit: number): string {
  if (range === "several") return `0-${unit - 1},${unit * 2}-`;
  if ("last" in range) return `-${range.last * unit}`;
  return `${range.start * unit}-${range.end === undefined ? "" : range.end * unit - 1}`;
}
