import { beforeAll, describe, expect, test } from "bun:test";
import { createAccount, type TestAccount } from "../support/accounts.ts";
import { afterTests } from "../support/cleanup.ts";
import { databasesUnderTest } from "../support/databases.ts";
import { waybillProgram } from "../support/program.ts";
import { type Credentials, type Service, startService, until } from "../support/service.ts";
import { addItem, xmlHeaders } from "../support/store.ts";

/** Orders there: more than one page of the list. */
const orderCount = 1_200;

/** What stands between the two services: it sees each request, and may answer in place of the old service. */
type Interruption = (path: string) => Response | null | Promise<Response | null>;

/** This very service as the one to come from, with a store that was in use. */
describe("an account that comes from another service", () => {
  let old: Service;
  let door: { from: string; paths: string[]; interrupt(interruption: Interruption | null): void };

  beforeAll(async () => {
    const sqlite = databasesUnderTest.find(({ name }) => name === "sqlite");
    if (!sqlite) throw new Error("There is no SQLite.");
    old = await startService({ database: await sqlite.create() });
    await fill(old);
    door = openDoor(old);
  }, 120_000);

  const words = (account: string, more: string[] = [], from = door.from) => {
    const { key, token } = old.credentials;
    return ["import", "fetchapp", "--account", account, "--from", from, "--key", key, "--token", token, ...more];
  };

  describe.each(databasesUnderTest)("to $name", ({ create }) => {
    let service: Service;
    let store: TestAccount;
    /** As the old service showed them before this move read its files. */
    let before: { items: string; orders: string; downloads: string };

    beforeAll(async () => {
      before = await listsOf(old, old.credentials);
      door.paths.length = 0;
      // What happens in the second in which a move begins is left out of the history.
      const second = Math.floor(Date.now() / 1000);
      await until("the next second has come", () => Math.floor(Date.now() / 1000) > second);
      const environment = { WAYBILL_OUTGOING_NETWORKS: "127.0.0.0/8" };
      service = await startService({ database: await create(), environment });
      store = await createAccount(service, "moved");
    }, 120_000);

    const bring = async (...more: string[]) => {
      const { status, stdout, stderr } = await service.run(...words("moved", ["--json", ...more]));
      return { status, stderr, report: stdout === "" ? null : JSON.parse(stdout) };
    };

    /** Starts the command and kills it (SIGKILL) when it asks for a path. */
    async function killAt(pattern: RegExp, nth = 1): Promise<void> {
      const child = Bun.spawn([process.execPath, await waybillProgram(), ...words("moved")], {
        cwd: service.folder,
        env: { PATH: process.env.PATH ?? "", WAYBILL_DATA: service.folder, WAYBILL_DATABASE: service.setting },
        stdout: "ignore",
        stderr: "ignore",
      });
      let asked = 0;
      door.interrupt((path) => {
        if (pattern.test(path) && ++asked === nth) child.kill("SIGKILL");
        return null;
      });
      expect(await child.exited).not.toBe(0);
      expect(asked).toBe(nth);
      door.interrupt(null);
    }

    test("is read and compared first, and nothing changes", async () => {
      const { status, report } = await bring("--dry-run");
      expect(status).toBe(0);
      expect(report).toMatchObject({ dry_run: true, matches: false });
      expect(report.there).toMatchObject({ products: 4, files: 3, orders: orderCount });
      expect(report.here).toMatchObject({ products: 0, files: 0, orders: 0, downloads: 0 });
      expect(door.paths.some((path) => path.startsWith("/permalink/"))).toBe(false);
      expect((await listsOf(service, store.credentials, store.host)).items).not.toContain("<item>");
    }, 120_000);

    test("is here as it was there, although the command is killed again and again", async () => {
      await killAt(/^\/api\/items/);
      await killAt(/^\/api\/orders\?page=2&/, 2);
      await killAt(/^\/api\/orders\?page=1&/, 2);
      await killAt(/^\/permalink\//, 2);
      await killAt(/^\/api\/downloads/, 2);
      // A file is asked for again, like everything else.
      let asked = 0;
      door.interrupt((path) =>
        path.startsWith("/permalink/") && ++asked === 1 ? new Response("unwell", { status: 500 }) : null,
      );
      const { status, report, stderr } = await bring();
      door.interrupt(null);
      expect({ status, stderr }).toMatchObject({ status: 0 });
      expect(report.there).toEqual({ ...report.here, files: 3 });
      expect(report.here).toMatchObject({ products: 4, orders: orderCount, files: 2 });
      // A permalink to several files leads to a page.
      expect(report.differences).toMatchObject([{ what: "file", id: "SEVERAL" }]);
      const here = await listsOf(service, store.credentials, store.host);
      expect(withoutFile(here.items)).toBe(withoutFile(before.items));
      expect(here.orders).toBe(before.orders);
      expect(withoutIds(here.downloads)).toBe(withoutIds(before.downloads));
    }, 300_000);

    test("has the same files, the same links, and the downloads that were left", async () => {
      for (const [sku, length] of [
        ["ONE", 12],
        ["LARGE", 3_000_000],
      ] as const) {
        const [link, there] = [permalinkOf(before.items, sku), old];
        const bytes = await (await service.get(link, { host: store.host })).bytes();
        expect(bytes.length).toBe(length);
        expect(Bun.SHA256.hash(bytes, "hex")).toBe(Bun.SHA256.hash(await (await there.get(link)).bytes(), "hex"));
      }
      const link = /<email>left1@example.com<.*?<link>([^<]+)</s.exec(before.orders)?.[1] ?? "";
      const first = await service.get(link, { host: store.host });
      expect([first.status, await first.text()]).toEqual([200, "file of ONE\n"]);
      expect((await service.get(link, { host: store.host })).status).toBe(403);
    }, 120_000);

    test("sends no email, and takes over the settings", async () => {
      const { key, token } = store.credentials;
      const as = { as: { key, token }, host: store.host };
      expect(await (await service.api("/api/v3/emails", as)).json()).toMatchObject({ total: 0 });
      const { account } = (await (await service.api("/api/v3/account", as)).json()) as {
        account: Record<string, unknown>;
      };
      expect(account).toMatchObject({ name: "Old Store", order_expiration_in_hours: null, download_limit_per_item: 7 });
    });

    test("is moved in the background by its owner, although the server is killed", async () => {
      const web = await createAccount(service, "web");
      const as = { as: { key: web.credentials.key, token: web.credentials.token }, host: web.host };
      const call = async (method: string, path: string, body?: object) => {
        const headers = { "content-type": "application/json" };
        const sent = body === undefined ? {} : { headers, body: JSON.stringify(body) };
        const answer = await service.api(`/api/v3/${path}`, { method, ...sent, ...as });
        return { status: answer.status, body: (await answer.json()) as ReturnType<typeof JSON.parse> };
      };
      const start = (changes: object) => {
        const { key, token } = old.credentials;
        return call("POST", "moves", { from: door.from, api_key: key, api_token: token, ...changes });
      };
      const ended = async (id: number) => {
        let found = await call("GET", `moves/${id}`);
        await until("the move has ended", async () => {
          found = await call("GET", `moves/${id}`);
          return found.body.move.state !== "running";
        });
        return found.body;
      };
      for (const [wrong, field] of [
        [{ from: "ann.example.com" }, "from"],
        [{ from: "https://key:token@ann.example.com" }, "from"],
        [{ api_key: "" }, "api_key"],
        [{ api_token: undefined }, "api_token"],
      ] as const) {
        const { status, body } = await start(wrong);
        expect([status, body.errors[0].field]).toEqual([422, field]);
      }
      const refused = await ended((await start({ api_token: "wrong" })).body.move.id);
      expect(refused).toMatchObject({
        move: { state: "failed", problem: expect.stringContaining("(401)") },
        report: null,
      });

      const compared = await ended((await start({ dry_run: true })).body.move.id);
      expect(compared).toMatchObject({ move: { state: "done", dry_run: true }, report: { matches: false } });
      expect(compared.report).toMatchObject({ there: { orders: orderCount }, here: { orders: 0, products: 0 } });

      let asked = 0;
      const { promise: isAsked, resolve: noticed } = Promise.withResolvers<void>();
      door.interrupt(async (path) => {
        if (!path.startsWith("/api/orders?page=1&") || ++asked !== 2) return null;
        noticed();
        return new Promise(() => {});
      });
      const { move } = (await start({})).body;
      expect((await start({})).status).toBe(409);
      await isAsked;
      door.interrupt(null);
      service.process.kill("SIGKILL");
      await service.process.exited;
      service = await service.restart();
      const done = await ended(move.id);
      expect(done.move).toMatchObject({ state: "done", problem: null, created_by: "API" });
      expect(done.report.here).toMatchObject({ products: 4, orders: orderCount, files: 2 });
      expect(done.report.there).toEqual({ ...done.report.here, files: 3 });
      const { activity } = (await call("GET", "activity")).body;
      expect(activity.map(({ kind }: { kind: string }) => kind)).toContain("account.changed");

      const { promise: isHeld, resolve: held } = Promise.withResolvers<void>();
      door.interrupt(() => {
        held();
        return new Promise(() => {});
      });
      const again = (await start({})).body.move;
      await isHeld;
      expect((await call("POST", `moves/${again.id}/stop`)).body.move.state).toBe("stopped");
      door.interrupt(null);
      const last = await ended((await start({})).body.move.id);
      expect(last.report).toMatchObject({ made: { products: 0, files: 0, orders: 0, downloads: 0 } });
      expect((await call("GET", "moves")).body.moves).toHaveLength(5);
    }, 120_000);

    test("is brought again without making anything twice", async () => {
      const order = `<order><email>late@example.com</email><send_email>false</send_email><order_items type="array">
        <order_item><sku>ONE</sku></order_item></order_items></order>`;
      const made = await old.api("/api/orders/create", { method: "POST", headers: xmlHeaders, body: order });
      expect(made.status).toBe(201);
      const id = /<id[^>]*>([^<]+)/.exec(await made.text())?.[1] ?? "";
      const { report } = await bring();
      expect(report.made).toEqual({ products: 0, files: 0, orders: 1, downloads: 0 });
      // One customer has downloaded here meanwhile.
      expect(report.differences).toContainEqual(expect.objectContaining({ what: "order" }));
      await old.api(`/api/orders/${id}/delete`, { method: "POST" });
    }, 120_000);
  });

  test("is not read from a private network by a server that may not reach it", async () => {
    const headers = { "content-type": "application/json" };
    const body = JSON.stringify({ from: door.from, api_key: "key", api_token: "token" });
    const started = await old.api("/api/v3/moves", { method: "POST", headers, body });
    expect(started.status).toBe(202);
    const { move } = (await started.json()) as { move: { id: number } };
    const read = async () =>
      (await (await old.api(`/api/v3/moves/${move.id}`)).json()) as { move: { problem: string } };
    await until("it has failed", async () => (await read()).move.problem !== null);
    expect((await read()).move.problem).toContain("leads to no public address");
  });

  test("keeps waiting, and asks again, while the old service is busy or breaks off", async () => {
    const service = await startService({
      database: await (databasesUnderTest[0] as (typeof databasesUnderTest)[0]).create(),
    });
    let asked = 0;
    door.interrupt(async (path) => {
      asked++;
      if (asked === 1) return new Response("busy", { status: 429, headers: { "Retry-After": "1" } });
      if (asked === 3) return new Response("unwell", { status: 500 });
      if (!path.startsWith("/api/orders?page=1&") || asked > 12) return null;
      asked = 13;
      const whole = await (await old.api(path)).text();
      return new Response(whole.slice(0, whole.length / 2), { headers: { "content-type": "application/xml" } });
    });
    const { status, stderr, stdout } = await service.run(...words("demo", ["--json", "--dry-run"]));
    door.interrupt(null);
    expect(stderr).toContain("asks to wait 1 seconds");
    expect([status, JSON.parse(stdout).there.orders]).toEqual([0, orderCount]);

    const wrongKey = words("demo").with(-1, "not-the-token");
    const refused = await service.run(...wrongKey);
    expect([refused.status, refused.stderr]).toEqual([1, expect.stringContaining("rejects the credentials (401)")]);
    door.interrupt(() => new Response("<!DOCTYPE html><html><body>Hello</body></html>"));
    const page = await service.run(...words("demo"));
    expect([page.status, page.stderr]).toEqual([1, expect.stringContaining("It is a web page")]);
    door.interrupt(() => new Response('{"account": {}}'));
    const json = await service.run(...words("demo"));
    expect([json.status, json.stderr]).toEqual([1, expect.stringContaining("It is not XML")]);
    door.interrupt(null);
    const wrongAddress = await service.run(...words("demo", [], "ftp://ann.example.com"));
    expect([wrongAddress.status, wrongAddress.stderr]).toEqual([1, expect.stringContaining("--from must be")]);
  }, 120_000);

  test("names missing files first, however many links are new", async () => {
    await createAccount(old, "copy");
    // The links belong to the store there, which this installation has as well.
    const { status, stdout } = await old.run(...words("copy", ["--json"]));
    const { differences, difference_count } = JSON.parse(stdout);
    expect([status, differences[0]]).toMatchObject([0, { what: "file", id: "SEVERAL" }]);
    expect(difference_count).toBeGreaterThan(2 * (orderCount - 4));
    expect(differences.length).toBe(1_001);
  }, 120_000);
});

/** Products with and without files, customers who downloaded, and orders of every kind. */
async function fill(service: Service): Promise<void> {
  const settings = { name: "Old Store", order_expiration_in_hours: null, download_limit_per_item: 7 };
  const put = await service.api("/api/v3/account", {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(settings),
  });
  expect(put.status).toBe(200);
  const one = await addItem(service, "ONE", { "one ü.txt": "file of ONE\n" });
  await addItem(service, "LARGE", { "large.bin": new Uint8Array(3_000_000).map((_, index) => index % 251) });
  await addItem(service, "SEVERAL", { "a.txt": "a", "b.txt": "b" });
  await addItem(service, "NO FILE & <more>", {});
  const orders = Array.from({ length: orderCount - 4 }, (_, index) => ({
    vendor_id: `OLD-${index}`,
    email: `customer${index % 300}@example.com`,
    first_name: index % 7 === 0 ? "Zoë & <Co>" : "Ann",
    send_email: false,
    order_items: [{ item_sku: index % 3 === 0 ? "LARGE" : "ONE" }, { item_sku: "NO FILE & <more>" }],
  }));
  for (let start = 0; start < orders.length; start += 100) {
    const answer = await service.api("/api/v3/orders/bulk", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ orders: orders.slice(start, start + 100) }),
    });
    expect(answer.status).toBe(200);
  }
  const order = async (fields: string, left = "") => {
    const item = `<order_item><sku>ONE</sku>${left}</order_item>`;
    const body = `<order><send_email>false</send_email>${fields}<order_items type="array">${item}</order_items></order>`;
    const answer = await service.api("/api/orders/create", { method: "POST", headers: xmlHeaders, body });
    expect(answer.status).toBe(201);
    return /<link>([^<]+)</.exec(await answer.text())?.[1] ?? "";
  };
  await order("<id>M-1001</id><title>By hand</title><email>m@example.com</email><download_limit>3</download_limit>");
  await order("<email>gone@example.com</email><expiration_date>2024-01-01T00:00:00Z</expiration_date>");
  const left = "<downloads_remaining>3</downloads_remaining>";
  const link = await order("<email>left1@example.com</email>", left);
  const used = await order("<email>used@example.com</email><download_limit>2</download_limit>");
  for (const path of [link, used, link, used, one.permalink]) {
    const answer = await service.get(path);
    expect([path, answer.status]).toEqual([path, 200]);
    await answer.bytes();
  }
}

/** A web server that passes requests on to the service. */
function openDoor(service: Service) {
  const paths: string[] = [];
  let interruption: Interruption | null = null;
  const server = Bun.serve({
    port: 0,
    hostname: "127.0.0.1",
    async fetch(request) {
      const { pathname, search } = new URL(request.url);
      paths.push(pathname + search);
      const answer = await interruption?.(pathname + search);
      if (answer) return answer;
      const headers = new Headers(request.headers);
      headers.set("host", "demo.localhost");
      headers.delete("connection");
      return fetch(service.url + pathname + search, { headers, redirect: "manual" });
    },
  });
  afterTests(() => server.stop(true));
  return {
    from: `http://127.0.0.1:${server.port}`,
    paths,
    interrupt: (next: Interruption | null) => {
      interruption = next;
    },
  };
}

async function listsOf(service: Service, as: Credentials, host?: string) {
  const read = async (path: string) => (await service.api(path, { as, ...(host ? { host } : {}) })).text();
  return {
    items: await read("/api/items"),
    orders: await read("/api/orders"),
    downloads: await read("/api/downloads"),
  };
}

const permalinkOf = (items: string, sku: string) =>
  new RegExp(`<sku>${sku}</sku>.*?<permalink>([^<]+)`, "s").exec(items)?.[1] ?? "";

/** Without the file that cannot be had. */
const withoutFile = (items: string) =>
  items.replace(/(<sku>SEVERAL<.*?)<filename.*?(<\/item>)/s, (_, start, end) => start + end);

const withoutIds = (downloads: string) => downloads.replaceAll(/<id type="integer">\d+<\/id>/g, "");
