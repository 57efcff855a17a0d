import { beforeAll, describe, expect, test } from "bun:test";
import fc from "fast-check";
import { databasesUnderTest } from "./_databases.ts";
import { type Ordered, orderItem, stateOf, updateOrder } from "./_downloads.ts";
import { type Service, startService } from "./_service.ts";
import { addItem } from "./_store.ts";

type Step =
  | { kind: "whole" | "first" | "later" | "head" | "unchanged" | "beyond"; client: number }
  | { kind: "expire" | "reopen" }
  | { kind: "limit" | "remaining"; downloads: number };

const steps: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constantFrom("whole", "first", "later", "head", "unchanged", "beyond"),
      client: fc.integer({ min: 1, max: 3 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom("expire", "reopen") }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constantFrom("limit", "remaining"), downloads: fc.integer({ min: 0, max: 4 }) }),
  },
);

/** What docs/delivery.md, What counts, says of one order with one file, in the plainest words. */
class Model {
  counted = 0;
  #limit = 2;
  #override: number | null = null;
  #taken = 0;
  #expired = false;
  readonly #known = new Set<number>();
  /** Of each client, the downloads that began with a later part and whose first part has not come. */
  readonly #missing = new Map<number, number>();

  get remaining(): number {
    return Math.max(0, (this.#override ?? this.#limit) - this.#taken);
  }

  /** The status that the step is answered with. */
  take(step: Step): number {
    switch (step.kind) {
      case "expire":
      case "reopen":
        this.#expired = step.kind === "expire";
        return 200;
      case "limit":
        this.#limit = step.downloads;
        return 200;
      case "remaining":
        this.#override = step.downloads;
        this.#taken = 0;
        return 200;
    }
    const { kind, client } = step;
    if (this.#expired) return 410;
    const success = { whole: 200, first: 206, later: 206, head: 200, unchanged: 304, beyond: 416 }[kind];
    if ((kind === "later" || kind === "beyond") && this.#known.has(client)) return success;
    const missing = this.#missing.get(client) ?? 0;
    if (kind === "first" && missing > 0) {
      this.#missing.set(client, missing - 1);
      return success;
    }
    if (this.remaining === 0) return 403;
    if (success < 300 && kind !== "head") {
      this.counted += 1;
      this.#taken += 1;
      this.#known.add(client);
      if (kind === "later") this.#missing.set(client, missing + 1);
    }
    return success;
  }
}

describe.each(databasesUnderTest)("on $name", ({ create }) => {
  let service: Service;
  let item: Awaited<ReturnType<typeof addItem>>;

  beforeAll(async () => {
    service = await startService({
      database: await create(),
      environment: { WAYBILL_TRUSTED_PROXIES: "127.0.0.1", WAYBILL_LOG: "warn" },
    });
    item = await addItem(service, "STEPS", { "a.txt": "abcdef" });
  });

  const order = () => orderItem(service, item, "<download_limit>2</download_limit><send_email>false</send_email>");

  const headers = {
    whole: {},
    head: {},
    first: { range: "bytes=0-2" },
    later: { range: "bytes=2-" },
    unchanged: { "if-none-match": "*" },
    beyond: { range: "bytes=6-" },
  };

  async function run({ id, link }: Ordered, step: Step): Promise<number> {
    switch (step.kind) {
      case "expire":
        return (await service.api(`/api/orders/${id}/expire`, { method: "POST" })).status;
      case "reopen":
        await updateOrder(service, id, "<expiration_date>2099-01-01T00:00:00Z</expiration_date>");
        return 200;
      case "limit":
        await updateOrder(service, id, `<download_limit>${step.downloads}</download_limit>`);
        return 200;
      case "remaining": {
        const { downloads } = step;
        const line = `<order_item><sku>STEPS</sku><downloads_remaining>${downloads}</downloads_remaining></order_item>`;
        await updateOrder(service, id, "", line);
        return 200;
      }
    }
    const response = await service.get(link, {
      method: step.kind === "head" ? "HEAD" : "GET",
      headers: { ...headers[step.kind], "x-forwarded-for": `198.51.100.${step.client}` },
    });
    await response.arrayBuffer();
    return response.status;
  }

  test("after any sequence of requests and changes, what is counted, recorded and left agrees", async () => {
    const sequence = fc.array(steps, { minLength: 1, maxLength: 14 });
    const property = fc.asyncProperty(sequence, async (sequence) => {
      const subject = await order();
      const model = new Model();
      for (const step of sequence) expect([step, await run(subject, step)]).toEqual([step, model.take(step)]);
      expect(await stateOf(service, subject)).toEqual({
        recorded: model.counted,
        counted: model.counted,
        remaining: model.remaining,
      });
    });
    await fc.assert(property, { numRuns: 40 });
  });

  test("of steps that run at once, as many downloads are counted and recorded as first bytes were delivered", async () => {
    const all = fc.array(
      steps.filter(({ kind }) => kind !== "later"),
      { minLength: 10, maxLength: 40 },
    );
    const property = fc.asyncProperty(all, async (all) => {
      const subject = await order();
      const statuses = await Promise.all(all.map((step) => run(subject, step)));
      const delivered = all.filter(({ kind }, index) => /whole|first/.test(kind) && (statuses[index] ?? 0) < 300);
      const { recorded, counted, remaining } = await stateOf(service, subject);
      expect({ recorded, counted }).toEqual({ recorded: delivered.length, counted: delivered.length });
      expect(remaining).toBeGreaterThanOrEqual(0);
    });
    await fc.assert(property, { numRuns: 20 });
  });

  test("of the parts that clients ask for at once, one of each client counts, whatever their order", async () => {
    const part = fc.record({
      kind: fc.constantFrom("first" as const, "later" as const),
      client: fc.integer({ min: 1, max: 3 }),
    });
    // A second request for the first part is another download.
    const parts = fc.uniqueArray(part, {
      minLength: 2,
      maxLength: 6,
      selector: ({ kind, client }) => `${kind}${client}`,
    });
    const property = fc.asyncProperty(parts, fc.integer({ min: 1, max: 4 }), async (parts, copies) => {
      const subject = await order();
      await updateOrder(service, subject.id, "<download_limit>3</download_limit>");
      const all = parts.flatMap((part) => Array<Step>(part.kind === "later" ? copies : 1).fill(part));
      const statuses = await Promise.all(all.map((step) => run(subject, step)));
      expect(new Set(statuses)).toEqual(new Set([206]));
      const clients = new Set(parts.map(({ client }) => client)).size;
      expect(await stateOf(service, subject)).toEqual({ recorded: clients, counted: clients, remaining: 3 - clients });
    });
    await fc.assert(property, { numRuns: 20 });
  });
});
