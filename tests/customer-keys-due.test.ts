import { beforeAll, describe, expect, test } from "bun:test";
import { languages } from "../src/i18n/languages.ts";
import { withoutMarks, withVisibleMarks } from "../src/i18n/line-breaks.ts";
import { localizationFor } from "../src/i18n/localization.ts";
import { renderDeliveryEmail } from "../src/mail/templates.ts";
import { databasesUnderTest } from "./_databases.ts";
import { browser, fetched } from "./_downloads.ts";
import { addKeys, sendOrder } from "./_keys.ts";
import { delivery, now, store } from "./_page-samples.ts";
import { makeProduct } from "./_products.ts";
import { type Service, startService, until } from "./_service.ts";
import { mailsTo } from "./_sign-in.ts";
import { addItem } from "./_store.ts";

const notHereYet = /not available yet|is ready/;

describe.each(databasesUnderTest)("on $name", ({ create }) => {
  let service: Service;

  beforeAll(async () => {
    service = await startService({ database: await create() });
  });

  const pathOf = (url: string) => new URL(url).pathname;
  const page = async (url: string) => fetched(service, pathOf(url), browser);
  const emailsOf = async (email: string, count: number) => {
    await until("the emails are there", async () => (await mailsTo(service, email)).length === count);
    return (await mailsTo(service, email)).map(({ text }) => text ?? "");
  };

  test("a customer who waits for a key of a product without a file is told that it follows by email, and gets it", async () => {
    const product = await makeProduct(service);
    await addKeys(service, product.id, ["FIRST-0001"]);
    await sendOrder(service, { [product.sku]: 1 });
    const email = "waiting@example.com";
    const order = await sendOrder(service, { [product.sku]: 2 }, { email });
    for (const url of [order.download_url, order.order_items[0]?.download_url ?? ""]) {
      const { status, body } = await page(url);
      expect([status, /You will get 2 license keys by email\./.test(body)]).toEqual([200, true]);
      expect(body).not.toMatch(notHereYet);
    }
    const [first = ""] = await emailsOf(email, 1);
    expect(first).toContain("You will get 2 license keys by email.");
    expect(first).not.toMatch(notHereYet);

    await addKeys(service, product.id, ["LATER-0002"]);
    const one = (await page(order.download_url)).body;
    expect(one).toContain("LATER-0002");
    expect(one).toContain("You will get one more license key by email.");
    expect((await emailsOf(email, 2)).some((text) => text.includes("LATER-0002"))).toBe(true);
    await addKeys(service, product.id, ["LATER-0003"]);
    expect((await page(order.download_url)).body).not.toContain("follow by email");
  });

  test("a file that is there is offered, and the key is said to follow", async () => {
    const { sku } = await addItem(service, "BOTH", { "both.txt": "both" });
    const product = await findProduct(sku);
    await addKeys(service, product, ["BOTH-0001"]);
    await sendOrder(service, { [sku]: 1 });
    const email = "both@example.com";
    const order = await sendOrder(service, { [sku]: 1 }, { email });
    const { body } = await page(order.download_url);
    expect(body).toContain("You will get your license key by email.");
    expect(body).toContain("/both.txt");
    const [text = ""] = await emailsOf(email, 1);
    expect(text).toContain("You will get your license key by email.");
    expect(text).toContain("is partly ready.");
  });

  test("a product that never had a key tells of none", async () => {
    const product = await makeProduct(service);
    const order = await sendOrder(service, { [product.sku]: 1 }, { email: "none@example.com" });
    const { body } = await page(order.download_url);
    expect(body).toContain("This file is not available yet");
    expect(body).not.toContain("license key");
  });

  async function findProduct(sku: string): Promise<number> {
    const response = await service.api(`/api/v3/skuproducts/${sku}`);
    return ((await response.json()) as { product: { id: number } }).product.id;
  }
});

test.each([...languages])(
  "the email of an order that waits for its files says so in %s, and not that it is ready",
  (language) => {
    const { email } = localizationFor(language).texts;
    const item = { guid: "f", sku: "F", productName: "Map", quantity: 1, files: [], licenseKeys: [], keysDue: 0 };
    const mailOf = (items: typeof delivery.items) =>
      renderDeliveryEmail({ store: { ...store, language }, delivery: { ...delivery, items }, now });
    const { open, waiting_for_file } = email.template.byState;
    for (const mail of [mailOf([item]), mailOf([])]) {
      expect(mail.html).toContain(withVisibleMarks(waiting_for_file.heading));
      expect(mail.html).not.toContain(withVisibleMarks(open.heading));
      expect(mail.subject).not.toBe(mailOf(delivery.items).subject);
      expect(Object.values(mail).join("")).not.toMatch(/\[\[|\{\{|\{%|undefined|null/);
    }
  },
);

test.each([...languages])("the email of an order that waits for its keys only says so in %s", (language) => {
  const { texts, counted } = localizationFor(language);
  const item = { guid: "k", sku: "K", productName: "Editor", quantity: 1, files: [], licenseKeys: [], keysDue: 1 };
  const waiting = { ...delivery, items: [item] };
  const mail = renderDeliveryEmail({ store: { ...store, language }, delivery: waiting, now });
  const told = counted(texts.keys.due, 1);
  expect(mail.text.replaceAll("\n", " ")).toContain(withoutMarks(told));
  expect(mail.html).toContain(told);
  const open = renderDeliveryEmail({ store: { ...store, language }, delivery, now });
  expect(mail.subject).not.toBe(open.subject);
  expect(mail.html).toContain(withVisibleMarks(texts.email.template.byState.waiting_for_key.heading));
  expect(Object.values(mail).join("")).not.toMatch(/\[\[|\{\{|\{%|undefined|null/);
});
