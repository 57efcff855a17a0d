import { beforeAll, describe, expect, test } from "bun:test";
import { createHmac, generateKeyPairSync, sign, X509Certificate } from "node:crypto";
import { serviceHeaders } from "../../src/mail/service-headers.ts";
import { ses } from "../../src/mail-reports/services/ses.ts";
import { confirmSubscription, isSignedBySns } from "../../src/mail-reports/sns.ts";
import type { OutgoingRequest, SendRequest } from "../../src/outgoing/request.ts";
import { databasesUnderTest } from "../support/databases.ts";
import { type Service, startService, until } from "../support/service.ts";
import { startSmtpServer } from "../support/smtp-server.ts";
import { addItem } from "../support/store.ts";
import { v3 } from "../support/v3.ts";

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
    const body = (by: string, event: object = {}) => {
      const [timestamp, token] = ["1795469820", "4f1c2a"];
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
    const signed = (by: string) => {
      const time = String(Math.floor(Date.now() / 1000));
      const signature = createHmac("sha256", by).update(`msg_1.${time}.${body}`).digest("base64");
      return { "svix-id": "msg_1", "svix-timestamp": time, "svix-signature": `v1,${signature}` };
    };
    await tryOut(id, url, email, {
      wrong: { body, headers: signed("another") },
      right: { body, headers: signed("resend's secret") },
    });
  });

  test("what names no topic of the owner's is not from Amazon SES", async () => {
    const refused = await v3(service, "POST", "mail_hooks", { service: "ses", secret: "bounces" });
    expect([refused.status, refused.body.errors[0].field]).toEqual([422, "secret"]);
    const { url } = await hook("ses", topic);
    const message = JSON.stringify({ Type: "Notification", TopicArn: `${topic}2`, SigningCertURL: certificateUrl });
    expect((await post(url, message)).status).toBe(401);
  });

  test("an address that does not exist is answered 404, and one that is asked in another way 405", async () => {
    expect((await post("http://x/hooks/mail/none", "{}")).status).toBe(404);
    const { url } = await hook("resend");
    expect((await post(url, "{}")).status).toBe(401);
    expect((await service.get(new URL(url).pathname)).status).toBe(405);
  });
});

const topic = "arn:aws:sns:eu-west-1:123456789012:bounces";
const host = "https://sns.eu-west-1.amazonaws.com";
const certificateUrl = `${host}/SimpleNotificationService-0a1b.pem`;

describe("messages of Amazon SNS", () => {
  const asked: string[] = [];
  const send: SendRequest = async ({ url }: OutgoingRequest) => {
    asked.push(url.href);
    const body = Buffer.from(url.pathname.endsWith(".pem") ? testCertificate : "<ok/>");
    return { status: 200, headers: new Headers(), body, isWhole: true };
  };
  const signed = (message: Record<string, string>, algorithm: "sha1" | "sha256" = "sha256") => {
    const all: Record<string, string> = {
      Message: "{}",
      MessageId: "1",
      Timestamp: "2026-11-23T20:00:00Z",
      TopicArn: topic,
      SignatureVersion: algorithm === "sha256" ? "2" : "1",
      SigningCertURL: certificateUrl,
      ...message,
    };
    const names = ["Message", "MessageId", "SubscribeURL", "Subject", "Timestamp", "Token", "TopicArn", "Type"];
    const text = names.flatMap((name) => (name in all ? [`${name}\n${all[name]}\n`] : [])).join("");
    return { ...all, Signature: sign(algorithm, Buffer.from(text), testKey).toString("base64") };
  };

  test("count with Amazon's signature, in both versions, for the owner's topic alone", async () => {
    expect(new X509Certificate(testCertificate).publicKey.asymmetricKeyType).toBe("rsa");
    const message = signed({ Type: "Notification", Subject: "Amazon SES" });
    expect(await isSignedBySns(message, topic, send)).toBe("right");
    expect(await isSignedBySns(signed({ Type: "Notification" }, "sha1"), topic, send)).toBe("right");
    expect(await isSignedBySns({ ...message, Message: "{ }" }, topic, send)).toBe("wrong");
    expect(await isSignedBySns(message, `${topic}2`, send)).toBe("wrong");
    // Fetched once.
    expect(asked.filter((url) => url === certificateUrl)).toHaveLength(1);
  });

  test("have their certificate from nowhere but Amazon", async () => {
    asked.length = 0;
    const path = "/SimpleNotificationService-0a1b.pem";
    const elsewhere = [
      `http://sns.eu-west-1.amazonaws.com${path}`,
      `https://sns.eu-west-1.amazonaws.com.evil.example${path}`,
      `https://evil.example${path}`,
      `https://sns.us-east-1.amazonaws.com${path}`,
      `https://user@sns.eu-west-1.amazonaws.com${path}`,
      `https://sns.eu-west-1.amazonaws.com:8443${path}`,
      `https://s3.eu-west-1.amazonaws.com${path}`,
      `${host}/other.pem`,
      `${host}${path}?x=1`,
      "no address",
    ];
    for (const SigningCertURL of elsewhere) {
      expect(await isSignedBySns(signed({ Type: "Notification", SigningCertURL }), topic, send)).toBe("wrong");
    }
    expect(asked).toEqual([]);
    const broken: SendRequest = () => Promise.reject(new Error("no connection"));
    const other = `${host}/SimpleNotificationService-ffff.pem`;
    expect(await isSignedBySns(signed({ Type: "Notification", SigningCertURL: other }), topic, broken)).toBe("later");
  });

  test("that ask whether they are wanted are answered at Amazon alone", async () => {
    asked.length = 0;
    const subscribe = `${host}/?Action=ConfirmSubscription&TopicArn=${topic}&Token=t`;
    const question = { Type: "SubscriptionConfirmation", TopicArn: topic, SubscribeURL: subscribe, Token: "t" };
    expect(await isSignedBySns(signed(question), topic, send)).toBe("right");
    expect(await confirmSubscription(question, send)).toBe(true);
    for (const SubscribeURL of [
      subscribe.replace("sns.eu-west-1.amazonaws.com", "evil.example"),
      subscribe.replace("https", "http"),
      subscribe.replace("ConfirmSubscription", "DeleteTopic"),
      subscribe.replace("bounces", "others"),
    ]) {
      await confirmSubscription({ ...question, SubscribeURL }, send);
    }
    expect(asked).toEqual([subscribe]);
    const unavailable: SendRequest = () => Promise.reject(new Error("no connection"));
    expect(await confirmSubscription(question, unavailable)).toBe(false);
  });

  test("name the email by its original headers", () => {
    const notice = (more: object) => ({
      Type: "Notification",
      Message: JSON.stringify({
        mail: { headers: [{ name: "Message-ID", value: "<id@shop.waybill>" }] },
        ...more,
      }),
    });
    const bounce = (bounceType: string) => ({
      notificationType: "Bounce",
      bounce: { bounceType, bouncedRecipients: [{ emailAddress: "Ann <ann@example.com>", diagnosticCode: words }] },
    });
    const report = { reason: "bounced", messageId: "id@shop.waybill", recipient: "ann@example.com", words } as const;
    expect(ses.read(notice(bounce("Permanent")))).toEqual([{ ...report, permanent: true }]);
    expect(ses.read(notice(bounce("Transient")))).toEqual([{ ...report, permanent: false }]);
    const complaint = { complainedRecipients: [{ emailAddress: "ann@example.com" }], complaintFeedbackType: "abuse" };
    expect(ses.read(notice({ eventType: "Complaint", complaint }))).toMatchObject([
      { reason: "complained", permanent: true, words: "abuse" },
    ]);
    expect(ses.read({ Type: "Notification", Message: "Successfully validated SNS topic" })).toEqual([]);
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

// Of these tests alone.
const testKey = `-----BEGIN PRIVATE KEY-----
MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQDAwf+bW8sPnwDv
sVpU09xNK86/rZD4N4febQbD+wO4e3t9EmeSuMJGrLmtSLKLNVuXD+jjNTxvhLui
sRwTpMaNDcAT7Ba4T9N6vRwRj/snE35MC/8/dpkp2UVPSKG5tM5qk8EZ0OMId5rR
zQaGjOkekSG4p9o0TWOxrcq+zEZd/t3n+fpcyhJWVxnUChKPxQKJIjgQNRSY/vcg
PZCW6cuoNApYQBkspXc7P2lQ4rtf7tZQfjsqNaCebTkZTNc8lJepLQHgSSSk4SwX
nrz4n/h+/TmoaiKD/aKzVd1b8nJaNPRI5qjophhrTxzTxkvWfPu2yR5cORpkWqlQ
8VG6adPbAgMBAAECggEAEUSP0Gwduc2FuPNLY1QDZUpqYBN9bC8VVeCwfXgMMkel
nWO7sZIpnUk17QcZL41dIiBDva70Ng1O/dkd6ciWHObBcUdyFZrZGCK+0/fxCOQf
KVLdz+Kg//W91sdr7YX8A+Iup1BmNkj4rpjOX9lZvOpFehRXYN4Z8z3dbtA/8YWO
X4q/P3/VZ4e+ehXlF7GSypcNCfMDwoFrRX+qnksolbCk4t76OJD1AjGNfIWHx1nv
bG8LoE8lAbeUdfpmNcyvU5oxaH+7diI4O6fcTqS6LTb8t6zWHHNEGGkAAFppDxeR
UxhgYdxfi+7HDHDJnth06iBfcGb9L2R2VMPpd35dMQKBgQD7/THq4Pc9x2Nfk/8U
klw3VmmPfiKu8kai32+eBad/YDso2oBpokVLK5/ByXInnVqO1TzPWyy8o9ZbF5H0
h+FieyG2OvQ9ffxLoPXcOF0ufCPP/S/vB7Au45MbOzgOUh/BOJUcjvmBP0TQQw3f
1M1C3dQVlJpICV0NQGRd9XVuaQKBgQDD03KxVOGo8Dn5ONUAn8Me0uLiK/LXIVO+
efjkfCoPMsVFoKNWyEkq67aEVlc65mQE7OlAO5NR6TWUHfKw0GSr0HJrOon4jksc
0S2F/SF7voOwoKanaqBdG6C6p/hgvUY8aORBYmfaQ/b7trTuT9JarkGUGteRli1H
8TtyKP1vowKBgQDn9t8BsY/HXgl7TXiNzmF3S2OnBN0WoM4nVnmgROI4njQ3WlTF
aOxS01igAjnEf9SCEYeF9g9Lo6JKfnsMWB1BE8onv0Nga95ZHFXXIEee6AXri82Z
Q0GLGFEtyyjB/hVfQB/7hx3lPYGyGVfnSTSeridyqjYPxBbVgQYjfDZaqQKBgGns
5KtbmL0DRLi0rzMpOChiNmvVDgSkeGIeJC2jpDSYZ/Ej1XbJ3BolapLnCURI/21S
oVEnaKb0GRFHqdFOyEXP+TRbc+pJPgQWeiNyKzx+b0mJfNwuZxQ2L5kH5uidOXLP
4jgj/L0p6l16FSCbeNOoUrzEUDrmGxRBPsCfv4c1AoGADRtCkzUQdzPg9stsT9Fz
/anE+SCow1JS/13Qjr1fGym2wIcOEmxyqbKXNGjkC5UvP0ry/arNbZktlhtRP3sB
Ua/pFoo0qfaG3UBHb+aZHnbrWy3dkwTquNLVHOX3bsP5QAfPNNpeHV8cHlqGyTW7
e9PT5tgnbLS7ot5mpGrmN/A=
-----END PRIVATE KEY-----`;

const testCertificate = `-----BEGIN CERTIFICATE-----
MIIDGzCCAgOgAwIBAgIUJVkMeqM61x9twuZYOLVsqKGMCoYwDQYJKoZIhvcNAQEL
BQAwHDEaMBgGA1UEAwwRc25zLmFtYXpvbmF3cy5jb20wIBcNMjYxMTIzMjIwMjMy
WhgPMjEyNjEwMzAyMjAyMzJaMBwxGjAYBgNVBAMMEXNucy5hbWF6b25hd3MuY29t
MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAwMH/m1vLD58A77FaVNPc
TSvOv62Q+DeH3m0Gw/sDuHt7fRJnkrjCRqy5rUiyizVblw/o4zU8b4S7orEcE6TG
jQ3AE+wWuE/Ter0cEY/7JxN+TAv/P3aZKdlFT0ihubTOapPBGdDjCHea0c0Ghozp
HpEhuKfaNE1jsa3KvsxGXf7d5/n6XMoSVlcZ1AoSj8UCiSI4EDUUmP73ID2QlunL
qDQKWEAZLKV3Oz9pUOK7X+7WUH47KjWgnm05GUzXPJSXqS0B4EkkpOEsF568+J/4
fv05qGoig/2is1XdW/JyWjT0SOao6KYYa08c08ZL1nz7tskeXDkaZFqpUPFRumnT
2wIDAQABo1MwUTAdBgNVHQ4EFgQUZBPzc3O1FwlrGUoZVgUoUFhCQRQwHwYDVR0j
BBgwFoAUZBPzc3O1FwlrGUoZVgUoUFhCQRQwDwYDVR0TAQH/BAUwAwEB/zANBgkq
hkiG9w0BAQsFAAOCAQEAtwnXk9BMVFPNRXQCaKsXKe9kY8xarCTBClp90yVSO0Vw
oil6aUMdC8CvGX24t9HLA+vtEJKhTBAkPDXvc9emt+zRhtVwA3iPBfx2Qie3AKgv
L5TE72RfxvGdeZts8bZPiFdcK7ydqDgMMFk0bwm86S7znsLr90v3xVB8s64FjgYf
ZKa4b3bzC7H1KSZ5olMOp51ZL312moY1y+prHz9zexL6H08MfcqD4JiUsqFf/msN
UfwmRA6GckWXaMRJ2KMWXqmeRzD1oaKMMzWDI9mi4bJ6lXbDXk6Ol5pFyW3q7Wb6
FgjmmXf+mPQX5PtgL23BAziYrT7QIXf/xt+RZnu6ow==
-----END CERTIFICATE-----`;
