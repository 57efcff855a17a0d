import { temporaryFolder } from "../support/cleanup.ts";
import { type Arrival, mailArrives, mailProblems, startMailServer } from "./_mail-server.ts";
import { newInstallation, run, type Server, startServer } from "./_server.ts";
import { Traffic } from "./_traffic.ts";

// Freezes one of two servers on one PostgreSQL in the middle of its work, and wakes it: `bun tests/faults/frozen-node.ts 60`
// seconds later. After 120 seconds the other one takes over the emails.

/** Milliseconds. PostgreSQL ends the transactions of the frozen server after ten seconds, and with them their locks. */
const mostStalled = 12_000;

/** Milliseconds from the mail server's answer to its record. */
const recording = 1_000;

const [seconds = "60"] = process.argv.slice(2);

await run(async () => {
  const mail = await startMailServer({ wait: 50 });
  const installation = await newInstallation("postgres");
  const environment = { WAYBILL_SMTP: mail.url, WAYBILL_SECRET: "the secret of two servers, for a test only" };
  const first = await startServer({ ...installation, environment });
  const second = await startServer({ ...installation, environment, folder: temporaryFolder() });
  second.authorization = first.authorization;
  let awake: Server[] = [first, second];
  const traffic = new Traffic(() => awake, { sendsEmail: true });
  await traffic.prepare({ keys: 60_000, limit: 2_000 });
  // Files are in the folder of the first.
  traffic.links.splice(0);
  traffic.begin(8);
  await Bun.sleep(2_000);
  first.process.kill("SIGSTOP");
  awake = [second];
  const frozenAt = performance.now();
  const before = traffic.acknowledged;
  // Those that were on their way to the frozen one are not acknowledged.
  while (traffic.acknowledged === before && performance.now() - frozenAt < 30_000) await Bun.sleep(10);
  const stalled = Math.round(performance.now() - frozenAt);
  await Bun.sleep(Number(seconds) * 1_000 - stalled);
  first.process.kill("SIGCONT");
  awake = [first, second];
  await Bun.sleep(1_000);
  await traffic.end();
  const problems = stalled > mostStalled ? [`The other server took no order for ${stalled} ms.`] : [];
  problems.push(...(await traffic.problems()));
  const expected = traffic.stored;
  await mailArrives(mail.received, expected, 240_000);
  // The mail server had it whole, and the frozen server had not recorded that when another took it over.
  const mayRepeat = ({ receivedAt, acknowledgedAt }: Arrival) =>
    receivedAt < frozenAt + recording && acknowledgedAt > frozenAt - recording;
  problems.push(...mailProblems(mail, expected, mayRepeat));
  return {
    fault: "frozen node",
    name: "postgres",
    seconds: Number(seconds),
    orders: traffic.acknowledged,
    stalled,
    // Milliseconds after the freeze.
    emailsTwice: [...mail.received.values()]
      .filter(({ length }) => length > 1)
      .map((arrivals) => arrivals.map(({ receivedAt }) => Math.round(receivedAt - frozenAt))),
    problems,
  };
});
