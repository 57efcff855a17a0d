import { beforeAll, describe, expect, test } from "bun:test";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { createAccount } from "../../support/accounts.ts";
import { databasesUnderTest } from "../../support/databases.ts";
import { type Service, startService, until } from "../../support/service.ts";
import { startSmtpServer } from "../../support/smtp-server.ts";
import { createSqlite } from "../../support/sqlite.ts";
import { addItem } from "../../support/store.ts";
import { v3 } from "../../support/v3.ts";

describe("the mailbox", () => {
  let service: Service;
  const messages = async () => (await v3(service, "GET", "mailbox")).body.messages;

  beforeAll(async () => {
    service = await startService({ database: await createSqlite() });
    await addItem(service, "MAP");
    const order = { email: "ann@example.com", first_name: "Ännchen", order_items: [{ item_sku: "MAP" }] };
    await v3(service, "POST", "orders", order);
    await until("the message is kept", async () => (await messages()).length === 1);
  });

  test("shows a message as it was kept", async () => {
    const [{ id, ...listed }] = await messages();
    expect(listed).toMatchObject({ kind: "delivery", recipient: "ann@example.com" });
    const { message } = (await v3(service, "GET", `mailbox/${id}`)).body;
    expect(message).toMatchObject({ id, ...listed, from: "Demo Store <downloads@localhost>" });
    expect(message.to).toBe("Ännchen <ann@example.com>");
    expect(message.text_body).toContain("/orders/");
    expect(message.html_body).toStartWith("<!DOCTYPE html>");
    expect(message.headers).toContainEqual({ name: "Auto-Submitted", value: "auto-generated" });
  });

  test("holds the messages to the account's people too, without the links that are theirs alone", async () => {
    await v3(service, "POST", "members", { email: "bob@example.com", name: "Bob", role: "staff" });
    await until("the invitation is kept", async () => (await messages()).length === 2);
    const [newest] = await messages();
    expect(newest).toMatchObject({ kind: "invitation", recipient: "bob@example.com" });
    const { message } = (await v3(service, "GET", `mailbox/${newest.id}`)).body;
    for (const body of [message.text_body, message.html_body]) {
      expect(body).toContain("(link not shown here)");
      expect(body).not.toContain("/admin/");
    }
  });

  test("is each account's own", async () => {
    const other = await createAccount(service, "other");
    const read = (path: string) => service.api(`/api/v3/${path}`, { as: other.credentials, host: other.host });
    expect(await (await read("mailbox")).json()).toMatchObject({ messages: [], total: 0 });
    expect((await read("mailbox/1")).status).toBe(404);
  });

  test("says so when a message was removed from the folder", async () => {
    const own = { headers: {}, host: `demo.localhost:${service.port}` };
    const folder = join(service.folder, "mailbox");
    for (const name of await readdir(folder)) await rm(join(folder, name));
    const answer = await service.api("/api/v3/mailbox/1", own);
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({ message: null, detail: expect.stringContaining("removed") });
  });
});

describe.each(databasesUnderTest)("on $name", ({ create }) => {
  test("loses the messages of a deleted order, also when a mail server was named since", async () => {
    let service = await startService({ database: await create() });
    await addItem(service, "MAP");
    const kept = () => readdir(join(service.folder, "mailbox"));
    const messages = async () => (await v3(service, "GET", "mailbox")).body.messages as { id: number }[];
    const orders: string[] = [];
    for (const email of ["ann@example.com", "bob@example.com", "eve@example.com"]) {
      const { body } = await v3(service, "POST", "orders", { email, order_items: [{ item_sku: "MAP" }] });
      orders.push(body.order.id);
      await until("the message is kept", async () => (await messages()).length === orders.length);
    }
    const [eve, bob, ann] = await messages();
    await v3(service, "DELETE", `orders/${orders[1]}`);
    expect((await v3(service, "GET", "mailbox")).body).toMatchObject({ total: 2, messages: [eve, ann] });
    expect((await v3(service, "GET", `mailbox/${bob?.id}`)).status).toBe(404);
    await until("its file is removed", async () => (await kept()).length === 2);
    for (const message of [eve, ann]) {
      expect((await v3(service, "GET", `mailbox/${message?.id}`)).body.message).toMatchObject(message ?? {});
    }

    await service.stop();
    const smtp = await startSmtpServer();
    service = await service.restart({ WAYBILL_SMTP: smtp.url() });
    await v3(service, "DELETE", `orders/${orders[0]}`);
    await until("its file is removed too", async () => (await kept()).length === 1);
  });
});

test("with a mail server there is no mailbox", async () => {
  const smtp = await startSmtpServer();
  const service = await startService({
    database: await createSqlite(),
    environment: { WAYBILL_SMTP: smtp.url() },
  });
  expect((await v3(service, "GET", "mailbox")).status).toBe(404);
  expect((await v3(service, "GET", "session")).body.session.mailbox).toBe(false);
});
