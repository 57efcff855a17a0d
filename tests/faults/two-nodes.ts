import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolder } from "../support/cleanup.ts";
import { startBalancer } from "../support/nginx.ts";
import { type Arrival, mailArrives, mailProblems, startMailServer } from "./_mail-server.ts";
import { v3Once, v3Repeated, v3WithKey, xmlOnce, xmlRepeated } from "./_order-kinds.ts";
import { newInstallation, run, type Server, startServer } from "./_server.ts";
import { type Target, Traffic } from "./_traffic.ts";

// Two servers on one PostgreSQL, behind the nginx of docs/operate/scale.md, one of which is always being killed and started again:
// `bun tests/faults/two-nodes.ts kill 15` (minutes), or frozen for up to half a minute and woken: `two-nodes.ts freeze 10`.

const [fault = "kill", minutes = "15"] = process.argv.slice(2);
const atOnce = 8;
/** Milliseconds after an acknowledged message within which a server may not have recorded it yet. */
const recording = 1_000;

await run(async () => {
  const mail = await startMailServer({ wait: 30 });
  const installation = await newInstallation("postgres");
  const environment = {
    WAYBILL_SMTP: mail.url,
    WAYBILL_SECRET: "the secret of two servers, for a test only",
    WAYBILL_TRUSTED_PROXIES: "127.0.0.1",
  };
  const installations = [installation, { ...installation, folder: temporaryFolder() }].map((one) => ({
    ...one,
    environment,
  }));
  const files = join(installation.folder, "files");
  mkdirSync(files, { recursive: true });
  symlinkSync(files, join(installations[1]?.folder ?? "", "files"));
  const servers: Server[] = [];
  for (const one of installations) servers.push(await startServer(one));
  const { authorization } = servers[0] as Server;
  const front: Target = {
    origin: `http://localhost:${await startBalancer(servers.map(({ port }) => port))}`,
    authorization,
  };
  const kinds = [v3WithKey, v3Repeated, v3Once, xmlRepeated, xmlOnce];
  const traffic = new Traffic(() => [front], { sendsEmail: true, kinds, timeout: 10_000 });
  await traffic.prepare({ keys: 60_000, limit: 10, limited: 300 });
  traffic.begin(atOnce, { pause: 150 });
  const end = performance.now() + Number(minutes) * 60_000;
  const moments: number[] = [];
  while (performance.now() < end) {
    await Bun.sleep(500 + Math.random() * 4_000);
    const index = Math.floor(Math.random() * servers.length);
    const server = servers[index] as Server;
    moments.push(performance.now());
    if (fault === "kill") {
      await server.kill();
      servers[index] = await startServer(installations[index] as (typeof installations)[number], server.port);
    } else {
      server.process.kill("SIGSTOP");
      await Bun.sleep(2_000 + Math.random() * 28_000);
      server.process.kill("SIGCONT");
    }
  }
  await traffic.end();
  const { interrupted } = traffic;
  await traffic.useUp();
  const problems = await traffic.problems({ isSentTwice: true });
  // A balancer asks the other server when one is lost, which may have counted already.
  const most = fault === "kill" ? moments.length * atOnce : 2 * interrupted;
  if (traffic.recorded - traffic.downloads > most) {
    problems.push(`${traffic.recorded} downloads are recorded, and ${traffic.downloads} arrived.`);
  }
  await mailArrives(mail.received, traffic.stored, 300_000);
  // Docs: a message can be sent twice if the server dies after it was received and before that is recorded.
  const mayRepeat = ({ receivedAt, acknowledgedAt }: Arrival) =>
    fault === "kill" && moments.some((at) => at >= receivedAt - 5 && at <= acknowledgedAt + recording);
  problems.push(...mailProblems(mail, traffic.stored, mayRepeat));
  return {
    fault: `two nodes, ${fault}`,
    minutes: Number(minutes),
    times: moments.length,
    orders: traffic.acknowledged,
    stored: traffic.stored,
    downloads: traffic.downloads,
    recorded: traffic.recorded,
    interrupted,
    emails: mail.received.size,
    emailsTwice: [...mail.received.values()].filter(({ length }) => length > 1).length,
    statuses: traffic.statuses,
    problems,
  };
});
