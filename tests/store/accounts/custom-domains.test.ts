import { beforeAll, describe, expect, test } from "bun:test";
import { type Instant, instant } from "../../../src/platform/instants.ts";
import { mayConnect } from "../../../src/platform/outgoing/addresses.ts";
import { createAccount, type TestAccount } from "../../support/accounts.ts";
import { type DatabaseUnderTest, databasesUnderTest } from "../../support/databases.ts";
import { startDnsServer } from "../../support/dns-server.ts";
import { browser } from "../../support/downloads.ts";
import { type Service, startService, until } from "../../support/service.ts";
import { mailsTo } from "../../support/sign-in.ts";

describe.each(databasesUnderTest)("a store's own domain on $name", ({ create }) => {
  let database: DatabaseUnderTest;
  let dns: Awaited<ReturnType<typeof startDnsServer>>;
  let service: Service;
  let north: TestAccount;
  let south: TestAccount;

  beforeAll(async () => {
    database = await create();
    dns = await startDnsServer();
    const environment = { WAYBILL_RESOLVERS: dns.address, WAYBILL_OUTGOING_NETWORKS: "127.0.0.0/8" };
    service = await startService({ database, environment });
    north = await createAccount(service, "north", { email: "north@example.com" });
    south = await createAccount(service, "south");
  });

  async function ask(one: TestAccount, method: string, path: string, body?: unknown) {
    const answer = await service.api(`/api/v3/${path}`, {
      method,
      host: one.host,
      as: one.credentials,
      headers: { "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    // biome-ignore lint/suspicious/noExplicitAny: answers of every shape.
    return { status: answer.status, body: (await answer.json()) as any };
  }

  const claim = async (one: TestAccount, custom_domain: string | null) => {
    const { status, body } = await ask(one, "PUT", "account", { custom_domain });
    return { status, proof: body.account?.custom_domain_verification };
  };

  /** What a check finds; the owner's button asks for it. */
  const check = async (one: TestAccount) =>
    (await ask(one, "POST", "account/domain/check")).body.account.custom_domain_verification;

  async function answersAt(domain: string, { credentials }: TestAccount) {
    const host = `${domain}:${service.port}`;
    const api = await service.api("/api/account", { host, as: credentials });
    const page = await service.get("/", { host, headers: browser });
    return [api.status, page.status];
  }

  /** Subjects of the emails about its domain, sorted, once there are so many. */
  async function noticesTo({ handle }: TestAccount, count: number) {
    const email = `${handle}@example.com`;
    let subjects: string[] = [];
    await until("the store is told", async () => {
      const mails = await mailsTo(service, email);
      subjects = mails.map(({ subject }) => subject ?? "").filter((subject) => subject.includes(".example"));
      return subjects.length >= count;
    });
    return subjects.toSorted();
  }

  /** Lets the next check happen at once, and the state look as if so much time had passed. */
  async function age(one: TestAccount, change: { failing_since?: Instant; serves_until?: Instant }) {
    const db = await database.open();
    await db.write((tx) =>
      tx
        .updateTable("domain_claims")
        .set({ checked_at: null, ...change })
        .where("account_id", "=", ({ selectFrom }) =>
          selectFrom("accounts").select("id").where("handle", "=", one.handle),
        )
        .execute(),
    );
  }

  test("names no store until a TXT record verifies it, and is found by itself", async () => {
    const domain = "txt.north.example";
    const { proof } = await claim(north, domain);
    expect(proof).toMatchObject({ state: "unverified", serving: false, txt_record: { name: `_waybill.${domain}` } });
    expect(await answersAt(domain, north)).toEqual([401, 404]);
    expect((await check(north)).problem).toContain("record");
    dns.set(`_waybill.${domain}`, { TXT: "waybill-domain=something-else" });
    await age(north, {});
    expect((await check(north)).state).toBe("unverified");
    expect(await answersAt(domain, north)).toEqual([401, 404]);

    // Nobody presses a button for the next one.
    const other = "found.north.example";
    const claimed = await claim(north, other);
    dns.set(`_waybill.${other}`, { TXT: claimed.proof.txt_record.value });
    const db = await database.open();
    await db.write((tx) =>
      tx
        .updateTable("domain_claims")
        .set({ next_check_at: instant(0) })
        .execute(),
    );
    await until("the domain serves the store", async () => (await answersAt(other, north))[1] === 200);
    expect(await answersAt(other, north)).toEqual([200, 200]);
    const account = (await ask(north, "GET", "account")).body.account;
    expect(account).toMatchObject({ url: `http://${other}:${service.port}`, custom_domain: other });
    expect(account.custom_domain_verification).toMatchObject({
      ...{ state: "verified", serving: true, problem: null },
      verified_at: expect.stringMatching(/^\d{4}-/),
    });

    expect((await claim(south, other)).status).toBe(409);
    await claim(north, null);
    expect(await answersAt(other, north)).toEqual([401, 404]);
  });

  test("is verified by a CNAME record to this very store where only this store answers, and by no other", async () => {
    const domain = "cname.north.example";
    await claim(south, domain);
    const { proof } = await claim(north, domain);
    dns.set(domain, { CNAME: "north.localhost", A: "127.0.0.1" });
    const path = `/.well-known/waybill-domain/${proof.txt_record.value.replace("waybill-domain=", "")}`;
    const found = await service.get(path, { host: domain });
    expect([found.status, path.endsWith(`/${(await found.text()).trim()}`)]).toEqual([200, true]);
    for (const host of ["other.example", north.host]) expect((await service.get(path, { host })).status).toBe(404);
    expect((await service.get(`${path}x`, { host: domain })).status).toBe(404);

    // Who asked first has not verified it, and does not stand in the way.
    expect((await check(south)).state).toBe("unverified");
    expect((await check(north)).state).toBe("verified");
    expect(await answersAt(domain, north)).toEqual([200, 200]);
    await age(south, {});
    expect(await check(south)).toMatchObject({ state: "unverified", serving: false });
  });

  test("is not verified by an address record, nor where the name leads into a private network", async () => {
    const domain = "address.north.example";
    await claim(north, domain);
    dns.set(domain, { A: "127.0.0.1" });
    expect((await check(north)).state).toBe("unverified");
    dns.set(domain, { CNAME: "north.localhost", A: "10.0.0.1" });
    await age(north, {});
    const { state, problem } = await check(north);
    expect([state, problem]).toEqual(["unverified", expect.stringContaining("public")]);
  });

  test("whose checks fail goes on, is flagged after days, and then is anybody's who verifies it", async () => {
    const domain = "moving.example";
    const { proof } = await claim(north, domain);
    dns.set(`_waybill.${domain}`, { TXT: proof.txt_record.value });
    expect((await check(north)).state).toBe("verified");
    dns.set(`_waybill.${domain}`, {});
    await age(north, {});
    expect(await check(north)).toMatchObject({ state: "verified", serving: true, problem: expect.any(String) });
    expect((await claim(south, domain)).status).toBe(409);

    const days = (count: number) => instant(Date.now() - count * 24 * 3_600_000);
    await age(north, { failing_since: days(4) });
    expect(await check(north)).toMatchObject({ state: "failing", serving: true });
    await check(north);
    expect(await noticesTo(north, 1)).toEqual([`${domain} can no longer be verified`]);
    const { proof: theirs } = await claim(south, domain);
    expect(await answersAt(domain, north)).toEqual([200, 200]);
    dns.set(`_waybill.${domain}`, { TXT: theirs.txt_record.value });
    expect(await check(south)).toMatchObject({ state: "verified", serving: true });
    expect(await answersAt(domain, south)).toEqual([200, 200]);
    expect(await answersAt(domain, north)).toEqual([401, 200]);
    expect((await ask(north, "GET", "account")).body.account.custom_domain_verification.serving).toBe(false);
    expect(await noticesTo(north, 2)).toContain(`${domain} no longer shows your store`);
    const texts = (await mailsTo(service, "north@example.com")).map(({ text }) => text?.replaceAll(/\s+/g, " "));
    expect(texts.filter((text) => text?.includes(`Another store has verified ${domain}`))).toHaveLength(1);
  });

  test("from before goes on serving for a while, and then only with a proof", async () => {
    const domain = "old.north.example";
    await claim(north, domain);
    const db = await database.open();
    await db.write((tx) =>
      tx.updateTable("accounts").set({ custom_domain: domain }).where("handle", "=", "north").execute(),
    );
    await age(north, { serves_until: instant(Date.now() + 3_600_000) });
    expect(await check(north)).toMatchObject({ state: "unverified", serving: true, serves_until: expect.any(String) });
    expect(await answersAt(domain, north)).toEqual([200, 200]);
    await check(north);
    const before = await noticesTo(north, 3);
    expect(before).toContain(`Verify ${domain}`);
    await age(north, { serves_until: instant(Date.now() - 1) });
    expect(await check(north)).toMatchObject({ state: "unverified", serving: false, serves_until: null });
    expect(await answersAt(domain, north)).toEqual([401, 404]);
    await check(north);
    expect(await noticesTo(north, 4)).toEqual([...before, `${domain} no longer shows your store`].toSorted());
  });
});

test.each([
  ["93.184.216.34", true],
  ["2606:2800:220:1::1", true],
  ["127.0.0.1", false],
  ["10.1.2.3", false],
  ["172.16.0.1", false],
  ["192.168.1.1", false],
  ["169.254.169.254", false],
  ["100.64.0.1", false],
  ["0.0.0.0", false],
  ["224.0.0.1", false],
  ["::1", false],
  ["fe80::1", false],
  ["fc00::1", false],
  ["fec0::1", false],
  ["::ffff:127.0.0.1", false],
  ["::ffff:93.184.216.34", false],
  ["64:ff9b::7f00:1", false],
  ["2002:7f00:1::", false],
  ["localhost", false],
])("%p may be connected to: %p", (address, expected) => {
  expect(mayConnect(address, [])).toBe(expected);
});
