import { beforeAll, describe, expect, test } from "bun:test";
import {
  appendFileSync,
  closeSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { type KyselyPlugin, sql } from "kysely";
import { forgetFailure, recordFailure } from "../../src/backup/failures.ts";
import {
  askTexts,
  inspectDatabase,
  openBackupPlace,
  openBounceMailbox,
  probeSmtp,
  readFiles,
  readSigner,
} from "../../src/context.ts";
import { dayOf } from "../../src/days.ts";
import { examine } from "../../src/doctor/examine.ts";
import type { Finding } from "../../src/doctor/finding.ts";
import { openS3 } from "../../src/files/s3.ts";
import { instant, instantNow } from "../../src/instants.ts";
import { folderPlace, install, make, s3Place } from "../support/backup-places.ts";
import { temporaryFolder } from "../support/cleanup.ts";
import { type DatabaseUnderTest, databasesUnderTest } from "../support/databases.ts";
import { secret } from "../support/demo-account.ts";
import { storedBytes, uploadRaw } from "../support/files.ts";
import { untilAllSent } from "../support/keys.ts";
import { freePort } from "../support/ports.ts";
import { makeProduct } from "../support/products.ts";
import { addressIn, startS3 } from "../support/s3.ts";
import { runWaybill, type Service, startService, until } from "../support/service.ts";
import { startSmtpServer } from "../support/smtp-server.ts";
import { addItem, createOrder } from "../support/store.ts";
import { v3 } from "../support/v3.ts";

interface Report {
  exit: number;
  status: Finding["status"];
  findings: Finding[];
  stderr: string;
}

/** Runs `waybill doctor --json`. */
async function examineWith(installation: { folder: string; setting: string }, changed = {}, ...words: string[]) {
  const { folder, setting } = installation;
  const environment = { WAYBILL_DATA: folder, WAYBILL_DATABASE: setting, ...changed };
  const { status: exit, stdout, stderr } = await runWaybill(["doctor", "--json", ...words], environment, folder);
  return { exit, stderr, ...JSON.parse(stdout) } as Report;
}

const about = ({ findings }: Report, check: string) => findings.filter((finding) => finding.check === check);
const statuses = (report: Report, check: string) => about(report, check).map(({ status }) => status);
const problems = ({ findings }: Report) => findings.filter(({ status }) => status === "problem");

describe.each(databasesUnderTest)("on $name", ({ name, create, createEmpty }) => {
  let database: DatabaseUnderTest;
  let service: Service;

  beforeAll(async () => {
    database = await create();
    service = await startService({ database });
    await addItem(service, "WHOLE", { "whole.txt": "as it was uploaded" });
  });

  test("beside a server at work, a whole installation has no problem, and nobody waits", async () => {
    const examined = examineWith(service);
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

  test("files that are missing, cut off or changed are named; those deleted are not", async () => {
    const other = await startService({ database: await create() });
    const upload = async (filename: string) => {
      const before = new Set(storedBytes(other));
      await uploadRaw(other, filename, `the content of ${filename}`);
      return storedBytes(other).find((path) => !before.has(path) && path.includes("objects")) ?? "";
    };
    const [missing, long, changed] = [
      await upload("missing.txt"),
      await upload("long.txt"),
      await upload("changed.txt"),
    ];
    const deleted = await uploadRaw(other, "deleted.txt", "of no use");
    await other.api(`/api/v3/files/${deleted.id}`, { method: "DELETE" });
    await upload("whole.txt");
    rmSync(missing);
    appendFileSync(long, "!");
    writeFileSync(changed, "THE CONTENT OF changed.txt");

    const full = await examineWith(other);
    expect(full.exit).toBe(1);
    expect(about(full, "files").map(({ summary }) => summary)).toEqual([
      "File 1 (missing.txt): missing in the file store.",
      "File 2 (long.txt): has 24 bytes in the file store, not 23.",
      "File 3 (changed.txt): does not match its checksum.",
    ]);
    const quick = await examineWith(other, {}, "--quick");
    expect(about(quick, "files").map(({ summary }) => summary)).toEqual([
      "File 1 (missing.txt): missing in the file store.",
      "File 2 (long.txt): has 24 bytes in the file store, not 23.",
    ]);

    // No file is to be restored because the whole store is away.
    renameSync(join(other.folder, "files", "objects"), join(other.folder, "files", "elsewhere"));
    const unmounted = await examineWith(other);
    expect(about(unmounted, "files").map(({ summary }) => summary)).toEqual([
      expect.stringMatching(/^The file store cannot be reached: ENOENT: no such file or directory, .*objects'\.$/),
    ]);
    const down = await examineWith(other, {
      WAYBILL_FILES: `s3://files?endpoint=http://127.0.0.1:${await freePort()}`,
      AWS_ACCESS_KEY_ID: "any",
      AWS_SECRET_ACCESS_KEY: "any",
    });
    expect(about(down, "files").map(({ summary }) => summary)).toEqual([
      expect.stringMatching(/^The file store cannot be reached: .*ECONNREFUSED/),
    ]);
  });

  test("a database without an installation, and one of another version, are told apart", async () => {
    const empty = await createEmpty();
    const none = await examineWith(empty);
    expect(none.exit).toBe(1);
    expect(about(none, "database")[0]?.summary).toContain("There is no");
    expect(readdirSync(empty.folder)).toEqual([]);

    const outdated = await create();
    const db = await outdated.open();
    await sql`delete from kysely_migration where name = '0026-order-downloads'`.execute(db.autocommit);
    const earlier = await examineWith(outdated);
    expect(about(earlier, "database")[0]).toMatchObject({
      status: "warning",
      summary: "The schema is of an earlier version. Still to come: 0026-order-downloads.",
    });
    expect(earlier.exit).toBe(0);
    await sql`update kysely_migration set name = '9999-of-tomorrow' where name = '0025-kept-items'`.execute(
      db.autocommit,
    );
    const later = await examineWith(outdated);
    expect(about(later, "database")[0]?.summary).toBe(
      "A newer version of Waybill has changed the schema: 9999-of-tomorrow.",
    );
    expect(later.exit).toBe(1);
    // It was looked at, and not brought up to date.
    const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db.read);
    expect(rows.map((row) => row.name)).not.toContain("0026-order-downloads");
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

  test("orders, downloads, emails and revenue of days that differ from what was counted are named", async () => {
    const other = await create();
    const mail = await startSmtpServer();
    const running = await startService({ database: other, environment: { WAYBILL_SMTP: mail.url() } });
    await makeProduct(running, { sku: "DAYS", price: 9.95, currency: "EUR" });
    await addItem(running, "FILE");
    const { links } = await createOrder(running, { skus: ["FILE", "DAYS"] });
    expect((await running.get(links[0] ?? "")).status).toBe(200);
    const gone = await createOrder(running, { skus: ["DAYS"] });
    await untilAllSent(running);
    await running.api(`/api/v3/orders/${gone.id}`, { method: "DELETE" });
    const found = async () => about(await examineWith(other, {}, "--quick"), "counts").slice(2, -1);
    expect(await found()).toEqual([
      expect.objectContaining({
        status: "ok",
        summary: "The orders, downloads, emails and revenue of 1 day are what was counted.",
      }),
    ]);
    const db = await other.open();
    const day = new Date().toISOString().slice(0, 10);
    await db.write((tx) => tx.updateTable("account_days").set({ emails: 5 }).execute());
    expect(await found()).toMatchObject([
      { status: "problem", summary: expect.stringContaining(`2 emails of account 1 on ${day} (5 counted)`) },
    ]);
    await db.write(async (tx) => {
      await tx.updateTable("product_days").set({ downloads: 2, bytes: 0 }).where("downloads", ">", 0).execute();
      await tx.updateTable("account_days").set({ orders: 1 }).execute();
      await tx.deleteFrom("revenue_days").execute();
    });
    const [counts, revenue, ...others] = await found();
    expect(others).toEqual([]);
    expect(counts?.status).toBe("problem");
    for (const words of [
      `1 downloads of product 2 on ${day} (2 counted)`,
      `2 orders of account 1 on ${day} (1 counted)`,
    ]) {
      expect(counts?.summary).toContain(words);
    }
    expect(revenue).toMatchObject({
      status: "warning",
      summary: expect.stringContaining(`9.95 in revenue of account 1 on ${day} (0 counted)`),
    });
  });

  test("keys and downloads of order items that differ from what was counted are named", async () => {
    const other = await create();
    const running = await startService({ database: other });
    await addItem(running, "COUNTED");
    const { links } = await createOrder(running, { skus: ["COUNTED"] });
    expect((await running.get(links[0] ?? "")).status).toBe(200);
    const found = async () => about(await examineWith(other, {}, "--quick", "--processes", "200"), "counts")[1];
    expect(await found()).toMatchObject({ status: "ok", summary: expect.stringContaining("of all 1 order items are") });
    const db = await other.open();
    await until("the list of customers knows the order", async () => {
      return (await db.read.selectFrom("customer_index").select("orders").execute()).length === 1;
    });
    const customers = async () => about(await examineWith(other, {}, "--quick"), "counts").at(-1);
    expect(await customers()).toMatchObject({ status: "ok", summary: expect.stringContaining("all 1 customers") });
    await db.write((tx) => tx.updateTable("customer_index").set({ orders: 3 }).execute());
    await db.write((tx) => tx.updateTable("customer_counts").set({ customers: 2 }).execute());
    const summary = expect.stringMatching(/account \d+ has 1 customers \(2 counted\), 1 of them with other orders/);
    expect(await customers()).toMatchObject({ status: "problem", summary });
    await db.write((tx) => tx.updateTable("order_items").set({ download_count: 0, keys_assigned: 1 }).execute());
    await db.write((tx) => tx.updateTable("allowances").set({ download_count: 0 }).execute());
    expect(await found()).toMatchObject({
      status: "problem",
      summary: expect.stringContaining("item 1 has 0 keys (1 counted) and 1 downloads (0 counted)"),
    });
    const report = await examineWith(other, {}, "--quick", "--processes", "200");
    const connections = about(report, "database").filter(({ summary }) => summary.includes("200 server processes"));
    expect(connections).toHaveLength(name === "postgres" ? 1 : 0);
  });

  test("shops that fail and webhook messages that wait are named", async () => {
    const other = await create();
    const running = await startService({ database: other });
    await addItem(running, "WAITING");
    const made = await v3(running, "POST", "connections", { kind: "woocommerce", name: "Old shop" });
    const { id } = made.body.connection;
    const endpoint = { url: `http://127.0.0.1:${await freePort()}/hook`, events: ["order.created"] };
    expect((await v3(running, "POST", "webhook_endpoints", endpoint)).status).toBe(201);
    await createOrder(running, { skus: ["WAITING"] });
    const found = async () => {
      const report = await examineWith(other, {}, "--quick");
      return [...about(report, "connections"), ...about(report, "webhooks")];
    };
    expect((await found()).map(({ status }) => status)).toEqual(["ok", "ok"]);
    const db = await other.open();
    await until("the message waits", async () => {
      const rows = await db.read.selectFrom("webhook_deliveries").select("state").execute();
      return rows.some(({ state }) => state === "deferred");
    });
    const hoursAgo = (hours: number) => instant(instantNow() - hours * 3_600_000);
    await db.write(async (tx) => {
      await tx
        .updateTable("webhook_deliveries")
        .set({ created_at: hoursAgo(2) })
        .execute();
      const refused = { refused_since: hoursAgo(5), last_refused_at: hoursAgo(1), refused_count: 9 };
      await tx.updateTable("connections").set(refused).execute();
    });
    const [shop, webhook, ...others] = await found();
    expect(others).toEqual([]);
    expect(shop).toMatchObject({ status: "warning", summary: expect.stringContaining(`Connection ${id} (Old shop)`) });
    expect(webhook).toMatchObject({ status: "warning", summary: expect.stringMatching(/^1 message has waited/) });
  });

  test("a clock that has gone back is noticed by the newest order", async () => {
    const other = await create();
    const running = await startService({ database: other });
    await addItem(running, "EARLY");
    await createOrder(running, { skus: ["EARLY"] });
    const db = await other.open();
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
    const report = await examineWith(other);
    expect(problems(report).map(({ check }) => check)).toEqual(["clock"]);
  });

  test.if(name === "sqlite")("damage in the database's file is found, and named with its table", async () => {
    const damaged = await create();
    const path = join(damaged.folder, "waybill.sqlite");
    const db = await damaged.open();
    const { rows } = await sql<{ page: number }>`
      select rootpage as page from sqlite_schema where name = 'orders'`.execute(db.read);
    await db.close();
    const file = openSync(path, "r+");
    writeSync(file, new Uint8Array(2048).fill(0xa5), 0, 2048, ((rows[0]?.page ?? 0) - 1) * 4096);
    closeSync(file);
    const report = await examineWith(damaged);
    expect(report.exit).toBe(1);
    expect(about(report, "database")[0]?.summary).toMatch(/^The table orders is damaged: /);
    expect(about(report, "database")[0]?.advice).toContain("restore the latest backup");
  });

  test.if(name === "sqlite")("a file that is no database is a problem", async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "waybill.sqlite"), "These are notes, and by no means a database. ".repeat(100));
    const report = await examineWith({ folder, setting: "sqlite:" });
    expect(about(report, "database")[0]?.summary).toMatch(/^The database is damaged: /);
    expect(statSync(join(folder, "waybill.sqlite")).size).toBe(4_500);
  });
});

test("a database that is down does not keep the rest from being examined", async () => {
  const folder = temporaryFolder();
  const setting = `postgres://waybill:geheim@127.0.0.1:${await freePort()}/waybill`;
  const report = await examineWith({ folder, setting });
  expect(report.exit).toBe(1);
  expect(problems(report).map(({ check }) => check)).toEqual(["database"]);
  expect(about(report, "database")[0]?.summary).toContain("cannot be reached");
  expect(JSON.stringify(report)).not.toContain("geheim");
  expect(report.findings.map(({ check }) => check)).toContain("mail");
});

test("all settings that cannot be used are named at once, and nothing is judged by their defaults", async () => {
  const folder = temporaryFolder();
  const report = await examineWith(
    { folder, setting: "mysql://somewhere" },
    { WAYBILL_PORT: "25x", WAYBILL_LOG: "loud", WAYBILL_SMPT: "smtp://mail.example.com" },
  );
  expect(report.exit).toBe(1);
  const summaries = about(report, "settings").map(({ summary }) => summary.slice(0, summary.search(/[: ]/)));
  expect(summaries.toSorted()).toEqual(["WAYBILL_DATABASE", "WAYBILL_LOG", "WAYBILL_PORT", "WAYBILL_SMPT"]);
  expect(about(report, "database")).toEqual([
    {
      check: "database",
      status: "warning",
      summary: "Not checked, because WAYBILL_DATABASE cannot be used.",
      advice: "Change WAYBILL_DATABASE first.",
    },
  ]);
  expect(readdirSync(folder)).toEqual([]);
});

describe("the mail server", () => {
  const mailOf = async (smtp: string) => {
    const environment = { WAYBILL_SMTP: smtp, WAYBILL_MAIL_FROM: "downloads@shop.example" };
    return about(await examineWith({ folder: temporaryFolder(), setting: "sqlite:" }, environment), "mail");
  };

  test("is signed in to, encrypted, and gets no message", async () => {
    const server = await startSmtpServer({ credentials: "ada:lovelace" });
    expect(await mailOf(server.url("ada:lovelace"))).toMatchObject([
      { status: "ok", summary: "The mail server 127.0.0.1 answers and lets Waybill sign in." },
    ]);
    const [wrong] = await mailOf(server.url("ada:byron"));
    expect(wrong?.status).toBe("problem");
    expect(wrong?.summary).toContain("Wrong user or password");
    expect(wrong?.summary).not.toContain("byron");
    expect(server.received).toEqual([]);
  });

  test("that does not answer, or refuses everybody, is a problem", async () => {
    const [gone] = await mailOf(`smtp://127.0.0.1:${await freePort()}`);
    expect(gone?.status).toBe("problem");
    const closed = await startSmtpServer({ answers: { greeting: () => "554 5.3.2 Closed today" } });
    const [refused] = await mailOf(closed.url());
    expect(refused?.summary).toContain("Closed today");
  });

  test("on this machine may do without encryption", async () => {
    const server = await startSmtpServer({ encryption: "none" });
    expect(await mailOf(server.url())).toMatchObject([{ status: "ok" }]);
  });
});

test("a public address is looked up and visited", async () => {
  const server = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response("ok") });
  const address = async (url: string) =>
    about(await examineWith({ folder: temporaryFolder(), setting: "sqlite:" }, { WAYBILL_URL: url }), "address");
  const unknown = await address("https://waybill.invalid");
  expect(unknown).toMatchObject([{ status: "problem" }]);
  expect(unknown[0]?.summary).toContain("waybill.invalid has no address");
  const unencrypted = await address(`http://0.0.0.0:${server.port}`);
  expect(unencrypted.map(({ status }) => status)).toEqual(["warning", "ok"]);
  await server.stop(true);
});

describe("backups on schedule", () => {
  const [sqlite] = databasesUnderTest as [(typeof databasesUnderTest)[number]];
  const backupsOf = async (installation: DatabaseUnderTest, changed: Record<string, string>) =>
    about(await examineWith(installation, changed, "--quick"), "backups");

  test("in a folder: their age, the last failure, a disk that is away, and the disk of the data folder", async () => {
    const source = await sqlite.create();
    expect(await backupsOf(source, {})).toMatchObject([{ status: "warning", summary: "The server makes no backups." }]);
    const { place } = folderPlace();
    const setting = { WAYBILL_BACKUPS: `${place.shown};every=6h` };
    const [away] = await backupsOf(source, setting);
    expect(away).toMatchObject({ status: "problem", summary: expect.stringContaining("cannot be reached: ENOENT") });
    expect(away?.advice).toContain("disk");

    const { installation, db } = await install();
    await place.prepare();
    const [none] = await backupsOf(source, setting);
    expect(none).toMatchObject({ status: "problem", summary: expect.stringContaining("There is no backup at") });
    await make(installation, place, { hoursAgo: 10 });
    const [late] = await backupsOf(source, setting);
    expect(late).toMatchObject({ status: "problem", summary: expect.stringContaining("One is due every 6 hours.") });
    await make(installation, place, { hoursAgo: 5 });
    const [good, disk, ...others] = await backupsOf(source, setting);
    expect(good).toMatchObject({
      status: "ok",
      summary: expect.stringContaining(`The latest backup at ${place.shown}`),
    });
    expect(disk).toMatchObject({ status: "warning", summary: expect.stringContaining("on the same disk") });
    expect(others).toEqual([]);

    await db.close();
    const own = await source.open();
    await recordFailure(own, new Error("No space is left", { cause: new Error("on the disk.") }), instantNow());
    const failed = (await backupsOf(source, setting))[1];
    expect(failed).toMatchObject({
      status: "warning",
      summary: expect.stringContaining("failed: No space is left: on the disk."),
    });
    await own.write(forgetFailure);
    expect(await backupsOf(source, setting)).toHaveLength(2);
  });

  test("in an S3 store: their age, and a store that cannot be reached", async () => {
    const source = await sqlite.create();
    const s3 = await startS3();
    const { AWS_ACCESS_KEY_ID = "", AWS_SECRET_ACCESS_KEY = "" } = s3.settings();
    const WAYBILL_BACKUPS = `s3://${s3.bucket}/safe?endpoint=${s3.endpoint}`;
    const setting = { WAYBILL_BACKUPS, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY };
    await make((await install()).installation, s3Place(addressIn(s3, "safe")).place);
    expect(await backupsOf(source, setting)).toMatchObject([
      { status: "ok", summary: expect.stringContaining("The latest backup at s3://files/safe/ is of ") },
    ]);
    const [refused] = await backupsOf(source, { ...setting, AWS_SECRET_ACCESS_KEY: "another" });
    expect(refused).toMatchObject({
      status: "problem",
      summary: expect.stringMatching(/^The backups at s3:\/\/files\/safe\/ cannot be reached: .*403/),
    });
    expect(refused?.advice).toContain("WAYBILL_BACKUPS_ACCESS_KEY_ID");
    const gone = `s3://files/safe?endpoint=http://127.0.0.1:${await freePort()}`;
    expect(await backupsOf(source, { ...setting, WAYBILL_BACKUPS: gone })).toMatchObject([{ status: "problem" }]);
  });
});

test("a link to the S3 store is tried as a customer would", async () => {
  const s3 = await startS3();
  const { store } = await openS3(addressIn(s3, "shop"), { largestFile: 1024 ** 3 });
  const { source, add } = await install(store);
  const linksOf = async (more = "", changed = {}) =>
    about(await examineWith(source, { ...s3.settings({ more }), ...changed }, "--quick"), "store links");
  expect(await linksOf()).toMatchObject([{ status: "ok", summary: expect.stringContaining("No file is stored yet") }]);
  await add("sold");
  expect(await linksOf()).toMatchObject([
    { status: "ok", summary: expect.stringContaining("with their names and types") },
  ]);
  expect(await linksOf("&redirects=off")).toEqual([]);

  // What a customer meets in place of the store.
  let answer = () => new Response("moved", { status: 403 });
  const proxy = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => answer() });
  const behind = `&public_endpoint=http://127.0.0.1:${proxy.port}`;
  expect(await linksOf(behind)).toMatchObject([{ status: "problem", summary: expect.stringContaining("answers 403") }]);
  answer = () => new Response("s", { headers: { "content-type": "text/plain" } });
  expect(await linksOf(behind)).toMatchObject([
    { status: "warning", summary: expect.stringContaining("without the names") },
  ]);
  await proxy.stop(true);
  const [silent] = await linksOf(behind);
  expect(silent).toMatchObject({ status: "problem", summary: expect.stringContaining("does not answer") });
  expect(silent?.advice).toContain("redirects=off");
  const [local] = await linksOf("", { WAYBILL_URL: "https://waybill.invalid" });
  expect(local).toMatchObject({ status: "problem", summary: expect.stringContaining("their own machine") });
});
