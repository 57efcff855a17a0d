import { beforeAll, describe, expect, test } from "bun:test";
import { createAccount, type TestAccount } from "../../support/accounts.ts";
import { type DatabaseUnderTest, databasesUnderTest } from "../../support/databases.ts";
import { type Service, until } from "../../support/service.ts";
import { linkFor, mailsTo, password, signIn, startForPeople, visit } from "../../support/sign-in.ts";
import { addItem } from "../../support/store.ts";

const domain = "downloads.north.example";

describe.each(databasesUnderTest)("links in people's emails on $name", ({ create }) => {
  let database: DatabaseUnderTest;
  let service: Service;
  let north: TestAccount;

  beforeAll(async () => {
    database = await create();
    service = await startForPeople(database);
    north = await createAccount(service, "north", { password });
    const db = await database.open();
    await db.write((tx) =>
      tx.updateTable("accounts").set({ custom_domain: domain }).where("handle", "=", "north").execute(),
    );
  });

  /** Where the request is made: at the account's address, and at its own domain. */
  const hosts = () => [north.host, `${domain}:${service.port}`, domain];
  const serviceAddress = () => `http://north.localhost:${service.port}`;

  test("stand on the service's own host, whatever domain the store has and whatever host was asked", async () => {
    const email = "owner@north.example";
    let count = 0;
    for (const host of hosts()) {
      for (const path of ["request-password-reset", "request-sign-in-link"]) {
        const headers = { "x-forwarded-host": host };
        const asked = await visit(service, host).send(`/admin/auth/${path}`, { body: { email }, headers });
        expect([host, path, asked.status]).toEqual([host, path, 200]);
        await linkFor(service, email, ++count);
      }
    }
    const mails = await mailsTo(service, email);
    const texts = mails.map(({ text, html }) => `${text}${html}`);
    expect(texts.length).toBe(count);
    for (const text of texts) {
      expect(text).toContain(`${serviceAddress()}/admin/`);
      expect(text).not.toContain(`//${domain}`);
    }
    for (const { messageId } of mails) expect(messageId).toEndWith("@localhost>");
  });

  test("do so in invitations and in requests of customers too", async () => {
    const owner = await signIn(service, "owner@north.example", `${domain}:${service.port}`);
    const invited = "guest@north.example";
    expect((await owner.v3("POST", "members", { email: invited, role: "staff" })).status).toBe(201);
    expect((await linkFor(service, invited)).origin).toBe(serviceAddress());
    expect((await mailsTo(service, invited))[0]?.messageId).toEndWith("@localhost>");

    await addItem(service, "MAP", undefined, north);
    const order = { email: "ann@example.com", order_items: [{ item_sku: "MAP" }], send_email: false };
    const { body } = await owner.v3("POST", "orders", order);
    await owner.v3("POST", `orders/${body.order.id}/expire`);
    const path = `${new URL(body.order.download_url).pathname}/renewal`;
    await service.get(path, { method: "POST", host: domain, body: new URLSearchParams({ message: "Please" }) });
    const asking = async () =>
      (await mailsTo(service, "owner@north.example")).find(({ text }) => text?.includes("/admin/renewals"));
    await until("the owner has mail", async () => (await asking()) !== undefined);
    expect((await asking())?.text).toContain(`${serviceAddress()}/admin/renewals`);
    expect((await asking())?.messageId).toEndWith("@localhost>");
  });
});
