import { beforeAll, describe, expect, test } from "bun:test";
import { createAccount } from "../../support/accounts.ts";
import { fill, moveWords, openDoor } from "../../support/old-store.ts";
import { type Service, startService } from "../../support/service.ts";
import { createSqlite } from "../../support/sqlite.ts";

/** With two differences for each order, more than are listed. */
const orderCount = 520;

describe("another service that an account comes from", () => {
  let old: Service;
  let door: ReturnType<typeof openDoor>;
  /** The bare host names nobody where there are two accounts. */
  const host = "demo.localhost";

  beforeAll(async () => {
    old = await startService({ database: await createSqlite() });
    await fill(old, orderCount);
    await createAccount(old, "copy");
    door = openDoor(old);
  }, 120_000);

  const words = (account: string, more: string[] = []) => moveWords(old, door.from, account, more);

  test("is not read from a private network by a server that may not reach it", async () => {
    const headers = { "content-type": "application/json" };
    const body = JSON.stringify({ from: door.from, api_key: "key", api_token: "token" });
    const refused = await old.api("/api/v3/moves", { method: "POST", headers, body, host });
    expect(refused.status).toBe(422);
    expect(await refused.json()).toMatchObject({
      errors: [{ field: "from", message: expect.stringContaining("leads to no public address") }],
    });
  });

  test("keeps waiting, and asks again, while the old service is busy or breaks off", async () => {
    let asked = 0;
    door.interrupt(async (path) => {
      asked++;
      if (asked === 1) return new Response("busy", { status: 429, headers: { "Retry-After": "1" } });
      if (asked === 3) return new Response("unwell", { status: 500 });
      if (!path.startsWith("/api/orders?page=1&") || asked > 12) return null;
      asked = 13;
      const whole = await (await old.api(path, { host })).text();
      return new Response(whole.slice(0, whole.length / 2), { headers: { "content-type": "application/xml" } });
    });
    const { status, stderr, stdout } = await old.run(...words("copy", ["--json", "--dry-run"]));
    door.interrupt(null);
    expect(stderr).toContain("asks to wait 1 seconds");
    expect([status, JSON.parse(stdout).there.orders]).toEqual([0, orderCount]);

    const wrongKey = words("copy").with(-1, "not-the-token");
    const refused = await old.run(...wrongKey);
    expect([refused.status, refused.stderr]).toEqual([1, expect.stringContaining("rejects the credentials (401)")]);
    door.interrupt(() => new Response("<!DOCTYPE html><html><body>Hello</body></html>"));
    const page = await old.run(...words("copy"));
    expect([page.status, page.stderr]).toEqual([1, expect.stringContaining("It is a web page")]);
    door.interrupt(() => new Response('{"account": {}}'));
    const json = await old.run(...words("copy"));
    expect([json.status, json.stderr]).toEqual([1, expect.stringContaining("It is not XML")]);
    door.interrupt(null);
    const wrongAddress = await old.run(...moveWords(old, "ftp://ann.example.com", "copy"));
    expect([wrongAddress.status, wrongAddress.stderr]).toEqual([1, expect.stringContaining("--from must be")]);
  }, 120_000);

  test("names missing files first, however many links are new", async () => {
    // The links belong to the store there, which this installation has as well.
    const { status, stdout } = await old.run(...words("copy", ["--json"]));
    const { differences, difference_count } = JSON.parse(stdout);
    expect([status, differences[0]]).toMatchObject([0, { what: "file", id: "SEVERAL" }]);
    expect(difference_count).toBeGreaterThan(2 * (orderCount - 4));
    expect(differences.length).toBe(1_001);
  }, 120_000);
});
