import { beforeAll, describe, expect, test } from "bun:test";
import { sendWeeklyDigests } from "../../../src/operations/housekeeping/weekly-digest.ts";
import type { Database } from "../../../src/platform/database/database.ts";
import { dayMilliseconds } from "../../../src/platform/days.ts";
import { type Instant, instant, instantNow } from "../../../src/platform/instants.ts";
import { createLog } from "../../../src/platform/log.ts";
import { databasesUnderTest } from "../../support/databases.ts";
import { keptMailsTo } from "../../support/kept-mails.ts";
import { type Service, startService, until } from "../../support/service.ts";
import { addItem, createOrder } from "../../support/store.ts";
import { v3 } from "../../support/v3.ts";

describe.each(databasesUnderTest)("the weekly email on $name", ({ create }) => {
  let service: Service;
  let db: Database;
  beforeAll(async () => {
    const database = await create();
    service = await startService({ database });
    db = await database.open();
    await addItem(service, "MAP");
    await createOrder(service, { skus: ["MAP"] });
    const priced = { email: "a@example.com", order_items: [{ sku: "MAP", price: 9.5 }], send_email: false };
    await v3(service, "POST", "orders", priced);
  });

  const send = (now: Instant) =>
    sendWeeklyDigests(
      { db, log: createLog("silent"), url: new URL(service.url), stopping: new AbortController().signal },
      now,
    );
  const written = () => db.read.selectFrom("emails").selectAll().where("kind", "=", "weekly_digest").execute();

  /** The Monday that is `weeks` after the next one, at nine in UTC. */
  function monday(weeks: number): Instant {
    const today = Math.floor(instantNow() / dayMilliseconds);
    const next = today + 7 - ((today + 3) % 7);
    return instant((next + 7 * weeks) * dayMilliseconds + 9 * 3_600_000);
  }

  test("is not written unless the owner wants it", async () => {
    await send(monday(0));
    expect(await written()).toEqual([]);
  });

  test("is written once a week, from the first Monday on, whoever else is at work", async () => {
    expect((await v3(service, "PUT", "account", { weekly_digest: true })).body.account.weekly_digest).toBe(true);
    await send(instantNow());
    expect(await written()).toEqual([]);
    await Promise.all(Array.from({ length: 5 }, () => send(monday(0))));
    await send(instant(monday(0) + 3 * dayMilliseconds));
    const [email, ...others] = await written();
    expect(others).toEqual([]);
    const { account } = (await v3(service, "GET", "account")).body;
    expect(email).toMatchObject({ recipient: account.email, subject: `Your week at ${account.name}` });
    expect(email?.text_body).toContain("Orders\n");
    expect(email?.text_body).toContain("2 (the week before: 0)");
    expect(email?.text_body).toContain("\n$9.50 (the week before: $0.00)");
    expect(email?.html_body).toContain("/admin?days=7");
    await send(monday(1));
    const both = () => keptMailsTo(service, account.email);
    await until("the second one is in the mailbox", async () => (await both()).length === 2);
    expect((await both())[1]?.text).toContain("0 (the week before: 2)");
  });

  test("ends when the owner turns it off", async () => {
    await v3(service, "PUT", "account", { weekly_digest: false });
    await send(monday(2));
    expect(await written()).toHaveLength(2);
  });
});
