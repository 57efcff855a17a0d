import { beforeAll, describe, expect, test } from "bun:test";
import { createAccount, type TestAccount } from "../../support/accounts.ts";
import { databasesUnderTest } from "../../support/databases.ts";
import { fill, moveWords, openDoor } from "../../support/old-store.ts";
import { waybillProgram } from "../../support/program.ts";
import { type Credentials, type ServiceProcess, startProcess, until } from "../../support/service.ts";
import { createSqlite } from "../../support/sqlite.ts";
import { xmlHeaders } from "../../support/store.ts";

/** Orders there: more than one page of the list, which has more than one batch of those that are written together. */
const orderCount = 130;
const pageSize = 110;

/** This very service as the one to come from, with a store that was in use. */
describe("an account that comes from another service", () => {
  let old: ServiceProcess;
  let door: ReturnType<typeof openDoor>;

  beforeAll(async () => {
    old = await startProcess({ database: await createSqlite() });
    await fill(old, orderCount);
    door = openDoor(old, pageSize);
  }, 120_000);

  const words = (account: string, more: string[] = []) => moveWords(old, door.from, account, more);

  describe.each(databasesUnderTest)("to $name", ({ create }) => {
    let service: ServiceProcess;
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
      service = await startProcess({ database: await create(), environment });
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
});

async function listsOf(service: ServiceProcess, as: Credentials, host?: string) {
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
