import { startTcpGate } from "../support/tcp-gate.ts";
import { type Arrival, mailProblems, startMailServer, type Treatment } from "./_mail-server.ts";
import { newInstallation, run, type Server, startServer } from "./_server.ts";

// The mail server refuses, hangs before and after DATA, and drops connections, for some recipients; then it is gone, and then
// silent, for all; then it works: `bun tests/faults/mail-server.ts sqlite` (or postgres). Takes up to twelve minutes.

const [name = "sqlite"] = process.argv.slice(2);

/** How many orders of each kind. */
const kinds: [Treatment, number][] = [
  ["451", 10],
  ["550", 5],
  ["hang before DATA", 5],
  ["hang after DATA", 5],
  ["drop within DATA", 5],
  ["drop after DATA", 5],
];

/** Milliseconds for which an email may wait while others hang: those five that wait for an answer make room after 45 seconds. */
const mostWaiting = 100_000;

await run(async () => {
  let isTroubled = true;
  const mail = await startMailServer({
    wait: 20,
    treatment: (recipient) => (isTroubled || recipient.startsWith("550") ? treatmentOf(recipient) : "take"),
  });
  const gate = await startTcpGate({ hostname: "127.0.0.1", port: mail.port });
  const installation = await newInstallation(name);
  const environment = { WAYBILL_SMTP: `smtp://127.0.0.1:${gate.port}` };
  const server = await startServer({ ...installation, environment });
  await post(server, "products", { sku: "MAP", name: "Map", item_urls: [{ url: "https://example.com" }] });
  const orderedAt = new Map<string, number>();
  const order = async (email: string) => {
    await post(server, "orders", { email, order_items: [{ sku: "MAP" }] });
    orderedAt.set(email, performance.now());
  };
  for (const [treatment, count] of kinds) {
    for (let n = 0; n < count; n++) await order(`${treatment.replaceAll(" ", "-")}.${n}@example.com`);
  }
  const others = async (count: number) => {
    for (let n = 0; n < count; n++) {
      await order(`take.${orderedAt.size}@example.com`);
      await Bun.sleep(1_000);
    }
  };
  await others(120);
  const waited = longestWait(mail.received, orderedAt);
  const whileTroubled = mail.received.size;
  isTroubled = false;
  // The answers to what hung are on their way.
  await others(5);
  await gate.close();
  await others(15);
  await gate.open();
  await others(15);
  gate.silence();
  await others(15);
  gate.speak();
  const rejected = [...orderedAt.keys()].filter((email) => email.startsWith("550")).length;
  const expected = orderedAt.size - rejected;
  await allEnded(server);
  const problems = waited > mostWaiting ? [`An email waited for ${waited} ms.`] : [];
  const isUnanswered = ({ acknowledgedAt }: Arrival) => acknowledgedAt === Number.POSITIVE_INFINITY;
  problems.push(...mailProblems(mail, expected, isUnanswered));
  problems.push(...(await statusProblems(server, mail.received)));
  return {
    fault: "mail server",
    name,
    emails: orderedAt.size,
    whileTroubled,
    rejected,
    longestWait: waited,
    twice: [...mail.received.values()].filter(({ length }) => length > 1).length,
    problems,
  };
});

function treatmentOf(recipient: string): Treatment {
  const [word = ""] = recipient.split(".");
  return kinds.find(([treatment]) => treatment.replaceAll(" ", "-") === word)?.[0] ?? "take";
}

/** Milliseconds from an order to the arrival of its email, or until now; of those that the mail server takes at once. */
function longestWait(received: ReadonlyMap<string, Arrival[]>, orderedAt: ReadonlyMap<string, number>): number {
  const arrivals = new Map([...received.values()].map(([first]) => [first?.recipient, first?.receivedAt]));
  const waits = [...orderedAt].map(([email, at]) =>
    treatmentOf(email) === "take" ? (arrivals.get(email) ?? performance.now()) - at : 0,
  );
  return Math.round(Math.max(...waits));
}

/** Waits until no email is to be sent any more, for at most ten minutes. */
async function allEnded({ origin, authorization }: Server): Promise<void> {
  const deadline = Date.now() + 600_000;
  while (Date.now() < deadline) {
    const answer = await fetch(`${origin}/api/v3/emails?status=queued&page_size=1`, { headers: { authorization } });
    const { total } = (await answer.json()) as { total: number };
    if (total === 0) return;
    await Bun.sleep(1_000);
  }
}

/** Compares each email's status with what the mail server has acknowledged. */
async function statusProblems(server: Server, received: ReadonlyMap<string, Arrival[]>): Promise<string[]> {
  const acknowledged = new Set(
    [...received.values()]
      .flat()
      .filter(({ acknowledgedAt }) => acknowledgedAt < Number.POSITIVE_INFINITY)
      .map(({ recipient }) => recipient),
  );
  const headers = { authorization: server.authorization };
  const answer = await fetch(`${server.origin}/api/v3/emails?page_size=500`, { headers });
  const { emails } = (await answer.json()) as { emails: { recipient: string; status: string }[] };
  return emails.flatMap(({ recipient, status }) => {
    const isRight = status === (acknowledged.has(recipient) ? "sent" : "failed");
    return isRight ? [] : [`The email to ${recipient} is ${status}.`];
  });
}

async function post({ origin, authorization }: Server, path: string, body: unknown): Promise<void> {
  const headers = { authorization, "content-type": "application/json" };
  const answer = await fetch(`${origin}/api/v3/${path}`, { method: "POST", body: JSON.stringify(body), headers });
  if (answer.status !== 201) throw new Error(await answer.text());
}
