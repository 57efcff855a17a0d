import { afterEach, describe, expect, test } from "bun:test";
import fc from "fast-check";
import ipaddr from "ipaddr.js";
import { listDeliveries } from "../../../src/messages/webhooks/deliveries.ts";
import { createEndpoint, type Endpoint, requireEndpoint } from "../../../src/messages/webhooks/endpoints.ts";
import { createHandOver, type DescribeEvents } from "../../../src/messages/webhooks/hand-over.ts";
import { claimReady } from "../../../src/messages/webhooks/queue.ts";
import { recordEvents } from "../../../src/messages/webhooks/record-events.ts";
import { replay } from "../../../src/messages/webhooks/replay.ts";
import { resendFailed } from "../../../src/messages/webhooks/send-again.ts";
import {
  nextAttemptAt,
  readRetryAfter,
  usualTiming,
  type WebhookTiming,
} from "../../../src/messages/webhooks/timing.ts";
import { startWebhookWorker } from "../../../src/messages/webhooks/worker.ts";
import { instant, instantNow } from "../../../src/platform/instants.ts";
import { createLog } from "../../../src/platform/log.ts";
import { openNetwork } from "../../../src/platform/outgoing/network.ts";
import { releaseLeases } from "../../../src/platform/queue/leases.ts";
import { newTurns } from "../../../src/platform/queue/turns.ts";
import { createVault } from "../../../src/platform/vault.ts";
import { accountByHandle } from "../../../src/store/accounts/queries.ts";
import { addAccount } from "../../support/accounts.ts";
import { databasesUnderTest } from "../../support/databases.ts";
import { until } from "../../support/service.ts";
import { type Received, startReceiver } from "../../support/webhooks.ts";

const vault = createVault({ current: "a secret for tests", old: null });
const { send } = openNetwork({ resolvers: null, allowed: [ipaddr.parseCIDR("127.0.0.0/8")] });
const quickly: Partial<WebhookTiming> = { poll: 10, pauses: Array(9).fill(10), jitter: 0 };

const minute = 60_000;
const hour = 60 * minute;

const running: { stop(): Promise<void> }[] = [];
afterEach(async () => {
  for (const worker of running.splice(0)) await worker.stop();
});

describe.each(databasesUnderTest)("the worker of webhooks on $name", ({ create }) => {
  /** A store with an endpoint, and a way to make events: `number` stands in the payload. */
  async function shop() {
    const db = await (await create()).open();
    const account = (await accountByHandle(db.read, "demo"))?.account;
    if (!account) throw new Error("There is no account.");
    const receiver = startReceiver();
    const input = { url: receiver.url, events: ["order.updated" as const], includeSecrets: false };
    const { endpoint } = await db.write((tx) => createEndpoint(tx, vault, account.id, input, instantNow()));
    const happen = (orderId: number | null, number: number) =>
      db.write((tx) =>
        recordEvents(tx, [
          { accountId: account.id, kind: "order.updated", orderId, subjectId: number, at: instantNow() },
        ]),
      );
    const disabled: Endpoint[] = [];
    let ahead = 0;
    const now = () => instant(instantNow() + ahead);
    /**
     * The worker's clock goes on by so many milliseconds: fewer than a worker's lease where one is running, as it may be claiming
     * a delivery with the time before.
     */
    const passTime = (milliseconds: number) => {
      ahead += milliseconds;
    };
    const describe: DescribeEvents = async (_, events) =>
      new Map(events.map(({ id, orderId, subjectId }) => [id, JSON.stringify({ order: orderId, number: subjectId })]));
    const start = (timing: Partial<WebhookTiming> = {}) => {
      const worker = startWebhookWorker({
        db,
        vault,
        send,
        log: createLog("silent"),
        timing: { ...quickly, now, ...timing },
        describe,
        tellDisabled: async (_, one) => void disabled.push(one),
      });
      running.push(worker);
      return worker;
    };
    const deliveries = async () =>
      (await listDeliveries(db.read, endpoint.id, undefined, { offset: 0, limit: 500 })).deliveries;
    const finished = () =>
      until("every delivery is finished", async () => {
        const event = await db.read.selectFrom("webhook_events").select("id").limit(1).executeTakeFirst();
        if (event) return false;
        const unfinished = db.read.selectFrom("webhook_deliveries").select("id").where("finished_at", "is", null);
        const its = unfinished.where("endpoint_id", "=", endpoint.id).limit(1);
        return (await its.executeTakeFirst()) === undefined;
      });
    return { db, account, receiver, endpoint, happen, disabled, describe, start, deliveries, finished, now, passTime };
  }

  const numbersOf = (received: Received[], order: number) =>
    received.filter(({ event }) => event.order === order).map(({ event }) => event.number as number);

  test("keeps the events of each order in their order, whatever fails, on two servers at once", async () => {
    const { receiver, happen, start, finished } = await shop();
    const delivered: Received[] = [];
    let requests = 0;
    receiver.answer = (request) => {
      if (++requests % 3 === 0) return new Response("not now", { status: 500 });
      delivered.push(request);
      return new Response("ok");
    };
    start();
    start();
    const orders = [1, 2, 3, 4, 5];
    for (let number = 0; number < 12; number++) await Promise.all(orders.map((order) => happen(order, number)));
    await finished();
    for (const order of orders) {
      expect(numbersOf(delivered, order)).toEqual(Array.from({ length: 12 }, (_, number) => number));
      const tried = numbersOf(receiver.received, order);
      expect(tried).toEqual(tried.toSorted((one, other) => one - other));
    }
    // Two servers do not both deliver what worked.
    expect(new Set(delivered.map(({ headers }) => headers["webhook-id"])).size).toBe(delivered.length);
  });

  test("tries ten times with the same ID and body, and goes on with the next event of the order", async () => {
    const { receiver, happen, start, finished, deliveries } = await shop();
    receiver.answer = ({ event }) => new Response("no", { status: event.number === 1 ? 503 : 200 });
    await happen(1, 1);
    await happen(1, 2);
    start();
    await finished();
    const first = receiver.received.filter(({ event }) => event.number === 1);
    expect(first).toHaveLength(10);
    expect(new Set(first.map(({ headers, body }) => headers["webhook-id"] + body)).size).toBe(1);
    expect(receiver.received.at(-1)?.event.number).toBe(2);
    expect((await deliveries()).map(({ state }) => state)).toEqual(["delivered", "failed"]);
  });

  test("sends what has failed again in its order, and nothing that failed earlier", async () => {
    const { db, account, endpoint, receiver, happen, start, finished, now, passTime } = await shop();
    receiver.answer = () => new Response("no", { status: 500 });
    start({ pauses: [] });
    await happen(1, 0);
    await finished();
    passTime(minute / 2);
    const since = now();
    for (let number = 1; number <= 4; number++) await happen(1, number);
    await happen(null, 5);
    await finished();
    receiver.received.length = 0;
    receiver.answer = () => new Response("ok");
    expect(await resendFailed(db, { accountId: account.id, id: endpoint.id, since }, now())).toBe(5);
    await finished();
    expect(numbersOf(receiver.received, 1)).toEqual([1, 2, 3, 4]);
    expect(receiver.received).toHaveLength(5);
  });

  test("sends what has failed again ahead of a later event of its order, which it does not meet", async () => {
    const { db, account, endpoint, receiver, happen, start, finished, now } = await shop();
    const underway = { now: 0, most: 0 };
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let answers = (_: number): Response | Promise<Response> => new Response("no", { status: 500 });
    receiver.answer = async ({ event }) => {
      underway.most = Math.max(underway.most, ++underway.now);
      try {
        return await answers(event.number);
      } finally {
        underway.now--;
      }
    };
    const worker = start({ pauses: [] });
    for (const number of [0, 1]) await happen(1, number);
    await finished();
    await worker.stop();
    // The next one is under way, and one waits, when those are sent again. It fails once.
    let failed = false;
    answers = async (number) => {
      if (number === 2) await held;
      const fails = number === 2 && !failed;
      failed ||= fails;
      return new Response("ok", { status: fails ? 500 : 200 });
    };
    start({ pauses: [10, 10] });
    receiver.received.length = 0;
    for (const number of [2, 3]) await happen(1, number);
    await until("the next one is under way", () => receiver.received.some(({ event }) => event.number === 2));
    await until(
      "one waits",
      async () => (await db.read.selectFrom("webhook_events").select("id").execute()).length === 0,
    );
    expect(await resendFailed(db, { accountId: account.id, id: endpoint.id, since: instant(0) }, now())).toBe(2);
    underway.most = 0;
    release();
    await finished();
    expect(numbersOf(receiver.received, 1).slice(-4)).toEqual([0, 1, 2, 3]);
    expect(underway.most).toBe(1);
  });

  test("replays in its order what was recorded, once for two replays at once, and leaves what waits in its place", async () => {
    const { db, account, endpoint, receiver, happen, start, finished, describe: body } = await shop();
    const asked = { accountId: account.id, id: endpoint.id, since: instant(instantNow() - hour) };
    const worker = start();
    for (let number = 0; number < 3; number++) await happen(1, number);
    await finished();
    await worker.stop();
    for (const number of [3, 4]) await happen(1, number);
    await happen(null, 5);
    const handOver = createHandOver({ db, vault, log: createLog("silent"), describe: body });
    while (await handOver(100, instantNow()));
    receiver.received.length = 0;
    const queued = await Promise.all([replay(db, asked, instantNow()), replay(db, asked, instantNow())]);
    expect(queued.toSorted()).toEqual([0, 3]);
    start();
    start();
    await finished();
    expect(receiver.received).toHaveLength(6);
    expect(numbersOf(receiver.received, 1)).toEqual([0, 1, 2, 3, 4]);
  });

  test("replays hundreds while more happens, and each order ends with its latest event", async () => {
    const { db, account, endpoint, receiver, happen, start, finished } = await shop();
    const asked = { accountId: account.id, id: endpoint.id, since: instant(instantNow() - hour) };
    // More deliveries than one step of a replay takes.
    const orders = Array.from({ length: 45 }, (_, index) => index + 1);
    const all = async (number: number) => void (await Promise.all(orders.map((order) => happen(order, number))));
    start();
    start();
    for (let number = 0; number < 5; number++) await all(number);
    await finished();
    receiver.received.length = 0;
    const [queued] = await Promise.all([replay(db, asked, instantNow()), all(5)]);
    expect(queued).toBeGreaterThanOrEqual(225);
    await finished();
    for (const order of orders) {
      const numbers = numbersOf(receiver.received, order);
      expect(numbers.slice(-6)).toEqual([0, 1, 2, 3, 4, 5]);
      // What happened meanwhile may have come before its turn, too.
      expect(numbers.slice(0, -6).every((number) => number === 5)).toBe(true);
    }
  });

  test("sends an order's latest event once more if it was under way when earlier ones were put in line", async () => {
    const { db, account, endpoint, receiver, happen, start, finished } = await shop();
    start();
    for (const number of [0, 1]) await happen(1, number);
    await finished();
    receiver.received.length = 0;
    const answering = Promise.withResolvers<Response>();
    receiver.answer = ({ event }) =>
      event.number === 2 && receiver.received.length === 1 ? answering.promise : new Response("ok");
    await happen(1, 2);
    await until("the latest is under way", async () => receiver.received.length === 1);
    const asked = { accountId: account.id, id: endpoint.id, since: instant(instantNow() - hour) };
    expect(await replay(db, asked, instantNow())).toBe(2);
    answering.resolve(new Response("ok"));
    await finished();
    expect(numbersOf(receiver.received, 1)).toEqual([2, 0, 1, 2]);
  });

  test("replays to an endpoint what others got, among its own and oldest first", async () => {
    const { db, account, endpoint, receiver, happen, start, finished } = await shop();
    const whole = startReceiver();
    const input = { url: whole.url, events: ["order.*" as const], includeSecrets: false };
    await db.write((tx) => createEndpoint(tx, vault, account.id, input, instantNow()));
    const created = (orderId: number, number: number) =>
      db.write((tx) =>
        recordEvents(tx, [
          { accountId: account.id, kind: "order.created", orderId, subjectId: number, at: instantNow() },
        ]),
      );
    const worker = start();
    await created(1, 0);
    await happen(1, 1);
    await created(1, 2);
    await created(2, 3);
    await happen(1, 4);
    await finished();
    await worker.stop();
    expect(numbersOf(receiver.received, 1)).toEqual([1, 4]);
    const asked = { accountId: account.id, id: endpoint.id, since: instant(instantNow() - hour) };
    const events = ["order.created" as const, "order.updated" as const];
    for (const queued of [5, 0])
      expect(await replay(db, { ...asked, wanted: events }, instant(1 + instantNow()))).toBe(queued);
    const line = await claimReady(db, newTurns(), { now: instantNow(), duration: minute, count: 40 });
    const its = line.claimed.filter(({ endpointId }) => endpointId === endpoint.id);
    expect(its.map(({ payload }) => JSON.parse(payload ?? "").number).toSorted()).toEqual([0, 3]);
    await releaseLeases(db, "webhook_deliveries");
    receiver.received.length = 0;
    start();
    await finished();
    expect(numbersOf(receiver.received, 1)).toEqual([0, 1, 2, 4]);
    expect(numbersOf(receiver.received, 2)).toEqual([3]);
    const ids = ({ received }: typeof receiver) => new Set(received.map(({ headers }) => headers["webhook-id"]));
    expect(ids(receiver)).toEqual(ids(whole));
    // Those that were added are sent again as the others are.
    receiver.received.length = 0;
    expect(await replay(db, { ...asked, wanted: events }, instantNow())).toBe(5);
    await finished();
    expect(numbersOf(receiver.received, 1)).toEqual([0, 1, 2, 4]);
  });

  test("disables an endpoint at which everything has failed for three days, and tells its owner once", async () => {
    const { db, account, receiver, endpoint, happen, start, disabled } = await shop();
    receiver.answer = () => new Response("no", { status: 500 });
    start({ pauses: [600_000] });
    await happen(1, 1);
    await until(
      "the first attempt is recorded",
      async () => (await requireEndpoint(db.read, account.id, endpoint.id)).failingSince !== null,
    );
    const before = instant(instantNow() - usualTiming.disableAfter);
    await db.write((tx) => tx.updateTable("webhook_endpoints").set({ failing_since: before }).execute());
    await happen(2, 2);
    // Its owner is told before the transaction ends.
    const found = () => requireEndpoint(db.read, account.id, endpoint.id);
    await until("it is disabled", async () => (await found()).disabledAt !== null);
    expect(await found()).toMatchObject({ disabledBecause: "failing" });
    expect(disabled).toHaveLength(1);
    await happen(3, 3);
    expect(await db.read.selectFrom("webhook_events").select("id").execute()).toEqual([]);
    expect(disabled).toHaveLength(1);
  });

  test("counts a success as the end of failing", async () => {
    const { db, account, endpoint, happen, start, finished } = await shop();
    await db.write((tx) =>
      tx
        .updateTable("webhook_endpoints")
        .set({ failing_since: instant(1) })
        .execute(),
    );
    start();
    await happen(1, 1);
    await finished();
    expect((await requireEndpoint(db.read, account.id, endpoint.id)).failingSince).toBeNull();
  });

  test("keeps 2,048 characters of what an endpoint answers, also of an answer without end", async () => {
    const { receiver, happen, start, deliveries, finished } = await shop();
    const endless = () =>
      new ReadableStream({
        async pull(controller) {
          await new Promise((resolve) => setImmediate(resolve));
          controller.enqueue("e".repeat(1000));
        },
      });
    const answers: Record<number, () => Response> = {
      1: () => new Response("ü\0".repeat(5_000_000)),
      2: () => new Response(endless()),
    };
    receiver.answer = ({ event }) => answers[event.number]?.() ?? new Response("ok");
    start({ attempt: minute });
    for (const number of [1, 2, 3]) await happen(number, number);
    await finished();
    const answered = (await deliveries()).toReversed().map(({ state, attempts: [attempt] }) => ({ state, ...attempt }));
    expect(answered).toMatchObject([
      { state: "delivered", status: 200, response: "ü".repeat(2_048) },
      { state: "delivered", status: 200, response: "e".repeat(2_048) },
      { state: "delivered", status: 200, response: "ok" },
    ]);
  });

  test("gives up an endpoint that does not answer in time, and tries again later", async () => {
    const { receiver, happen, start, deliveries, finished, passTime } = await shop();
    receiver.answer = () => new Promise(() => {});
    const impatient = start({ attempt: 1_000, pauses: [10 * minute] });
    await happen(1, 1);
    await until("it was tried", async () => ((await deliveries())[0]?.attempts.length ?? 0) > 0);
    await impatient.stop();
    expect(await deliveries()).toMatchObject([
      {
        state: "deferred",
        attempts: [{ status: null, response: expect.stringContaining("No answer within 1 seconds") }],
      },
    ]);
    receiver.answer = () => new Response("ok");
    passTime(10 * minute);
    start({ attempt: minute });
    await finished();
    expect(await deliveries()).toMatchObject([{ state: "delivered" }]);
  });

  test("waits as long as an endpoint asks", async () => {
    const { receiver, happen, start, deliveries } = await shop();
    receiver.answer = () => new Response("slow down", { status: 429, headers: { "retry-after": "3600" } });
    const began = instantNow();
    start();
    await happen(1, 1);
    await until("it was tried", async () => ((await deliveries())[0]?.attempts.length ?? 0) > 0);
    const [delivery] = await deliveries();
    expect(delivery?.state).toBe("deferred");
    expect((delivery?.nextAttemptAt ?? 0) - began).toBeGreaterThanOrEqual(3_600_000);
  });

  test("takes over what a dead server held, once its lease has ended", async () => {
    const { db, receiver, happen, start, finished, deliveries, describe, now, passTime } = await shop();
    await happen(1, 1);
    // What a server does until it dies.
    await createHandOver({ db, vault, log: createLog("silent"), describe })(10, now());
    const lease = { now: now(), duration: 30 * minute, count: 5 };
    const { claimed } = await claimReady(db, newTurns(), lease);
    expect(claimed).toHaveLength(1);
    start({ lease: 50 * minute });
    const numbers = () => receiver.received.map(({ event }) => event.number);
    // Before the last of them, the worker has looked after the queue.
    for (const number of [2, 3, 4]) {
      await happen(number, number);
      await until("another is delivered", () => numbers().includes(number));
    }
    expect(numbers()).toEqual([2, 3, 4]);
    const recorded = async () => (await deliveries()).filter(({ finishedAt }) => finishedAt !== null).length;
    await until("they are recorded", async () => (await recorded()) === 3);
    passTime(31 * minute);
    await finished();
    expect(numbers()).toEqual([2, 3, 4, 1]);
  });
});

describe.each(databasesUnderTest)("two stores and their webhooks on $name", ({ create }) => {
  /**
   * A store with fifty endpoints that do not answer before `release`, and 6 events for each; and one with an endpoint that works,
   * and 40 events. The first one's come first.
   */
  async function twoStores() {
    const installation = await create();
    const db = await installation.open();
    const ids = [];
    for (const handle of ["hanging", "working"]) {
      ids.push((await addAccount(db, installation.folder, handle, {})).id);
    }
    const [hanging = 0, working = 0] = ids;
    const [silent, receiver] = [startReceiver(), startReceiver()];
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    silent.answer = () => released.then(() => new Response("ok"));
    const add = (accountId: number, url: string) => {
      const input = { url, events: ["order.updated" as const], includeSecrets: false };
      return db.write((tx) => createEndpoint(tx, vault, accountId, input, instantNow()));
    };
    for (let number = 0; number < 50; number++) await add(hanging, `${silent.url}/${number}`);
    await add(working, receiver.url);
    const happen = (accountId: number, count: number) =>
      db.write((tx) =>
        recordEvents(
          tx,
          Array.from({ length: count }, (_, orderId) => {
            return { accountId, kind: "order.updated" as const, orderId, subjectId: orderId, at: instantNow() };
          }),
        ),
      );
    const log = createLog("silent");
    const describe: DescribeEvents = async (_, events) => new Map(events.map(({ id }) => [id, "{}"]));
    await happen(hanging, 6);
    const handOver = createHandOver({ db, vault, log, describe });
    while (await handOver(100, instantNow()));
    await happen(working, 40);
    const start = () => {
      const timing = { ...quickly, attempt: 10 * minute, lease: 20 * minute };
      running.push(startWebhookWorker({ db, vault, send, log, timing, describe, tellDisabled: async () => {} }));
    };
    const unfinished = async () =>
      (await db.read.selectFrom("webhook_deliveries").select("id").where("finished_at", "is", null).execute()).length;
    return { db, silent, receiver, release, start, unfinished };
  }

  const pathsOf = ({ received }: { received: Received[] }) => new Set(received.map(({ path }) => path)).size;

  test("fifty endpoints that hang leave room for another store, on two servers together", async () => {
    const { silent, receiver, release, start, unfinished } = await twoStores();
    start();
    await until("the places of the store are taken", () => silent.received.length >= 10);
    expect(pathsOf(silent)).toBe(10);
    start();
    await until("the other store's events are delivered", () => receiver.received.length === 40);
    expect(silent.received).toHaveLength(10);
    release();
    await until("everything is delivered", async () => (await unfinished()) === 0);
    expect(silent.received).toHaveLength(300);
    expect(receiver.received).toHaveLength(40);
  });

  test("endpoints whose last attempt failed get one place each and three of their store, until one succeeds", async () => {
    const { db, silent, receiver, release, start, unfinished } = await twoStores();
    await db.write((tx) => tx.updateTable("webhook_endpoints").set({ failing_since: instantNow() }).execute());
    start();
    await until("the other store's events are delivered", () => receiver.received.length === 40);
    await until("the places of failing endpoints are taken", () => silent.received.length >= 3);
    expect(silent.received).toHaveLength(3);
    expect(pathsOf(silent)).toBe(3);
    release();
    await until("everything is delivered", async () => (await unfinished()) === 0);
    expect(pathsOf(silent)).toBe(50);
  });
});

describe.each(databasesUnderTest)("events of several stores that wait to be handed over on $name", ({ create }) => {
  /** Stores with an endpoint each, and what is handed over step by step: the numbers of the events, by the stores' positions. */
  async function stores(count: number) {
    const installation = await create();
    const db = await installation.open();
    const ids: number[] = [];
    for (let number = 0; number < count; number++) {
      const { id } = await addAccount(db, installation.folder, `store${number}`, {});
      const input = { url: "https://hooks.example.com", events: ["order.updated" as const], includeSecrets: false };
      await db.write((tx) => createEndpoint(tx, vault, id, input, instantNow()));
      ids.push(id);
    }
    let steps: [store: number, number: number | null][] = [];
    const describe: DescribeEvents = async (accountId, events) => {
      steps.push(...events.map(({ subjectId }) => [ids.indexOf(accountId), subjectId] as [number, number | null]));
      return new Map(events.map(({ id }) => [id, "{}"]));
    };
    /** A row for each event, as many transactions leave them. */
    const happen = (store: number, numbers: number[]) =>
      db.write(async (tx) => {
        for (const number of numbers) {
          const at = { accountId: ids[store] ?? 0, orderId: number, subjectId: number, at: instantNow() };
          await recordEvents(tx, [{ ...at, kind: "order.updated" }]);
        }
      });
    /** All events in one row, as one transaction leaves them. */
    const happenTogether = (store: number, numbers: number[]) =>
      db.write((tx) =>
        recordEvents(
          tx,
          numbers.map((number) => {
            const about = { accountId: ids[store] ?? 0, orderId: number, subjectId: number, at: instantNow() };
            return { ...about, kind: "order.updated" as const };
          }),
        ),
      );
    const newServer = () => {
      const handOver = createHandOver({ db, vault, log: createLog("silent"), describe });
      return async (most: number) => {
        steps = [];
        const more = await handOver(most, instantNow());
        return { more, handedOver: steps };
      };
    };
    const delivered = async () =>
      (await db.read.selectFrom("webhook_deliveries").select(["order_id", "endpoint_id"]).orderBy("id").execute()).map(
        ({ order_id, endpoint_id }) => ({ order: order_id, endpoint: endpoint_id }),
      );
    return { happen, happenTogether, newServer, delivered };
  }

  const numbers = (count: number, from = 0) => Array.from({ length: count }, (_, index) => from + index);

  test("one event of another store is handed over in the next step, before thousands that are older", async () => {
    const { happen, newServer } = await stores(3);
    await happen(1, numbers(3_000));
    await happen(0, [7]);
    await happen(2, [8]);
    const step = newServer();
    const first = await step(40);
    expect(first.more).toBe(true);
    expect(first.handedOver.filter(([store]) => store !== 1)).toEqual([
      [0, 7],
      [2, 8],
    ]);
    expect(first.handedOver.filter(([store]) => store === 1)).toEqual(numbers(14).map((number) => [1, number]));
    // A store that is alone gets whole steps.
    expect((await step(40)).handedOver).toEqual(numbers(40, 14).map((number) => [1, number]));
  });

  test("sets of many events take turns too, and each store's events are taken oldest first", async () => {
    const { happen, happenTogether, newServer } = await stores(2);
    for (const set of numbers(3)) await happenTogether(0, numbers(100, set * 100));
    await happen(1, [1, 2]);
    const step = newServer();
    const storesOf = async () => new Set((await step(40)).handedOver.map(([store]) => store));
    expect(await storesOf()).toEqual(new Set([0]));
    expect((await step(40)).handedOver).toEqual([
      [1, 1],
      [1, 2],
    ]);
    expect(await storesOf()).toEqual(new Set([0]));
    expect((await step(40)).handedOver).toEqual(numbers(100, 200).map((number) => [0, number]));
    expect(await step(40)).toEqual({ more: false, handedOver: [] });
  });

  test("more stores than a step has room for all get their turn in the next steps", async () => {
    const { happen, newServer } = await stores(5);
    for (const store of numbers(5)) await happen(store, [1, 2, 3]);
    const step = newServer();
    const turns: unknown[] = [];
    for (let more = true; more; ) {
      const next = await step(2);
      turns.push(next.handedOver.map(([store]) => store));
      more = next.more;
    }
    expect(turns).toEqual([[0, 1], [2, 3], [4, 4], [0, 1], [2, 3], [4], [0, 1], [2, 3], [], []]);
  });

  test("two servers hand over each event once, those of each store in their order", async () => {
    const { happen, newServer, delivered } = await stores(2);
    for (const set of numbers(20)) for (const store of [0, 1]) await happen(store, numbers(10, set * 10));
    const work = async () => {
      const step = newServer();
      while ((await step(30)).more);
    };
    await Promise.all([work(), work()]);
    const all = await delivered();
    for (const orders of Map.groupBy(all, ({ endpoint }) => endpoint).values()) {
      expect(orders.map(({ order }) => order)).toEqual(numbers(200));
    }
    expect(all).toHaveLength(400);
  });
});

describe("the time of the next attempt", () => {
  test("is that of the standard, with up to a tenth more", () => {
    const pauses = [5_000, 5 * minute, 30 * minute, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour];
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9 }), fc.double({ min: 0, max: 1, noNaN: true }), (tries, random) => {
        const next = nextAttemptAt(usualTiming, { tries, retryAfter: null }, instant(0), random) ?? 0;
        const pause = pauses[tries - 1] ?? 0;
        expect(next).toBeGreaterThanOrEqual(pause);
        expect(next).toBeLessThanOrEqual(pause * 1.1 + 1);
      }),
    );
    expect(nextAttemptAt(usualTiming, { tries: 10, retryAfter: null }, instant(0))).toBeNull();
  });

  test("is not before the one that the endpoint asks for, up to a day", () => {
    const next = (retryAfter: number) => nextAttemptAt(usualTiming, { tries: 1, retryAfter }, instant(0), 0);
    expect([next(1_000), next(hour), next(100 * hour)] as unknown[]).toEqual([5_000, hour, 24 * hour]);
  });

  test.each([
    ["120", 120_000],
    ["Thu, 01 Jan 1970 00:01:00 GMT", 60_000],
    ["Wed, 31 Dec 1969 00:00:00 GMT", 0],
    ["soon", null],
  ])("reads Retry-After %p", (value, milliseconds) => expect(readRetryAfter(value, instant(0))).toBe(milliseconds));
});
