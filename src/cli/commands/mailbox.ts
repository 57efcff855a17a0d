import type { Context } from "../../context.ts";
import {
  isDue,
  type KeptMessage,
  newestEmailId,
  newestMessages,
  readKeptMessageWhole,
} from "../../messages/mail/transport/mailbox-reader.ts";
import { DomainError } from "../../platform/errors.ts";
import { instantNow, writeInstant } from "../../platform/instants.ts";
import { singleLine } from "../../platform/text.ts";
import { printLines, printObject } from "../print.ts";

/** Milliseconds for which `mailbox show` waits while the latest email is queued. */
export const longestWait = 10_000;
const poll = 50;

export async function mailboxList({ db }: Context, { limit, json }: { limit: number; json?: boolean }): Promise<void> {
  const messages = (await newestMessages(db.read, limit)).map(describe);
  if (json) printObject({ messages }, { json });
  else printLines(messages.map((message) => Object.values(message).map(String).map(singleLine).join("\t")));
}

/** Without an id, shows the latest message, and waits for it if it is queued. */
export async function mailboxShow(
  context: Context,
  id: number | undefined,
  { json }: { json?: boolean },
): Promise<void> {
  const { db, kept } = context;
  const { message, content } = await readKeptMessageWhole(db.read, kept, id ?? (await newestOnceItCame(context)));
  const { from, to, headers, text, html } = content;
  if (json) printObject({ ...describe(message), from, to, headers, text_body: text, html_body: html }, { json });
  else {
    const keptAt = writeInstant(message.keptAt);
    const head = [`From: ${from}`, `To: ${to}`, `Date: ${keptAt}`, `Subject: ${message.subject}`];
    printLines([...head.map(singleLine), "", ...printable(text).trim().split("\n")]);
  }
}

async function newestOnceItCame({ config, db }: Context): Promise<number> {
  const asked = instantNow();
  const newest = await newestEmailId(db.read);
  const isComing = () => isDue(db.read, newest, asked);
  if (config.smtp === null) {
    while ((await isComing()) && instantNow() < asked + longestWait) await Bun.sleep(poll);
    if (await isComing()) process.stderr.write("The latest email is still queued. Is the server running?\n");
  }
  const [message] = await newestMessages(db.read, 1);
  if (message) return message.id;
  const reason =
    config.smtp === null
      ? "There are no emails in the mailbox yet."
      : "The mailbox is empty, because WAYBILL_SMTP is set.";
  throw new DomainError("not_found", reason);
}

function describe({ id, accountHandle, kind, recipient, subject, keptAt }: KeptMessage) {
  return { id, kept_at: writeInstant(keptAt), account: accountHandle, kind, recipient, subject };
}

/** Without control characters: texts of customers and stores must not control the terminal. */
function printable(text: string): string {
  return text.replace(/\r\n?/g, "\n").replace(/[^\P{Cc}\n\t]|[\u202a-\u202e\u2066-\u2069]/gu, "");
}
