import { beforeAll, describe, expect, test } from "bun:test";
import { sql } from "kysely";
import type { Instant } from "../../../src/platform/instants.ts";
import { databasesUnderTest } from "../../support/databases.ts";
import {
  browser,
  countDownloads,
  fetched,
  type Ordered,
  orderFiles,
  orderItem,
  stateOf,
} from "../../support/downloads.ts";
import type { SharedStore } from "../../support/shared-service.ts";
import { addItem } from "../../support/store.ts";

const hours = 3_600_000;

describe.each(databasesUnderTest)("on $name", ({ makeStore }) => {
  let service: SharedStore;
  let item: Awaited<ReturnType<typeof addItem>>;

  beforeAll(async () => {
    service = await makeStore();
    item = await addItem(service, "ABCDEF", { "a.txt": "abcdef" });
  });

  const orderAbcdef = (fields?: string) => orderItem(service, item, fields);
  const limit = (downloads: number) => `<download_limit>${downloads}</download_limit>`;
  const from = (address: string) => ({ "x-forwarded-for": address });
  const statusOf = async (path: string, headers: Record<string, string>) =>
    (await fetched(service, path, headers)).status;
  const recorded = async (order: Ordered) => (await stateOf(service, order)).recorded;

  /** Makes the order's downloads older. */
  const age = (order: Ordered, milliseconds: number) =>
    service.db.write((tx) =>
      tx
        .updateTable("downloads")
        .set({ downloaded_at: sql<Instant>`downloaded_at - ${milliseconds}` })
        .where(
          "order_id",
          "in",
          tx
            .selectFrom("orders")
            .select("id")
            .where("account_id", "=", service.accountId)
            .where("public_id", "=", order.id),
        )
        .execute(),
    );

  test.each(["bytes=0-", "bytes=0-0", "bytes=0-2", "bytes=-6", "bytes=-99"])(
    "%s holds the first byte, and counts",
    async (range) => {
      const order = await orderAbcdef(limit(1));
      const answer = await fetched(service, order.link, { range });
      expect([answer.status, answer.body[0]]).toEqual([206, "a"]);
      expect(await stateOf(service, order)).toEqual({ recorded: 1, counted: 1, remaining: 0 });
      expect(await statusOf(order.link, { range })).toBe(403);
    },
  );

  test.each(["bytes=0-1,3-4", "bytes=1-2,4-5", "bytes=x", "lines=1-2"])(
    "%s gets the whole file, and counts",
    async (range) => {
      const order = await orderAbcdef();
      const answer = await fetched(service, order.link, { range });
      expect([answer.status, answer.body]).toEqual([200, "abcdef"]);
      expect(await recorded(order)).toBe(1);
    },
  );

  test("resuming a counted download is free, also when none is left", async () => {
    const order = await orderAbcdef(limit(1));
    expect((await fetched(service, order.link)).body).toBe("abcdef");
    for (const range of ["bytes=3-", "bytes=1-1", "bytes=-2"]) expect(await statusOf(order.link, { range })).toBe(206);
    expect((await fetched(service, order.link, { range: "bytes=3-" })).body).toBe("def");
    expect(await statusOf(order.link, { range: "bytes=0-" })).toBe(403);
    expect(await stateOf(service, order)).toEqual({ recorded: 1, counted: 1, remaining: 0 });
  });

  test("a complete transfer that asks for more is told that there is no more, also when none is left", async () => {
    const order = await orderAbcdef(limit(1));
    expect(await statusOf(order.link, { range: "bytes=6-" })).toBe(416);
    expect(await statusOf(order.link, {})).toBe(200);
    expect(await statusOf(order.link, { range: "bytes=6-" })).toBe(416);
    expect(await statusOf(order.link, { range: "bytes=6-", ...from("198.51.100.7") })).toBe(403);
    expect(await recorded(order)).toBe(1);
  });

  test("a later range without a counted download counts like a first one, and later ones are free", async () => {
    const order = await orderAbcdef(limit(1));
    for (const range of ["bytes=3-", "bytes=1-2", "bytes=4-"]) expect(await statusOf(order.link, { range })).toBe(206);
    expect(await statusOf(order.link, {})).toBe(403);
    expect(await recorded(order)).toBe(1);
  });

  test.each([[["bytes=3-", "bytes=0-"]], [["bytes=0-2", "bytes=3-"]], [["bytes=4-5", "bytes=2-3", "bytes=0-1"]]])(
    "the parts %p are one download in this order too, with one left and through the permalink",
    async (parts) => {
      const order = await orderFiles(service, { "a.txt": "abcdef" }, limit(1));
      for (const link of [order.link, order.permalink]) {
        for (const range of parts) expect(await statusOf(link, { range })).toBe(206);
      }
      expect(await stateOf(service, order)).toEqual({ recorded: 1, counted: 1, remaining: 0 });
      expect(await countDownloads(service, `/api/items/${order.sku}/downloads`)).toBe(2);
    },
  );

  test("what began with a later part has one first part, and another counts", async () => {
    const order = await orderAbcdef(limit(2));
    const answers: number[] = [];
    for (const range of ["bytes=3-", "bytes=0-", "bytes=0-", "bytes=3-", "bytes=0-"]) {
      answers.push(await statusOf(order.link, { range }));
    }
    expect(answers).toEqual([206, 206, 206, 206, 403]);
    expect(await recorded(order)).toBe(2);
  });

  test("without a range, a request counts always, and leaves the first part that is missing free", async () => {
    const order = await orderAbcdef(limit(2));
    const answers = [
      await statusOf(order.link, { range: "bytes=3-" }),
      await statusOf(order.link, {}),
      await statusOf(order.link, {}),
      await statusOf(order.link, { range: "bytes=0-" }),
      await statusOf(order.link, { range: "bytes=0-" }),
    ];
    expect(answers).toEqual([206, 200, 403, 206, 403]);
    expect(await recorded(order)).toBe(2);
  });

  test("a first part is free for ten minutes after the later part, to the same address", async () => {
    const minutes = hours / 60;
    const order = await orderAbcdef(limit(2));
    expect(await statusOf(order.link, { range: "bytes=3-" })).toBe(206);
    expect(await statusOf(order.link, { range: "bytes=0-", ...from("198.51.100.5") })).toBe(206);
    expect(await recorded(order)).toBe(2);
    await age(order, 9 * minutes);
    expect(await statusOf(order.link, { range: "bytes=0-" })).toBe(206);
    const late = await orderAbcdef(limit(1));
    expect(await statusOf(late.link, { range: "bytes=3-" })).toBe(206);
    await age(late, 11 * minutes);
    expect(await statusOf(late.link, { range: "bytes=0-" })).toBe(403);
    expect([await recorded(order), await recorded(late)]).toEqual([2, 1]);
  });

  test("resuming from another address counts, and is refused when none is left", async () => {
    const order = await orderAbcdef(limit(2));
    expect(await statusOf(order.link, from("198.51.100.1"))).toBe(200);
    expect(await statusOf(order.link, { ...from("198.51.100.2"), range: "bytes=3-" })).toBe(206);
    expect(await recorded(order)).toBe(2);
    expect(await statusOf(order.link, { ...from("198.51.100.3"), range: "bytes=3-" })).toBe(403);
    expect(await statusOf(order.link, { ...from("198.51.100.1"), range: "bytes=4-" })).toBe(206);
    expect(await recorded(order)).toBe(2);
  });

  test("a resume is free for 24 hours from the counted download", async () => {
    const order = await orderAbcdef(limit(1));
    expect(await statusOf(order.link, {})).toBe(200);
    await age(order, 23.9 * hours);
    expect(await statusOf(order.link, { range: "bytes=3-" })).toBe(206);
    await age(order, 0.2 * hours);
    expect(await statusOf(order.link, { range: "bytes=3-" })).toBe(403);
    expect(await recorded(order)).toBe(1);
  });

  test("what was counted of another file, order or permalink makes no resume free", async () => {
    const order = await orderFiles(service, { "a.txt": "abcdef", "b.txt": "abcdef" }, limit(1));
    const other = await orderAbcdef(limit(0));
    const [a = "", b = ""] = order.files;
    expect(await statusOf(a, {})).toBe(200);
    expect(await statusOf(b, { range: "bytes=3-" })).toBe(206);
    expect(await recorded(order)).toBe(2);
    expect(await statusOf(other.permalink, {})).toBe(200);
    expect(await statusOf(other.link, { range: "bytes=3-" })).toBe(403);
    expect(await recorded(other)).toBe(0);
  });

  test("a permalink's resume is free too", async () => {
    const order = await orderFiles(service, { "a.txt": "abcdef" });
    for (const range of ["bytes=0-2", "bytes=3-", "bytes=3-"]) {
      expect(await statusOf(order.permalink, { range })).toBe(206);
    }
    expect(await countDownloads(service, `/api/items/${order.sku}/downloads`)).toBe(1);
    expect(await statusOf(order.permalink, { ...from("198.51.100.4"), range: "bytes=3-" })).toBe(206);
    expect(await countDownloads(service, `/api/items/${order.sku}/downloads`)).toBe(2);
  });

  test("a resume of what is another version by now starts again, and counts", async () => {
    const order = await orderAbcdef(limit(2));
    const etag = (await fetched(service, order.link)).headers.get("etag") ?? "";
    const resumed = await fetched(service, order.link, { range: "bytes=3-", "if-range": etag });
    expect([resumed.status, resumed.body]).toEqual([206, "def"]);
    expect(await recorded(order)).toBe(1);
    const again = await fetched(service, order.link, { range: "bytes=3-", "if-range": '"another"' });
    expect([again.status, again.body]).toEqual([200, "abcdef"]);
    expect(await recorded(order)).toBe(2);
    expect(await statusOf(order.link, { range: "bytes=3-", "if-range": '"another"' })).toBe(403);
  });

  test("an expired order's download cannot be resumed", async () => {
    const order = await orderAbcdef();
    expect(await statusOf(order.link, {})).toBe(200);
    await service.api(`/api/orders/${order.id}/expire`, { method: "POST" });
    for (const path of [order.link, ...order.files]) {
      for (const range of ["bytes=3-", "bytes=6-"]) expect(await statusOf(path, { range })).toBe(410);
    }
  });

  test("the parts that a download manager asks for at once count once", async () => {
    const order = await orderFiles(service, { "a.txt": "abcdefghij" }, limit(1));
    for (const link of [order.link, order.permalink]) {
      const parts = [9, 5, 1, 2, 0, 3, 4, 6, 7, 8].map((start) => statusOf(link, { range: `bytes=${start}-` }));
      expect(new Set(await Promise.all(parts))).toEqual(new Set([206]));
    }
    expect(await stateOf(service, order)).toEqual({ recorded: 1, counted: 1, remaining: 0 });
    expect(await countDownloads(service, `/api/items/${order.sku}/downloads`)).toBe(2);
  });

  test("a browser resumes the file's address like anything else", async () => {
    const order = await orderAbcdef(limit(1));
    const [file = ""] = order.files;
    expect((await fetched(service, file, browser)).body).toBe("abcdef");
    expect((await fetched(service, file, { ...browser, range: "bytes=4-" })).body).toBe("ef");
    expect(await recorded(order)).toBe(1);
  });
});
