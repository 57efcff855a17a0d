import { beforeAll, describe, expect, test } from "bun:test";
import { createLibraryLink } from "../../../src/delivery/library/library-links.ts";
import { instantNow } from "../../../src/platform/instants.ts";
import { changeAccount } from "../../../src/store/accounts/accounts.ts";
import { createAccount, databaseOf, type TestAccount } from "../../support/accounts.ts";
import { runCommand } from "../../support/commands.ts";
import { connectedShop } from "../../support/connected-shop.ts";
import { type DatabaseUnderTest, databasesUnderTest } from "../../support/databases.ts";
import { browser, orderFiles } from "../../support/downloads.ts";
import { type Service, startService, storeAt } from "../../support/service.ts";
import { connect, sendWoo, wooOrder } from "../../support/shops.ts";
import { v3 } from "../../support/v3.ts";

describe.each(databasesUnderTest)("the main account on $name", ({ create }) => {
  let database: DatabaseUnderTest;
  let service: Service;
  let north: TestAccount;
  const demoHost = () => `demo.localhost:${service.port}`;
  const at = (host: string) => `http://${host}`;

  const urlOf = async (host: string, as = service.credentials) =>
    /<url>([^<]*)/.exec(await (await service.api("/api/account", { host, as })).text())?.[1];
  const leadsTo = async (path: string) => {
    const { status, headers } = await service.get(path, { headers: browser });
    return { status, location: headers.get("location") };
  };

  beforeAll(async () => {
    database = await create();
    service = await startService({ database });
    north = await createAccount(service, "north");
  });

  test("is the first that was made: its address and links are the service's own", async () => {
    for (const host of [`localhost:${service.port}`, demoHost()]) expect(await urlOf(host)).toBe(service.url);
    expect(await urlOf(north.host, north.credentials)).toBe(at(north.host));
    expect((await service.api("/api/account", { as: north.credentials })).status).toBe(401);
  });

  test("is one account, whoever is chosen at the same time", async () => {
    const db = await databaseOf(service);
    const choose = (handle: string) =>
      db.write((tx) => changeAccount(tx, new URL(service.url), handle, { main: true }, instantNow()));
    await Promise.all(["north", "demo", "north", "demo", "north", "demo"].map(choose));
    const mains = await db.read.selectFrom("accounts").select("handle").where("is_main", "=", 1).execute();
    expect(mains).toHaveLength(1);
    await choose("demo");
    expect(await urlOf(demoHost())).toBe(service.url);
  });

  test("can be another one: links of the one before lead to where it is now, and the others do not change", async () => {
    const { id, link, permalink, sku } = await orderFiles(service, { "a.txt": "abc" });
    const page = new URL((await v3(service, "GET", `orders/${id}`)).body.order.download_url).pathname;
    const db = await databaseOf(service);
    const token = await db.write((tx) => createLibraryLink(tx, 1, "ann@example.com", instantNow()));
    const { product } = (await v3(service, "GET", `skuproducts/${sku}`)).body;
    const file = `products/${product.id}/files/${product.files[0].id}/versions/1`;
    await v3(service, "PUT", file, { version: "1.0.0", platform: "any" });
    const feed = (await v3(service, "PUT", `products/${product.id}`, { updates: "open" })).body.product.update_url;
    const shop = await connect(service, { kind: "woocommerce" });
    expect(shop.url).toStartWith(`${service.url}/hooks/`);

    await service.get("/licenses/keys.json");
    const set = await service.run("account", "set", "north", "--main", "--json");
    expect(JSON.parse(set.stdout)).toMatchObject({ handle: "north", main: true, url: service.url });
    expect(set.stderr).toContain("ask about demo's licenses at localhost get the answers of north from now on");
    expect(await urlOf(`localhost:${service.port}`, north.credentials)).toBe(service.url);
    expect(await urlOf(north.host, north.credentials)).toBe(service.url);
    expect(await urlOf(demoHost())).toBe(at(demoHost()));

    for (const path of [page, `${page}?a=b`, link, `${link}?page`, permalink, `/library/${token}`]) {
      expect([path, await leadsTo(path)]).toEqual([path, { status: 302, location: at(demoHost()) + path }]);
    }
    expect(await (await service.get(link, { host: demoHost() })).text()).toBe("abc");
    for (const path of ["/orders/nobodys", "/get/nobodys", "/permalink/nobodys", "/library/nobodys", "/nothing"]) {
      expect([path, (await leadsTo(path)).status]).toEqual([path, 404]);
    }
    expect((await service.get(page, { host: north.host })).status).toBe(404);

    // Programs have the address of their feed built in, and a feed names addresses that stay.
    expect(feed).toStartWith(`${service.url}/updates/`);
    const latest = await service.get(`${new URL(feed).pathname}/latest.json`);
    expect(latest.status).toBe(200);
    const { files } = (await latest.json()) as { files: { url: string }[] };
    expect(files[0]?.url).toStartWith(`${at(demoHost())}/updates/`);
    const listed = new URL(files[0]?.url ?? "");
    for (const host of [demoHost(), `localhost:${service.port}`]) {
      expect(await (await service.get(listed.pathname, { host })).text()).toBe("abc");
    }
    expect((await service.get(listed.pathname, { host: north.host })).status).toBe(404);

    // Shops go on reporting to the address that they were given.
    const answer = await sendWoo(service, shop, wooOrder({ id: 77 }, [{ sku }]));
    expect(answer.status).toBe(200);
    const { made } = connectedShop(() => storeAt(service.port, { ...service, host: "demo.localhost" }));
    expect((await made("woocommerce:77")).order_items).toHaveLength(1);
  });

  test("needs no names but the service's own; every further account is told which it needs", async () => {
    const { folder, setting } = await create();
    const make = (handle: string, url: string) =>
      runCommand(["account", "create", handle, "--json"], {
        WAYBILL_DATA: folder,
        WAYBILL_DATABASE: setting,
        WAYBILL_URL: url,
      });
    const further = await make("west", "https://downloads.example.com");
    expect(JSON.parse(further.stdout).url).toBe("https://west.downloads.example.com");
    expect(further.stderr).toContain("*.downloads.example.com must be a name in DNS and of the certificate");
    expect((await make("south", "https://203.0.113.9")).stderr).toContain("203.0.113.9 names the main account only");
    expect((await make("east", "http://localhost:3000")).stderr).toBe("");
  });

  test("says what ends for the account before: a CNAME record to the service's own name, and links at an IP address", async () => {
    const { folder, setting } = await create();
    const command = (url: string, ...words: string[]) =>
      runCommand(["account", ...words], { WAYBILL_DATA: folder, WAYBILL_DATABASE: setting, WAYBILL_URL: url });
    const mainOf = async () => {
      const { accounts } = JSON.parse((await command("http://192.0.2.1", "list", "--json")).stdout);
      return accounts.find(({ main }: { main: boolean }) => main).handle;
    };
    const [ip, name] = ["http://192.0.2.1", "https://downloads.example"];
    await command(name, "create", "south");
    const refused = await command(ip, "set", "south", "--main");
    expect([refused.status, refused.stderr, await mainOf()]).toEqual([1, expect.stringContaining("--yes"), "demo"]);
    const ended = await command(ip, "set", "south", "--main", "--yes");
    expect([ended.status, ended.stderr]).toEqual([0, expect.stringContaining("all of them will stop working")]);
    expect(await mainOf()).toBe("south");
    const without = await command(name, "set", "demo", "--main");
    expect([without.status, without.stderr]).toEqual([0, ""]);
    await command(name, "set", "demo", "--custom-domain", "files.demo.example");
    const { status, stderr } = await command(name, "set", "south", "--main");
    expect(status).toBe(0);
    expect(stderr).toMatch(
      /CNAME record to downloads\.example .* Point it to demo\.downloads\.example, .* TXT waybill-domain=/,
    );
    expect((await command(name, "set", "south", "--main")).stderr).toBe("");
  });
});
