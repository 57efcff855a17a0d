import { Database as Connection } from "bun:sqlite";
import { expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { FolderInUse, lockFolder } from "../../src/database/folder-lock.ts";
import { openPostgres } from "../../src/database/postgres.ts";
import { runOn, startTraffic, stockForTraffic } from "../support/backup.ts";
import { databasesUnderTest, temporaryFolder } from "../support/databases.ts";
import { onePixel, storedBytes } from "../support/files.ts";
import { countEmails, sendOrder, untilAllSent } from "../support/keys.ts";
import { makeProduct, send } from "../support/products.ts";
import { waybillProgram } from "../support/program.ts";
import { startS3 } from "../support/s3.ts";
import { runWaybill, type Service, startService, until } from "../support/service.ts";
import { addItem, createOrder } from "../support/store.ts";
import { v3 } from "../support/v3.ts";

const [sqlite, postgres] = ["sqlite", "postgres"].map((name) =>
  databasesUnderTest.find((one) => one.name === name),
) as [(typeof databasesUnderTest)[number], (typeof databasesUnderTest)[number]];

/** What both interfaces say of the whole account, by path. */
async function answersOf(service: Service): Promise<Record<string, string>> {
  const answers: Record<string, string> = {};
  const read = async (path: string) => {
    const response = await service.api(path);
    const text = await response.text();
    expect([path, response.status]).toEqual([path, 200]);
    answers[path] = text;
    return text;
  };
  const lists = [
    "account",
    "orders?page_size=500&status=all",
    "products?page_size=500",
    "files?page_size=500",
    "downloads?page_size=500",
  ];
  for (const list of [...lists, "emails?page_size=500", "members", "renewal_requests", "wordings", "stats"]) {
    await read(`/api/v3/${list}`);
  }
  for (const list of ["account", "items", "orders", "downloads"]) await read(`/api/${list}`);
  const { orders } = JSON.parse(answers["/api/v3/orders?page_size=500&status=all"] ?? "") as {
    orders: { id: number }[];
  };
  for (const { id } of orders.slice(0, 40)) {
    for (const path of [`/api/orders/${id}`, `/api/v3/orders/${id}`, `/api/v3/orders/${id}/downloads`])
      await read(path);
  }
  const { products } = JSON.parse(answers["/api/v3/products?page_size=500"] ?? "") as {
    products: { id: number; sku: string }[];
  };
  for (const { id, sku } of products) {
    const paths = [
      `/api/items/${encodeURIComponent(sku)}`,
      `/api/v3/products/${id}`,
      `/api/v3/products/${id}/license_keys?page_size=500`,
    ];
    for (const path of [...paths, `/api/v3/products/${id}/downloads`, `/api/v3/products/${id}/files`]) await read(path);
  }
  const { emails } = JSON.parse(answers["/api/v3/emails?page_size=500"] ?? "") as { emails: { id: number }[] };
  for (const { id } of emails.slice(0, 10)) await read(`/api/v3/emails/${id}`);
  return answers;
}

/** A store with something in most tables. */
async function fillStore(service: Service): Promise<void> {
  const product = await stockForTraffic(service);
  const traffic = startTraffic(service, product);
  await until("orders have come in", () => traffic.acknowledged().orders.size > 30);
  await traffic.stop();
  await addItem(service, "Größe 9 – “S”/\\ 𝒳", { "Ünïcode – name.txt": "content", "empty.bin": "" });
  await createOrder(service, { skus: [product.sku], fields: "<title>Ærø &amp; söner</title><custom_1></custom_1>" });
  await makeProduct(service, { sku: "PRICED", price: 0.1 + 0.2, currency: "EUR" });
  await sendOrder(service, { PRICED: 3 }, { vendor_id: "M-1001", first_name: "\u{1F600}", custom_1: 'a\\b"c' });
  await send(service, "PUT", "account/logo", { content: onePixel });
  await send(service, "POST", "members", { email: "ada@example.com", name: "Ada", role: "staff" });
  const { body } = await send<{ order: { id: number } }>(service, "POST", "orders", {
    email: "gone@example.com",
    order_items: [{ item_sku: "PRICED" }],
  });
  await send(service, "DELETE", `orders/${body.order.id}`);
  await untilAllSent(service);
  await until("the emails are kept", async () => (await countEmails(service, "queued")) === 0);
  await until("the end of every download is recorded", async () => {
    const { body } = await send<{ stats: { totals: { downloads: number }; transfers: { ended: number } } }>(
      service,
      "GET",
      "stats",
    );
    return body.stats.transfers.ended === body.stats.totals.downloads;
  });
}

const keysLeft = async (service: Service) =>
  (await send<{ product: { license_keys_available: number } }>(service, "GET", "skuproducts/LOAD")).body.product
    .license_keys_available;

test("every answer of both interfaces is the same after the move to PostgreSQL, and work goes on", async () => {
  const service = await startService({ database: await sqlite.create() });
  await fillStore(service);
  const before = await answersOf(service);
  const keys = await keysLeft(service);
  const target = await postgres.createEmpty();
  const inUse = await service.run("migrate-database", "--to", target.setting);
  expect(inUse).toEqual({
    status: 1,
    stdout: "",
    stderr: `WAYBILL_DATA: ${service.folder} is in use. Stop the server first.\n`,
  });

  await service.stop();
  const { status, stdout, stderr } = await service.run("migrate-database", "--to", target.setting, "--json");
  expect({ status, lines: stderr.split("\n").slice(-2) }).toEqual({ status: 0, lines: ["comparing rows: 100%", ""] });
  expect(stderr).toContain("checking files: 100%\ncopying rows: ");
  expect(JSON.parse(stdout)).toMatchObject({ files: 3, unreadable_files: 0, rows: expect.any(Number) });

  const moved = await service.restart({ WAYBILL_DATABASE: target.setting });
  expect(await answersOf(moved)).toEqual(before);
  const numbers = JSON.parse(before["/api/v3/orders?page_size=500&status=all"] ?? "").orders.map(
    (order: { id: number }) => order.id,
  );
  const next = await sendOrder(moved, { LOAD: 1 });
  // The deleted order had the highest number, which is not given out again.
  expect(next.id).toBe(Math.max(...numbers.filter((id: unknown) => typeof id === "number")) + 2);
  expect(await keysLeft(moved)).toBe(keys - 1);
  const again = await runOn(service, ["migrate-database", "--to", target.setting]);
  expect([again.status, again.stderr]).toEqual([1, expect.stringContaining("this installation was moved to")]);
});

test("files go to an S3 store with --files, and every one is checked there", async () => {
  const s3 = await startS3();
  const service = await startService({ database: await sqlite.create() });
  const item = await addItem(service, "MOVED", { "small.txt": "small", "large.bin": "x".repeat(3_000_000) });
  await send(service, "PUT", "account/logo", { content: onePixel });
  const [{ id }] = (await v3(service, "GET", "products?q=MOVED")).body.products;
  const { cover_url } = (await v3(service, "PUT", `products/${id}/cover`, { content: onePixel })).body.product;
  await service.stop();
  const target = await postgres.createEmpty();
  const { WAYBILL_FILES: place = "", ...credentials } = s3.settings();
  const source = storedBytes(service);
  const environment = { WAYBILL_DATA: service.folder, ...credentials };
  const words = ["migrate-database", "--to", target.setting, "--files", place];
  const { status, stdout, stderr } = await runWaybill(words, environment, service.folder);
  expect([status, stderr]).toEqual([0, expect.stringContaining("copying files: 100%\nchecking files: ")]);
  expect(stdout).toContain("Now set WAYBILL_DATABASE and WAYBILL_FILES");
  const sizes = (await s3.contents()).objects.map(({ sizeBytes }) => sizeBytes);
  expect(sizes).toEqual(expect.arrayContaining([5, 3_000_000]));
  expect(storedBytes(service)).toEqual(source);
  const moved = await startService({
    database: { folder: service.folder, setting: target.setting },
    environment: { WAYBILL_FILES: place, ...credentials },
  });
  const file = (index: number) =>
    moved.get(`${item.permalink}/${item.files[index]?.id}/${item.files[index]?.filename}`, { redirect: "follow" });
  expect(await (await file(0)).text()).toBe("small");
  expect(await (await file(1)).text()).toBe("x".repeat(3_000_000));
  const cover = await moved.get(new URL(cover_url).pathname);
  expect(Buffer.from(await cover.bytes()).toString("base64")).toBe(onePixel);
  expect(readdirSync(service.folder).filter((name) => name.startsWith("migrating"))).toEqual([]);
});

test("a row that does not arrive as it was is found, and the target stays empty", async () => {
  const service = await startService({ database: await sqlite.create() });
  await addItem(service, "ROW");
  await createOrder(service, { skus: ["ROW"] });
  await service.stop();
  const target = await postgres.createEmpty();
  await (await openPostgres(target.setting)).close();
  const client = new pg.Client({ connectionString: target.setting });
  await client.connect();
  await client.query(`create function falsify() returns trigger language plpgsql as
    $$ begin new.email = new.email || '.example'; return new; end $$`);
  await client.query("create trigger falsify before insert on orders for each row execute function falsify()");
  const { status, stderr } = await service.run("migrate-database", "--to", target.setting);
  expect([status, stderr]).toEqual([
    1,
    expect.stringContaining("The table orders and its copy differ in the content of rows."),
  ]);
  expect((await client.query("select from accounts")).rowCount).toBe(0);
  await client.query("drop trigger falsify on orders");
  expect((await service.run("migrate-database", "--to", target.setting)).status).toBe(0);
  expect((await client.query("select from orders")).rowCount).toBe(1);
  await client.end();
});

test("a move that fails at its very end leaves exactly one database in use, and says which", async () => {
  const service = await startService({ database: await sqlite.create() });
  await addItem(service, "LAST");
  await service.stop();
  const target = await postgres.createEmpty();
  await (await openPostgres(target.setting)).close();
  const client = new pg.Client({ connectionString: target.setting });
  await client.connect();
  const move = () => service.run("migrate-database", "--to", target.setting);
  const isMoved = async () => {
    expect((await client.query("select from accounts")).rowCount).toBe(0);
    return (await service.run("account", "set", "demo", "--name", "Here")).status !== 0;
  };

  // The old database cannot say that it was moved.
  const old = new Connection(join(service.folder, "waybill.sqlite"));
  old.run(`create trigger refuse before insert on installation_marks when new.name = 'moved'
    begin select raise(abort, 'no mark today'); end`);
  expect((await move()).stderr).toContain("no mark today");
  expect(await isMoved()).toBe(false);
  old.run("drop trigger refuse");

  // The new one is lost while it commits.
  await client.query(`create function leave() returns trigger language plpgsql as
    $$ begin perform pg_terminate_backend(pg_backend_pid()); return new; end $$`);
  await client.query(`create constraint trigger leave after insert on accounts deferrable initially deferred
    for each row execute function leave()`);
  const { status, stderr } = await move();
  expect([status, stderr]).toEqual([
    1,
    expect.stringMatching(/terminat.*\. Nothing was moved: the installation is where it was\.\n$/),
  ]);
  expect(await isMoved()).toBe(false);
  await client.query("drop trigger leave on accounts");

  // As if the command had been killed in between: the next one says what to do, and then moves everything.
  old.run("insert into installation_marks select 'moved', ?, 0", [
    target.setting.replace(/:[^:@/]*@/, "@").replace("postgresql:", "postgres:"),
  ]);
  expect((await move()).stderr).toContain("There is no installation now: if the move was interrupted, run `waybill");
  expect((await service.run("migrate-database", "--undo")).status).toBe(0);
  old.close();
  expect((await move()).status).toBe(0);
  expect((await move()).stderr).toContain("The installation is there, whole.");
  await client.end();
});

test("nobody who has the old database open can write to it after the move", async () => {
  const service = await startService({ database: await sqlite.create() });
  await addItem(service, "OPEN");
  await service.stop();
  const target = await postgres.createEmpty();
  const move = () => service.run("migrate-database", "--to", target.setting);
  const importing = Bun.spawn(
    [process.execPath, await waybillProgram(), "keys", "import", "OPEN", "-", "--account", "demo"],
    {
      cwd: service.folder,
      env: { PATH: process.env.PATH ?? "", WAYBILL_DATA: service.folder },
      stdin: "pipe",
      stdout: "ignore",
      stderr: "inherit",
    },
  );
  await until("the command has the database open", () => {
    try {
      lockFolder(service.folder, "database.lock").release();
      return false;
    } catch (error) {
      return error instanceof FolderInUse;
    }
  });
  const line = `WAYBILL_DATA: another command, such as \`keys import\`, uses the database in ${service.folder}. Wait until it has ended, or end it.\n`;
  expect(await move()).toEqual({ status: 1, stdout: "", stderr: line });
  importing.stdin.write("KEY-1\nKEY-2\n");
  await importing.stdin.end();
  expect(await importing.exited).toBe(0);

  // As while it is being moved.
  const lock = lockFolder(service.folder, "database.lock");
  const refused = await service.run("account", "set", "demo", "--name", "Late");
  expect([refused.status, refused.stderr]).toEqual([
    1,
    `WAYBILL_DATA: the database in ${service.folder} is being moved to PostgreSQL. Wait until that has ended, and look what it says.\n`,
  ]);
  lock.release();
  expect((await move()).status).toBe(0);
  const moved = await service.restart({ WAYBILL_DATABASE: target.setting });
  const { body } = await send<{ product: object }>(moved, "GET", "skuproducts/OPEN");
  expect(body.product).toMatchObject({ license_keys_available: 2 });
});

test("what cannot be moved is said in one line", async () => {
  const source = await sqlite.create();
  const target = await postgres.createEmpty();
  const move = (...words: string[]) => runOn(source, ["migrate-database", ...words]);
  const refused = (line: string) => ({ status: 1, stdout: "", stderr: `${line}\n` });
  expect(await move("--to", "mysql://somewhere/else")).toEqual(
    refused("--to must be postgres://USER:PASSWORD@HOST/DATABASE."),
  );
  expect((await move()).stderr).toContain("--to <address> is missing.");
  expect((await move("--to", target.setting, "--files", "ftp://x")).stderr).toStartWith(
    '--files: "ftp://x" is not valid. Allowed: ',
  );
  const nobody = "postgres://nobody:secret-word@127.0.0.1:1/none";
  const unreachable = await move("--to", nobody);
  expect([unreachable.status, unreachable.stderr.includes("secret-word")]).toEqual([1, false]);
  const onPostgres = await postgres.create();
  const { stderr } = await runOn(onPostgres, ["migrate-database", "--to", target.setting]);
  expect(stderr).toBe("WAYBILL_DATABASE names a PostgreSQL database already. This command moves from SQLite.\n");
  const folder = temporaryFolder();
  const empty = await runWaybill(
    ["migrate-database", "--to", target.setting],
    { WAYBILL_DATA: join(folder, "none") },
    folder,
  );
  expect(empty.stderr).toContain("there is no Waybill installation");
  const lock = lockFolder(source.folder);
  expect((await move("--to", target.setting)).stderr).toContain("is in use");
  lock.release();
  const existing = await move("--to", onPostgres.setting);
  expect(existing).toEqual(refused("--to: this database already holds an installation. Name an empty one."));
});
