import { ImapFlow } from "imapflow";
import type { BounceMailbox } from "./bounce-mailbox.ts";

/**
 * Maximum number of messages to check in one round, and maximum size of a report, in bytes. A report contains the headers of an
 * email, and at most its text.
 */
const mostMessages = 500;
const largestReport = 1024 ** 2;

const usualPorts = { "imap:": 143, "imaps:": 993 };

const timeouts = { connectionTimeout: 30_000, greetingTimeout: 30_000, socketTimeout: 120_000 };

/**
 * The folder of a mailbox at `imaps://USER:PASSWORD@HOST:PORT/FOLDER`, or at `imap://`, with STARTTLS if the server offers it.
 * Opens a new connection for each round.
 */
export function openImap(address: string): BounceMailbox {
  const { protocol, hostname, port, username, password, pathname } = new URL(address);
  const folder = decodeURIComponent(pathname.slice(1)) || "INBOX";
  const user = decodeURIComponent(username);

  async function inFolder<Result>(work: (client: ImapFlow) => Promise<Result>): Promise<Result> {
    const client = new ImapFlow({
      host: hostname,
      port: Number(port) || usualPorts[protocol as keyof typeof usualPorts],
      secure: protocol === "imaps:",
      auth: { user, pass: decodeURIComponent(password) },
      logger: false,
      ...timeouts,
    });
    // Whatever waits for the client also throws its errors. An `error` event without a listener would end the process.
    client.on("error", () => {});
    try {
      await client.connect();
      await client.mailboxOpen(folder);
      return await work(client);
    } catch (error) {
      throw new Error(wordsOf(error), { cause: error });
    } finally {
      client.close();
    }
  }

  return {
    name: `${user}@${hostname}/${folder}`,
    probe: () => inFolder(async () => {}),
    read: (after, take) =>
      inFolder(async (client) => {
        if (!client.mailbox) return;
        const validity = String(client.mailbox.uidValidity);
        const first = after?.validity === validity ? after.uid + 1 : 1;
        const found: { uid: number; isReport: boolean }[] = [];
        const wanted = { uid: true, size: true, headers: ["content-type"] };
        for await (const { uid, size = 0, headers } of client.fetch(`${first}:*`, wanted, { uid: true })) {
          // A server returns its last message even if that is before the first requested one.
          if (uid >= first) found.push({ uid, isReport: size <= largestReport && isReportType(headers) });
        }
        found.sort((one, other) => one.uid - other.uid);
        for (const { uid, isReport } of found.slice(0, mostMessages)) {
          const message = isReport ? await client.fetchOne(String(uid), { source: true }, { uid: true }) : false;
          const content = message ? (message.source ?? null) : null;
          const fate = await take({ position: { validity, uid }, content });
          if (fate === "stop") return;
          if (fate === "seen") await client.messageFlagsAdd(String(uid), ["\\Seen"], { uid: true });
        }
      }),
  };
}

/** RFC 6522: the type of mail servers' reports. */
const isReportType = (headers: Buffer | undefined): boolean =>
  /multipart\/report/i.test(headers?.toString("latin1") ?? "");

/** The server's own message, if it has sent one. */
function wordsOf(error: unknown): string {
  const { responseText, message, code } = error as { responseText?: string; message?: string; code?: string };
  return responseText || message || code || "The mailbox cannot be read";
}
