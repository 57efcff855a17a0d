import { describe, expect, test } from "bun:test";
import { readFileSync, statSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { afterTests } from "../support/cleanup.ts";
import { anyDatabase } from "../support/databases.ts";
import { type ServiceProcess, startProcess, until } from "../support/service.ts";

const main = join(import.meta.dir, "../../src/main.ts");
/** The service starts with about 30 of them in use. */
const limit = 128;
const told = (statSync("/proc/self/fd", { throwIfNoEntry: false })?.size ?? 0) > 0;

// The descriptors of a process are counted by the system, whatever its database.
describe.skipIf(!told).each(anyDatabase)("on $name, with few descriptors", ({ create }) => {
  const start = async () =>
    startProcess({
      database: await create(),
      program: ["bash", "-c", `ulimit -n ${limit} && exec "$0" "$1" serve`, process.execPath, main],
    });

  test("connections that are kept open are refused or closed in time, and everybody gets an answer", async () => {
    const service = await start();
    const sockets = open(service, 3 * limit, "GET /healthz2 HTTP/1.1\r\nhost: localhost\r\n\r\n");
    await until("all have an answer or are closed", () => sockets.every(({ text, closed }) => text !== "" || closed));
    const statuses = new Set(sockets.map(({ text }) => Number(text.slice(9, 12))).filter((status) => status > 0));
    expect([...statuses].filter((status) => ![404, 503].includes(status))).toEqual([]);
    await until("a new caller is served", async () => (await answered(service)) === 200);
    expect((await service.api("/api/account")).status).toBe(200);
    expect(service.output.stderr).not.toContain("EMFILE");
  });

  test("connections that say nothing do not keep the processor busy, and the service is back when they are gone", async () => {
    const service = await start();
    const sockets = open(service, 3 * limit, "");
    await until("it takes no more connections", () => service.output.stderr.includes("not accepting new connections"));
    const workedBefore = processorTime(service);
    keepBusy(1_000);
    // Trying again and again, it would have had as much of the processors.
    expect(processorTime(service) - workedBefore).toBeLessThan(500);
    await until("a new caller is served", async () => (await answered(service)) === 200);
    expect(service.output.stderr).toContain("accepting new connections again");
    for (const { socket } of sockets) socket.destroy();
    expect((await service.api("/api/account")).status).toBe(200);
    expect(await service.stop()).toBe(0);
  });
});

interface Opened {
  socket: Socket;
  text: string;
  closed: boolean;
}

/** Opens so many connections, sends each the same bytes, and keeps them open. */
function open(service: ServiceProcess, count: number, bytes: string): Opened[] {
  return Array.from({ length: count }, () => {
    const socket = connect(service.port, "127.0.0.1", () => void (bytes && socket.write(bytes)));
    const opened: Opened = { socket, text: "", closed: false };
    socket.on("data", (chunk) => {
      opened.text += chunk.toString("latin1");
    });
    socket.on("error", () => {});
    socket.on("close", () => {
      opened.closed = true;
    });
    afterTests(() => void socket.destroy());
    return opened;
  });
}

/** Works until this process has run for so many milliseconds more. */
function keepBusy(milliseconds: number): void {
  const before = process.cpuUsage();
  const worked = () => {
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  };
  while (worked() < milliseconds);
}

/** The status that a new connection gets; 0 for none. */
function answered(service: ServiceProcess): Promise<number> {
  const init = { headers: { connection: "close" }, signal: AbortSignal.timeout(20_000) };
  return fetch(`${service.url}/`, init).then(
    ({ status }) => status,
    () => 0,
  );
}

/** Milliseconds for which the service's process has run. */
function processorTime({ process: { pid } }: ServiceProcess): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
  return 10 * (Number(fields[11]) + Number(fields[12]));
}
