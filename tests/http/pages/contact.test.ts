import { beforeAll, describe, expect, test } from "bun:test";
import { anyDatabase } from "../../support/databases.ts";
import { browser, fetched, orderFiles } from "../../support/downloads.ts";
import { keptMailsTo } from "../../support/kept-mails.ts";
import { type Store, until } from "../../support/service.ts";
import { addItem } from "../../support/store.ts";
import { v3 } from "../../support/v3.ts";

const website = "https://maps.example/help?from=waybill";
const contact_email = "help+shop@maps.example";
const websiteLink = `href="${website}"`;
const mailLink = 'href="mailto:help%2Bshop@maps.example';

describe.each(anyDatabase)("on $name", ({ makeStore }) => {
  let service: Store;

  beforeAll(async () => {
    service = await makeStore();
  });

  const change = (settings: object) => v3(service, "PUT", "account", settings);
  const pageAt = async (path: string) => fetched(service, path, browser);

  /** Every page on which a customer is told to ask the store. */
  async function refusals() {
    const usedUp = await orderFiles(service, { "a.txt": "a" }, "<download_limit>0</download_limit>");
    const expired = await orderFiles(service, { "a.txt": "a" });
    await service.api(`/api/orders/${expired.id}/expire`, { method: "POST" });
    const empty = await addItem(service, `EMPTY-${usedUp.sku}`, {});
    const order = { email: "ann@example.com", order_items: [{ sku: `EMPTY-${usedUp.sku}` }], send_email: false };
    const waiting = (await v3(service, "POST", "orders", order)).body.order;
    const pageOf = async ({ id }: { id: string }) =>
      pageAt(new URL((await v3(service, "GET", `orders/${id}`)).body.order.download_url).pathname);
    return [
      { status: 403, page: await pageAt(usedUp.files[0] ?? "") },
      { status: 403, page: await pageAt(usedUp.link) },
      { status: 200, page: await pageOf(usedUp), isOfOrder: true },
      { status: 200, page: await pageOf(expired), isOfOrder: true },
      { status: 200, page: await pageOf(waiting), isOfOrder: true },
      { status: 410, page: await pageAt(expired.files[0] ?? "") },
      { status: 409, page: await pageAt(empty.permalink) },
      { status: 404, page: await pageAt("/get/unknown") },
      { status: 200, page: await pageAt("/") },
    ];
  }

  async function newestEmail() {
    const order = await orderFiles(service, { "a.txt": "a" });
    const found = async () =>
      (await keptMailsTo(service, "ann@example.com")).find(({ text }) => text?.includes(order.link));
    await until("the email is there", async () => (await found()) !== undefined);
    const { text = "", html } = (await found()) ?? {};
    return { foot: (text ?? "").split("\n-- \n")[1]?.trim().split("\n"), html: String(html) };
  }

  test("a store that has named neither tells only the customers of its orders where answers go", async () => {
    expect((await v3(service, "GET", "account")).body.account).toMatchObject({ website: null, contact_email: null });
    for (const { status, page, isOfOrder } of await refusals()) {
      expect(page.status).toBe(status);
      if (status === 403 || status === 410 || isOfOrder) continue;
      expect(page.body).not.toContain(service.owner.email);
    }
    expect((await newestEmail()).foot).toEqual(["Demo Store", service.owner.email]);
  });

  test("every refusal and every email leads to the website and the contact address", async () => {
    const changed = await change({ website: ` ${website} `, contact_email });
    expect(changed.body.account).toMatchObject({ website, contact_email });
    expect((await v3(service, "GET", "account")).body.account).toMatchObject({ website, contact_email });
    for (const { status, page } of await refusals()) {
      expect(page.status).toBe(status);
      expect(page.body).toContain(websiteLink);
      expect(page.body).toContain(mailLink);
      expect(page.body).not.toContain(service.owner.email);
    }
    const { foot, html } = await newestEmail();
    expect(foot).toEqual(["Demo Store", website, contact_email]);
    expect(html).toContain(websiteLink);
    expect(html).toContain(mailLink);
  });

  test("one of the two stands alone", async () => {
    await change({ website: null });
    for (const { page } of await refusals()) {
      expect(page.body).toContain(mailLink);
      expect(page.body).not.toContain("maps.example/help");
    }
    expect((await newestEmail()).foot).toEqual(["Demo Store", contact_email]);
    await change({ website, contact_email: "" });
    for (const { page } of await refusals()) {
      expect(page.body).toContain(websiteLink);
      expect(page.body).not.toContain("mailto:");
    }
    expect((await newestEmail()).foot).toEqual(["Demo Store", website]);
  });

  test("what is neither a web address nor an email address is refused, and changes nothing", async () => {
    await change({ website, contact_email });
    for (const wrong of [
      "maps.example",
      "javascript:alert(1)",
      "ftp://maps.example",
      "https://",
      "https://me:pw@x.example",
      5,
    ]) {
      const { status, body } = await change({ website: wrong });
      expect([wrong, status, body.errors?.[0]?.field]).toEqual([wrong, 422, "website"]);
    }
    for (const wrong of ["nobody", "a@b", "a@b.example, c@d.example", 5]) {
      const { status, body } = await change({ contact_email: wrong });
      expect([wrong, status, body.errors?.[0]?.field]).toEqual([wrong, 422, "contact_email"]);
    }
    expect((await v3(service, "GET", "account")).body.account).toMatchObject({ website, contact_email });
  });
});
