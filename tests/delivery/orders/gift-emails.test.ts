import { beforeAll, describe, expect, test } from "bun:test";
import PostalMime from "postal-mime";
import type { Database } from "../../../src/platform/database/database.ts";
import { instant } from "../../../src/platform/instants.ts";
import { type DatabaseUnderTest, databasesUnderTest } from "../../support/databases.ts";
import { outboxOf, quickly, until } from "../../support/mail.ts";
import { mailClock } from "../../support/mail-clock.ts";
import { endedOutbox, startWorker } from "../../support/mail-worker.ts";
import { makeProduct } from "../../support/products.ts";
import { type Service, startService } from "../../support/service.ts";
import { startSmtpServer } from "../../support/smtp-server.ts";
import { addItem } from "../../support/store.ts";
import { v3 } from "../../support/v3.ts";

const day = 24 * 3_600_000;
const from = Date.now();
const at = (days: number) => `${new Date(from + days * day).toISOString().slice(0, 19)}+00:00`;

describe.each(databasesUnderTest)("the emails of a gift on $name", ({ create }) => {
  let database: DatabaseUnderTest;
  let service: Service;
  let db: Database;
  let smtp: Awaited<ReturnType<typeof startSmtpServer>>;
  beforeAll(async () => {
    smtp = await startSmtpServer();
    database = await create();
    const environment = { WAYBILL_SMTP: smtp.url(), WAYBILL_MAIL_FROM: "store@example.com" };
    service = await startService({ database, environment });
    db = await database.open();
    await addItem(service, "MAP", { "map.txt": "the map" });
  });

  const give = async (recipient: string, fields: object = {}) => {
    const buyer = { email: `from-${recipient}`, first_name: "Bob", last_name: "<Giver>" };
    const gift = { recipient_email: recipient, recipient_name: "Ann", gift_message: "Happy <birthday>!\nYours" };
    const answer = await v3(service, "POST", "orders", {
      ...buyer,
      ...gift,
      order_items: [{ sku: "MAP" }],
      ...fields,
    });
    expect(answer.status).toBe(201);
    return answer.body.order;
  };
  const change = async (id: number, fields: object) =>
    expect((await v3(service, "PUT", `orders/${id}`, fields)).status).toBe(200);
  const inWords = (text?: string) => text?.replaceAll(/<[^>]*>/g, "").replaceAll(/\s+/g, " ");
  const to = (address: string) => smtp.received.filter((mail) => mail.to.includes(address));
  const firstTo = async (address: string) => {
    await until(() => to(address).length > 0);
    return PostalMime.parse(to(address)[0]?.raw ?? "");
  };

  test("go to both at once, and only the recipient gets the links", async () => {
    const order = await give("ann@at-once.example");
    const mail = await firstTo("ann@at-once.example");
    expect(mail.subject).toContain("A gift from Bob <Giver>");
    expect(mail.to).toEqual([{ name: "Ann", address: "ann@at-once.example" }]);
    expect(mail.text).toContain("Bob <Giver> writes:\nHappy <birthday>!\nYours\n");
    expect(mail.text).toContain(order.download_url);
    expect(mail.html).toContain("Happy &lt;birthday&gt;!");
    expect(mail.html).not.toContain("<birthday>");
    const told = await firstTo("from-ann@at-once.example");
    expect(told.subject).toBe(`Your gift for Ann: order ${order.id}`);
    expect(inWords(told.text)).toContain("Your gift for Ann is on its way");
    expect(inWords(told.text)).toContain(
      `Hello Bob. Thank you for your order ${order.id}. Ann (ann@at-once.example) is getting an email with its links.`,
    );
    expect(told.text?.trimEnd()).toEndWith(`-- \nDemo Store\n${service.owner.email}`);
    expect(told.html).toContain(`Sent by Demo Store<br><a class="link" href="mailto:${service.owner.email}?subject=`);
    expect(told.text).toContain("Item MAP");
    for (const part of [told.text, told.html]) {
      expect(part).not.toContain("/orders/");
      expect(part).not.toContain("/get/");
    }
    const { emails } = (await v3(service, "GET", "emails?kind=gift_confirmation")).body;
    expect(emails).toMatchObject([
      { order_id: order.id, recipient: "from-ann@at-once.example", kind: "gift_confirmation" },
    ]);
    const { timeline } = (await v3(service, "GET", `orders/${order.id}/timeline`)).body;
    expect(timeline.map(({ summary }: { summary: string }) => summary)).toContain(
      "Email to the buyer (from-ann@at-once.example) sent",
    );
  });

  test("about its renewal come from the recipient, to whom the owner's reply goes", async () => {
    const order = await give("ann@renewal.example", { first_name: "Bob" });
    await firstTo("ann@renewal.example");
    expect((await v3(service, "POST", `orders/${order.id}/expire`)).status).toBe(200);
    const path = `${new URL(order.download_url).pathname}/renewal`;
    expect((await service.get(path, { method: "POST", body: new URLSearchParams() })).status).toBe(303);
    const mail = await firstTo(service.owner.email);
    expect(mail.replyTo).toEqual([{ name: "Ann", address: "ann@renewal.example" }]);
    expect(mail.text).toContain("Item MAP\nAnn (ann@renewal.example)\n");
  });

  test("say how many of each product the gift holds, and nothing that was withdrawn", async () => {
    for (const sku of ["ONE", "TWO", "GONE"]) await addItem(service, sku);
    await makeProduct(service, { sku: "SET", name: "The set", contents: [{ sku: "ONE", quantity: 2 }] });
    const later = at(5);
    const order_items = [{ sku: "SET", quantity: 3 }, { sku: "TWO", quantity: 1_200 }, { sku: "GONE" }];
    const { id, order_items: items } = await give("ann@held-units.example", {
      hold: true,
      order_items,
      deliver_at: later,
    });
    const gone = items.find(({ item_sku }: { item_sku: string }) => item_sku === "GONE");
    expect((await v3(service, "POST", `order_items/${gone.id}/revoke`)).status).toBe(200);
    expect((await v3(service, "POST", `orders/${id}/release`)).status).toBe(200);
    const { text, html } = await firstTo("from-ann@held-units.example");
    for (const part of [text, html])
      expect(inWords(part)?.replaceAll("&nbsp;", " ")).toContain("It holds The set × 3, Item TWO × 1,200.");
  });

  test("are promised on the page of an order on hold only if they follow its release at once", async () => {
    const pageOf = async (fields: object) => {
      const { download_url } = await give("ann@held.example", { hold: true, ...fields });
      const page = await fetch(download_url, { headers: { accept: "text/html", "accept-language": "en" } });
      return page.text();
    };
    expect(await pageOf({})).toContain("You will get an email as soon as the store has finished.");
    const later = await pageOf({ deliver_at: at(5) });
    expect(later).toContain("The store is checking your order");
    expect(later).not.toContain("You will get an email");
  });

  test("speak the order's language", async () => {
    await give("ann@german.example", { locale: "de", deliver_at: at(-1) });
    expect((await firstTo("ann@german.example")).subject).toContain("Ein Geschenk von Bob");
    expect((await firstTo("from-ann@german.example")).subject).toContain("Ihr Geschenk für Ann: Bestellung ");
  });

  test("with all links give the buyer of a gift none of it, and its recipient theirs once it is delivered", async () => {
    const given = await give("ann@links.example");
    const later = await give("ann@links.example", { deliver_at: at(20), email: "from-ann@links.example" });
    await firstTo("ann@links.example");
    await firstTo("from-ann@links.example");
    const linksOf = async (email: string) => {
      const before = to(email).length;
      const body = new URLSearchParams({ email });
      expect((await service.get("/links", { method: "POST", body })).status).toBe(303);
      await until(() => to(email).some(({ raw }) => raw.includes("/library/")));
      expect(to(email).length).toBeGreaterThan(before);
      const mail = await PostalMime.parse(to(email).find(({ raw }) => raw.includes("/library/"))?.raw ?? "");
      const library = /\/library\/[\w-]+/.exec(mail.text ?? "")?.[0] ?? "";
      const open = async () => (await service.get(library)).text();
      return { mail, page: await open(), open };
    };
    const recipient = await linksOf("ann@links.example");
    const path = (order: { download_url: string }) => new URL(order.download_url).pathname;
    for (const text of [recipient.mail.text, recipient.mail.html, recipient.page]) {
      expect(text).toContain(path(given));
      expect(text).not.toContain(path(later));
    }
    await until(() => to("from-ann@links.example").length >= 2);
    const buyer = await linksOf("from-ann@links.example");
    for (const text of [buyer.mail.text, buyer.mail.html, buyer.page]) {
      expect(text).not.toContain("/orders/");
      expect(inWords(text)).toContain("Gift for Ann, delivery on");
      expect(inWords(text)).toContain("Gift for Ann, delivered on");
    }

    // A gift to oneself opens on its day, too.
    const own = "ann@herself.example";
    const mine = await give(own, { email: own, deliver_at: at(20) });
    const self = await linksOf(own);
    for (const text of [self.mail.text, self.mail.html, self.page]) {
      expect(text).not.toContain(path(mine));
      expect(inWords(text)).toContain("Gift for Ann, delivery on");
    }
    for (const { mail } of [self, buyer])
      expect(mail.text?.replaceAll(/\s+/g, " ")).toContain("These are gifts: for others, or for you on a later day.");
    await change(mine.id, { deliver_at: null });
    expect(await self.open()).toContain(path(mine));
  });

  test("wait for the day, once, whatever is done with the order until then", async () => {
    const moved = await give("ann@first.example", { deliver_at: at(20) });
    const held = await give("ann@held.example", { deliver_at: at(20) });
    const revoked = await give("ann@revoked.example", { deliver_at: at(20) });
    const deleted = await give("ann@deleted.example", { deliver_at: at(20) });
    const sooner = await give("ann@sooner.example", { deliver_at: at(20) });
    const told = await firstTo("from-ann@first.example");
    const date = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" }).format(from + 20 * day);
    const words = inWords(told.text)?.replaceAll("\u00a0", " ");
    expect(words).toMatch(new RegExp(`Your gift for Ann is delivered on ${date}(?!,)`));
    expect(words).toContain(`Ann (ann@first.example) gets an email with its links on ${date}`);
    await change(moved.id, { recipient_email: "ann@second.example", deliver_at: at(60), send_email: true });
    await change(moved.id, { gift_message: "Other words", send_email: true });
    await v3(service, "POST", `orders/${held.id}/hold`);
    await v3(service, "POST", `orders/${held.id}/release`);
    await v3(service, "POST", `orders/${revoked.id}/revoke`);
    await v3(service, "DELETE", `orders/${deleted.id}`);
    await change(sooner.id, { deliver_at: null });
    await firstTo("ann@sooner.example");
    await until(() => to("from-ann@sooner.example").length > 0);
    await service.stop();

    const clock = mailClock();
    const timing = { ...quickly, now: clock.now };
    clock.set(instant(from + 30 * day));
    const early = startWorker(db, smtp.url(), { timing });
    await firstTo("ann@held.example");
    // The one that waits for longer was looked at, and put off again.
    await until(async () =>
      (await outboxOf(db)).some(({ status, attempts, lane }) => status === "queued" && attempts > 0 && lane === null),
    );
    expect(to("ann@first.example").concat(to("ann@second.example"))).toEqual([]);
    await early.stop();

    clock.set(instant(from + 61 * day));
    startWorker(db, smtp.url(), { timing });
    startWorker(db, smtp.url(), { timing });
    await endedOutbox(db);
    const mail = await firstTo("ann@second.example");
    expect(mail.text).toContain("Other words");
    const counts = ["first", "second", "held", "revoked", "deleted", "sooner"].map((name) => [
      name,
      to(`ann@${name}.example`).length,
      to(`from-ann@${name}.example`).length,
    ]);
    expect(counts).toEqual([
      ["first", 0, 1],
      ["second", 1, 0],
      ["held", 1, 1],
      ["revoked", 0, expect.any(Number)],
      ["deleted", 0, expect.any(Number)],
      ["sooner", 1, 1],
    ]);
  });
});
