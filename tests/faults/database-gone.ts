import { startTcpGate } from "../support/tcp-gate.ts";
import { mailArrives, mailProblems, startMailServer } from "./_mail-server.ts";
import { v3Once, v3WithKey, xmlOnce, xmlRepeated } from "./_order-kinds.ts";
import { newInstallation, run, startServer } from "./_server.ts";
import { Traffic } from "./_traffic.ts";

// Takes PostgreSQL away from a server under load, or lets it fall silent, and gives it back, again and again:
// `bun tests/faults/database-gone.ts 10` times each.

const [times = "10"] = process.argv.slice(2);
/** Milliseconds until a request is answered at the latest: five seconds of silence, and some more on a busy machine. */
const mostPatience = 10_000;
const mostUntilBack = 10_000;

await run(async () => {
  const mail = await startMailServer({ wait: 20 });
  const installation = await newInstallation("postgres");
  const address = new URL(installation.database);
  const gate = await startTcpGate({ hostname: address.hostname, port: Number(address.port) });
  const database = Object.assign(new URL(address), { port: String(gate.port) }).href;
  const server = await startServer({ ...installation, database, environment: { WAYBILL_SMTP: mail.url } });
  const kinds = [v3Once, v3WithKey, xmlOnce, xmlRepeated];
  const traffic = new Traffic(() => [server], { sendsEmail: true, kinds });
  await traffic.prepare({ keys: 60_000, limit: 1_000 });
  traffic.begin(8, { pause: 20 });
  let [untilBack, longest] = [0, 0];
  const problems: string[] = [];
  const faults = [
    { begin: gate.close, end: gate.open },
    { begin: gate.silence, end: gate.speak },
  ];
  for (let round = 0; round < 2 * Number(times); round++) {
    await Bun.sleep(1_000 + Math.random() * 1_000);
    const { begin, end } = faults[round % faults.length] as (typeof faults)[number];
    await begin();
    const gone = Bun.sleep(500 + Math.random() * 8_000);
    const asked = performance.now();
    const answer = await fetch(`${server.origin}/api/v3/orders`, { headers: { authorization: server.authorization } });
    longest = Math.max(longest, performance.now() - asked);
    if (answer.status !== 503 && performance.now() - asked > 1_000) problems.push(`Answered ${answer.status}.`);
    const health = await fetch(`${server.origin}/healthz`);
    if (health.status !== 200) problems.push(`/healthz answers ${health.status} without the database.`);
    await gone;
    await end();
    const back = performance.now();
    const before = traffic.acknowledged;
    while (traffic.acknowledged === before && performance.now() - back < 60_000) await Bun.sleep(10);
    untilBack = Math.max(untilBack, performance.now() - back);
  }
  await traffic.end();
  if (longest > mostPatience) problems.push(`A request waited for ${Math.round(longest)} ms.`);
  if (untilBack > mostUntilBack) problems.push(`No order was taken for ${Math.round(untilBack)} ms after it was back.`);
  problems.push(...(await traffic.problems()));
  await mailArrives(mail.received, traffic.stored, 300_000);
  problems.push(...mailProblems(mail, traffic.stored));
  return {
    fault: "database gone or silent",
    name: "postgres",
    times: 2 * Number(times),
    orders: traffic.acknowledged,
    stored: traffic.stored,
    downloads: traffic.downloads,
    longest: Math.round(longest),
    untilBack: Math.round(untilBack),
    statuses: traffic.statuses,
    problems,
  };
});
