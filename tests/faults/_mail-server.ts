import { SMTPServer, type SMTPServerSession } from "smtp-server";
import { afterTests } from "../support/cleanup.ts";
import { freePort } from "../support/ports.ts";

/** How the server treats a message, by its recipient. */
export type Treatment =
  | "take"
  | "451"
  | "550"
  | "hang before DATA"
  | "hang after DATA"
  | "drop within DATA"
  | "drop after DATA";

/** A message that has arrived whole, with the times by `performance.now()` at which it was whole and was acknowledged. */
export interface Arrival {
  recipient: string;
  message: string;
  receivedAt: number;
  /** Infinity as long as it is not. */
  acknowledgedAt: number;
}

export interface MailServer {
  url: string;
  port: number;
  /** By Message-ID. */
  received: Map<string, Arrival[]>;
}

interface Options {
  /** Milliseconds from a message's end to the answer. */
  wait?: number;
  treatment?: (recipient: string) => Treatment;
}

/** Starts a mail server. What hangs goes on when it is treated as `take`. */
export async function startMailServer({ wait = 0, treatment = () => "take" }: Options = {}): Promise<MailServer> {
  const received: MailServer["received"] = new Map();
  const port = await freePort();
  const leaving = async (recipient: string, how: Treatment) => {
    while (treatment(recipient) === how) await Bun.sleep(50);
  };
  const drop = (session: SMTPServerSession) => {
    for (const connection of server.connections) {
      if ((connection as unknown as { session: SMTPServerSession }).session === session) connection.close();
    }
  };
  const server = new SMTPServer({
    disabledCommands: ["STARTTLS", "AUTH"],
    disableReverseLookup: true,
    closeTimeout: 100,
    async onRcptTo({ address }, _session, done) {
      await leaving(address, "hang before DATA");
      const how = treatment(address);
      if (how !== "451" && how !== "550") return done();
      done(Object.assign(new Error("Not now, or not here"), { responseCode: Number(how) }));
    },
    onData(stream, session, done) {
      const recipient = session.envelope.rcptTo[0]?.address ?? "";
      const how = treatment(recipient);
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => {
        chunks.push(chunk);
        if (how === "drop within DATA") drop(session);
      });
      stream.on("end", async () => {
        if (how === "drop within DATA") return;
        const message = Buffer.concat(chunks).toString();
        const id = /^message-id: *(\S+)/im.exec(message)?.[1] ?? "";
        const receivedAt = performance.now();
        const arrival = { recipient, message, receivedAt, acknowledgedAt: Number.POSITIVE_INFINITY };
        received.set(id, [...(received.get(id) ?? []), arrival]);
        if (how === "drop after DATA") return drop(session);
        await leaving(recipient, "hang after DATA");
        await Bun.sleep(wait);
        arrival.acknowledgedAt = performance.now();
        done();
      });
    },
  });
  server.on("error", () => {});
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  afterTests(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return { url: `smtp://127.0.0.1:${port}`, port, received };
}

/** Waits until so many different messages have arrived, for at most so many milliseconds. */
export async function mailArrives(
  received: ReadonlyMap<string, unknown>,
  expected: number,
  most: number,
): Promise<void> {
  const deadline = Date.now() + most;
  while (received.size < expected && Date.now() < deadline) await Bun.sleep(100);
}

/**
 * A sentence for each way in which not exactly one message arrived for each of so many emails. `mayRepeat` says after
 * which arrivals the same message may arrive again; it must then be the very same.
 */
export function mailProblems(
  { received }: Pick<MailServer, "received">,
  expected: number,
  mayRepeat: (arrival: Arrival) => boolean = () => false,
): string[] {
  const all = [...received.values()];
  const twice = all.filter((arrivals) => arrivals.slice(0, -1).some((one) => !mayRepeat(one)));
  const changed = all.filter(([first, ...others]) => others.some(({ message }) => message !== first?.message));
  return [
    ...(twice.length > 0 ? [`${twice.length} emails arrived more than once.`] : []),
    ...(changed.length > 0 ? [`${changed.length} emails arrived in two versions.`] : []),
    ...(received.size === expected ? [] : [`${received.size} of ${expected} emails arrived.`]),
  ];
}
