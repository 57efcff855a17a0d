import { connect, type Socket } from "node:net";
import { mailArrives, mailProblems, startMailServer } from "./_mail-server.ts";
import { newInstallation, run, startServer } from "./_server.ts";
import { Traffic } from "./_traffic.ts";

// Uses up the descriptors of a server under load, again and again, with connections that say nothing, that stop in the middle
// of a request, or that read a file slowly: `bun tests/faults/descriptors.ts sqlite` (or postgres).

const [name = "sqlite"] = process.argv.slice(2);
const limit = 192;
/** Milliseconds after which a connection is closed that says nothing, and one that stops in the middle of a body. */
const [silentFor, stoppedFor] = [10_000, 120_000];
/** Milliseconds until an order is taken at the latest when there are descriptors again. */
const back = 5_000;

await run(async () => {
  const mail = await startMailServer();
  const installation = await newInstallation(name);
  const few = ["bash", "-c", `ulimit -n ${limit} && exec "$0" "$@"`];
  const server = await startServer({ ...installation, under: few, environment: { WAYBILL_SMTP: mail.url } });
  const traffic = new Traffic(() => [server], { sendsEmail: true, timeout: 5_000 });
  await traffic.prepare({ keys: 30_000, limit: 500 });
  const host = `HTTP/1.1\r\nHost: localhost:${server.port}\r\n`;
  const body = (authorization: string) =>
    `POST /api/v3/orders ${host}${authorization}Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{`;
  const known = `Authorization: ${server.authorization}\r\n`;
  const kinds = [
    { what: "silent, then gone", bytes: "", most: 0 },
    { what: "silent", bytes: "", most: silentFor },
    { what: "half a header", bytes: `GET ${traffic.links.at(-1)?.path} ${host}`, most: silentFor },
    { what: "half a body of a stranger", bytes: body(""), most: silentFor },
    { what: "half a body, then gone", bytes: body(known), most: 0 },
    { what: "half a body", bytes: body(known), most: stoppedFor },
  ];
  traffic.begin(8);
  const problems: string[] = [];
  const unanswered: Record<string, number> = {};
  for (const { what, bytes, most } of [...kinds.slice(0, -1), ...kinds]) {
    const sockets = openMany(server.port, 2 * limit, bytes);
    await Bun.sleep(2_000);
    if (most === 0) for (const socket of sockets) socket.destroy();
    const before = traffic.acknowledged;
    const began = performance.now();
    while (traffic.acknowledged === before && performance.now() - began < 180_000) await Bun.sleep(20);
    const waited = Math.round(performance.now() - began);
    unanswered[what] = Math.max(unanswered[what] ?? 0, waited);
    if (waited > most + back) problems.push(`${what}: no order was taken for ${waited} ms.`);
    for (const socket of sockets) socket.destroy();
    await Bun.sleep(500);
  }
  await traffic.end();
  problems.push(...(await traffic.problems()));
  await mailArrives(mail.received, traffic.stored, 240_000);
  problems.push(...mailProblems(mail, traffic.stored));
  const usedUp = server.log().split("not accepting new connections").length - 1;
  if (usedUp === 0) problems.push("The descriptors were never used up.");
  return {
    fault: "descriptors used up",
    name,
    usedUp,
    orders: traffic.acknowledged,
    downloads: traffic.downloads,
    unanswered,
    statuses: traffic.statuses,
    problems,
  };
});

function openMany(port: number, count: number, bytes: string): Socket[] {
  return Array.from({ length: count }, () => {
    const socket = connect(port, "127.0.0.1", () => void (bytes && socket.write(bytes)));
    return socket.on("error", () => {});
  });
}
