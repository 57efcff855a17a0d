import { beforeAll, describe, expect, test } from "bun:test";
import { applyRetention } from "../../../src/operations/housekeeping/retention.ts";
import type { Database } from "../../../src/platform/database/database.ts";
import { dayMilliseconds } from "../../../src/platform/days.ts";
import { instant, instantNow } from "../../../src/platform/instants.ts";
import { createLog } from "../../../src/platform/log.ts";
import { databasesUnderTest } from "../../support/databases.ts";
import { browser } from "../../support/downloads.ts";
import { type Service, startService, until } from "../../support/service.ts";
import { addItem } from "../../support/store.ts";
import { v3 } from "../../support/v3.ts";

describe.each(databasesUnderTest)("what customers opened on $name", ({ create }) => {
  let service: Service;
  let db: Database;
  beforeAll(async () => {
    const database = await create();
    service = await startService({ database, environment: { WAYBILL_TRUSTED_PROXIES: "127.0.0.1" } });
    db = await database.open();
    await addItem(service, "MAP", { "map.txt": "the map" });
  });

  const order = async (fields: object = {}) => {
    const sent = { email: "ann@example.com", order_items: [{ sku: "MAP" }], send_email: false, ...fields };
    const { id, download_url, order_items } = (await v3(service, "POST", "orders", sent)).body.order;
    return {
      id: id as number,
      page: new URL(download_url).pathname,
      item: `${new URL(order_items[0].download_url).pathname}?page`,
    };
  };
  const open = async (path: string, headers: Record<string, string> = {}, method = "GET") => {
    const answer = await service.get(path, {
      method,
      headers: { ...browser, "user-agent": "Mozilla/5.0", ...headers },
    });
    await answer.arrayBuffer();
    return answer;
  };
  const said = async (id: number, kind: string) =>
    (await v3(service, "GET", `orders/${id}/timeline`)).body.timeline
      .filter((event: { kind: string }) => event.kind === kind)
      .map(({ summary }: { summary: string }) => summary);
  const rows = () => db.read.selectFrom("order_visits").selectAll().orderBy("ip_address").execute();

  test("tells when pages of an order were opened by people, first and last", async () => {
    const { id, page, item } = await order();
    await open(page, {}, "HEAD");
    await open(page, { "sec-purpose": "prefetch" });
    await open(page, { "user-agent": "Mozilla/5.0 (compatible; Googlebot/2.1)" });
    await open(page, { accept: "*/*" });
    expect((await open(page)).status).toBe(200);
    await until("the first visit is known", async () => (await said(id, "page.opened")).length > 0);
    expect(await said(id, "page.opened")).toEqual(["Order page opened"]);
    await open(item);
    await open(page, { "x-forwarded-for": "198.51.100.7" });
    await until("all visits are known", async () => (await said(id, "page.opened")).length > 1);
    expect((await said(id, "page.opened")).toSorted()).toEqual([
      "Order page opened",
      "Order page opened last, 3 times in all",
    ]);
  });

  test("keeps no address longer than downloads do, and the count for good", async () => {
    const later = instant(instantNow() + 3 * dayMilliseconds);
    const before = await rows();
    expect(before.map(({ ip_address }) => ip_address)).toEqual(["127.0.0.1", "198.51.100.7"]);
    const settings = { db, log: createLog("silent"), isBusy: () => false, stopping: new AbortController().signal };
    await applyRetention(settings, later);
    expect(await rows()).toEqual(before);
    await v3(service, "PUT", "account", { anonymize_downloads_after_days: 2 });
    await applyRetention(settings, later);
    expect(await rows()).toMatchObject([{ ip_address: "", opened: 3 }]);
    await v3(service, "PUT", "account", { anonymize_downloads_after_days: null });
  });

  test("keeps a bounded number of addresses, and counts all", async () => {
    const { id, page } = await order();
    await Promise.all(Array.from({ length: 70 }, (_, n) => open(page, { "x-forwarded-for": `203.0.113.${n + 1}` })));
    await until("all visits are known", async () =>
      (await said(id, "page.opened")).some((one: string) => /70 times/.test(one)),
    );
    expect((await rows()).filter(({ ip_address }) => ip_address.startsWith("203.0.113.")).length).toBeLessThanOrEqual(
      50,
    );
  });

  test("shows that an email was opened only if the store wants to know, and forgets it with the customer", async () => {
    const contentOf = async (id: number) => {
      const kept = async () => (await v3(service, "GET", `emails?order_id=${id}`)).body.emails[0];
      await until("the email is kept", async () => (await kept())?.status === "kept");
      const { message } = (await v3(service, "GET", `mailbox/${(await kept()).id}`)).body;
      return message.html_body as string;
    };
    const mail = { email: "bea@example.com", send_email: true };
    const untracked = await order(mail);
    expect(await contentOf(untracked.id)).not.toContain("/opened/");
    await v3(service, "PUT", "account", { track_email_opens: true });
    const { id } = await order(mail);
    const [address = ""] = /\/opened\/[^"]+/.exec(await contentOf(id)) ?? [];
    expect(address).toMatch(/^\/opened\/\d+-[\da-f]{64}\.gif$/);
    await open(address, {}, "HEAD");
    const forged = await open(address.replace(/-[\da-f]{4}/, "-0000"));
    const fetched = await open(address);
    for (const answer of [forged, fetched]) {
      expect([answer.status, answer.headers.get("content-type"), answer.headers.get("cache-control")]).toEqual([
        200,
        "image/gif",
        "no-store",
      ]);
    }
    await until("the opening is known", async () => (await said(id, "email.opened")).length > 0);
    expect(await said(id, "email.opened")).toEqual(["Email opened"]);
    expect((await v3(service, "DELETE", "customers/bea@example.com")).status).toBe(204);
    expect(await db.read.selectFrom("email_openings").selectAll().execute()).toEqual([]);
  });
});
