import { afterEach, beforeAll, describe, expect, test } from "bun:test";
import { createHash, createPublicKey, createVerify, generateKeyPairSync } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { readConfig } from "../../../src/config/config.ts";
import { readSigner } from "../../../src/context.ts";
import type { Mailer, Message } from "../../../src/messages/mail/transport/mailer.ts";
import { openSmtp } from "../../../src/messages/mail/transport/smtp.ts";
import type { Finding } from "../../../src/operations/doctor/finding.ts";
import { instant } from "../../../src/platform/instants.ts";
import { launchBrowser, seriousFindings, signIn } from "../../support/browser.ts";
import { temporaryFolder } from "../../support/cleanup.ts";
import { startDnsServer } from "../../support/dns-server.ts";
import { thrownBy } from "../../support/failures.ts";
import { freePort } from "../../support/ports.ts";
import { runWaybill, type Service, startService } from "../../support/service.ts";
import { startSmtpServer, type TestSmtpServer } from "../../support/smtp-server.ts";
import { createSqlite } from "../../support/sqlite.ts";
import { v3 } from "../../support/v3.ts";

const pem = { type: "pkcs8", format: "pem" } as const;
const keyOf = (modulusLength: number) => generateKeyPairSync("rsa", { modulusLength }).privateKey.export(pem) as string;
const key = keyOf(2048);

const signer = await readSigner(readConfig({ WAYBILL_DKIM_KEY: key, WAYBILL_MAIL_FROM: "downloads@shop.example" }));
const record = `v=DKIM1; k=rsa; p=${signer?.publicKey}`;

const message: Message = {
  messageId: "first@demo.waybill",
  queuedAt: instant(0),
  from: { name: "Nordlicht", address: "downloads@shop.example" },
  to: { name: "Ada Lovelace", address: "ada@example.com" },
  replyTo: { name: "Nordlicht", address: "shop@example.com" },
  subject: "Your downloads ✓",
  text: "Hello  \n.\nTrailing spaces \n\n\n",
  html: "<p>Hello</p>",
  unsubscribeUrl: "https://demo.example.com/updates/abc",
};

/** Verifies the signature as a receiver does (RFC 6376 section 6.1), relaxed. Returns the fields that it covers. */
function verified(raw: string, publicKey: string): string[] {
  const end = raw.indexOf("\r\n\r\n");
  const fields = raw.slice(0, end).split(/\r\n(?![ \t])/);
  const relaxed = (field: string) => {
    const at = field.indexOf(":");
    const value = field.slice(at + 1).replace(/\r\n/g, "");
    return `${field.slice(0, at).toLowerCase().trim()}:${value.replace(/[ \t]+/g, " ").trim()}`;
  };
  const named = (name: string) => fields.findLast((field) => field.toLowerCase().startsWith(`${name.toLowerCase()}:`));
  const signature = named("dkim-signature") ?? "";
  const tag = (name: string) => new RegExp(`[;:]\\s*${name}=([^;]*)`).exec(signature)?.[1]?.replace(/\s/g, "") ?? "";
  const body = raw
    .slice(end + 4)
    .replace(/[ \t]+(?=\r\n)/g, "")
    .replace(/[ \t]+/g, " ")
    .replace(/(\r\n)*$/, "\r\n");
  expect(tag("bh")).toBe(createHash("sha256").update(body, "latin1").digest("base64"));
  const covered = tag("h").split(":");
  const text = [...covered.map((name) => relaxed(named(name) ?? "")), ""].join("\r\n");
  const unsigned = relaxed(signature.replace(/([;\s]b=)[\s\S]*$/, "$1"));
  const spki = createPublicKey({ key: Buffer.from(publicKey, "base64"), format: "der", type: "spki" });
  const isRight = createVerify("RSA-SHA256")
    .update(text + unsigned, "latin1")
    .verify(spki, tag("b"), "base64");
  expect({ isRight, domain: tag("d"), selector: tag("s") }).toEqual({
    isRight: true,
    domain: "shop.example",
    selector: "waybill",
  });
  return covered.map((name) => name.toLowerCase());
}

describe("a signed email", () => {
  const opened: Mailer[] = [];
  afterEach(async () => {
    for (const mailer of opened.splice(0)) await mailer.close();
  });
  const open = (smtp: TestSmtpServer) => {
    const mailer = openSmtp(smtp.url(), { signer });
    opened.push(mailer);
    return mailer;
  };

  test("verifies with the published key, and covers what mail programs show and one-click unsubscribing", async () => {
    const smtp = await startSmtpServer();
    await open(smtp).send(message);
    const covered = verified(smtp.received[0]?.raw ?? "", signer?.publicKey ?? "");
    const needed = ["from", "reply-to", "to", "subject", "date", "message-id", "mime-version", "content-type"];
    expect(covered).toEqual(expect.arrayContaining([...needed, "list-unsubscribe", "list-unsubscribe-post"]));
  });

  test("is the same bytes at every attempt", async () => {
    const smtp = await startSmtpServer();
    await open(smtp).send(message);
    await open(smtp).send(message);
    expect(smtp.received[1]?.raw).toBe(smtp.received[0]?.raw ?? "");
  });

  test("leaves only when the mail server asks for it, and may still be held back then", async () => {
    let asked = 0;
    const smtp = await startSmtpServer({ answers: { recipient: () => (asked++ === 0 ? "451 4.2.0 Later" : null) } });
    const mailer = open(smtp);
    let mayStart = 0;
    const start = (answer: boolean) => () => {
      mayStart += 1;
      return answer;
    };
    expect(await thrownBy(mailer.send(message, start(true)))).toThrow("Later");
    expect(mayStart).toBe(0);
    expect(await thrownBy(mailer.send(message, start(false)))).toThrow("was not sent");
    expect({ mayStart, received: smtp.received.length }).toEqual({ mayStart: 1, received: 0 });
  });
});

describe("a key that cannot be used", () => {
  const ec = generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export(pem) as string;
  const publicKey = createPublicKey(key).export({ type: "spki", format: "pem" }) as string;
  const file = (content: string) => {
    const path = join(temporaryFolder(), "dkim.pem");
    writeFileSync(path, content);
    return path;
  };

  test.each([
    ["of another kind", ec, "only RSA"],
    ["too short", keyOf(512), "must have 1024 to 4096"],
    ["in no form", "-----BEGIN PRIVATE KEY-----\nhunter22\n-----END PRIVATE KEY-----", "not a private key in PEM"],
    ["in a file that is not there", "/nowhere/dkim.pem", "ENOENT"],
    ["in a file with a public key", file(publicKey), "not a private key"],
  ])("%s is refused in one line, without the key", async (_what, value, words) => {
    const error = await readSigner(readConfig({ WAYBILL_DKIM_KEY: value })).catch((reason: Error) => reason);
    expect((error as Error).message).toMatch(/^WAYBILL_DKIM_KEY: [^\n]*$/);
    expect((error as Error).message).toContain(words);
    expect((error as Error).message).not.toContain("hunter22");
  });

  test("stops the start", async () => {
    const folder = temporaryFolder();
    const start = await runWaybill(["serve"], { WAYBILL_DATA: folder, WAYBILL_DKIM_KEY: "/nowhere" }, folder);
    expect(start).toMatchObject({ status: 1, stdout: "" });
    expect(start.stderr).toMatch(/^WAYBILL_DKIM_KEY: \/nowhere cannot be used: [^\n]*\n$/);
  });

  test("a domain or selector without a key is refused, as are names that are none", () => {
    expect(() => readConfig({ WAYBILL_DKIM_DOMAIN: "shop.example" })).toThrow(
      /^WAYBILL_DKIM_DOMAIN: .*WAYBILL_DKIM_KEY/,
    );
    expect(() => readConfig({ WAYBILL_DKIM_SELECTOR: "a b" })).toThrow(/^WAYBILL_DKIM_SELECTOR: "a b" is not valid/);
    expect(() => readConfig({ WAYBILL_DKIM_KEY: key, WAYBILL_DKIM_DOMAIN: "shop" })).toThrow(/^WAYBILL_DKIM_DOMAIN: /);
  });

  test("one line with \\n is the same key, and domain and selector can be chosen", async () => {
    const settings = { WAYBILL_DKIM_KEY: key.replaceAll("\n", "\\n"), WAYBILL_DKIM_DOMAIN: "Shop.Example" };
    const read = await readSigner(readConfig({ ...settings, WAYBILL_DKIM_SELECTOR: "s2026" }));
    expect(read).toMatchObject({ domain: "shop.example", selector: "s2026", publicKey: signer?.publicKey });
  });
});

describe("the service", () => {
  let smtp: TestSmtpServer;
  let service: Service;
  let settings: Record<string, string>;

  beforeAll(async () => {
    const dns = await startDnsServer();
    dns.set("shop.example", { TXT: "v=spf1 mx ~all" });
    dns.set("waybill._domainkey.shop.example", { TXT: record });
    smtp = await startSmtpServer();
    const path = join(temporaryFolder(), "dkim.pem");
    writeFileSync(path, key);
    settings = {
      WAYBILL_SMTP: smtp.url(),
      WAYBILL_MAIL_FROM: "downloads@shop.example",
      WAYBILL_DKIM_KEY: path,
      WAYBILL_RESOLVERS: dns.address,
    };
    service = await startService({ database: await createSqlite(), environment: settings });
  });

  test("signs its emails, and its settings say what DNS has, without the key", async () => {
    expect((await v3(service, "POST", "mail_settings/test")).body.mail_test.outcome).toBe("sent");
    verified(smtp.received[0]?.raw ?? "", signer?.publicKey ?? "");
    const answer = await v3(service, "GET", "mail_settings/sender_domain");
    expect(answer.status).toBe(200);
    const { domain, checks } = answer.body.sender_domain;
    expect(domain).toBe("shop.example");
    expect(checks).toMatchObject([
      { record: "spf", status: "ok", found: "v=spf1 mx ~all" },
      { record: "dkim", status: "ok", found: record },
      { record: "dmarc", status: "missing", publish: "v=DMARC1; p=none" },
    ]);
  });

  test("its settings page shows the records", async () => {
    const page = await (await (await launchBrowser()).newContext({ baseURL: service.url })).newPage();
    await page.goto("/admin/sign-in");
    await signIn(page, service);
    await page.goto("/admin/settings/email");
    await page.getByText("TXT record to publish at _dmarc.shop.example:").waitFor();
    await page.getByText("v=DMARC1; p=none", { exact: true }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
  });

  test("doctor says the same; no answer and a missing record are no problem, another key is one", async () => {
    const senderOf = async (changed: Record<string, string> = {}) => {
      const folder = temporaryFolder();
      const { stdout } = await runWaybill(
        ["doctor", "--json"],
        { WAYBILL_DATA: folder, ...settings, ...changed },
        folder,
      );
      return (JSON.parse(stdout).findings as Finding[]).filter(({ check }) => check === "sender");
    };
    const found = await senderOf();
    expect(found.map(({ status }) => status)).toEqual(["ok", "ok", "warning"]);
    expect(found[2]?.advice).toBe("TXT record at _dmarc.shop.example: v=DMARC1; p=none");
    const changed = await senderOf({ WAYBILL_DKIM_KEY: keyOf(1024) });
    expect(changed[1]).toMatchObject({ status: "problem", summary: expect.stringContaining("another key") });
    expect(await senderOf({ WAYBILL_DKIM_KEY: "/nowhere" })).toMatchObject([{ status: "problem" }]);
    const silent = await senderOf({ WAYBILL_RESOLVERS: `127.0.0.1:${await freePort()}` });
    expect(silent.map(({ status }) => status)).toEqual(["warning", "warning", "warning"]);
    expect(silent[0]?.summary).toContain("did not answer");
  });
});
