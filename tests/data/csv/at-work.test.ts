import { beforeAll, describe, expect, test } from "bun:test";
import { begin, beginApplying } from "../../../src/data/csv/import-records.ts";
import { createImports } from "../../../src/data/csv/imports.ts";
import type { Database } from "../../../src/platform/database/database.ts";
import { instant, instantNow } from "../../../src/platform/instants.ts";
import { createLog } from "../../../src/platform/log.ts";
import { csvLines, importCsv } from "../../support/csv.ts";
import { type DatabaseUnderTest, databasesUnderTest } from "../../support/databases.ts";
import { failureOf, thrownBy } from "../../support/failures.ts";
import { insertAccount, testVault } from "../../support/mail.ts";
import { type ServiceProcess, startProcess, until } from "../../support/service.ts";
import { addItem } from "../../support/store.ts";
import { v3 } from "../../support/v3.ts";

describe.each(databasesUnderTest)("importing on $name", ({ name, create }) => {
  let database: DatabaseUnderTest;
  let service: ServiceProcess;
  const totalOf = async (list: string) => (await v3(service, "GET", `${list}?page_size=1`)).body.total;
  const importOf = (answer: { body: { import: Record<string, unknown> } }) => answer.body.import;

  beforeAll(async () => {
    database = await create();
    service = await startProcess({ database });
    for (const sku of ["A", "=C"]) await addItem(service, sku);
  });

  test("a large file is imported in the background, whole, while the service answers", async () => {
    const rows = Array.from({ length: 3_000 }, (_, index) => `L-${index},customer${index}@example.com,A;=C*2`);
    const started = await importCsv(service, "orders", csvLines("id,email,skus", ...rows), "background=true");
    expect(started.status).toBe(202);
    const { id, finished_at } = importOf(started) as { id: number; finished_at: string | null };
    expect(finished_at).toBeNull();
    const seen = new Set<number>();
    const read = async () => (await v3(service, "GET", `imports/${id}`)).body.import;
    await until("it is imported", async () => {
      const now = await read();
      const orders = await totalOf("orders?q=customer");
      seen.add(orders);
      return now.state === "done";
    });
    expect(await read()).toMatchObject({ rows: 3000, done_rows: 3000, accepted: 3000, applied: true, refused: [] });
    seen.add((await v3(service, "GET", "orders?q=customer&page_size=1")).body.total);
    for (const total of seen) expect(await totalOf("orders")).toBeGreaterThanOrEqual(total);
    expect((await v3(service, "GET", "orders?q=customer&page_size=1")).body.total).toBe(3000);
  });

  test("an import is at work while its process is, however long its signs of life wait", async () => {
    const db = await (await create()).open();
    const account = await insertAccount(db);
    let writes = 0;
    const { promise: freed, resolve: free } = Promise.withResolvers<void>();
    const slow: Database = {
      ...db,
      async write(unit) {
        if (++writes > 1) await freed;
        return db.write(unit);
      },
    };
    const log = createLog("silent");
    const imports = createImports({ db: slow, vault: testVault, log });
    async function* file() {
      yield new TextEncoder().encode("sku,name\r\nSLOW,Slow\r\n");
    }
    const request = { kind: "products", dryRun: false, skipRefused: false } as const;
    const { id, ended } = await imports.start(account, request, file(), instantNow());
    await db.write((tx) =>
      tx
        .updateTable("imports")
        .set({ seen_at: instant(0) })
        .execute(),
    );
    expect((await imports.read(account.id, id)).state).not.toBe("failed");
    const elsewhere = await createImports({ db, vault: testVault, log }).read(account.id, id);
    expect(elsewhere).toMatchObject({ state: "failed", problem: expect.stringContaining("was stopped") });
    free();
    await ended;
    expect(await imports.read(account.id, id)).toMatchObject({ state: "done", applied: true, accepted: 1 });
  });

  test("an account has two imports in progress at most, and the next one when one of them has ended", async () => {
    const db = await (await create()).open();
    const [one, other] = [await insertAccount(db), await insertAccount(db)];
    const imports = createImports({ db, vault: testVault, log: createLog("silent") });
    const { promise: freed, resolve: free } = Promise.withResolvers<void>();
    async function* file(sku: string, between?: () => Promise<void>) {
      yield new TextEncoder().encode("sku,name\r\n");
      await between?.();
      yield new TextEncoder().encode(`${sku},A product\r\n`);
    }
    const request = { kind: "products", dryRun: false, skipRefused: false } as const;
    const start = (account: typeof one, sku: string, between?: () => Promise<void>) =>
      imports.start(account, request, file(sku, between), instantNow());
    const slow = ["ONE", "TWO"].map((sku) => start(one, sku, () => freed));
    expect(await failureOf(start(one, "THREE"))).toMatchObject({ code: "in_use" });
    await (await start(other, "THREE")).ended;
    free();
    for (const { ended } of await Promise.all(slow)) await ended;
    await (await start(one, "THREE")).ended;
    const gone = () => Promise.reject(new Error("The client is gone."));
    expect(await thrownBy(start(one, "FOUR", gone))).toThrow("gone");
    await (await start(one, "FOUR")).ended;
    const skus = await db.read.selectFrom("products").select("sku").where("account_id", "=", one.id).execute();
    expect(skus.map(({ sku }) => sku).toSorted()).toEqual(["FOUR", "ONE", "THREE", "TWO"]);
  });

  test("of two imports of one file at the same moment one is applied", async () => {
    const rows = Array.from({ length: 700 }, (_, index) => `T-${index},twin@example.com,A`);
    const csv = csvLines("id,email,skus", ...rows);
    const answers = await Promise.all([1, 2].map(() => importCsv(service, "orders", csv)));
    const reports = answers.map(importOf);
    expect(reports.filter(({ applied }) => applied)).toHaveLength(1);
    const [refused] = reports.filter(({ applied }) => !applied);
    expect(refused).toMatchObject({ state: "done", accepted: 0 });
    expect(refused?.refused).toHaveLength(700);
    expect((await v3(service, "GET", "orders?email=twin@example.com&page_size=1")).body.total).toBe(700);
  });

  // On PostgreSQL another server, which is alive, may be at work on it.
  test("an import that was cut off has failed once the only server of a database starts again", async () => {
    service.process.kill("SIGKILL");
    await service.process.exited;
    const db = await database.open();
    const { id: account } = await db.read.selectFrom("accounts").select("id").executeTakeFirstOrThrow();
    const request = { kind: "orders", dryRun: false, skipRefused: false } as const;
    const file = { rows: [], misshapen: [], unknownColumns: [], notes: [] };
    const id = await db.write((tx) => begin(tx, account, request, file, instantNow()));
    await beginApplying(db, id, 0);
    await db.close();
    service = await service.restart();
    const { state, problem } = (await v3(service, "GET", `imports/${id}`)).body.import;
    if (name === "postgres") expect({ state, problem }).toEqual({ state: "applying", problem: null });
    else expect({ state, problem }).toEqual({ state: "failed", problem: expect.stringContaining("was stopped") });
  });
});
