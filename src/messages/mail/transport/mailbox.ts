import { mkdir, open, readdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import nodemailer from "nodemailer";
import { nullIfMissing, syncFolders } from "../../../platform/file-system.ts";
import { mailOptions } from "./mail-options.ts";
import { type KeptMessages, MailError, type Mailer, type Message, notStarted } from "./mailer.ts";

/** The mailbox's reply to a message. */
const accepted = "Kept in the mailbox folder.";

/** The name of the file (`fileName`) of a completely written message. */
const messageName = /^\d{8}T\d{6}Z-[\w-]+\.eml$/;

/** The ID in the name of a message's file (`fileId`), even if it is incomplete. */
const idInName = /^\d{8}T\d{6}Z-([\w-]+)\.eml(?:\.unfinished)?$/;

/** The suffix of a file that is being written, or was when the process died. */
const unfinished = ".unfinished";

/**
 * Replaces a mail server: stores each message in `folder` (created if missing) as one `.eml` file (RFC 5322, with the line ends
 * of a Maildir). The name of a message, `20261120T213700Z-ID.eml`, contains the time it was queued, so writing it again replaces
 * the same file.
 */
export async function openMailbox(folder: string): Promise<Mailer> {
  await mkdir(folder, { recursive: true });
  const transport = nodemailer.createTransport({ streamTransport: true, buffer: true, newline: "unix" });
  return {
    outcome: "kept",
    async send(message, mayStart = () => true) {
      if (!mayStart()) throw notStarted();
      try {
        const { message: content } = await transport.sendMail(mailOptions(message));
        await keep(folder, fileName(message), content as Buffer);
        return accepted;
      } catch (error) {
        throw temporary(error);
      }
    },
    async close() {},
  };
}

/** The messages that a mailbox has stored in `folder`, which may be missing. */
export function keptMessages(folder: string): KeptMessages {
  return {
    async read(messageId) {
      const ending = `-${fileId(messageId)}.eml`;
      const name = (await namesIn(folder)).find((name) => name.endsWith(ending));
      // It may be removed at this moment.
      return name === undefined ? null : readFile(join(folder, name)).catch(nullIfMissing);
    },
    async remove(...messageIds) {
      const ids = new Set(messageIds.map(fileId));
      const names = await namesIn(folder);
      const copies = names.filter((name) => ids.has(idInName.exec(name)?.[1] ?? ""));
      for (const name of copies) await rm(join(folder, name), { force: true });
      if (copies.length > 0) await syncFolders(folder);
    },
    names: async () => (await namesIn(folder)).filter((name) => messageName.test(name)).toSorted(),
    readNamed: (name) => readFile(join(folder, name)).catch(nullIfMissing),
    async keepNamed(name, content) {
      if (!messageName.test(name)) throw new Error("This is not the name of a message.");
      await mkdir(folder, { recursive: true });
      await keep(folder, name, content);
    },
  };
}

async function namesIn(folder: string): Promise<string[]> {
  return (await readdir(folder).catch(nullIfMissing)) ?? [];
}

/** Writes the file completely and durably, or not at all. */
async function keep(folder: string, name: string, content: Uint8Array): Promise<void> {
  const path = join(folder, name);
  const file = await open(path + unfinished, "w");
  try {
    await file.writeFile(content);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(path + unfinished, path);
  await syncFolders(folder);
}

function fileName({ messageId, queuedAt }: Pick<Message, "messageId" | "queuedAt">): string {
  const second = new Date(queuedAt).toISOString().replace(/[-:]|\.\d+/g, "");
  return `${second}-${fileId(messageId)}.eml`;
}

function fileId(messageId: string): string {
  const [id = ""] = messageId.split("@");
  return id.replace(/[^\w-]/g, "-");
}

function temporary(error: unknown): MailError {
  return new MailError(error instanceof Error ? error.message : String(error), false);
}
