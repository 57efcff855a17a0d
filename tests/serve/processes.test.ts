import { expect, test } from "bun:test";
import { existsSync, readFileSync } from "node:fs";
import { databasesUnderTest } from "../support/databases.ts";
import { addKeys, keysNamed, keysOf, sendOrder } from "../support/keys.ts";
import { freePort } from "../support/ports.ts";
import { makeProduct } from "../support/products.ts";
import { waybillProgram } from "../support/program.ts";
import { runWaybill, type ServiceProcess, startProcess, until } from "../support/service.ts";
import { createSqlite } from "../support/sqlite.ts";

const postgres = databasesUnderTest.find(({ name }) => name === "postgres") as (typeof databasesUnderTest)[number];
const count = 3;

const startProcesses = async (database: Parameters<typeof startProcess>[0]["database"]) =>
  startProcess({
    database,
    program: [process.execPath, await waybillProgram(), "serve", "--processes", String(count)],
  });

/** The processes that the service has started. */
function processesOf({ process: { pid } }: ServiceProcess): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ").filter(Boolean).map(Number);
}

/** Waits until so many processes have begun to serve since the start. */
const untilServing = (service: ServiceProcess, starts: number) =>
  until("all processes serve", () => service.output.stderr.split('"msg":"serving"').length - 1 === starts);

test("SQLite has one process, and the command says why", async () => {
  const { folder } = await createSqlite();
  const child = Bun.spawn([process.execPath, await waybillProgram(), "serve", "--processes", "2"], {
    env: { PATH: process.env.PATH ?? "", WAYBILL_DATA: folder },
    stdio: ["ignore", "pipe", "pipe"],
  });
  expect(await new Response(child.stderr).text()).toBe(
    "WAYBILL_DATABASE: sqlite: cannot be used with --processes: SQLite has one writer, so a second process would not make it faster. Use PostgreSQL.\n",
  );
  expect(await child.exited).toBe(1);
});

test("processes that could open more connections than PostgreSQL allows are not started", async () => {
  const { folder, setting } = await postgres.create();
  const refused = await runWaybill(
    ["serve", "--processes", "3"],
    {
      WAYBILL_DATA: folder,
      WAYBILL_DATABASE: setting,
      WAYBILL_DATABASE_CONNECTIONS: "1000",
      WAYBILL_PORT: String(await freePort()),
    },
    folder,
  );
  expect(refused).toMatchObject({ status: 1, stdout: "" });
  expect(refused.stderr).toMatch(
    /^WAYBILL_DATABASE_CONNECTIONS: 3 processes open up to 3000 connections together, and PostgreSQL allows \d+\. [^\n]+\n$/,
  );
});

test.skipIf(!existsSync("/proc/self/task"))(
  "several processes share the port and the metrics, one that is killed is replaced, and a stop ends all",
  async () => {
    const service = await startProcesses(await postgres.create());
    await untilServing(service, count);
    const { id, sku } = await makeProduct(service);
    await addKeys(service, id, keysNamed("SHARED", 60));

    const orders = await Promise.all(Array.from({ length: 40 }, () => sendOrder(service, { [sku]: 1 })));
    const report = await (await service.get("/metrics")).text();
    // Those of the product, of its keys, and of the orders.
    expect(report).toMatch(/^waybill_http_requests_total\{surface="v3",status="2xx"\} 42$/m);
    const before = processesOf(service);
    process.kill(before[1] as number, "SIGKILL");
    await until("it is gone", () => !processesOf(service).includes(before[1] as number));
    // A new connection never meets the process that is gone.
    orders.push(...(await Promise.all(Array.from({ length: 20 }, () => sendOrder(service, { [sku]: 1 })))));
    expect(orders.flatMap(keysOf).toSorted()).toEqual(keysNamed("SHARED", 60));
    await untilServing(service, count + 1);
    expect(service.output.stderr).toContain("a process ended by itself; starting another");

    const running = processesOf(service);
    expect(await service.stop()).toBe(0);
    expect(running.filter((pid) => existsSync(`/proc/${pid}`))).toEqual([]);
  },
);

test.skipIf(!existsSync("/proc/self/task"))("no process goes on without the one that started it", async () => {
  const service = await startProcesses(await postgres.create());
  await untilServing(service, count);
  const running = processesOf(service);
  service.process.kill("SIGKILL");
  await until("all have ended", () => running.every((pid) => !existsSync(`/proc/${pid}`)));
});
