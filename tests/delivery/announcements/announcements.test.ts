import { beforeAll, describe, expect, test } from "bun:test";
import { beginAnnouncement, requireAnnouncement } from "../../../src/delivery/announcements/announcements.ts";
import { takeEmailAllowance } from "../../../src/messages/mail/email-allowance.ts";
import type { Database } from "../../../src/platform/database/database.ts";
import { instantNow } from "../../../src/platform/instants.ts";
import { requireAccount } from "../../../src/store/accounts/accounts.ts";
import { plans } from "../../../src/store/accounts/plans.ts";
import { setAccount } from "../../support/accounts.ts";
import { type DatabaseUnderTest, databasesUnderTest } from "../../support/databases.ts";
import { browser, fetched } from "../../support/downloads.ts";
import { uploadRaw } from "../../support/files.ts";
import { makeProduct } from "../../support/products.ts";
import { type ServiceProcess, startProcess, until } from "../../support/service.ts";
import { startSmtpServer } from "../../support/smtp-server.ts";
import { v3 } from "../../support/v3.ts";

describe.each(databasesUnderTest)("telling buyers of an update on $name", ({ create }) => {
  let database: DatabaseUnderTest;
  let service: ServiceProcess;
  let db: Database;
  let smtp: Awaited<ReturnType<typeof startSmtpServer>>;
  const environment = () => ({ WAYBILL_SMTP: smtp.url(), WAYBILL_MAIL_FROM: "store@example.com" });

  beforeAll(async () => {
    smtp = await startSmtpServer();
    database = await create();
    service = await startProcess({ database, environment: environment() });
    db = await database.open();
  });

  /** A product whose file has a second version. */
  async function updated(note = "With the new bridge.") {
    const { id: file } = await uploadRaw(service, "map.txt", "first");
    const { id: product, sku } = await makeProduct(service, { name: `Map ${file}`, item_assets: [file] });
    const update = async (content: string) => {
      const { id } = await uploadRaw(service, "map-2.txt", content);
      const { status } = await v3(service, "POST", `products/${product}/files/${file}/versions`, { file_id: id, note });
      expect(status).toBe(201);
    };
    await update("second");
    return { file, product, sku, update, path: `products/${product}/announcements` };
  }
  type Updated = Awaited<ReturnType<typeof updated>>;

  const buy = async ({ sku }: Updated, email: string, fields: object = {}) =>
    (await v3(service, "POST", "orders", { email, send_email: false, order_items: [{ item_sku: sku }], ...fields }))
      .body.order;
  const preview = async ({ path, file }: Updated) =>
    (await v3(service, "POST", `${path}/preview`, { file_id: file })).body.preview;
  const announce = (of: Updated, fields: object = {}) => v3(service, "POST", of.path, { file_id: of.file, ...fields });
  const read = async ({ path }: Updated, id: number) => (await v3(service, "GET", `${path}/${id}`)).body.announcement;
  const done = async (of: Updated, id: number) => {
    await until("all were sent", async () => {
      const { status, queued, sent, failed } = await read(of, id);
      return status === "done" && sent + failed === queued;
    });
    return read(of, id);
  };
  const mailsTo = (end: string) =>
    smtp.received
      .map(({ raw, to: [to = ""] }) => ({ to, content: raw.replace(/\r?\n[ \t]+/g, " ") }))
      .filter(({ to }) => to.endsWith(end));

  test("the recipient of a gift is told, once they have it, and not its buyer", async () => {
    const of = await updated();
    await buy(of, "giver@gift.example", { recipient_email: "ann@gift.example", recipient_name: "Ann" });
    const deliver_at = new Date(Date.now() + 86_400_000).toISOString();
    await buy(of, "giver@gift.example", { recipient_email: "later@gift.example", deliver_at });
    expect(await preview(of)).toMatchObject({ recipients: 1 });
    const { body } = await announce(of);
    expect(await done(of, body.announcement.id)).toMatchObject({ sent: 1 });
    const told = mailsTo("@gift.example");
    expect(told.map(({ to }) => to)).toEqual(["ann@gift.example"]);
    const words = told[0]?.content.replaceAll(/\s+/g, " ");
    expect(words).toContain("has updated a file in your gift:");
    expect(words).toMatch(/because you got Map[^.]* as a gift\./);
    expect(words).not.toContain("bought");
  });

  test("one email goes to each address that can get the file, in the order's language", async () => {
    const of = await updated();
    await buy(of, "ann@one.example", { locale: "de" });
    await buy(of, "ANN@one.example", { first_name: "Ann" });
    const bob = await buy(of, "bob@one.example", { locale: "fr", first_name: "Bob" });
    await buy(of, "held@one.example", { hold: true });
    await buy(of, "tester@one.example", { test: true });
    const revoked = await buy(of, "revoked@one.example");
    await v3(service, "POST", `orders/${revoked.id}/revoke`);
    const gone = await buy(of, "gone@one.example");
    await v3(service, "DELETE", `orders/${gone.id}`);
    await buy(of, "expired@one.example", { expiration_date: "2020-01-01T00:00:00Z" });
    const used = await buy(of, "used@one.example", { download_limit: 1 });
    await fetched(service, new URL(used.order_items[0].download_url).pathname);

    const shown = await preview(of);
    expect(shown).toMatchObject({ recipients: 2, order_id: String(bob.id) });
    expect(shown.subject).toStartWith("Nouvelle version de Map");
    expect(shown.html).toContain("With the new bridge.");
    expect(shown.html).toMatch(/<h1[^>]*>Une nouvelle version de Map[^<]* est disponible<\/h1>/);
    // A preview goes to the store alone, announces nothing, and counts nowhere.
    const owner = (await v3(service, "GET", "account")).body.account.email;
    const countedEmails = async () => (await v3(service, "GET", "account")).body.account.emails_today;
    const counted = await countedEmails();
    const tried = await v3(service, "POST", `${of.path}/send_preview`, { file_id: of.file, note: "Only for me." });
    expect([tried.status, tried.body.mail_test]).toMatchObject([200, { recipient: owner, outcome: "sent" }]);
    expect(mailsTo("@one.example")).toEqual([]);
    expect(mailsTo(owner).at(-1)?.content).toContain("Only for me.");
    expect(mailsTo(owner).at(-1)?.content).not.toContain("List-Unsubscribe");
    expect([(await v3(service, "GET", of.path)).body.total, await countedEmails()]).toEqual([0, counted]);
    const { status, body } = await announce(of);
    expect([status, body.announcement]).toMatchObject([
      201,
      {
        file_id: of.file,
        version: 2,
        filename: "map-2.txt",
        note: "With the new bridge.",
        recipients: 2,
        created_by: null,
      },
    ]);
    expect(await done(of, body.announcement.id)).toMatchObject({ status: "done", queued: 2, sent: 2, failed: 0 });
    expect(
      mailsTo("@one.example")
        .map(({ to }) => to)
        .toSorted(),
    ).toEqual(["ANN@one.example", "bob@one.example"]);

    const [mail] = mailsTo("bob@one.example");
    const link = /List-Unsubscribe: <([^>]+)>/i.exec(mail?.content ?? "")?.[1] ?? "";
    expect(mail?.content).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r?$/im);
    expect(new URL(link).pathname).toMatch(/^\/updates\/[\w-]+$/);
    const { timeline } = (await v3(service, "GET", `orders/${bob.id}/timeline`)).body;
    expect(timeline.map((event: { summary: string }) => event.summary)).toContain(
      "Email about an update to bob@one.example sent",
    );
    for (const query of [
      `order_id=${bob.id}`,
      "q=bob@one.example&status=sent",
      "q=bob@one.example&kind=announcement",
    ]) {
      const { emails, total } = (await v3(service, "GET", `emails?${query}`)).body;
      expect(total).toBe(1);
      expect(emails).toMatchObject([
        { kind: "announcement", order_id: bob.id, status: "sent", subject: expect.stringContaining(String(bob.id)) },
      ]);
      expect((await v3(service, "GET", `emails/${emails[0].id}`)).body.email.text_body).toBeNull();
      expect((await v3(service, "POST", `emails/${emails[0].id}/retry`)).status).toBe(409);
    }
    expect((await v3(service, "GET", "emails?q=bob@one.example&kind=library")).body.total).toBe(0);
    expect((await v3(service, "GET", "emails?kind=invitation")).status).toBe(422);
    const { activity } = (await v3(service, "GET", "activity?kind=product.announced")).body;
    expect(activity.length).toBeGreaterThan(0);
    // Delivery emails, and the states of orders, are as before.
    expect((await v3(service, "GET", `orders/${bob.id}`)).body.order).toMatchObject({
      email_status: null,
      state: "open",
    });

    // Never twice for one version, unless the owner asks again.
    expect((await announce(of)).status).toBe(409);
    const again = await announce(of, { again: true, note: "Again." });
    await done(of, again.body.announcement.id);
    expect(mailsTo("bob@one.example").length).toBe(2);
    await of.update("third");
    expect((await announce(of)).status).toBe(201);
  });

  test("customers who can renew links themselves are told when theirs have ended, too", async () => {
    const of = await updated();
    await buy(of, "ended@two.example", { expiration_date: "2020-01-01T00:00:00Z" });
    expect((await preview(of)).recipients).toBe(0);
    await v3(service, "PUT", "account", { self_service_renewals: 1 });
    expect((await preview(of)).recipients).toBe(1);
    await v3(service, "PUT", "account", { self_service_renewals: 0 });
  });

  test("a customer stops these emails with one request or on a page, and gets them again", async () => {
    const of = await updated();
    const order = await buy(of, "Eve@three.example");
    await buy(of, "other@three.example");
    const path = new URL(order.download_url).pathname.replace("/orders/", "/updates/");
    const form = (body: string, headers = {}) =>
      service.get(path, {
        method: "POST",
        body,
        redirect: "manual",
        headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
      } as RequestInit);
    // Mail scanners open every link.
    const page = await fetched(service, path, browser);
    expect([page.status, page.body.includes("Eve@three.example")]).toEqual([200, true]);
    expect((await preview(of)).recipients).toBe(2);
    expect((await form("List-Unsubscribe=One-Click")).status).toBe(200);
    expect((await preview(of)).recipients).toBe(1);
    expect((await form("resume=1", browser)).status).toBe(303);
    expect((await preview(of)).recipients).toBe(2);
    expect((await form("stop=1", browser)).status).toBe(303);
    const { body } = await announce(of);
    await done(of, body.announcement.id);
    expect(mailsTo("@three.example").map(({ to }) => to)).toEqual(["other@three.example"]);
    expect((await fetched(service, "/updates/none")).status).toBe(404);
    // What is kept of a customer goes with the customer.
    const recipients = async () => {
      const all = db.read.selectFrom("announcement_recipients").select("email_id");
      return (await all.where("announcement_id", "=", body.announcement.id).execute()).length;
    };
    expect(await recipients()).toBe(1);
    await v3(service, "DELETE", "customers/other@three.example");
    expect(await recipients()).toBe(0);
    await v3(service, "DELETE", "customers/eve@three.example");
    const left = await db.read
      .selectFrom("update_opt_outs")
      .select("email")
      .where("email", "like", "%three%")
      .execute();
    expect(left).toEqual([]);
  });

  test("half of a day's allowance is left to orders; the rest goes on the next day, once to each address", async () => {
    const of = await updated();
    for (let n = 1; n <= 8; n++) await buy(of, `f${n}@four.example`);
    await setAccount(service, "demo", { plan: "free" });
    const account = await requireAccount(db.read, "demo");
    const wanted = { productId: of.product, fileId: of.file, note: null, createdBy: null, again: false };
    const { id } = await beginAnnouncement(db, account, wanted, instantNow());
    const state = () => requireAnnouncement(db.read, of.product, id);
    const half = plans.free.emailsPerDayWhileNew / 2;
    await until("the half is sent", () => mailsTo("@four.example").length === half);
    await until("it waits", async () => (await state()).resumesAt !== null);
    expect(await state()).toMatchObject({ state: "sending", recipients: 8, queued: half, finishedAt: null });
    expect(((await state()).resumesAt ?? 0) % 86_400_000).toBe(0);
    const taken = await Promise.all(
      Array.from({ length: 8 }, () => db.write((tx) => takeEmailAllowance(tx, account, instantNow()))),
    );
    expect(taken.filter(Boolean).length).toBe(half);
    // The next day comes.
    await db.write(async (tx) => {
      await tx.deleteFrom("email_allowances").execute();
      await tx.updateTable("announcements").set({ resumes_at: null }).where("id", "=", id).execute();
    });
    await until("all are sent", () => mailsTo("@four.example").length === 8);
    await until("it has ended", async () => (await state()).state === "done");
    const addresses = mailsTo("@four.example").map(({ to }) => to);
    expect(addresses.toSorted()).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((n) => `f${n}@four.example`));
    await setAccount(service, "demo", { plan: "unlimited" });
  });

  test("a server that is killed again and again emails everybody once, and one that is stopped sends no more", async () => {
    const of = await updated("");
    const orders = Array.from({ length: 60 }, (_, n) => ({
      email: `c${n}@five.example`,
      send_email: false,
      order_items: [{ item_sku: of.sku }],
    }));
    await v3(service, "POST", "orders/bulk", { orders });
    await v3(service, "POST", "orders/bulk", { orders: orders.slice(0, 20) });
    const { announcement } = (await announce(of)).body;
    for (let kills = 0; kills < 3; kills++) {
      const before = mailsTo("@five.example").length;
      await until("some more are sent", () => mailsTo("@five.example").length > before + 5);
      service.process.kill("SIGKILL");
      await service.process.exited;
      service = await service.restart();
      // On PostgreSQL, the messages of a dead server are taken over after two minutes.
      await db.write((tx) =>
        tx.updateTable("emails").set({ lease_expires_at: null }).where("status", "=", "queued").execute(),
      );
    }
    await done(of, announcement.id);
    const byAddress = Map.groupBy(mailsTo("@five.example"), ({ to }) => to);
    expect(byAddress.size).toBe(60);
    // What the mail server took while the server died is sent again as the same message.
    for (const mails of byAddress.values())
      expect(new Set(mails.map(({ content }) => messageIdOf(content))).size).toBe(1);
    expect((await read(of, announcement.id)).queued).toBe(60);
    expect((await v3(service, "POST", `${of.path}/${announcement.id}/resume`)).status).toBe(409);

    const next = await updated("");
    for (const order of orders) order.order_items = [{ item_sku: next.sku }];
    await v3(service, "POST", "orders/bulk", { orders });
    const begun = (await announce(next)).body.announcement;
    const stopped = (await v3(service, "POST", `${next.path}/${begun.id}/stop`)).body.announcement;
    expect(stopped.status).toBe("stopped");
    const waiting = await db.read
      .selectFrom("emails")
      .select("id")
      .where("kind", "=", "announcement")
      .where("status", "=", "queued")
      .where("lease_expires_at", "is", null)
      .execute();
    expect(waiting).toEqual([]);
    const resumed = (await v3(service, "POST", `${next.path}/${begun.id}/resume`)).body.announcement;
    expect(["sending", "done"]).toContain(resumed.status);
    expect((await read(next, begun.id)).recipients).toBe(60);
  });

  const messageIdOf = (content: string) => /^message-id: (.*)$/im.exec(content)?.[1];
});
