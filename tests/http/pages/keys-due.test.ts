import { beforeAll, describe, expect, test } from "bun:test";
import { renderDeliveryEmail } from "../../../src/delivery/customer-emails/templates.ts";
import { languages } from "../../../src/platform/i18n/languages.ts";
import { withoutMarks, withVisibleMarks } from "../../../src/platform/i18n/line-breaks.ts";
import { localizationFor } from "../../../src/platform/i18n/localization.ts";
import { instant } from "../../../src/platform/instants.ts";
import { databasesUnderTest } from "../../support/databases.ts";
import { browser, fetched } from "../../support/downloads.ts";
import { addKeys, sendOrder } from "../../support/keys.ts";
import { deliveredFile, delivery, now, store } from "../../support/page-samples.ts";
import { makeProduct, send } from "../../support/products.ts";
import { until } from "../../support/service.ts";
import type { SharedStore } from "../../support/shared-service.ts";
import { mailsTo } from "../../support/sign-in.ts";
import { addItem } from "../../support/store.ts";

const notHereYet = /not available yet|is ready/;

describe.each(databasesUnderTest)("on $name", ({ makeStore, triesAll }) => {
  let service: SharedStore;

  beforeAll(async () => {
    service = await makeStore();
  });

  /** The mailbox is everybody's. */
  const at = (name: string) => `${name}@${service.handle}.example`;
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
    const email = at("waiting");
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

  test("a license key stays on its product's page once the links have expired, and what is due is still said", async () => {
    const product = await makeProduct(service);
    await addKeys(service, product.id, ["KEPT-0001"]);
    const [kept, due] = [
      await sendOrder(service, { [product.sku]: 1 }),
      await sendOrder(service, { [product.sku]: 1 }),
    ];
    for (const [order, words] of [
      [kept, "KEPT-0001"],
      [due, "You will get your license key by email."],
    ] as const) {
      await send(service, "POST", `orders/${order.id}/expire`);
      const item = await page(order.order_items[0]?.download_url ?? "");
      expect([item.status, item.body.includes(words)]).toEqual([410, true]);
      expect(item.body).toContain("This order has expired");
      expect((await page(order.download_url)).body).toContain(words);
    }
  });

  test.if(triesAll)("a file that is there is offered, and the key is said to follow", async () => {
    const { sku } = await addItem(service, "BOTH", { "both.txt": "both" });
    const product = await findProduct(sku);
    await addKeys(service, product, ["BOTH-0001"]);
    await sendOrder(service, { [sku]: 1 });
    const email = at("both");
    const order = await sendOrder(service, { [sku]: 1 }, { email });
    const { body } = await page(order.download_url);
    expect(body).toContain("You will get your license key by email.");
    expect(body).toContain("Here is what is ready now. The rest will follow.");
    expect(body).toContain("/both.txt");
    const [text = ""] = await emailsOf(email, 1);
    expect(text).toContain("You will get your license key by email.");
    expect(text).toContain("is partly ready.");
  });

  test("a customer without downloads left who waits for a key is told of the key, and so is the email that brings it", async () => {
    const { sku } = await addItem(service, "SPENT", { "spent.txt": "spent" });
    const product = await findProduct(sku);
    await addKeys(service, product, ["SPENT-0001"]);
    await sendOrder(service, { [sku]: 1 });
    const email = at("spent");
    const order = await sendOrder(service, { [sku]: 1 }, { email, download_limit: 1 });
    await emailsOf(email, 1);
    const late = await sendOrder(service, { [sku]: 1 }, { email: at("late") });
    await emailsOf(at("late"), 1);
    expect((await fetched(service, pathOf(order.order_items[0]?.download_url ?? ""))).status).toBe(200);

    const { body } = await page(order.download_url);
    expect(body).not.toContain("you have used all the downloads");
    const notice = body.indexOf("You have no downloads left");
    expect(body.indexOf("You will get your license key by email.")).toBeGreaterThan(0);
    expect(notice).toBeGreaterThan(body.indexOf("You will get your license key by email."));
    await send(service, "POST", `orders/${order.id}/resend`);
    await emailsOf(email, 2);
    const waiting = (await mailsTo(service, email)).find(({ subject }) => subject?.includes("will follow"));
    expect(waiting?.text).toContain("You will get your license key by email.");
    expect(waiting?.html).toMatch(/<h1[^>]*>Thank you for your order<\/h1>/);
    expect(`${waiting?.text}${waiting?.html}`).not.toMatch(/These links (work|do not)/);

    await send(service, "POST", `orders/${late.id}/expire`);
    await addKeys(service, product, ["SPENT-0002", "SPENT-0003"]);
    await emailsOf(email, 3);
    await emailsOf(at("late"), 2);
    for (const [address, key, truth] of [
      [email, "SPENT-0002", "You have used all the downloads in this order."],
      [at("late"), "SPENT-0003", "The links for this order have expired."],
    ] as const) {
      const brought = (await mailsTo(service, address)).find(({ text }) => text?.includes(key));
      expect(brought?.subject).toStartWith("Your license key for order");
      expect(brought?.html).toMatch(/<h1[^>]*>Your license key<\/h1>/);
      const text = brought?.text?.replace(/\s+/g, " ") ?? "";
      expect(text.indexOf("Here is your license key for order")).toBeLessThan(text.indexOf(truth));
      expect(text).toContain(truth);
      expect(text).not.toMatch(/\d downloads? left|work until|is ready/);
    }
  });

  test.if(triesAll)("a product that never had a key tells of none", async () => {
    const product = await makeProduct(service);
    const order = await sendOrder(service, { [product.sku]: 1 }, { email: at("none") });
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

test.each([...languages])("an email that brings a license key is about the key in %s, whatever is left", (language) => {
  const { byState } = localizationFor(language).texts.email.template;
  const spent = { ...deliveredFile({ id: 1 }), remaining: 0 };
  const item = { guid: "k", sku: "K", productName: "Editor", quantity: 2, files: [spent], keysDue: 0 };
  const withOne = { ...item, licenseKeys: ["KEY-1"] };
  const withFile = { ...withOne, files: [deliveredFile({ id: 1 })] };
  const mailOf = (order: Partial<typeof delivery>) =>
    renderDeliveryEmail({ store: { ...store, language }, delivery: { ...delivery, ...order }, now });
  const headingOf = ({ html }: { html: string }) => /<h1[^>]*>(.*?)<\/h1>/.exec(html)?.[1];
  const usedUp = mailOf({ items: [withOne] });
  const expired = mailOf({ items: [withFile], expiresAt: instant(now - 1) });
  const partly = mailOf({ items: [{ ...withOne, keysDue: 1 }] });
  const several = mailOf({ items: [{ ...item, licenseKeys: ["KEY-1", "KEY-2"] }] });
  expect(new Set([usedUp, expired, partly].map((mail) => mail.subject + headingOf(mail))).size).toBe(1);
  for (const mail of [usedUp, several]) {
    for (const { heading } of Object.values(byState)) expect(headingOf(mail)).not.toBe(withVisibleMarks(heading));
    expect(mail.subject).not.toBe(mailOf({ items: [{ ...item, licenseKeys: [] }] }).subject);
  }
  expect(new Set([usedUp, expired, partly].map(({ text }) => text)).size).toBe(3);
  for (const mail of [usedUp, expired, partly, several])
    expect(Object.values(mail).join("")).not.toMatch(/\[\[|\{\{|\{%|undefined|null/);
  const [fiveLeft = ""] = /^ {2}.*5.*$/m.exec(mailOf({ items: [withFile] }).text) ?? [];
  expect(fiveLeft).not.toBe("");
  expect(expired.text).not.toContain(fiveLeft);
});
