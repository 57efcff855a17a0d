import { afterEach, describe, expect, test } from "bun:test";
import PostalMime from "postal-mime";
import { MailError, type Mailer, type Message } from "../../../src/messages/mail/transport/mailer.ts";
import { openSmtp } from "../../../src/messages/mail/transport/smtp.ts";
import { instant } from "../../../src/platform/instants.ts";
import { until } from "../../support/mail.ts";
import { freePort } from "../../support/ports.ts";
import { type SmtpStep, startSilentSmtpServer } from "../../support/silent-smtp-server.ts";
import { type SmtpAnswers, smtpAddress, startSmtpServer } from "../../support/smtp-server.ts";

const message: Message = {
  messageId: "first@demo.waybill",
  queuedAt: instant(0),
  from: { name: "Nordlicht", address: "downloads@example.com" },
  to: { name: "Ada Lovelace", address: "ada@example.com" },
  replyTo: { name: "Nordlicht", address: "shop@example.com" },
  subject: "Your downloads",
  text: "Hello\n\nhttps://demo.example.com/orders/abc\n",
  html: "<p>Hello</p>",
};

const opened: Mailer[] = [];
afterEach(async () => {
  for (const mailer of opened.splice(0)) await mailer.close();
});

function open(url: string, options?: { patience: number }): Mailer {
  const mailer = openSmtp(url, options);
  opened.push(mailer);
  return mailer;
}

async function failureOf(sending: Promise<unknown>): Promise<MailError> {
  const error = await sending.then(
    () => null,
    (reason) => reason,
  );
  expect(error).toBeInstanceOf(MailError);
  return error;
}

async function answered(answers: SmtpAnswers, changed: Partial<Message> = {}): Promise<MailError> {
  const server = await startSmtpServer({ answers });
  return failureOf(open(server.url()).send({ ...message, ...changed }));
}

describe("a conversation", () => {
  test("is encrypted, signed in, and answers with the server's words", async () => {
    const server = await startSmtpServer({ credentials: "shop:s3cret" });
    const words = await open(server.url("shop:s3cret")).send(message);
    expect(words).toContain("OK taken");
    expect(server.received).toMatchObject([
      { secure: true, user: "shop", from: "downloads@example.com", to: ["ada@example.com"] },
    ]);
    const mail = await PostalMime.parse(server.received[0]?.raw ?? "");
    expect(mail.from).toMatchObject(message.from);
    expect(mail.to).toMatchObject([message.to]);
    expect(mail.messageId).toBe("<first@demo.waybill>");
    expect(mail.text?.trim()).toBe(message.text.trim());
    expect(mail.html?.trim()).toBe(message.html);
  });

  test("over few connections that are used again", async () => {
    const server = await startSmtpServer();
    const mailer = open(server.url());
    await Promise.all(Array.from({ length: 40 }, (_, n) => mailer.send({ ...message, messageId: `${n}@demo` })));
    expect(server.received).toHaveLength(40);
    expect(new Set(server.received.map(({ connection }) => connection)).size).toBeLessThanOrEqual(20);
  });

  test("goes on over a new connection when the server has dropped the idle one", async () => {
    const server = await startSmtpServer();
    const mailer = open(server.url());
    await mailer.send(message);
    await server.stop();
    const next = await startSmtpServer({ port: server.port });
    await mailer.send({ ...message, messageId: "second@demo" });
    expect(next.received).toHaveLength(1);
  });
});

describe("addresses and names", () => {
  test("cannot add a recipient or a header", async () => {
    const server = await startSmtpServer();
    await open(server.url()).send({
      ...message,
      from: { name: 'Shop\r\nBcc: thief@example.com\r\n"', address: "downloads@example.com" },
      to: { name: "Ada, <thief@example.com>\r\nX-Evil: 1", address: "ada@example.com" },
      subject: "Hi\r\nBcc: thief@example.com\r\n\r\nbody",
    });
    const [received] = server.received;
    expect(received?.to).toEqual(["ada@example.com"]);
    const mail = await PostalMime.parse(received?.raw ?? "");
    expect(mail.to).toMatchObject([{ address: "ada@example.com" }]);
    expect(mail.to).toHaveLength(1);
    expect(mail.bcc).toBeUndefined();
    expect(mail.headers.map(({ key }) => key)).not.toContain("x-evil");
    expect(mail.subject).toMatch(/^Hi Bcc: thief@example.com +body$/);
  });

  test("may be in any script", async () => {
    const server = await startSmtpServer();
    await open(server.url()).send({ ...message, subject: "Ваши загрузки 📦", text: "Grüße\n" });
    const mail = await PostalMime.parse(server.received[0]?.raw ?? "");
    expect(mail.subject).toBe("Ваши загрузки 📦");
    expect(mail.text?.trim()).toBe("Grüße");
  });
});

describe("an address with letters outside ASCII before its @", () => {
  const umlaut = { ...message, to: { name: "Jörg", address: "jörg@bücher.example" } };

  test("is said as it is to a server that takes it", async () => {
    const server = await startSmtpServer();
    await open(server.url()).send(umlaut);
    expect(server.received.map(({ to }) => to)).toEqual([["jörg@bücher.example"]]);
  });

  test("is refused with what to do before any command, if the server does not take it", async () => {
    const senders: string[] = [];
    const sender = (address: string) => {
      senders.push(address);
      return null;
    };
    const server = await startSmtpServer({ answers: { sender }, smtpUtf8: false });
    const mailer = open(server.url());
    for (const _ of [1, 2]) {
      const error = await failureOf(mailer.send(umlaut));
      expect(error.permanent).toBe(true);
      expect(error.message).toContain("does not offer SMTPUTF8");
    }
    expect(senders).toEqual([]);
    for (const address of ["solo@bücher.example", "solo@bücher。example"]) {
      await mailer.send({ ...message, to: { name: "Solo", address } });
      expect(server.received.at(-1)?.raw).toContain("solo@xn--bcher-kva.example");
    }
  });

  test("is tried again while the server does not answer", async () => {
    const error = await failureOf(open(`smtp://127.0.0.1:${await freePort()}`).send(umlaut));
    expect(error.permanent).toBe(false);
  });
});

describe("permanent failures", () => {
  test.each<[string, SmtpAnswers]>([
    ["550 5.1.1 No such user", { recipient: () => "550 5.1.1 No such user" }],
    ["553 5.1.8 Sender refused", { sender: () => "553 5.1.8 Sender refused" }],
    ["554 5.7.1 Looks like spam", { data: () => "554 5.7.1 Looks like spam" }],
  ])("%s", async (words, answers) => {
    const failure = await answered(answers);
    expect(failure.permanent).toBe(true);
    expect(failure.message).toBe(words);
  });
});

describe("temporary failures", () => {
  test.each<[string, SmtpAnswers]>([
    ["450 4.2.1 Mailbox busy", { recipient: () => "450 4.2.1 Mailbox busy" }],
    ["451 4.3.0 Try later", { data: () => "451 4.3.0 Try later" }],
    ["421 4.3.2 Going down", { sender: () => "421 4.3.2 Going down" }],
    ["554 5.3.2 No service here", { greeting: () => "554 5.3.2 No service here" }],
    ["530 5.7.0 Sign in first", { sender: () => "530 5.7.0 Sign in first" }],
  ])("%s", async (words, answers) => {
    const failure = await answered(answers);
    expect(failure.permanent).toBe(false);
    expect(failure.message).toBe(words);
  });

  test("a connection lost after the final dot, which is not sent again by itself", async () => {
    let tries = 0;
    const failure = await answered({
      data() {
        tries++;
        return "hang up";
      },
    });
    expect(failure.permanent).toBe(false);
    expect(tries).toBe(1);
  });

  test("a wrong password", async () => {
    const server = await startSmtpServer({ credentials: "shop:s3cret" });
    const failure = await failureOf(open(server.url("shop:wrong")).send(message));
    expect(failure.permanent).toBe(false);
    expect(failure.message).toContain("535");
    expect(failure.message).not.toContain("wrong@");
  });

  test("a certificate that is not to be trusted", async () => {
    const server = await startSmtpServer();
    const failure = await failureOf(open(`smtp://127.0.0.1:${server.port}`).send(message));
    expect(failure.permanent).toBe(false);
    expect(failure.message).toContain("certificate");
    expect(server.received).toHaveLength(0);
  });

  test("a refused connection and a name that does not exist", async () => {
    const server = await startSmtpServer();
    await server.stop();
    const refused = await failureOf(open(smtpAddress(server.port)).send(message));
    expect(refused.permanent).toBe(false);
    expect(refused.message).not.toBe("");
    const unknown = await failureOf(open("smtp://mail.invalid:2525").send(message));
    expect(unknown.permanent).toBe(false);
  });
});

describe("a server that falls silent", () => {
  const steps: SmtpStep[] = ["greeting", "EHLO", "AUTH", "MAIL", "RCPT", "DATA"];

  test("before it has anything of the message is left soon, for a new connection", async () => {
    const patience = 2000;
    const ends = await Promise.all(
      steps.map(async (step) => {
        const server = startSilentSmtpServer(step);
        const mailer = open(server.url, { patience });
        // More than there are connections.
        const failures = await Promise.all(Array.from({ length: 7 }, () => failureOf(mailer.send(message))));
        await until(() => server.connections.open === 0);
        server.speak();
        const words = await mailer.send(message);
        return [step, ...failures.map(({ permanent }) => permanent), failures[0]?.message, words];
      }),
    );
    const temporary = Array(7).fill(false);
    const complaint = "The mail server was not ready for the message in time.";
    expect(ends).toEqual(steps.map((step) => [step, ...temporary, complaint, "250 taken"]));
  });

  test("once it has the whole message, is waited for", async () => {
    const server = startSilentSmtpServer("message");
    const patience = 3000;
    const mailer = open(server.url, { patience });
    const sending = mailer.send(message);
    await server.silent;
    // Begun later, so that the first has been waited for longer when this one ends.
    await failureOf(open(startSilentSmtpServer("greeting").url, { patience }).send(message));
    server.speak();
    expect(await sending).toBe("250 taken");
  });
});

test("a message that may not start is not given to a mail server that asks for it", async () => {
  const server = await startSmtpServer();
  const smtp = openSmtp(server.url());
  const held = { ...message, subject: "Held back" };
  const error = await smtp.send(held, () => false).catch((reason) => reason);
  expect(error).toBeInstanceOf(MailError);
  expect({ permanent: error.permanent, message: error.message }).toEqual({
    permanent: false,
    message: expect.stringContaining("its time limit on this server ran out"),
  });
  await smtp.send({ ...message, subject: "Free to go" }, () => true);
  expect(server.received).toHaveLength(1);
  expect(server.received[0]?.raw).toContain("Free to go");
  await smtp.close();
});
