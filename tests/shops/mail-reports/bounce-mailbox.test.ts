import { beforeAll, describe, expect, test } from "bun:test";
import type { Database } from "../../../src/platform/database/database.ts";
import { createLog } from "../../../src/platform/log.ts";
import { isDead, readBounceMessage } from "../../../src/shops/mail-reports/bounce-message.ts";
import { openImap } from "../../../src/shops/mail-reports/imap.ts";
import { startBounceWorker } from "../../../src/shops/mail-reports/mailbox-worker.ts";
import { databasesUnderTest } from "../../support/databases.ts";
import { startImapServer, type TestImapServer } from "../../support/imap-server.ts";
import { type Service, startService, until } from "../../support/service.ts";
import { startSmtpServer } from "../../support/smtp-server.ts";
import { addItem } from "../../support/store.ts";
import { v3 } from "../../support/v3.ts";

interface Returned {
  recipient: string;
  messageId: string;
  action?: string;
  status?: string;
}

/** As Postfix writes it (RFC 3464), with the headers of the email. */
const returned = ({ recipient, messageId, action = "failed", status = "5.1.1" }: Returned) =>
  `From: MAILER-DAEMON@mail.example.com
Subject: Undelivered Mail Returned to Sender
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status;
	boundary="B1"

--B1
Content-Type: text/plain

I'm sorry to have to inform you that your message could not be delivered.

--B1
Content-Type: message/delivery-status

Reporting-MTA: dns; mail.example.com
Arrival-Date: Mon, 23 Nov 2026 20:00:00 +0000

Final-Recipient: rfc822; ${recipient}
Original-Recipient: rfc822;${recipient}
Action: ${action}
Status: ${status}
Remote-MTA: dns; mx.example.com
Diagnostic-Code: smtp; 550 ${status} <${recipient}>:
    Recipient address rejected

--B1
Content-Type: text/rfc822-headers

From: "Demo" <downloads@localhost>
To: ${recipient}
Message-ID: <${messageId}>
Subject: Your downloads

--B1--
`.replaceAll("\n", "\r\n");

const complaint = ({ recipient, messageId }: Returned) =>
  `From: <abuse@example.com>
MIME-Version: 1.0
Content-Type: multipart/report; report-type=feedback-report; boundary="B2"

--B2
Content-Type: text/plain

This is an email abuse report.

--B2
Content-Type: message/feedback-report

Feedback-Type: abuse
Version: 1
Original-Rcpt-To: <${recipient}>

--B2
Content-Type: message/rfc822

From: downloads@localhost
To: ${recipient}
Message-ID: <${messageId}>
Subject: Your downloads

Hello

--B2--
`.replaceAll("\n", "\r\n");

const letter = "From: ann@example.com\r\nSubject: Hello\r\nContent-Type: text/plain\r\n\r\nHow are you?\r\n";

describe.each(databasesUnderTest)("a mailbox of bounces on $name", ({ create }) => {
  let service: Service;
  let db: Database;
  let imap: TestImapServer;
  const log = createLog("error");
  const get = async (path: string) => (await v3(service, "GET", path)).body;

  async function sent(recipient: string) {
    const order = { email: recipient, order_items: [{ item_sku: "MAP" }] };
    const { id } = (await v3(service, "POST", "orders", order)).body.order;
    const newest = async () => (await get(`emails?order_id=${id}`)).emails[0];
    await until("it was sent", async () => (await newest()).status === "sent");
    const { message_id: messageId } = (await get(`emails/${(await newest()).id}`)).email;
    return { recipient, messageId, newest };
  }
  const start = () => startBounceWorker({ db, log, mailbox: openImap(imap.url), every: 20 });
  const position = async () =>
    (await db.read.selectFrom("bounce_mailboxes").select("last_uid").executeTakeFirst())?.last_uid;

  beforeAll(async () => {
    const smtp = await startSmtpServer();
    const database = await create();
    service = await startService({ database, environment: { WAYBILL_SMTP: smtp.url() } });
    db = await database.open();
    imap = await startImapServer();
    await addItem(service, "MAP");
  });

  test("is read for reports about emails of ours, and everything else in it stays as it is", async () => {
    const [lost, late, angry] = [
      await sent("lost@example.com"),
      await sent("late@example.com"),
      await sent("angry@example.com"),
    ];
    const broken = imap.add("Content-Type: multipart/report; boundary=\r\n\r\n--\r\n\0\xff");
    const hello = imap.add(letter);
    const strange = imap.add(returned({ recipient: lost.recipient, messageId: "other@elsewhere.example" }));
    const wrong = imap.add(returned({ recipient: "somebody@example.com", messageId: lost.messageId }));
    const delayed = imap.add(returned({ ...late, action: "delayed", status: "4.4.1" }));
    const ours = imap.add(returned(lost));
    const abuse = imap.add(complaint(angry));
    const workers = [start(), start()];
    await until("all were read", async () => (await position()) === abuse.uid);
    await Promise.all(workers.map((worker) => worker.stop()));

    const email = await lost.newest();
    expect([email.status, email.tries.map(({ outcome }: { outcome: string }) => outcome)]).toEqual([
      "bounced",
      ["sent", "bounced"],
    ]);
    expect(email.tries.at(-1).response).toBe("550 5.1.1 <lost@example.com>: Recipient address rejected");
    expect((await late.newest()).status).toBe("sent");
    expect((await angry.newest()).status).toBe("complained");
    expect((await get("undeliverable_addresses")).total).toBe(2);
    const seen = imap.messages.filter(({ flags }) => flags.has("\\Seen"));
    expect(seen).toEqual([ours, abuse]);
    for (const { flags } of [broken, hello, strange, wrong, delayed]) expect([...flags]).toEqual([]);
    expect(imap.messages).toHaveLength(7);
    expect(imap.commands.filter((command) => /EXPUNGE|DELETE|MOVE|COPY/i.test(command))).toEqual([]);
  });

  test("goes on where it ended, and reads no content of letters", async () => {
    imap.commands.length = 0;
    const full = await sent("full@example.com");
    imap.add(letter);
    const { uid } = imap.add(returned({ ...full, status: "5.2.2" }));
    const worker = start();
    await until("it was read", async () => (await position()) === uid);
    await worker.stop();
    expect((await full.newest()).status).toBe("bounced");
    // A full mailbox may have room tomorrow.
    expect((await get("undeliverable_addresses?email=full@example.com")).total).toBe(0);
    const contents = imap.commands.filter((command) => command.includes("BODY.PEEK[]"));
    expect(contents.map((command) => command.split(" ")[2])).toEqual([String(uid)]);
  });

  test("is examined by doctor", async () => {
    const look = async (url: string) => {
      const { stdout } = await (await startOther(url)).run("doctor", "--quick", "--json");
      return JSON.parse(stdout).findings.find(({ check }: { check: string }) => check === "bounces");
    };
    const startOther = async (url: string) => ({
      ...service,
      run: (...words: string[]) => runWith(service, { WAYBILL_BOUNCE_MAILBOX: url }, words),
    });
    expect(await look(imap.url)).toMatchObject({ status: "ok", summary: expect.stringContaining("can be read") });
    const wrong = await look(imap.url.replace("let%20me", "let%20us"));
    expect(wrong).toMatchObject({ status: "problem", summary: expect.stringContaining("Wrong user or password") });
    expect(JSON.stringify(wrong)).not.toContain("let us");
  });
});

async function runWith({ folder, setting }: Service, environment: Record<string, string>, words: string[]) {
  const { waybillProgram } = await import("../../support/program.ts");
  const run = Bun.spawn([process.execPath, await waybillProgram(), ...words], {
    cwd: folder,
    env: { PATH: process.env.PATH ?? "", WAYBILL_DATA: folder, WAYBILL_DATABASE: setting, ...environment },
    stdout: "pipe",
    stderr: "pipe",
  });
  return { stdout: await new Response(run.stdout).text(), status: await run.exited };
}

test("which failures make an address dead", () => {
  const dead = ["5.1.1", "5.1.2", "5.1.10", "5.2.1", "5.0.0", "5.4.1", "5.5.0"];
  const alive = ["", "4.2.2", "5.2.2", "5.2.3", "5.3.4", "5.4.7", "5.6.0", "5.7.1", "5.7.26"];
  expect([...dead, ...alive].filter(isDead)).toEqual(dead);
});

test("what is no report, or has no Message-ID, reports nothing", async () => {
  const of = (text: string) => readBounceMessage(new TextEncoder().encode(text));
  expect(await of(letter)).toEqual([]);
  expect(await of(returned({ recipient: "a@example.com", messageId: "" }))).toEqual([]);
  expect(await of(returned({ recipient: "a@example.com", messageId: "1@x", action: "delivered" }))).toEqual([]);
  expect(await of(returned({ recipient: "a@example.com", messageId: "1@x" }))).toMatchObject([
    { reason: "bounced", messageId: "1@x", recipient: "a@example.com", permanent: true },
  ]);
});

test("of a message that names thousands, only the first recipients are looked up", async () => {
  const [head = "", ...rest] = returned({ recipient: "a@example.com", messageId: "1@x" }).split(/(?=Final-Recipient)/);
  const many = Array.from(
    { length: 5_000 },
    (_, n) => `Final-Recipient: rfc822; b${n}@example.com\r\nAction: failed\r\n\r\n`,
  );
  const reports = await readBounceMessage(new TextEncoder().encode(head + many.join("") + rest.join("")));
  expect(reports.map(({ recipient }) => recipient)).toEqual(Array.from({ length: 10 }, (_, n) => `b${n}@example.com`));
});

test("a report's recipient is read with the escapes of RFC 6533 and RFC 3461, and as it stands", async () => {
  const report = (field: string) =>
    returned({ recipient: "a@example.com", messageId: "1@x" })
      .replace("Content-Type: message/delivery-status", "Content-Type: message/global-delivery-status")
      .replace(/^Final-Recipient:.*\r\nOriginal-Recipient:.*$/m, `Original-Recipient: ${field}`);
  const recipientsOf = async (field: string) =>
    (await readBounceMessage(new TextEncoder().encode(report(field)))).map(({ recipient }) => recipient);
  expect(await recipientsOf("utf-8; j\\x{F6}rg@b\\x{00FC}cher.example")).toContain("j\u00f6rg@b\u00fccher.example");
  expect(await recipientsOf("UTF-8;j\u00f6rg@example.com")).toEqual(["j\u00f6rg@example.com"]);
  expect(await recipientsOf("rfc822;ann+2Bmaps@example.com")).toEqual([
    "ann+2Bmaps@example.com",
    "ann+maps@example.com",
  ]);
  expect(await recipientsOf("utf-8; j\\x{110000}rg@example.com")).toEqual(["j\\x{110000}rg@example.com"]);
  expect(await recipientsOf("rfc822; <ann@example.com>")).toEqual(["ann@example.com"]);
});
