import { onTestFinished } from "bun:test";
import { messagePreparation } from "../../src/delivery/customer-emails/prepare.ts";
import { type MailWorkerSettings, startMailWorker } from "../../src/messages/mail/sending/worker.ts";
import type { Mailer } from "../../src/messages/mail/transport/mailer.ts";
import { openSmtp } from "../../src/messages/mail/transport/smtp.ts";
import type { Database } from "../../src/platform/database/database.ts";
import { createWordingRenderer } from "../../src/store/wording/renderer.ts";
import type { DatabaseUnderTest } from "./databases.ts";
import { insertAccount, outboxOf, quickly, readableLog, testAccountUrl, testVault, until } from "./mail.ts";
import { type SmtpAnswers, startSmtpServer } from "./smtp-server.ts";

/** A worker that does not wait long, stopped after the test; `smtp` is a mailer or the address of a server. */
export function startWorker(db: Database, smtp: string | Mailer, settings: Partial<MailWorkerSettings> = {}) {
  const mailer = typeof smtp === "string" ? openSmtp(smtp) : smtp;
  const { log, lines } = readableLog();
  const renderer = createWordingRenderer();
  const worker = startMailWorker({
    db,
    transports: transportsBy(mailer),
    prepare: messagePreparation({
      db,
      renderer,
      vault: testVault,
      log,
      accountUrl: testAccountUrl,
    }),
    kept: { async remove() {} },
    log,
    timing: quickly,
    ...settings,
  });
  const stop = async () => {
    await worker.stop();
    await mailer.close();
    await renderer.close();
  };
  onTestFinished(stop);
  return { lines, stop };
}

/** Everything goes by this mailer, from downloads@example.com. */
export function transportsBy(mailer: Mailer): MailWorkerSettings["transports"] {
  const settings = { server: null, sender: "downloads@example.com", signer: null };
  return { of: async () => ({ mailer, settings, isStores: false }) };
}

/** A database with an account, and a mail server that answers so. */
export async function mailShop(create: () => Promise<DatabaseUnderTest>, answers: SmtpAnswers = {}) {
  const created = await create();
  const db = await created.open();
  return { ...created, db, account: await insertAccount(db), server: await startSmtpServer({ answers }) };
}

/** The outbox, as soon as nothing in it is to be sent any more. */
export const endedOutbox = (db: Database) =>
  until(async () => {
    const emails = await outboxOf(db);
    return emails.every(({ status }) => status !== "queued") && emails;
  });

/** Answers with these in turn, then OK. */
export function inTurn(...answers: string[]): () => string | null {
  return () => answers.shift() ?? null;
}
