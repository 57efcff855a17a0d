import { beforeAll, describe, expect, test } from "bun:test";
import { createHmac, generateKeyPairSync, randomUUID, sign } from "node:crypto";
import { serviceHeaders } from "../../../src/messages/mail/transport/service-headers.ts";
import { databasesUnderTest } from "../../support/databases.ts";
import { type Service, startService, until } from "../../support/service.ts";
import { startSmtpServer } from "../../support/smtp-server.ts";
import { addItem } from "../../support/store.ts";
import { v3 } from "../../support/v3.ts";

const words = "550 5.1.1 No such mailbox";

describe.each(databasesUnderTest)("mail services on $name", ({ create }) => {
  let service: Service;
  const get = async (path: string) => (await v3(service, "GET", path)).body;

  async function sent(recipient: string) {
    const order = { email: recipient, order_items: [{ item_sku: "MAP" }] };
    const { id } = (await v3(service, "POST", "orders", order)).body.order;
    const newest = async () => (await get(`emails?order_id=${id}`)).emails[0];
    await until("it was sent", async () => (await newest()).status === "sent");
    const { message_id: messageId } = (await get(`emails/${(await newest()).id}`)).email;
    const state = async () => {
      const { status, tries } = await newest();
      const { total } = await get(`undeliverable_addresses?email=${recipient}`);
      return { status, words: tries.at(-1).response, stopped: total === 1 };
    };
    return { recipient, messageId: messageId as string, state };
  }
  type Sent = Awaited<ReturnType<typeof sent>>;

  async function hook(name: string, secret?: string) {
    const made = await v3(service, "POST", "mail_hooks", { service: name, secret });
    expect(made.status).toBe(201);
    return made.body.mail_hook as { id: number; url: string; secret: string };
  }
  async function post(url: string, body: string, headers: Record<string, string> = {}) {
    return service.get(new URL(url).pathname, { method: "POST", body, headers });
  }

  /** Sends what was signed for `right`, what was not, and the right one twice at once. */
  async function tryOut(
    id: number,
    url: string,
    email: Sent,
    { right, wrong }: Record<"right" | "wrong", { body: string; headers?: Record<string, string> }>,
  ) {
    const refused = await post(url, wrong.body, wrong.headers);
    expect([refused.status, (await refused.text()).includes("signature is wrong")]).toEqual([401, true]);
    expect((await email.state()).status).toBe("sent");
    expect((await get(`mail_hooks/${id}`)).mail_hook).toMatchObject({ first_event_at: null, refused_count: 1 });
    const both = await Promise.all([post(url, right.body, right.headers), post(url, right.body, right.headers)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(await email.state()).toEqual({ status: "bounced", words, stopped: true });
    const { mail_hook } = await get(`mail_hooks/${id}`);
    expect(mail_hook).toMatchObject({ first_event_at: expect.any(String), refused_count: 1 });
  }

  beforeAll(async () => {
    const smtp = await startSmtpServer();
    service = await startService({ database: await create(), environment: { WAYBILL_SMTP: smtp.url() } });
    await addItem(service, "MAP");
  });

  test("Postmark reports with user and password, and the metadata that it was given", async () => {
    const { id, url, secret } = await hook("postmark");
    const { username, password } = new URL(url);
    expect([username, password]).toEqual(["waybill", secret]);
    const email = await sent("postmark@example.com");
    const body = (more: object = {}) =>
      JSON.stringify({
        RecordType: "Bounce",
        Type: "HardBounce",
        Inactive: true,
        Email: email.recipient,
        Details: words,
        MessageID: "883953f4-6105-42a2-a16a-77a8eac79483",
        Metadata: { "waybill-message-id": email.messageId },
        ...more,
      });
    const basic = (by: string) => ({ authorization: `Basic ${btoa(`waybill:${by}`)}` });
    // It goes on trying.
    const delayed = body({ Type: "Transient", Inactive: false });
    const { id: other, url: otherUrl, secret: otherSecret } = await hook("postmark");
    expect((await post(otherUrl, delayed, basic(otherSecret))).status).toBe(200);
    expect((await email.state()).status).toBe("sent");
    expect((await v3(service, "DELETE", `mail_hooks/${other}`)).status).toBe(204);
    expect((await post(otherUrl, delayed, basic(otherSecret))).status).toBe(404);
    await tryOut(id, url, email, {
      wrong: { body: body(), headers: basic(`${secret}x`) },
      right: { body: body(), headers: basic(secret) },
    });
  });

  test("Mailgun reports with a signature in the body", async () => {
    const key = "mailgun-signing-key";
    const { id, url } = await hook("mailgun", key);
    const email = await sent("Mailgun@example.com");
    const seconds = (hoursAgo = 0) => String(Math.round(Date.now() / 1_000) - hoursAgo * 3_600);
    const body = (by: string, event: object = {}, timestamp = seconds(), token: string = randomUUID()) => {
      const signature = createHmac("sha256", by)
        .update(timestamp + token)
        .digest("hex");
      return JSON.stringify({
        signature: { timestamp, token, signature },
        "event-data": {
          event: "failed",
          severity: "permanent",
          reason: "bounce",
          recipient: email.recipient.toLowerCase(),
          message: { headers: { "message-id": email.messageId } },
          "delivery-status": { code: 550, message: words },
          ...event,
        },
      });
    };
    const temporary = await post(url, body(key, { severity: "temporary" }));
    expect([temporary.status, (await email.state()).status]).toEqual([200, "sent"]);
    expect((await post(url, "no JSON")).status).toBe(400);
    const { id: fresh, url: freshUrl } = await hook("mailgun", key);
    await tryOut(fresh, freshUrl, email, { wrong: { body: body("another") }, right: { body: body(key) } });
    // Another recipient than that of the email, and an email that Waybill did not send.
    const second = await sent("mailgun2@example.com");
    const message = { headers: { "message-id": second.messageId } };
    expect((await post(url, body(key, { message }))).status).toBe(200);
    expect((await post(url, body(key, { message: {}, recipient: second.recipient }))).status).toBe(200);
    expect((await second.state()).status).toBe("sent");
    expect(id).not.toBe(fresh);
    // Of another day, and with a token that was used: the signature does not cover what is said.
    const forged = { recipient: second.recipient, message };
    for (const timestamp of [seconds(13), seconds(-13), "soon", ""]) {
      expect((await post(url, body(key, forged, timestamp))).status).toBe(401);
    }
    const known = [seconds(11), "used"] as const;
    expect((await post(url, body(key, {}, ...known))).status).toBe(200);
    expect((await post(url, body(key, forged, ...known))).status).toBe(200);
    expect((await second.state()).status).toBe("sent");
    expect((await post(url, body(key, forged))).status).toBe(200);
    expect((await second.state()).status).toBe("bounced");
  });

  test("SendGrid reports many events with one signature", async () => {
    const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    // SendGrid makes its key only once it knows the address.
    const { id, url } = await hook("sendgrid");
    const secret = publicKey.export({ format: "der", type: "spki" }).toString("base64");
    expect((await v3(service, "PUT", `mail_hooks/${id}`, { secret: "no key" })).status).toBe(422);
    expect((await v3(service, "PUT", `mail_hooks/${id}`, { secret })).status).toBe(200);
    const [email, angry] = [await sent("sendgrid@example.com"), await sent("angry@example.com")];
    const of = ({ recipient, messageId }: Sent) => ({
      email: recipient,
      waybill_message_id: messageId,
      "smtp-id": "<x@y>",
    });
    const body = JSON.stringify([
      { event: "delivered", ...of(angry) },
      { event: "bounce", type: "bounce", reason: words, ...of(email) },
      { event: "spamreport", ...of(angry) },
    ]);
    const signed = (time: string) => ({
      "x-twilio-email-event-webhook-timestamp": "1795469820",
      "x-twilio-email-event-webhook-signature": sign("sha256", Buffer.from(time + body), privateKey).toString("base64"),
    });
    await tryOut(id, url, email, {
      wrong: { body, headers: signed("1795469821") },
      right: { body, headers: signed("1795469820") },
    });
    expect(await angry.state()).toMatchObject({ status: "complained", stopped: true });
  });

  test("Resend reports as Standard Webhooks do, with the header that it was given", async () => {
    const secret = `whsec_${Buffer.from("resend's secret").toString("base64")}`;
    const { id, url } = await hook("resend", secret);
    const email = await sent("resend@example.com");
    const body = JSON.stringify({
      type: "email.bounced",
      data: {
        email_id: "56761188-7520-42d8-8898-ff6fc54ce618",
        to: [email.recipient],
        headers: [{ name: "X-Waybill-Message-ID", value: email.messageId }],
        bounce: { type: "Permanent", subType: "General", message: words },
      },
    });
    const signed = (by: string, ago = 0) => {
      const time = String(Math.floor(Date.now() / 1000) - ago);
      const signature = createHmac("sha256", by).update(`msg_1.${time}.${body}`).digest("base64");
      return { "svix-id": "msg_1", "svix-timestamp": time, "svix-signature": `v1,${signature}` };
    };
    await tryOut(id, url, email, {
      wrong: { body, headers: signed("another") },
      right: { body, headers: signed("resend's secret") },
    });
    expect((await post(url, body, signed("resend's secret", 600))).status).toBe(401);
  });

  test("what names no topic of the owner's is not from Amazon SES", async () => {
    const refused = await v3(service, "POST", "mail_hooks", { service: "ses", secret: "bounces" });
    expect([refused.status, refused.body.errors[0].field]).toEqual([422, "secret"]);
    const { url } = await hook("ses", "arn:aws:sns:eu-west-1:123456789012:bounces");
    const message = JSON.stringify({
      Type: "Notification",
      TopicArn: "arn:aws:sns:eu-west-1:123456789012:bounces2",
      SigningCertURL: "https://sns.eu-west-1.amazonaws.com/SimpleNotificationService-0a1b.pem",
    });
    expect((await post(url, message)).status).toBe(401);
  });

  test("an address that does not exist is answered 404, and one that is asked in another way 405", async () => {
    expect((await post("http://x/hooks/mail/none", "{}")).status).toBe(404);
    const { url } = await hook("resend");
    expect((await post(url, "{}")).status).toBe(401);
    expect((await service.get(new URL(url).pathname)).status).toBe(405);
  });
});

test("services that replace the Message-ID get it in a field that they give back", () => {
  const id = "id@shop.waybill";
  expect(serviceHeaders("smtp.postmarkapp.com", id)).toEqual({ "X-PM-Metadata-waybill-message-id": id });
  expect(serviceHeaders("SMTP.sendgrid.net", id)).toEqual({
    "X-SMTPAPI": '{"unique_args":{"waybill_message_id":"id@shop.waybill"}}',
  });
  expect(serviceHeaders("smtp.resend.com", id)).toEqual({ "X-Waybill-Message-ID": id });
  expect(serviceHeaders("mail.example.com", id)).toEqual({});
});
