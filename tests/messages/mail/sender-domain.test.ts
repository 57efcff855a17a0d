import { describe, expect, test } from "bun:test";
import { generateKeyPairSync } from "node:crypto";
import { readConfig } from "../../../src/config/config.ts";
import { readSigner } from "../../../src/context.ts";
import { checkSenderDomain } from "../../../src/messages/mail/sender-domain/check-sender-domain.ts";
import type { EmailSigner } from "../../../src/messages/mail/transport/dkim-key.ts";
import { mailSettings } from "../../../src/messages/mail/transport/mail-settings.ts";

const pem = { type: "pkcs8", format: "pem" } as const;
const keyOf = (modulusLength: number) => generateKeyPairSync("rsa", { modulusLength }).privateKey.export(pem) as string;
const key = keyOf(2048);

const signer = await readSigner(readConfig({ WAYBILL_DKIM_KEY: key, WAYBILL_MAIL_FROM: "downloads@shop.example" }));
const record = `v=DKIM1; k=rsa; p=${signer?.publicKey}`;

describe("the sender's domain", () => {
  const sender = "downloads@mail.shop.example";
  const signedBy = { ...(signer as EmailSigner), domain: "shop.example" };
  const checked = async (
    names: Record<string, string[]>,
    { smtp = "smtp://smtp.shop.example", signed = true }: { smtp?: string; signed?: boolean } = {},
  ) => {
    const settings = mailSettings(smtp, sender, signed ? signedBy : null);
    const { checks } = await checkSenderDomain(async (name) => names[name] ?? [], settings);
    const [spf, dkim, dmarc] = checks;
    return { spf, dkim, dmarc };
  };

  test("is told exactly what to publish", async () => {
    const { spf, dkim, dmarc } = await checked({ "mail.shop.example": ["unrelated"] });
    expect(spf).toMatchObject({
      status: "missing",
      name: "mail.shop.example",
      publish: "v=spf1 a:smtp.shop.example ~all",
    });
    expect(dkim).toMatchObject({ status: "missing", name: "waybill._domainkey.shop.example", publish: record });
    expect(dmarc).toMatchObject({ status: "missing", name: "_dmarc.mail.shop.example", publish: "v=DMARC1; p=none" });
    const amazon = await checked({}, { smtp: "smtp://email-smtp.eu-west-1.amazonaws.com:587" });
    expect(amazon.spf?.publish).toBe("v=spf1 include:amazonses.com ~all");
    const local = await checked({}, { smtp: "smtp://127.0.0.1" });
    expect(local.spf).toMatchObject({
      publish: "v=spf1 ip4:ADDRESS ~all",
      summary: expect.stringContaining("Replace"),
    });
  });

  test("is fine with all three; DMARC may stand in a domain above", async () => {
    const names = {
      "mail.shop.example": ["v=spf1 a:smtp.shop.example -all", "google-site-verification=x"],
      "waybill._domainkey.shop.example": [record],
      "_dmarc.shop.example": ["v=DMARC1; p=reject; rua=mailto:a@shop.example"],
    };
    const found = await checked(names);
    expect(Object.values(found).map((check) => check?.status)).toEqual(["ok", "ok", "ok"]);
    const unsigned = await checked(names, { signed: false });
    expect(unsigned.dkim).toMatchObject({ status: "not_checked", publish: null });
  });

  test("is told what is wrong", async () => {
    const other = readConfig({ WAYBILL_DKIM_KEY: keyOf(1024), WAYBILL_MAIL_FROM: sender });
    const names = (spf: string[], dkim: string[], dmarc: string[]) => ({
      "mail.shop.example": spf,
      "waybill._domainkey.shop.example": dkim,
      "_dmarc.mail.shop.example": dmarc,
    });
    const wrong = [
      names(
        ["v=spf1 +all"],
        [`v=DKIM1; p=${(await readSigner(other))?.publicKey}`],
        ["v=DMARC1; rua=mailto:a@b.example"],
      ),
      names(["v=spf1 mx ~all", "v=spf1 a ~all"], ["v=DKIM1; p="], ["v=DMARC1; p=none", "v=DMARC1; p=reject"]),
      names(["v=spf1 all"], [record, record], ["v=DMARC1; p=all"]),
    ];
    for (const found of wrong) {
      expect(Object.values(await checked(found)).map((check) => check?.status)).toEqual(["wrong", "wrong", "wrong"]);
    }
  });

  test("a signature of an unrelated domain is not counted as the sender's", async () => {
    const settings = mailSettings("smtp://a.example", "downloads@elsewhere.example", null);
    const { checks } = await checkSenderDomain(async () => [record], {
      ...settings,
      signer: { ...signedBy, domain: "shop.test" },
    });
    expect(checks[1]).toMatchObject({ status: "wrong", summary: expect.stringContaining("elsewhere.example") });
  });

  test("name servers that fail or stay silent are named, in bounded time", async () => {
    const settings = mailSettings("smtp://a.example", sender, signedBy);
    for (const ask of [() => Promise.reject(new Error("ESERVFAIL")), () => new Promise<string[]>(() => {})]) {
      const { checks } = await checkSenderDomain(ask, settings, { patience: 20 });
      expect(checks.map(({ status }) => status)).toEqual(["no_answer", "no_answer", "no_answer"]);
    }
  });
});
