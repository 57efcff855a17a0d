import { SMTPServer } from "smtp-server";
import { afterTests } from "../_cleanup.ts";
import { freePort } from "../_ports.ts";

/** Starts a mail server that takes everything after `wait` milliseconds. `received` counts messages by Message-ID. */
export async function startMailServer({ wait = 0 } = {}): Promise<{ url: string; received: Map<string, number> }> {
  const received = new Map<string, number>();
  const port = await freePort();
  const server = new SMTPServer({
    disabledCommands: ["STARTTLS", "AUTH"],
    disableReverseLookup: true,
    closeTimeout: 100,
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const id = /^message-id: *(\S+)/im.exec(Buffer.concat(chunks).toString())?.[1] ?? "";
        received.set(id, (received.get(id) ?? 0) + 1);
        setTimeout(done, wait);
      });
    },
  });
  server.on("error", () => {});
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  afterTests(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return { url: `smtp://127.0.0.1:${port}`, received };
}

/** A sentence for each way in which not exactly one message arrived for each of so many emails. */
export function mailProblems(received: Map<string, number>, expected: number): string[] {
  const twice = [...received.values()].filter((count) => count > 1).length;
  return [
    ...(twice > 0 ? [`${twice} emails arrived more than once.`] : []),
    ...(received.size === expected ? [] : [`${received.size} of ${expected} emails arrived.`]),
  ];
}
