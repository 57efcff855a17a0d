import { beforeAll, expect, test } from "bun:test";
import { rush } from "../../support/clients.ts";
import { databasesUnderTest } from "../../support/databases.ts";
import { orderFiles, stateOf } from "../../support/downloads.ts";
import { addKeys, countEmails, keysNamed, keysOf, sendOrder, untilAllSent } from "../../support/keys.ts";
import { startPgbouncer } from "../../support/pgbouncer.ts";
import { makeProduct } from "../../support/products.ts";
import { type ServiceProcess, startProcess } from "../../support/service.ts";

// Two servers behind PgBouncer in transaction mode, with fewer connections to PostgreSQL than each of them has to PgBouncer:
// a unit that needed a second connection would wait for others that need one too.

const postgres = databasesUnderTest.filter(({ name }) => name === "postgres");
let servers: ServiceProcess[];
beforeAll(async () => {
  const database = await (postgres[0] as (typeof postgres)[number]).createEmpty();
  const setting = await startPgbouncer(database.setting, { connections: 2 });
  const environment = { WAYBILL_DATABASE_POOLER: "transaction", WAYBILL_DATABASE_CONNECTIONS: "12" };
  // On an empty database: one of them creates the schema.
  const start = () => startProcess({ database: { ...database, setting }, environment });
  const [one, two] = await Promise.all([start(), start()]);
  // One of them has made the first account and printed its credentials.
  const first = one.output.stdout.includes("API token") ? one : two;
  const { credentials, owner } = first;
  const second = await (first === one ? two : one)
    .stop()
    .then(() => startProcess({ database: { ...database, setting }, environment, credentials, owner }));
  servers = [first, second];
});

test("orders and their license keys are complete, and no key is given out twice", async () => {
  const [service] = servers as [ServiceProcess];
  const { id, sku } = await makeProduct(service);
  await addKeys(service, id, keysNamed("POOLED", 60));
  const orders = await Promise.all(
    servers.flatMap((server) => Array.from({ length: 30 }, () => sendOrder(server, { [sku]: 1 }))),
  );
  expect(orders.flatMap(keysOf).toSorted()).toEqual(keysNamed("POOLED", 60));
  expect(new Set(orders.map((order) => order.id)).size).toBe(60);
  await untilAllSent(service);
  expect(await countEmails(service, "kept")).toBe(60);
});

test("a link with seven downloads left delivers seven times", async () => {
  const order = await orderFiles(
    servers[0] as ServiceProcess,
    { "a.txt": "abc" },
    "<download_limit>7</download_limit>",
  );
  const urls = servers.map(({ url }) => url + order.link);
  expect(await rush(urls, { processes: 2, requests: 15 })).toEqual({ 200: 7, 403: 53 });
  expect(await stateOf(servers[0] as ServiceProcess, order)).toEqual({ recorded: 7, counted: 7, remaining: 0 });
});

test("nothing that the servers logged is an error", () => {
  for (const { output } of servers) expect(output.stderr).not.toMatch(/"level":(50|60)|prepared statement/);
});
