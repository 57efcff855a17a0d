import { beforeAll, describe, expect, test } from "bun:test";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { createLibraryLink } from "../../../src/delivery/library/library-links.ts";
import { beginRemoval } from "../../../src/operations/housekeeping/remove-accounts.ts";
import type { Database } from "../../../src/platform/database/database.ts";
import { instantNow } from "../../../src/platform/instants.ts";
import { requireAccount } from "../../../src/store/accounts/accounts.ts";
import { createAccount, databaseOf } from "../../support/accounts.ts";
import { runCommand } from "../../support/commands.ts";
import { databasesUnderTest } from "../../support/databases.ts";
import { browser, orderFiles } from "../../support/downloads.ts";
import { until } from "../../support/mail.ts";
import { type Service, type Store, startService, storeAt } from "../../support/service.ts";
import { connect, sendWoo, wooOrder } from "../../support/shops.ts";
import { password, signIn, visit } from "../../support/sign-in.ts";
import { v3 } from "../../support/v3.ts";

describe.each(databasesUnderTest)("a removed account on $name", ({ create }) => {
  let service: Service;
  let db: Database;

  const storeOf = async (handle: string): Promise<Store> => {
    const owner = { email: `owner@${handle}.example`, password };
    const { credentials } = await createAccount(service, handle, owner);
    return storeAt(service.port, { ...service, handle, host: `${handle}.localhost`, credentials, owner });
  };
  const idOf = async (handle: string) => (await requireAccount(db.read, handle)).id;
  const mark = (handle: string) =>
    db.write(async (tx) => beginRemoval(tx, await requireAccount(tx, handle), instantNow()));
  const messages = () => readdirSync(join(service.folder, "mailbox"));

  beforeAll(async () => {
    service = await startService({ database: await create() });
    db = await databaseOf(service);
  });

  test("is known to nobody from the beginning on, and is gone when the command ends", async () => {
    const store = await storeOf("north");
    expect((await service.run("account", "rename", "north", "polar")).status).toBe(0);
    const { id, link, permalink } = await orderFiles(store, { "a.txt": "abc" });
    const page = new URL((await v3(store, "GET", `orders/${id}`)).body.order.download_url).pathname;
    const accountId = await idOf("polar");
    const token = await db.write((tx) => createLibraryLink(tx, accountId, "ann@example.com", instantNow()));
    const shop = await connect(store, { kind: "woocommerce" });
    const owner = await signIn(store, "owner@north.example");
    expect((await owner.v3("GET", "account")).status).toBe(200);
    await until(() => messages().length > 0);
    const others = await orderFiles(service, { "b.txt": "other" });
    await until(() => messages().length > 1);

    await mark("polar");
    for (const host of ["north", "polar"].map((handle) => `${handle}.localhost:${service.port}`)) {
      for (const path of [page, link, `${link}?page`, permalink, `/library/${token}`, "/admin"]) {
        expect([path, (await service.get(path, { host, headers: browser })).status]).toEqual([path, 404]);
      }
      expect((await service.api("/api/account", { host, as: store.credentials })).status).toBeOneOf([401, 404]);
    }
    // At the main account's address, which knew its links.
    for (const path of [page, link, permalink, `/library/${token}`]) {
      const answer = await service.get(path, { headers: browser });
      expect([path, answer.status, answer.headers.get("location")]).toEqual([path, 404, null]);
    }
    expect((await service.api("/api/account", { as: store.credentials })).status).toBe(401);
    expect((await sendWoo(service, shop, wooOrder({ id: 78 }))).status).toBe(404);
    expect((await owner.v3("GET", "account")).status).toBeOneOf([401, 404]);
    const credentials = { email: "owner@north.example", password };
    expect((await visit(store).auth("sign-in/email", credentials)).status).toBe(404);
    expect((await visit(service).auth("sign-in/email", credentials)).status).not.toBe(200);
    expect((await service.run("account", "list")).stdout).not.toContain("polar");
    for (const handle of ["polar", "north"]) {
      const refused = await service.run("account", "create", handle);
      expect([refused.status, refused.stderr]).toEqual([1, expect.stringMatching(/being removed|had the handle/)]);
    }
    expect((await service.run("account", "set", "polar", "--name", "x")).stderr).toContain("no account");

    const { status, stdout } = await service.run("account", "remove", "polar", "--json");
    expect([status, JSON.parse(stdout)]).toEqual([0, { handle: "polar", removed_at: expect.any(String) }]);
    expect((await db.read.selectFrom("users").select("email").execute()).map(({ email }) => email)).not.toContain(
      "owner@north.example",
    );
    expect(messages()).toHaveLength(1);
    expect((await service.api("/api/account")).status).toBe(200);
    expect(await (await service.get(others.link)).text()).toBe("other");
    await until(async () => (await db.read.selectFrom("file_removals").select("id").execute()).length === 0);
    for (const handle of ["polar", "north"]) {
      expect((await service.run("account", "create", handle)).status).toBe(0);
      expect((await service.run("account", "remove", handle, "--yes")).status).toBe(0);
    }
  });

  test("says what goes, and goes only when its handle was typed; the main one only as the last", async () => {
    const store = await storeOf("south");
    const { sku } = await orderFiles(store, { "a.txt": "abc" });
    for (const email of ["solo@bücher.example", "Solo@xn--bcher-kva.example"]) {
      const order = { email, send_email: false, order_items: [{ sku }] };
      expect((await v3(store, "POST", "orders", order)).status).toBe(201);
    }
    await until(async () => (await v3(store, "GET", "customers")).body.total === 2);
    const asked = await service.runProcess("account", "remove", "south");
    expect(asked).toMatchObject({ status: 1, stdout: "" });
    expect(asked.stderr).toContain("orders: 3, customers: 2, products: 1, files: 1 (3 bytes)");
    expect(asked.stderr).toContain("Nothing was removed");
    const main = await service.run("account", "remove", "demo", "--yes");
    expect([main.status, main.stderr]).toEqual([1, expect.stringMatching(/account set \w+ --main/)]);
    expect((await service.run("account", "remove", "nobody", "--yes")).stderr).toContain("no account");
    expect((await store.api("/api/account")).status).toBe(200);
    const removed = await service.runProcess("account", "remove", "south", "--yes");
    expect(removed.status).toBe(0);
    expect(removed.stderr).toMatch(/"account":"south".*"uid":\d+.*an account was removed/);
  });

  test("sends no email that was waiting, and leaves a person who belongs to another account", async () => {
    const store = await storeOf("west");
    const shared = await createAccount(service, "east", { email: "owner@west.example" });
    await orderFiles(store, { "a.txt": "abc" });
    const id = await idOf("west");
    const count = messages().length;
    // Due only when the account is gone for everybody.
    const queued = () => db.read.selectFrom("emails").select("status").where("account_id", "=", id).execute();
    await until(async () => (await queued()).every(({ status }) => status !== "queued"));
    await mark("west");
    await db.write((tx) =>
      tx.updateTable("emails").set({ status: "queued", lane: 1 }).where("account_id", "=", id).execute(),
    );
    await until(async () => (await queued()).every(({ status }) => status === "cancelled"));
    expect(messages().length).toBeLessThanOrEqual(count + 1);
    expect((await service.run("account", "remove", "west")).status).toBe(0);
    const people = await db.read.selectFrom("users").select("email").execute();
    expect(people.map(({ email }) => email)).toContain("owner@west.example");
    expect((await service.api("/api/account", { host: shared.host, as: shared.credentials })).status).toBe(200);
  });

  test("is taken up by the server after a kill of the command", async () => {
    await storeOf("half");
    const id = await idOf("half");
    await mark("half");
    await service.stop();
    await service.restart();
    await until(
      async () => !(await db.read.selectFrom("accounts").select("id").where("id", "=", id).executeTakeFirst()),
    );
  });

  test("can be the last one: the next start makes another", async () => {
    const { folder, setting } = await create();
    const settings = { WAYBILL_DATA: folder, WAYBILL_DATABASE: setting, WAYBILL_URL: "http://localhost:3000" };
    const removed = await runCommand(["account", "remove", "demo", "--yes"], settings);
    expect([removed.status, removed.stderr]).toEqual([0, expect.stringContaining("It is the last account.")]);
    const made = await runCommand(["account", "create", "fresh", "--json"], settings);
    expect(JSON.parse(made.stdout).url).toBe("http://localhost:3000");
  });
});
