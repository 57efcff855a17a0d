import { describe, expect, test } from "bun:test";
import { mkdir, readdir, rm, rmdir } from "node:fs/promises";
import { join } from "node:path";
import { forgetEmailsOfOrders } from "../../../src/messages/mail/forget-emails.ts";
import { laneOf } from "../../../src/messages/mail/sending/lanes.ts";
import { keptMessages, openMailbox } from "../../../src/messages/mail/transport/mailbox.ts";
import type { Mailer } from "../../../src/messages/mail/transport/mailer.ts";
import { instant, instantNow } from "../../../src/platform/instants.ts";
import { databasesUnderTest } from "../../support/databases.ts";
import { insertOrder, outboxOf, quickly, until } from "../../support/mail.ts";
import { endedOutbox, inTurn, mailShop, startWorker } from "../../support/mail-worker.ts";

describe.each(databasesUnderTest)("on $name, for an order that was deleted, the mail worker", ({ create }) => {
  test("sends nothing, and forgets who it was for", async () => {
    const { db, account, server } = await mailShop(create, {
      recipient: inTurn("450 4.2.1 <ada@example.com> is busy"),
    });
    const tried = await insertOrder(db, account);
    const timing = { ...quickly, retryPauses: [60_000] as [number] };
    startWorker(db, server.url(), { timing });
    await until(async () => (await outboxOf(db))[0]?.tries.length === 1);
    await db.write(async (tx) => {
      await forgetEmailsOfOrders(tx, [tried.id]);
      await tx.updateTable("orders").set({ deleted_at: instantNow() }).where("id", "=", tried.id).execute();
    });
    const [email] = await outboxOf(db);
    expect(email).toMatchObject({
      status: "cancelled",
      recipient: "",
      subject: null,
      text_body: null,
      html_body: null,
    });
    expect(email?.tries[0]?.response).toBe("450 4.2.1 <***@example.com> is busy");

    // Deleted without a word to the outbox: the worker finds out by itself.
    const unsaid = await insertOrder(db, account, { deliverAt: instant(Date.now() + 3_600_000) });
    await db.write((tx) =>
      tx
        .updateTable("orders")
        .set({ deleted_at: instant(1) })
        .where("id", "=", unsaid.id)
        .execute(),
    );
    await db.write((tx) =>
      tx
        .updateTable("emails")
        .set({ next_attempt_at: instant(0), lane: laneOf("delivery") })
        .where("order_id", "=", unsaid.id)
        .execute(),
    );
    expect((await endedOutbox(db))[1]).toMatchObject({ status: "cancelled", recipient: "", tries: [] });
    expect(server.received).toHaveLength(0);
  });

  test("gives back an email that was canceled while it was prepared", async () => {
    const { db, account, server } = await mailShop(create);
    const order = await insertOrder(db, account);
    const prepare = async () => {
      await db.write((tx) => forgetEmailsOfOrders(tx, [order.id]));
      return null;
    };
    startWorker(db, server.url(), { prepare });
    const [email] = await endedOutbox(db);
    expect(email).toMatchObject({ status: "cancelled", tries: [] });
    await until(async () => (await outboxOf(db))[0]?.lease_expires_at === null);
  });

  describe("removes from the mailbox what it kept", () => {
    async function mailboxShop() {
      const { folder: data, ...created } = await mailShop(create);
      const folder = join(data, "mailbox");
      const files = async () => (await readdir(folder)).length;
      const remove = ({ id }: { id: number }) =>
        created.db.write(async (tx) => {
          await forgetEmailsOfOrders(tx, [id]);
          await tx.updateTable("orders").set({ deleted_at: instantNow() }).where("id", "=", id).execute();
        });
      return { ...created, folder, mailbox: await openMailbox(folder), kept: keptMessages(folder), files, remove };
    }

    test("while it was being kept", async () => {
      const { db, account, mailbox, kept, files, remove } = await mailboxShop();
      const begun = Promise.withResolvers<void>();
      const goOn = Promise.withResolvers<void>();
      const slow: Mailer = {
        ...mailbox,
        async send(message) {
          if (message.to.address === "ada@example.com") {
            begun.resolve();
            await goOn.promise;
          }
          return mailbox.send(message);
        },
      };
      const underway = await insertOrder(db, account);
      startWorker(db, slow, { kept });
      await begun.promise;
      await remove(underway);
      // Another's removal, asked for later, tells that the worker has looked.
      const other = await insertOrder(db, account, { email: "bob@example.com" });
      await until(async () => (await outboxOf(db))[1]?.status === "kept");
      await remove(other);
      await until(async () => (await files()) === 0);
      goOn.resolve();
      await until(async () => (await outboxOf(db))[0]?.status === "kept");
      await until(async () => (await files()) === 0);
      expect((await outboxOf(db))[0]).toMatchObject({ recipient: "", lease_expires_at: null });
    });

    test("also when another's cannot be removed, which is tried again", async () => {
      const { db, account, folder, mailbox, kept, files, remove } = await mailboxShop();
      const orders = [await insertOrder(db, account), await insertOrder(db, account, { email: "bob@example.com" })];
      let ahead = 0;
      startWorker(db, mailbox, { kept, timing: { ...quickly, now: () => instant(Date.now() + ahead) } });
      await until(async () => (await outboxOf(db)).every(({ status }) => status === "kept"));
      const [first = ""] = (await outboxOf(db)).map(({ message_id }) => message_id.split("@")[0]?.replace("<", ""));
      const path = join(folder, (await readdir(folder)).find((name) => name.includes(first)) ?? "");
      await rm(path);
      await mkdir(path);
      for (const order of orders) await remove(order);
      await until(async () => (await files()) === 1);
      await rmdir(path);
      await Bun.write(path, "a message");
      ahead = 60_000;
      await until(async () => (await files()) === 0);
    });

    test("when the server died before it had recorded that", async () => {
      const { db, account, mailbox, kept, files, remove } = await mailboxShop();
      const order = await insertOrder(db, account);
      const claimed = { attempts: 1, lease_expires_at: instant(Date.now() + 60_000) };
      await db.write((tx) => tx.updateTable("emails").set(claimed).execute());
      const address = { name: "", address: "ada@example.com" };
      const messageIds = async () => (await outboxOf(db)).map(({ message_id }) => message_id);
      const [messageId = ""] = await messageIds();
      await mailbox.send({
        messageId,
        queuedAt: instant(0),
        from: address,
        to: address,
        replyTo: address,
        subject: "",
        text: "",
        html: "",
      });
      await remove(order);
      let ahead = 0;
      startWorker(db, mailbox, { kept, timing: { ...quickly, now: () => instant(Date.now() + ahead) } });
      const other = await insertOrder(db, account, { email: "bob@example.com" });
      await until(async () => (await outboxOf(db))[1]?.status === "kept");
      await remove(other);
      const [, otherId = ""] = await messageIds();
      await until(async () => (await kept.read(otherId)) === null);
      expect(await kept.read(messageId)).not.toBeNull();
      ahead = 61_000;
      await until(async () => (await files()) === 0);
    });
  });
});
