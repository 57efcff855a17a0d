import { beforeAll, describe, expect, test } from "bun:test";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import PostalMime, { type Email } from "postal-mime";
import type { Database } from "../../../src/platform/database/database.ts";
import { anyDatabase, type DatabaseUnderTest } from "../../support/databases.ts";
import { onePixel } from "../../support/files.ts";
import { type Service, startService, until } from "../../support/service.ts";
import { addItem } from "../../support/store.ts";
import { v3 } from "../../support/v3.ts";

describe.each(anyDatabase)("a store's own wording on $name", ({ create }) => {
  let database: DatabaseUnderTest;
  let service: Service;
  let db: Database;

  beforeAll(async () => {
    database = await create();
    service = await startService({ database });
    db = await database.open();
    await addItem(service, "MAP");
  });

  const word = (name: string, source: string | null) => v3(service, "PUT", `wordings/${name}`, { wording: { source } });
  const order = async (email: string, more: Record<string, unknown> = {}) => {
    const sent = await v3(service, "POST", "orders", {
      email,
      first_name: "Ann",
      ...more,
      order_items: [{ sku: "MAP" }],
    });
    expect(sent.status).toBe(201);
    return sent.body.order as { id: number; download_url: string };
  };
  const mailTo = async (address: string): Promise<Email> => {
    let found: Email | undefined;
    await until(`${address} has mail`, async () => {
      const folder = join(service.folder, "mailbox");
      const names = readdirSync(folder).filter((name) => name.endsWith(".eml"));
      const mails = await Promise.all(names.map((name) => PostalMime.parse(readFileSync(join(folder, name)))));
      found = mails.find(({ to }) => to?.some((one) => one.address === address));
      return found !== undefined;
    });
    return found as Email;
  };
  const pageOf = async ({ download_url }: { download_url: string }) =>
    (await service.get(new URL(download_url).pathname, { headers: { accept: "text/html" } })).text();

  test("stands in the email in place of the built-in one, with what customers give escaped", async () => {
    expect((await word("email_subject", "Hi {{ customer.firstName }}, order {{ order.id }}")).status).toBe(200);
    expect((await word("email_html", '<p>{{ customer.firstName }}</p><a href="{{ order.url }}">Go</a>')).status).toBe(
      200,
    );
    const { download_url } = await order("own@example.com", { first_name: "<b>Ann</b>" });
    const mail = await mailTo("own@example.com");
    expect(mail.subject).toMatch(/^Hi <b>Ann<\/b>, order \d+$/);
    expect(mail.html).toContain(`<p>&lt;b&gt;Ann&lt;/b&gt;</p><a href="${download_url}">`);
    expect(mail.text).toContain(download_url);
    await word("email_html", null);
  });

  test("names the store's order ID, as the built-in texts and pages do, and both to who asks", async () => {
    await word("email_subject", null);
    const known = await order("number@example.com", { vendor_id: "M-de" });
    const mail = await mailTo("number@example.com");
    expect(mail.subject).toContain("order M-de");
    for (const body of [mail.text, mail.html]) expect(body).toContain("order M-de");
    expect(await pageOf(known)).toContain("<bdi>M-de</bdi>");
    await word("page_notice", "{{ order.id }}/{{ order.name }}.");
    expect(await pageOf(known)).toContain(`${known.id}/M-de.`);
    const numbered = await order("numbered@example.com");
    expect(await pageOf(numbered)).toContain(`${numbered.id}/${numbered.id}.`);
    expect(await pageOf(numbered)).toContain(`<bdi>${numbered.id}</bdi>`);
    expect((await mailTo("numbered@example.com")).subject).toContain(`order ${numbered.id}`);
    await word("page_notice", null);
  });

  test("stands on the order's page, escaped, and nowhere else", async () => {
    await word("page_greeting", "Ahoy {{ customer.firstName }}!");
    await word("page_notice", "Closed <on> Sunday");
    await word("page_footer", "{{ store.name }}\nHarbour Street 1");
    const made = await order("page@example.com");
    const page = await pageOf(made);
    expect(page).toContain("Ahoy Ann!");
    expect(page).toContain("Closed &lt;on&gt; Sunday");
    expect(page).toContain("Harbour Street 1");
    for (const name of ["page_greeting", "page_notice", "page_footer"]) await word(name, null);
    expect(await pageOf(made)).not.toContain("Ahoy");
  });

  test.each([
    [
      "a name that is not there",
      "email_subject",
      "Hi\n{{ customer.name }}",
      "line 2: undefined variable: customer.name",
    ],
    ["what is no Liquid", "email_subject", "{% if %}", "line 1: "],
    ["a filter that is not there", "email_subject", "{{ store.name | shout }}", "undefined filter: shout"],
    ["nothing at all", "email_subject", "  ", "must not be empty when rendered"],
    ["what an order may lack", "email_subject", "{{ items[0].name }}", "undefined variable"],
    ["no link for the customer", "email_html", "<p>Thanks</p>", "must contain {{ order.url }}"],
    ["unescaped values", "email_html", "{{ order.url }}{{ customer.firstName | raw }}", "undefined filter: raw"],
    ["another file", "page_notice", "{% include '/etc/passwd' %}", 'tag "include" not found'],
    ["another text", "page_notice", "{% render 'x' %}", 'tag "render" not found'],
    ["endless loops", "page_notice", "{% for one in (1..99999999) %}x{% endfor %}", "too much time or memory"],
    ["control characters", "page_notice", "a\u0000b", "printable characters"],
    ["too many characters", "page_notice", "x".repeat(100_001), "at most 100000 characters"],
  ])("is refused for %s", async (_, name, source, words) => {
    const before = await v3(service, "GET", `wordings/${name}`);
    const refused = await word(name, source);
    expect(refused.status).toBe(422);
    expect(refused.body.errors).toEqual([{ field: "source", message: expect.stringContaining(words) }]);
    expect((await v3(service, "GET", `wordings/${name}`)).body).toEqual(before.body);
  });

  test("goes back to the version before, and forth again", async () => {
    await word("page_footer", "first");
    await word("page_footer", "second");
    const undo = async () => (await v3(service, "POST", "wordings/page_footer/undo")).body.wording.source;
    expect(await undo()).toBe("first");
    expect(await undo()).toBe("second");
    expect((await word("page_footer", null)).body.wording).toMatchObject({ source: null, can_undo: true });
    expect(await undo()).toBe("second");
    await word("page_footer", null);
    expect((await v3(service, "POST", "wordings/email_text/undo")).status).toBe(404);
  });

  test("that breaks at the time of sending costs no mail, and its owner learns of it", async () => {
    await word("email_subject", "Fine {{ order.id }}");
    const broken = "{{ order.vanished }}";
    await db.write((tx) =>
      tx.updateTable("wordings").set({ source: broken }).where("name", "=", "email_subject").execute(),
    );
    await order("broken@example.com");
    expect((await mailTo("broken@example.com")).subject).toStartWith("Your downloads from");
    const { wording } = (await v3(service, "GET", "wordings/email_subject")).body;
    expect(wording).toMatchObject({ source: broken, problem: expect.stringContaining("order.vanished") });
    const failed = async () => (await v3(service, "GET", "attention")).body.attention.failed_wordings;
    const { problem, problem_at } = wording;
    expect(await failed()).toEqual({
      total: 1,
      wordings: [{ name: "email_subject", locale: null, problem, problem_at }],
    });
    expect((await word("email_subject", null)).body.wording.problem).toBeNull();
    expect(await failed()).toEqual({ total: 0, wordings: [] });
  });

  test("is shown for the latest order or another before it is saved, and nothing is changed", async () => {
    const { id } = await order("preview@example.com", { first_name: "Eve" });
    await order("later@example.com", { first_name: "Zoe" });
    const wordings = { page_notice: "For {{ customer.firstName }}" };
    const preview = (more = {}) => v3(service, "POST", "wordings/preview", { wordings, ...more });
    expect((await preview()).body.preview).toMatchObject({ page_notice: "For Zoe" });
    expect((await preview({ order_id: id })).body.preview).toMatchObject({ page_notice: "For Eve", order_id: `${id}` });
    expect((await preview({ order_id: "no-such" })).status).toBe(404);
    const wrong = await preview({ wordings: { email_text: "\n{{ nothing }}", page_footer: "{{ less }}" } });
    expect(wrong.body.errors.map(({ field }: { field: string }) => field)).toEqual([
      "wordings.email_text",
      "wordings.page_footer",
    ]);
    expect((await v3(service, "GET", "wordings/page_notice")).body.wording.source).toBeNull();
  });

  test("and the built-in one name the first hundred products of a large order, and how many more its page shows", async () => {
    const skus = Array.from({ length: 130 }, (_, n) => `LARGE-${n + 1}`);
    for (const sku of skus) {
      expect((await v3(service, "POST", "products", { sku, name: `Volume ${sku}.` })).status).toBe(201);
    }
    const large = (email: string) =>
      v3(service, "POST", "orders", { email, order_items: skus.map((sku) => ({ sku })) });
    const { id } = (await large("large@example.com")).body.order;
    const { text = "", html = "" } = await mailTo("large@example.com");
    for (const body of [text, html]) {
      expect(body).toContain("Volume LARGE-100.");
      expect(body).not.toContain("Volume LARGE-101.");
      expect(body).toContain("More products on your order page: 30");
    }
    const page_notice = "{{ items.size }} and {{ order.moreItems }} more";
    const shown = await v3(service, "POST", "wordings/preview", { wordings: { page_notice }, order_id: id });
    expect(shown.body.preview).toMatchObject({
      page_notice: "100 and 30 more",
      email_html: expect.stringContaining("Volume LARGE-100."),
    });
  });

  test("is refused when it becomes too long", async () => {
    const long = (characters: number) => `{% for i in (1..${characters / 50}) %}${"x".repeat(50)}{% endfor %}`;
    const wordings = { email_subject: long(2_000), page_notice: long(300_000), email_html: long(1_100_000) };
    const refused = await v3(service, "POST", "wordings/preview", { wordings });
    expect(refused.status).toBe(422);
    expect(refused.body.errors).toEqual([
      { field: "wordings.email_subject", message: "is longer than 1000 characters when rendered" },
      { field: "wordings.email_html", message: "is longer than 1000000 characters when rendered" },
      { field: "wordings.page_notice", message: "is longer than 200000 characters when rendered" },
    ]);
  });

  test("comes with logo, color and sender", async () => {
    const settings = { brand_color: "#FF8800", sender_name: "Ann at Maps", reply_to: "help@maps.example" };
    expect((await v3(service, "PUT", "account", settings)).body.account.brand_color).toBe("#ff8800");
    const { logo_url } = (await v3(service, "PUT", "account/logo", { content: onePixel })).body.account;
    const made = await order("brand@example.com");
    const mail = await mailTo("brand@example.com");
    expect(mail.from).toMatchObject({ name: "Ann at Maps" });
    expect(mail.replyTo?.[0]?.address).toBe("help@maps.example");
    expect(mail.html).toContain(logo_url);
    const page = await pageOf(made);
    expect(page).toContain(`<img class="logo" src="${new URL(logo_url).pathname}"`);
    expect(page).toContain('class="hue-60"');
    const logo = await service.get(new URL(logo_url).pathname);
    expect(logo.headers.get("content-type")).toBe("image/png");
    expect(logo.headers.get("cache-control")).toContain("immutable");
    expect(Buffer.from(await logo.arrayBuffer()).toString("base64")).toBe(onePixel);
    expect((await v3(service, "DELETE", "account/logo")).body.account.logo_url).toBeNull();
    expect((await service.get(new URL(logo_url).pathname)).status).toBe(404);
  });

  test("takes no logo that is no picture, and no color, domain or address that is none", async () => {
    const svg = Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>").toString("base64");
    const large = Buffer.concat([Buffer.from(onePixel, "base64"), Buffer.alloc(524_288)]).toString("base64");
    for (const content of [svg, "", "no base64!", large]) {
      expect((await v3(service, "PUT", "account/logo", { content })).status).toBe(422);
    }
    const wrong = { brand_color: "orange", custom_domain: "no domain", reply_to: "nobody" };
    const refused = await v3(service, "PUT", "account", wrong);
    expect(refused.body.errors.map(({ field }: { field: string }) => field).toSorted()).toEqual(
      Object.keys(wrong).toSorted(),
    );
    const { account } = (await v3(service, "GET", "account")).body;
    expect(account).toMatchObject({ logo_url: null, custom_domain: null });
  });
});
