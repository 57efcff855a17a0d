import { createServer, type Socket } from "node:net";
import { afterTests } from "./cleanup.ts";

interface StoredMessage {
  uid: number;
  content: string;
  flags: Set<string>;
}

export interface TestImapServer {
  /** Address for WAYBILL_BOUNCE_MAILBOX. */
  url: string;
  messages: StoredMessage[];
  /** Puts a message into the folder. */
  add(content: string): StoredMessage;
  /** Every command with its arguments, but those of LOGIN. */
  commands: string[];
}

const user = "bounces";
const password = "let me read";

/** A small IMAP server (RFC 9051) with one user and the folder INBOX, on a free port of 127.0.0.1; stopped after the tests. */
export async function startImapServer(): Promise<TestImapServer> {
  const messages: StoredMessage[] = [];
  const commands: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => {});
    socket.write("* OK ready\r\n");
    let text = "";
    socket.on("data", (bytes) => {
      text += bytes.toString("latin1");
      for (let end = text.indexOf("\r\n"); end !== -1; end = text.indexOf("\r\n")) {
        const line = text.slice(0, end);
        text = text.slice(end + 2);
        const [, tag = "", command = ""] = /^(\S+) (.*)$/s.exec(line) ?? [];
        if (!/^LOGIN/i.test(command)) commands.push(command);
        socket.write(answerTo(messages, tag, command), "latin1");
        if (/^LOGOUT/i.test(command)) socket.end();
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  afterTests(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as { port: number };
  return {
    url: `imap://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}/`,
    messages,
    commands,
    add(content) {
      const message = { uid: (messages.at(-1)?.uid ?? 0) + 1, content, flags: new Set<string>() };
      messages.push(message);
      return message;
    },
  };
}

function answerTo(messages: StoredMessage[], tag: string, command: string): string {
  const done = (...lines: string[]) => [...lines, `${tag} OK done`, ""].join("\r\n");
  const [verb = ""] = command.toUpperCase().split(" ");
  if (verb === "CAPABILITY") return done("* CAPABILITY IMAP4rev1");
  if (verb === "LOGIN") {
    const isRight = command.includes(user) && command.includes(password);
    return isRight ? done() : `${tag} NO [AUTHENTICATIONFAILED] Wrong user or password\r\n`;
  }
  if (verb === "LIST" || verb === "LSUB") return done(`* ${verb} (\\HasNoChildren) "/" INBOX`);
  if (verb === "SELECT") {
    if (!/INBOX/i.test(command)) return `${tag} NO There is no such folder\r\n`;
    return done(
      `* ${messages.length} EXISTS`,
      "* FLAGS (\\Seen \\Deleted)",
      "* OK [UIDVALIDITY 7] valid",
      `* OK [UIDNEXT ${(messages.at(-1)?.uid ?? 0) + 1}] next`,
    );
  }
  const [, action, range = "", rest = ""] = /^UID (FETCH|STORE) (\S+) (.*)$/is.exec(command) ?? [];
  if (action === undefined) return verb === "LOGOUT" || verb === "NOOP" ? done() : `${tag} BAD unknown\r\n`;
  const lines = inRange(messages, range).map((message) => {
    const number = messages.indexOf(message) + 1;
    if (action.toUpperCase() === "FETCH") return `* ${number} FETCH (${fetched(message, rest)})`;
    message.flags.add(/\\\w+/.exec(rest)?.[0] ?? "");
    return `* ${number} FETCH (UID ${message.uid} FLAGS (${[...message.flags].join(" ")}))`;
  });
  return done(...lines);
}

/** The last message always belongs to `N:*` (RFC 9051 section 9, `seq-range`). */
function inRange(messages: StoredMessage[], range: string): StoredMessage[] {
  const [from = "1", to = from] = range.split(":");
  const last = messages.at(-1)?.uid ?? 0;
  const [start, end] = [Number(from), to === "*" ? last : Number(to)];
  return messages.filter(({ uid }) => uid >= Math.min(start, end) && uid <= Math.max(start, end));
}

function fetched({ uid, content, flags }: StoredMessage, wanted: string): string {
  const literal = (text: string) => `{${Buffer.byteLength(text, "latin1")}}\r\n${text}`;
  const head = content.slice(0, content.indexOf("\r\n\r\n") + 4);
  const parts = [`UID ${uid}`, `FLAGS (${[...flags].join(" ")})`];
  if (/RFC822\.SIZE/i.test(wanted)) parts.push(`RFC822.SIZE ${content.length}`);
  const [, fields] = /BODY\.PEEK\[HEADER\.FIELDS \(([^)]*)\)\]/i.exec(wanted) ?? [];
  if (fields !== undefined) {
    const type = /^content-type:.*(?:\r\n[ \t].*)*/im.exec(head)?.[0] ?? "";
    parts.push(`BODY[HEADER.FIELDS (${fields})] ${literal(`${type}\r\n\r\n`)}`);
  }
  if (/BODY\.PEEK\[\]/i.test(wanted)) parts.push(`BODY[] ${literal(content)}`);
  return parts.join(" ");
}
