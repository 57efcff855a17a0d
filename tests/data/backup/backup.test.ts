import { beforeAll, describe, expect, test } from "bun:test";
import { lstatSync, readdirSync, rmSync, statSync, symlinkSync } from "node:fs";
import { readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { keptMessages } from "../../../src/messages/mail/transport/mailbox.ts";
import {
  backupPath,
  countsOf,
  runOn,
  serveRestored,
  startTraffic,
  stockForTraffic,
  trafficFile,
} from "../../support/backup.ts";
import { databasesUnderTest, temporaryFolder } from "../../support/databases.ts";
import { onePixel, storedBytes } from "../../support/files.ts";
import { openDatabase } from "../../support/opened-database.ts";
import { send } from "../../support/products.ts";
import { waybillProgram } from "../../support/program.ts";
import { type Service, startProcess, until } from "../../support/service.ts";
import { createSqlite } from "../../support/sqlite.ts";
import { addItem, createOrder } from "../../support/store.ts";
import { v3 } from "../../support/v3.ts";

describe.each(databasesUnderTest)("a backup of a running service on $name", ({ create, createEmpty, triesAll }) => {
  test("taken under load restores to one instant, with all that was acknowledged before it", async () => {
    const service = await startProcess({ database: await create() });
    const product = await stockForTraffic(service);
    const traffic = startTraffic(service, product);
    await until("orders have come in", () => traffic.acknowledged().orders.size > 5);
    const path = backupPath();
    const before = traffic.acknowledged();
    const { status, stdout, stderr } = await service.runProcess("backup", path, "--json");
    const after = traffic.acknowledged();
    await traffic.stop();
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readdirSync(dirname(path))).toEqual(["waybill.backup"]);
    // Orders went on being acknowledged meanwhile.
    expect(after.orders.size).toBeGreaterThan(before.orders.size);

    const target = await createEmpty();
    const restored = await serveRestored(path, target);
    const db = await openDatabase(target);
    const counts = await countsOf(db);
    await db.close();
    const { orders, downloads, keys } = counts;
    expect(JSON.parse(stdout)).toMatchObject({ path, accounts: 1, orders, downloads, unreadable_files: 0 });
    expect(counts).toEqual({
      orders,
      orderItems: orders,
      ordersOfDays: orders,
      downloads,
      downloadsOfItems: downloads,
      downloadsOfDays: downloads,
      taken: downloads,
      keys,
      keysOfItems: keys,
      units: 2 * orders,
    });
    expect(keys).toBe(2 * orders);
    for (const [id, count] of before.orders) {
      const { status, body } = await send<{ downloads: unknown[] }>(restored, "GET", `orders/${id}/downloads`);
      expect([id, status]).toEqual([id, 200]);
      expect(body.downloads.length).toBeGreaterThanOrEqual(count);
    }
    // It goes on working: keys of the pool, the file's bytes, new numbers.
    const { order } = (
      await send<{ order: { id: number; order_items: { download_url: string }[] } }>(restored, "POST", "orders", {
        email: "ann@example.com",
        order_items: [{ item_sku: product.sku }],
      })
    ).body;
    const link = new URL(order.order_items[0]?.download_url ?? "").pathname;
    expect(await (await restored.get(link)).text()).toBe(trafficFile);
  });

  /** For the tests below, one after the other. */
  let service: Service;

  beforeAll(async () => {
    service = await startProcess({ database: await create() });
  });

  test("goes to standard output for -, and that restores as well", async () => {
    await addItem(service, "PIPED");
    const path = backupPath();
    const child = Bun.spawn([process.execPath, await waybillProgram(), "backup", "-"], {
      env: { PATH: process.env.PATH ?? "", WAYBILL_DATA: service.folder, WAYBILL_DATABASE: service.setting },
      stdout: Bun.file(path),
      stderr: "pipe",
    });
    expect([await child.exited, await new Response(child.stderr).text()]).toEqual([0, ""]);
    const target = await createEmpty();
    const { status, stdout } = await runOn(target, ["restore", path, "--json"]);
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ data: target.folder, accounts: 1, orders: 0 });
    expect((await readdir(service.folder)).filter((entry) => entry.startsWith(".waybill"))).toEqual([]);
  });

  test("holds the files, the logo, the covers, the mailbox and the secret", async () => {
    const item = await addItem(service, "FILES", {
      "one.txt": "first",
      "empty.txt": "",
      "big.bin": "x".repeat(3_000_000),
    });
    expect((await send(service, "PUT", "account/logo", { content: onePixel })).status).toBe(200);
    const [{ id }] = (await v3(service, "GET", "products?q=FILES")).body.products;
    const covered = (await v3(service, "PUT", `products/${id}/cover`, { content: onePixel })).body.product;
    await createOrder(service, { skus: ["FILES"] });
    await until(
      "the email is kept",
      async () => (await keptMessages(join(service.folder, "mailbox")).names()).length === 1,
    );
    const path = backupPath();
    expect((await service.run("backup", path)).status).toBe(0);
    const target = await createEmpty();
    const restored = await serveRestored(path, target);

    const account = async (of: typeof service) => (await send(of, "GET", "account")).body;
    expect((await account(restored)).account).toMatchObject({ api_token: service.credentials.token });
    for (const [index, content] of ["first", "", "x".repeat(3_000_000)].entries()) {
      const { id = 0, filename = "" } = item.files[index] ?? {};
      expect(await (await restored.get(`${item.permalink}/${id}/${filename}`)).text()).toBe(content);
    }
    const shown = (await account(restored)).account as { logo_url: string };
    for (const url of [shown.logo_url, covered.cover_url]) {
      expect(await (await restored.get(new URL(url).pathname)).bytes()).toEqual(
        new Uint8Array(Buffer.from(onePixel, "base64")),
      );
    }
    // With the file of the test above.
    expect(storedBytes(target)).toHaveLength(6);
    const messages = keptMessages(join(target.folder, "mailbox"));
    const [name = ""] = await messages.names();
    expect(await messages.readNamed(name)).toEqual(await keptMessages(join(service.folder, "mailbox")).readNamed(name));
  });

  test.if(triesAll)("replaces an earlier one only when it is complete", async () => {
    const path = join(temporaryFolder(), "missing", "file");
    expect(await service.run("backup", path)).toEqual({
      status: 1,
      stdout: "",
      stderr: `There is no folder ${dirname(path)}.\n`,
    });
    expect((await service.run("backup", service.folder)).stderr).toContain("is a folder");
    const kept = backupPath();
    await Bun.write(kept, "an earlier one");
    expect((await service.run("backup", kept)).status).toBe(0);
    expect(statSync(kept).size).toBeGreaterThan(100_000);
  });

  test.if(triesAll)("says which files the installation has lost, and holds everything else", async () => {
    const item = await addItem(service, "LOST", { "lost.txt": "lost", "kept.txt": "kept" });
    const contents = await Promise.all(
      storedBytes(service).map(async (path) => ({ path, text: await Bun.file(path).text() })),
    );
    rmSync(contents.find(({ text }) => text === "lost")?.path ?? "");
    const path = backupPath();
    const { status, stdout, stderr } = await service.run("backup", path, "--json");
    expect(status).toBe(1);
    expect(stderr).toContain(`file ${item.files[0]?.id} (lost.txt): missing in the file store`);
    expect(JSON.parse(stdout)).toMatchObject({ unreadable_files: 1 });
    const restored = await serveRestored(path, await createEmpty());
    expect(await (await restored.get(`${item.permalink}/${item.files[1]?.id}/kept.txt`)).text()).toBe("kept");
    expect((await restored.get(`${item.permalink}/${item.files[0]?.id}/lost.txt`)).status).toBeGreaterThanOrEqual(400);
  });
});

test("a backup never replaces a device or a pipe, and a link stays", async () => {
  const installation = await createSqlite();
  const folder = temporaryFolder();
  const [pipe, link, target] = ["pipe", "link", "target"].map((name) => join(folder, name)) as [string, string, string];
  Bun.spawnSync(["mkfifo", pipe]);
  const refused = await runOn(installation, ["backup", pipe]);
  expect(refused.status).toBe(1);
  expect(refused.stderr).toContain(`${pipe} is not a file.`);
  expect(lstatSync(pipe).isFIFO()).toBe(true);
  await Bun.write(target, "an earlier one");
  symlinkSync(target, link);
  expect(await runOn(installation, ["backup", link])).toMatchObject({ status: 0 });
  expect(lstatSync(link).isSymbolicLink()).toBe(true);
  expect(statSync(target).size).toBeGreaterThan(10_000);
  expect(readdirSync(folder).toSorted()).toEqual(["link", "pipe", "target"]);
});
