import { describe, expect, test } from "bun:test";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import PostalMime from "postal-mime";
import { renderDeliveryEmail } from "../../../src/delivery/customer-emails/templates.ts";
import { keptMessages, openMailbox } from "../../../src/messages/mail/transport/mailbox.ts";
import { MailError, type Message } from "../../../src/messages/mail/transport/mailer.ts";
import { instant } from "../../../src/platform/instants.ts";
import { temporaryFolder } from "../../support/databases.ts";

const store = { name: "Nordlicht", url: "http://demo.localhost:3000" };
const guid = "5f0c4f1e9bb84d0c8f9c6a3f8d1b2c3d";
const delivery = {
  guid,
  vendorId: null,
  publicId: "10000001",
  title: "",
  firstName: "Ada",
  lastName: "Lovelace",
  email: "ada@example.com",
  createdAt: instant(0),
  expiresAt: null,
  hoursFromFirstDownload: null,
  stop: null,
  emailWaits: false,
  language: null,
  total: null,
  currency: null,
  invoiceUrl: null,
  items: [],
};
const message: Message = {
  messageId: "8d1b/..@demo.waybill",
  queuedAt: instant(Date.UTC(2026, 10, 20, 21, 37)),
  from: { name: "Nordlicht", address: "downloads@localhost" },
  to: { name: "Ada", address: "ada@example.com" },
  replyTo: { name: "Nordlicht", address: "shop@example.com" },
  ...renderDeliveryEmail({ store, delivery, now: instant(0) }),
};

test("keeps each message as a file that a mail reader opens, named by time", async () => {
  const folder = join(temporaryFolder(), "mailbox");
  const mailbox = await openMailbox(folder);
  expect(await mailbox.send(message)).not.toBe("");
  await mailbox.send({ ...message, messageId: "other@demo.waybill" });
  const names = readdirSync(folder).filter((name) => name.endsWith(".eml"));
  expect(names).toHaveLength(2);
  for (const name of names) expect(name).toMatch(/^\d{8}T\d{6}Z-[\w-]+\.eml$/);
  expect(readdirSync(folder).filter((name) => name.includes("unfinished"))).toEqual([]);

  const first = names.find((name) => name.includes("8d1b")) ?? "";
  const mail = await PostalMime.parse(readFileSync(join(folder, first)));
  expect(mail).toMatchObject({ subject: message.subject, from: message.from, to: [message.to] });
  expect(mail.text?.trim()).toBe(message.text.trim());
  expect(mail.html?.trim()).toBe(message.html.trim());
});

test("shows the order's link, whole and on a line of its own, to whoever reads the file as it is", async () => {
  const folder = temporaryFolder();
  await (await openMailbox(folder)).send(message);
  const lines = readFileSync(join(folder, readdirSync(folder)[0] ?? ""), "utf8").split("\n");
  expect(lines).toContain(`${store.url}/orders/${guid}`);
  expect(lines.find((line) => line.includes("http"))).toBe(`${store.url}/orders/${guid}`);
  expect(lines).toContain("Content-Transfer-Encoding: 7bit");
});

test("says what is wrong with its folder, for another try later", async () => {
  const folder = join(temporaryFolder(), "mailbox");
  const mailbox = await openMailbox(folder);
  rmSync(folder, { recursive: true });
  writeFileSync(folder, "a file in its place");
  const error = await mailbox.send(message).catch((reason) => reason);
  expect(error).toBeInstanceOf(MailError);
  expect(error.permanent).toBe(false);
  expect(error.message).toContain(folder);
});

test("removes every copy of a message, whole or not, and no other; also where there is none", async () => {
  const folder = join(temporaryFolder(), "mailbox");
  const kept = keptMessages(folder);
  await kept.remove(message.messageId);
  const mailbox = await openMailbox(folder);
  await mailbox.send(message);
  await mailbox.send({ ...message, messageId: "other@demo.waybill" });
  const copy =
    readdirSync(folder)
      .find((name) => name.includes("8d1b"))
      ?.replace(/^\d{8}/, "20200101") ?? "";
  for (const name of [copy, `${copy}.unfinished`]) writeFileSync(join(folder, name), "");
  expect(readdirSync(folder)).toHaveLength(4);
  await kept.remove(message.messageId);
  await kept.remove(message.messageId);
  expect(readdirSync(folder)).toHaveLength(1);
  expect(await kept.read(message.messageId)).toBeNull();
  expect(await kept.read("other@demo.waybill")).not.toBeNull();
});

describe("the mailbox", () => {
  const message: Message = {
    messageId: "first@demo.waybill",
    queuedAt: instant(Date.UTC(2026, 10, 20, 21, 37)),
    from: { name: "Nordlicht", address: "downloads@example.com" },
    to: { name: "Ada", address: "ada@example.com" },
    replyTo: { name: "Nordlicht", address: "shop@example.com" },
    subject: "Your downloads",
    text: "Hello",
    html: "<p>Hello</p>",
  };

  test("keeps a message once, however often it is written", async () => {
    const folder = temporaryFolder();
    const mailbox = await openMailbox(folder);
    for (const text of ["Hello", "Hello again"]) await mailbox.send({ ...message, text });
    expect([...new Bun.Glob("*").scanSync(folder)]).toEqual(["20261120T213700Z-first.eml"]);
    const kept = await keptMessages(folder).read(message.messageId);
    expect(new TextDecoder().decode(kept ?? undefined)).toContain("Hello again");
  });

  test("keeps nothing that may not start", async () => {
    const folder = temporaryFolder();
    const error = await (await openMailbox(folder)).send(message, () => false).catch((reason) => reason);
    expect(error).toBeInstanceOf(MailError);
    expect(error.permanent).toBe(false);
    expect([...new Bun.Glob("*").scanSync(folder)]).toEqual([]);
  });
});
