import { describe, expect, test } from "bun:test";
import { sign, X509Certificate } from "node:crypto";
import type { OutgoingRequest, SendRequest } from "../../../src/platform/outgoing/request.ts";
import { ses } from "../../../src/shops/mail-reports/services/ses.ts";
import { confirmSubscription, isSignedBySns } from "../../../src/shops/mail-reports/sns.ts";

const words = "550 5.1.1 No such mailbox";
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
