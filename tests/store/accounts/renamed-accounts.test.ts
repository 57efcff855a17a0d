import { beforeAll, describe, expect, test } from "bun:test";
import { createAccount, type TestAccount } from "../../support/accounts.ts";
import { databasesUnderTest } from "../../support/databases.ts";
import { browser, orderFiles } from "../../support/downloads.ts";
import { type Service, type Store, startService, storeAt } from "../../support/service.ts";
import { v3 } from "../../support/v3.ts";

describe.each(databasesUnderTest)("an account that gets another handle on $name", ({ create }) => {
  let service: Service;
  let account: TestAccount;
  const storeCalled = (handle: string): Store =>
    storeAt(service.port, { ...service, handle, host: `${handle}.localhost`, credentials: account.credentials });
  const rename = (from: string, to: string) => service.run("account", "rename", from, to, "--json");

  beforeAll(async () => {
    service = await startService({ database: await create() });
    account = await createAccount(service, "north");
  });

  test("goes on under the names that it had, and has new links with its new one", async () => {
    const before = storeCalled("north");
    const { id, link } = await orderFiles(before, { "a.txt": "abc" });
    const renamed = await rename("north", "polar");
    expect(JSON.parse(renamed.stdout)).toMatchObject({
      handle: "polar",
      url: `http://polar.localhost:${service.port}`,
    });
    for (const store of [before, storeCalled("polar")]) {
      expect((await store.get(link, { headers: browser })).status).toBe(200);
      expect(await (await store.get(link)).text()).toBe("abc");
      const { download_url } = (await v3(store, "GET", `orders/${id}`)).body.order;
      expect(download_url).toStartWith(`http://polar.localhost:${service.port}/orders/`);
    }
  });

  test("can have a former handle again, which no other account can get", async () => {
    for (const attempt of [
      () => service.run("account", "create", "north"),
      () => rename("demo", "north"),
      () => rename("demo", "polar"),
    ]) {
      const { status, stderr } = await attempt();
      expect([status, stderr]).toEqual([1, expect.stringMatching(/nother account/)]);
    }
    const unknown = await service.run("account", "set", "north", "--name", "North");
    expect([unknown.status, unknown.stderr]).toEqual([1, expect.stringContaining("called polar")]);
    expect((await rename("polar", "north")).status).toBe(0);
    expect((await storeCalled("polar").api("/api/account")).status).toBe(200);
    expect(await (await storeCalled("north").api("/api/account")).text()).toContain("<url>http://north.localhost");
  });

  test("keeps its handle if the other one is none", async () => {
    for (const handle of ["Polar", "a.b", "-x", "north"]) expect((await rename("north", handle)).status).toBe(1);
    expect((await storeCalled("north").api("/api/account")).status).toBe(200);
  });
});
