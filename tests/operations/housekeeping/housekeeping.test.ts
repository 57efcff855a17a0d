import { beforeAll, describe, expect, spyOn, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import type { Insertable, Updateable } from "kysely";
import { Pace } from "../../../src/operations/housekeeping/pace.ts";
import { applyRetention } from "../../../src/operations/housekeeping/retention.ts";
import type { Database } from "../../../src/platform/database/database.ts";
import type { DownloadsTable, EmailsTable } from "../../../src/platform/database/schema.ts";
import { instant, instantNow } from "../../../src/platform/instants.ts";
import { createLog } from "../../../src/platform/log.ts";
import { createAccount } from "../../support/accounts.ts";
import { databasesUnderTest } from "../../support/databases.ts";
import { fetched, type Ordered, orderItem, stateOf } from "../../support/downloads.ts";
import { type Service, startService, until } from "../../support/service.ts";
import { addItem } from "../../support/store.ts";
import { v3 } from "../../support/v3.ts";

const day = 24 * 3_600_000;
const ago = (days: number) => instant(Date.now() - days * day);
const isoAgo = (days: number) => new Date(ago(days)).toISOString();

/** More than one step takes, all of one instant. */
const crowd = 450;

describe.each(databasesUnderTest)("on $name", ({ create }) => {
  let service: Service;
  let database: Database;
  /** The email of the second is still queued. All but the last are three days old. */
  let old: Ordered;
  let waiting: Ordered;
  let late: Ordered;
  let young: Ordered;

  // Everything is put there first, and then the service starts anew, which cleans up at once.
  beforeAll(async () => {
    const created = await create();
    const environment = { WAYBILL_TRUSTED_PROXIES: "127.0.0.1", WAYBILL_LOG: "warn" };
    service = await startService({ database: created, environment });
    database = await created.open();
    const item = await addItem(service, "MAP", { "a.txt": "abcdef" });
    const limit = "<download_limit>3</download_limit>";
    const orders: Ordered[] = [];
    for (let count = 0; count < 4; count++) {
      const order = await orderItem(service, item, limit);
      orders.push(order);
      const headers = { "x-forwarded-for": "198.51.100.1", "user-agent": "Radio/1.0" };
      expect((await fetched(service, order.link, headers)).status).toBe(200);
      await until("the email is kept", async () => (await emailOf(order)).status === "kept");
    }
    [old, waiting, late, young] = orders as [Ordered, Ordered, Ordered, Ordered];
    for (const order of [old, waiting, late]) await ageOrder(order, 3);
    await changeEmail(waiting, { status: "queued", sent_at: null, lane: null, next_attempt_at: ago(-1) });
    await addOldDownloads(Array.from({ length: crowd }, (_, n) => ({ ip_address: `198.51.100.${n % 250}` })));
    await addSignInData();
    const settings = { anonymize_downloads_after_days: 2, erase_emails_after_days: 2 };
    expect((await v3(service, "PUT", "account", settings)).body.account).toMatchObject(settings);
    await service.stop();
    service = await service.restart();
  });

  const emailOf = async (order: Ordered) => {
    const { body } = await v3(service, "GET", `emails?order_id=${order.id}`);
    return (await v3(service, "GET", `emails/${body.emails[0].id}`)).body.email;
  };

  const rowNumber = async (order: Ordered) => {
    const row = database.read.selectFrom("orders").select("id").where("public_id", "=", order.id);
    return (await row.executeTakeFirstOrThrow()).id;
  };

  const changeEmail = async (order: Ordered, values: Updateable<EmailsTable>) => {
    const id = await rowNumber(order);
    await database.write((tx) => tx.updateTable("emails").set(values).where("order_id", "=", id).execute());
  };

  async function ageOrder(order: Ordered, days: number): Promise<void> {
    const id = await rowNumber(order);
    await database.write((tx) =>
      tx
        .updateTable("downloads")
        .set({ downloaded_at: ago(days) })
        .where("order_id", "=", id)
        .execute(),
    );
    await changeEmail(order, { created_at: ago(days), sent_at: ago(days) });
  }

  /** Puts old downloads beside one of `old`, through the permalink. */
  async function addOldDownloads(changes: Partial<Insertable<DownloadsTable>>[]): Promise<void> {
    const { id: _, ...row } = await database.read
      .selectFrom("downloads")
      .selectAll()
      .where("order_id", "=", await rowNumber(old))
      .executeTakeFirstOrThrow();
    const one = { ...row, order_id: null, order_item_id: null, downloaded_at: ago(4) };
    const all = changes.map((change) => ({ ...one, ...change }));
    await database.write((tx) => tx.insertInto("downloads").values(all).execute());
  }

  /** Of each kind one that has expired and one that has not. */
  async function addSignInData(): Promise<void> {
    await database.write(async (tx) => {
      const { user_id, account_id } = await tx.selectFrom("members").selectAll().limit(1).executeTakeFirstOrThrow();
      for (const [id, age] of [
        ["expired", 1],
        ["valid", -1],
      ] as const) {
        const times = { expires_at: isoAgo(age), created_at: isoAgo(age + 7), updated_at: isoAgo(age + 7) };
        await tx
          .insertInto("sessions")
          .values({ id, user_id, account_id, token: id, ip_address: null, user_agent: null, ...times })
          .execute();
        await tx
          .insertInto("verifications")
          .values({ id, identifier: id, value: user_id, ...times })
          .execute();
        const token = { token_hash: id, user_id, signed_in_at: ago(365 + age) };
        await tx.insertInto("devices").values(token).execute();
        const invited = { account_id, email: `${id}@example.com`, name: id, role: "staff", token_hash: id } as const;
        await tx
          .insertInto("invitations")
          .values({ id, ...invited, expires_at: ago(30 + age), created_at: ago(60) })
          .execute();
        await tx
          .insertInto("rate_limits")
          .values({ key: id, tries: 1, ends_at: ago(age) })
          .execute();
        await tx
          .insertInto("idempotency_keys")
          .values({ account_id, key: id, request_hash: "", answer: "", order_id: null, created_at: ago(1 + age) })
          .execute();
      }
      const { id: file_id } = await tx.selectFrom("files").select("id").limit(1).executeTakeFirstOrThrow();
      const upload = { account_id, filename: "a.txt", content_type: "text/plain", metadata: "{}", size_bytes: 6 };
      for (const [id, days] of [
        ["expired", 8],
        ["valid", 6],
      ] as const) {
        await tx
          .insertInto("uploads")
          .values({ id, ...upload, file_id, product_id: null, created_at: ago(days) })
          .execute();
      }
    });
  }

  const addresses = async () => {
    const rows = await database.read
      .selectFrom("downloads")
      .select("ip_address")
      .where("ip_address", "<>", "")
      .execute();
    return rows.map(({ ip_address }) => ip_address);
  };

  const retain = () =>
    applyRetention(
      { db: database, log: createLog("silent"), isBusy: () => false, stopping: new AbortController().signal },
      instantNow(),
    );

  test("old downloads lose address and user agent everywhere, and count as before", async () => {
    await until("only the young one is left", async () => (await addresses()).length === 1);
    expect(await stateOf(service, old)).toEqual({ recorded: 1, counted: 1, remaining: 2 });
    const { body } = await v3(service, "GET", `orders/${old.id}/downloads`);
    expect(body.downloads).toMatchObject([{ ip_address: null, user_agent: null, filename: "a.txt", size_bytes: 6 }]);
    expect(await (await service.api(`/api/orders/${old.id}/downloads`)).text()).toMatch(/<ip_address(\/>|><)/);
    const csv = await (await service.api("/api/v3/exports/downloads.csv")).text();
    expect(csv.split("\n").filter((line) => line.includes("198.51.100."))).toHaveLength(1);
    expect(csv.trim().split("\n")).toHaveLength(crowd + 5);
    expect((await v3(service, "GET", "downloads?ip_address=198.51.100.1")).body.total).toBe(1);
    const { product } = (await v3(service, "GET", "skuproducts/MAP")).body;
    expect(product.download_count).toBe(4);
  });

  test("a younger download keeps both, and can be resumed", async () => {
    const { body } = await v3(service, "GET", `orders/${young.id}/downloads`);
    expect(body.downloads).toMatchObject([{ ip_address: "198.51.100.1", user_agent: "Radio/1.0" }]);
    const resumed = await fetched(service, young.link, { "x-forwarded-for": "198.51.100.1", range: "bytes=3-" });
    expect(resumed.body).toBe("def");
    expect(await stateOf(service, young)).toEqual({ recorded: 1, counted: 1, remaining: 2 });
  });

  test("old emails lose subject and message, here and in the mailbox, and keep recipient and status", async () => {
    await until("the content is gone", async () => (await emailOf(old)).subject === null);
    expect(await emailOf(old)).toMatchObject({
      status: "kept",
      recipient: "ann@example.com",
      attempts: 1,
      text_body: null,
      html_body: null,
    });
    const { subject, text_body } = await emailOf(young);
    expect(subject).toBeString();
    expect(text_body).toContain(young.link);
    await until("the mailbox has the young one", async () => (await v3(service, "GET", "mailbox")).body.total === 1);
    const files = () => readdirSync(join(service.folder, "mailbox")).filter((name) => name.endsWith(".eml"));
    await until("the copy is gone", () => files().length === 2);
  });

  test("an email that is still queued keeps its content, and once it is sent, for the days from then on", async () => {
    await until("the content is gone", async () => (await emailOf(late)).subject === null);
    expect(await emailOf(late)).toMatchObject({ status: "kept", text_body: null });
    const keepsContent = async () => expect((await emailOf(waiting)).text_body).toContain(waiting.link);
    await keepsContent();
    await changeEmail(waiting, { status: "kept", sent_at: ago(1) });
    await retain();
    await keepsContent();
    await changeEmail(waiting, { sent_at: ago(3) });
    await retain();
    expect(await emailOf(waiting)).toMatchObject({ subject: null, text_body: null });
    expect((await emailOf(young)).text_body).toContain(young.link);
  });

  test("what has expired or ended is removed, and nothing else", async () => {
    const tables = {
      sessions: "id",
      verifications: "id",
      devices: "token_hash",
      invitations: "id",
      rate_limits: "key",
      idempotency_keys: "key",
      uploads: "id",
    };
    for (const [table, column] of Object.entries(tables)) {
      const ids = async () => {
        const rows = await database.read
          .selectFrom(table as "sessions")
          .select(column as "id")
          .where(column as "id", "in", ["expired", "valid"])
          .execute();
        return rows.flatMap((row) => Object.values(row));
      };
      await until(`nothing expired is in ${table}`, async () => !(await ids()).includes("expired"));
      expect([table, await ids()]).toEqual([table, ["valid"]]);
    }
  });

  test.each([
    ["anonymize_downloads_after_days", 1],
    ["anonymize_downloads_after_days", 3651],
    ["erase_emails_after_days", 0],
  ])("%s is not set to %p days", async (name, days) => {
    const { status, body } = await v3(service, "PUT", "account", { [name]: days });
    expect([status, body.errors[0].field]).toEqual([422, name]);
    expect((await v3(service, "GET", "account")).body.account[name]).toBe(2);
  });

  test("a store that keeps everything loses nothing through another", async () => {
    const made = await createAccount(service, "other");
    const { id } = await database.read
      .selectFrom("accounts")
      .select("id")
      .where("handle", "=", made.handle)
      .executeTakeFirstOrThrow();
    const downloaded_at = instant(ago(2) - 1);
    await addOldDownloads([
      { downloaded_at, ip_address: "203.0.113.1" },
      { downloaded_at, ip_address: "203.0.113.2", account_id: id },
    ]);
    await retain();
    const kept = await addresses();
    expect(kept).not.toContain("203.0.113.1");
    expect(kept).toContain("203.0.113.2");
  });
});

test("steps of long work grow while they are quick, and are small again when they are slow or requests come", async () => {
  let now = performance.now();
  const clock = spyOn(performance, "now").mockImplementation(() => now);
  try {
    let busy = false;
    const pace = new Pace({ least: 10, isBusy: () => busy, stopping: new AbortController().signal });
    /** The rows of the next step after one of so many milliseconds. */
    const after = async (milliseconds: number) => {
      await pace.measure(async () => {
        now += milliseconds;
      });
      await pace.rest();
      return pace.rows;
    };
    expect([await after(0), await after(1), await after(0), await after(0), await after(0)]).toEqual([
      20, 40, 80, 160, 160,
    ]);
    expect([await after(3), await after(20), await after(0)]).toEqual([160, 80, 160]);
    busy = true;
    expect(await after(0)).toBe(10);
  } finally {
    clock.mockRestore();
  }
});
