import { beforeAll, describe, expect, test } from "bun:test";
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { KyselyPlugin } from "kysely";
import {
  askTexts,
  inspectDatabase,
  openBackupPlace,
  openBounceMailbox,
  probeSmtp,
  readFiles,
  readSigner,
} from "../../../src/context.ts";
import { examine } from "../../../src/operations/doctor/examine.ts";
import type { Finding } from "../../../src/operations/doctor/finding.ts";
import { dayOf } from "../../../src/platform/days.ts";
import { instant, instantNow } from "../../../src/platform/instants.ts";
import { type DatabaseUnderTest, databasesUnderTest } from "../../support/databases.ts";
import { secret } from "../../support/demo-account.ts";
import { about, examineWith, problems, type Report, reportOf } from "../../support/examination.ts";
import { untilAllSent } from "../../support/keys.ts";
import { type Service, startService } from "../../support/service.ts";
import { addItem, createOrder } from "../../support/store.ts";

const statuses = (report: Report, check: string) => about(report, check).map(({ status }) => status);

describe.each(databasesUnderTest)("on $name", ({ name, create }) => {
  let database: DatabaseUnderTest;
  let service: Service;

  beforeAll(async () => {
    database = await create();
    service = await startService({ database });
    await addItem(service, "WHOLE", { "whole.txt": "as it was uploaded" });
  });

  test("beside a server at work, a whole installation has no problem, and nobody waits", async () => {
    const examined = service.runProcess("doctor", "--json").then(reportOf);
    let isRunning = true;
    void examined.finally(() => {
      isRunning = false;
    });
    while (isRunning) await createOrder(service, { skus: ["WHOLE"] });
    const report = await examined;
    expect({ exit: report.exit, stderr: report.stderr, problems: problems(report) }).toEqual({
      exit: 0,
      stderr: "",
      problems: [],
    });
    for (const check of ["settings", "data folder", "secret", "clock", "files"]) {
      expect([check, ...statuses(report, check)]).toEqual([check, "ok"]);
    }
    const [databaseFinding, careless] = about(report, "database");
    expect(databaseFinding?.status).toBe("ok");
    // The server of the tests forgets what it has committed when it crashes.
    if (name === "postgres") {
      expect(careless?.status).toBe("warning");
      expect(careless?.summary).toStartWith("fsync, full_page_writes, synchronous_commit are off");
    }
    // Emails stay here, and links lead to this machine: fine to try Waybill out.
    expect([statuses(report, "mail"), statuses(report, "address")]).toEqual([["warning"], ["warning"]]);
    expect(report.status).toBe("warning");
  });

  test("an order is answered between any two of its statements and files, so it holds nothing that others need", async () => {
    let orders = 0;
    const order = async () => {
      await createOrder(service, { skus: ["WHOLE"] });
      orders += 1;
    };
    // Waits for an order after each statement, and before it opens a file.
    const afterEach: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        await order();
        return result;
      },
    };
    const instruments: Parameters<typeof examine>[0]["instruments"] = {
      async inspectDatabase(config) {
        const inspection = await inspectDatabase(config);
        return { ...inspection, read: inspection.read.withPlugin(afterEach) };
      },
      async readFiles(config) {
        const files = await readFiles(config);
        return { open: async (key) => order().then(() => files.open(key)) };
      },
      openBackupPlace,
      probeSmtp,
      readSigner,
      askTexts,
      openBounceMailbox,
    };
    const environment = { WAYBILL_DATA: service.folder, WAYBILL_DATABASE: service.setting };
    const progress = { show() {}, end() {} };
    const found: Finding[] = [];
    for await (const one of examine({ environment, instruments, quick: false, processes: 1, progress }))
      found.push(one);
    expect(found.filter(({ status }) => status === "problem")).toEqual([]);
    expect(orders).toBeGreaterThan(10);
  });

  test("people read the same, with what to do below", async () => {
    const { status, stdout } = await service.run("doctor");
    expect(status).toBe(0);
    expect(stdout).toMatch(/^ok {7}settings {5}Every setting can be used\.$/m);
    expect(stdout).toMatch(/^warning {2}mail {9}There is no mail server.*\n {22}Set WAYBILL_SMTP/m);
  });

  test("a secret that is not the database's, or is missing, is a problem", async () => {
    const wrong = await examineWith(service, { WAYBILL_SECRET: `${secret}-of-another` });
    expect(problems(wrong).map(({ check }) => check)).toEqual(["secret"]);
    const elsewhere = await create();
    rmSync(join(elsewhere.folder, "secret"));
    const missing = await examineWith(elsewhere);
    expect(problems(missing).map(({ check }) => check)).toEqual(["secret"]);
    expect(readdirSync(elsewhere.folder)).not.toContain("secret");
  });

  test("a clock that has gone back is noticed by the newest order", async () => {
    await untilAllSent(service);
    const db = await database.open();
    const tomorrow = instant(instantNow() + 86_400_000);
    await db.write(async (tx) => {
      await tx.updateTable("orders").set({ created_at: tomorrow }).execute();
      await tx.updateTable("order_items").set({ created_at: tomorrow }).execute();
      for (const table of ["account_days", "product_days"] as const) {
        await tx
          .updateTable(table)
          .set({ day: dayOf(tomorrow) })
          .execute();
      }
    });
    const report = await examineWith(service);
    expect(problems(report).map(({ check }) => check)).toEqual(["clock"]);
  });
});
