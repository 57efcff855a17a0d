import { mkdir, open, readdir, readFile, rename } from "node:fs/promises";
import { join } from "node:path";
import nodemailer from "nodemailer";
import { mailOptions } from "./mail-options.ts";
import { type KeptMessages, MailError, type Mailer, type Message } from "./mailer.ts";

/** What the mailbox answers with. */
const accepted = "Kept in the mailbox folder.";

/**
 * Stands in for a mail server: keeps each message in `folder` (made when missing) as one `.eml` file (RFC 5322, lines
 * ended as in a Maildir). Names sort by time: `20261120T213700Z-ID.eml`.
 */
export async function openMailbox(folder: string): Promise<Mailer & KeptMessages> {
  await mkdir(folder, { recursive: true });
  const transport = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: "unix" });
  return {
    async send(message) {
      try {
        const { message: content } = await transport.sendMail(mailOptions(message));
        await keep(folder, fileName(message), content as Buffer);
        return accepted;
      } catch (error) {
        throw temporary(error);
      }
    },
    async read(messageId) {
      const ending = `-${fileId(messageId)}.eml`;
      const name = (await readdir(folder)).find((name) => name.endsWith(ending));
      return name === undefined ? null : readFile(join(folder, name));
    },
    async close() {},
  };
}

/** Whole and durable under its name, or not there at all. */
async function keep(folder: string, name: string, content: Buffer): Promise<void> {
  const path = join(folder, name);
  const unfinished = `${path}.unfinished`;
  const file = await open(unfinished, "w");
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(unfinished, path);
  const names = await open(folder, "r");
  try {
    await names.sync();
  } finally {
    await names.close();
  }
}

function fileName({ messageId }: Message): string {
  const second = new Date().toISOString().replace(/[-:]|\.\d+/g, "");
  return `${second}-${fileId(messageId)}.eml`;
}

function fileId(messageId: string): string {
  const [id = ""] = messageId.split("@");
  return id.replace(/[^\w-]/g, "-");
}

function temporary(error: unknown): MailError {
  return new MailError(error instanceof Error ? error.message : String(error), false);
}
