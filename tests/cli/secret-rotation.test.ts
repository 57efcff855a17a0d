import { describe, expect, test } from "bun:test";
import { existsSync, readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import type { Database } from "../../src/platform/database/database.ts";
import { createAccount } from "../support/accounts.ts";
import { runOn } from "../support/backup.ts";
import { type DatabaseUnderTest, databasesUnderTest } from "../support/databases.ts";
import { secret as first } from "../support/demo-account.ts";
import { about, reportOf } from "../support/examination.ts";
import { type Service, until } from "../support/service.ts";
import { password, signIn, startForPeople, turnOnSecondFactor, type Visit, visit } from "../support/sign-in.ts";
import { addItem } from "../support/store.ts";
import { totpOf } from "../support/totp.ts";

const second = "the-secret-that-comes-after-the-first-0002";
const both = { WAYBILL_SECRET: second, WAYBILL_SECRET_OLD: first };

const order = { vendor_id: "S-1", email: "ann@example.com", order_items: [{ item_sku: "SECRET", quantity: 1 }] };

/** An installation whose every kind of encrypted and signed value was made with the first secret. */
async function beginWithFirst(database: DatabaseUnderTest) {
  const service = await startForPeople(database);
  const host = `north.localhost:${service.port}`;
  const north = await createAccount(service, "north", { email: "ada@north.example", password });
  const south = await createAccount(service, "south", { email: "bea@south.example", password });
  await addItem(service, "SECRET", undefined, north);
  const owner = await signIn(service, "ada@north.example", host);
  const { totpURI, backupCodes } = await turnOnSecondFactor(owner);
  /** Between the password and the code. */
  const half = async (at: Service) => {
    const one = visit(at, host);
    const { body } = await one.auth("sign-in/email", { email: "ada@north.example", password });
    expect(body.twoFactorRedirect).toBe(true);
    return one;
  };
  const sendOrder = (at: Service) =>
    at.api("/api/v3/orders", {
      method: "POST",
      as: north.credentials,
      host: north.host,
      headers: { "content-type": "application/json", "idempotency-key": "once" },
      body: JSON.stringify(order),
    });
  const answer = await (await sendOrder(service)).text();
  return { service, owner, half, totpURI, backupCodes, sendOrder, answer, accounts: [north, south] };
}

type Installation = Awaited<ReturnType<typeof beginWithFirst>>;

/** What nobody may notice of the change. */
async function expectAllIsAsBefore(service: Service, { accounts, sendOrder, answer }: Installation): Promise<void> {
  for (const { credentials, host } of accounts) {
    const shown = await service.api("/api/v3/account", { as: credentials, host });
    expect(shown.status).toBe(200);
    expect(await shown.json()).toMatchObject({ account: { api_token: credentials.token } });
    const wrong = await service.api("/api/v3/account", { as: { ...credentials, token: "another-token" }, host });
    expect(wrong.status).toBe(401);
  }
  const replayed = await sendOrder(service);
  expect({ status: replayed.status, text: await replayed.text() }).toEqual({ status: 201, text: answer });
}

const sessionOf = async (one: Visit) => (await one.v3("GET", "session")).status;

/** What `waybill doctor` says of the secret. */
const secretFinding = async (service: Service) =>
  about(reportOf(await service.run("doctor", "--quick", "--json")), "secret")[0];

const finished = (service: Service) =>
  until("everything is encrypted with the new secret", () =>
    service.output.stderr.includes("WAYBILL_SECRET_OLD can be removed"),
  );

/** The columns that hold what was encrypted. */
async function encrypted(db: Database) {
  return {
    accounts: await db.read.selectFrom("accounts").select(["id", "api_token_hash", "api_token_encrypted"]).execute(),
    factors: await db.read.selectFrom("two_factors").select(["id", "secret", "backup_codes"]).execute(),
    answers: await db.read.selectFrom("idempotency_keys").select(["key", "answer"]).execute(),
  };
}

async function putBack(db: Database, { accounts, factors, answers }: Awaited<ReturnType<typeof encrypted>>) {
  await db.write(async (tx) => {
    for (const { id, ...row } of accounts) await tx.updateTable("accounts").set(row).where("id", "=", id).execute();
    for (const { id, ...row } of factors) await tx.updateTable("two_factors").set(row).where("id", "=", id).execute();
    for (const { key, answer } of answers) {
      await tx.updateTable("idempotency_keys").set({ answer }).where("key", "=", key).execute();
    }
  });
}

describe.each(databasesUnderTest)("on $name", ({ create }) => {
  test("the secret can be changed without anybody noticing", async () => {
    const database = await create();
    const before = await beginWithFirst(database);
    const { owner, half, totpURI, backupCodes } = before;
    const db = await database.open();
    const values = await encrypted(db);
    await expectAllIsAsBefore(before.service, before);
    const waiting = await half(before.service);
    await before.service.stop();

    const during = await before.service.restart(both);
    await finished(during);
    expect(await secretFinding(during)).toMatchObject({
      status: "warning",
      advice: expect.stringMatching(/^Remove WAYBILL_SECRET_OLD/),
    });
    // As if nothing had been encrypted anew yet.
    await putBack(db, values);
    expect(await secretFinding(during)).toMatchObject({
      status: "warning",
      advice: expect.stringMatching(/^Keep both/),
    });
    await expectAllIsAsBefore(during, before);
    expect(await sessionOf(owner)).toBe(200);
    expect((await waiting.auth("two-factor/verify-totp", { code: totpOf(totpURI, 30) })).status).toBe(200);
    const later = await half(during);
    expect((await later.auth("two-factor/verify-backup-code", { code: backupCodes[0] })).status).toBe(200);
    // The session of someone who comes back after a day is renewed, with the new signature.
    const dayAgo = new Date(Date.now() - 86_400_000).toISOString();
    const inSixDays = new Date(Date.now() + 5.9 * 86_400_000).toISOString();
    await db.write((tx) => tx.updateTable("sessions").set({ updated_at: dayAgo, expires_at: inSixDays }).execute());
    const cookies = new Map(owner.cookies);
    expect(await sessionOf(owner)).toBe(200);
    expect(owner.cookies).not.toEqual(cookies);
    await during.stop();

    const again = await during.restart(both);
    await finished(again);
    const { accounts, factors, answers } = await encrypted(db);
    const left = (texts: (string | null)[], prefix: RegExp) =>
      new Set(texts.map((text) => prefix.exec(text ?? "")?.[0]));
    expect(
      left([...accounts.map((row) => row.api_token_encrypted), ...answers.map((row) => row.answer)], /^\d+:/).size,
    ).toBe(1);
    expect(
      left(
        factors.flatMap((row) => [row.secret, row.backup_codes]),
        /^\$ba\$\d+\$/,
      ).size,
    ).toBe(1);
    await again.stop();

    const after = await before.service.restart({ WAYBILL_SECRET: second });
    await expectAllIsAsBefore(after, before);
    expect(await sessionOf(owner)).toBe(200);
    const last = await half(after);
    expect((await last.auth("two-factor/verify-backup-code", { code: backupCodes[1] })).status).toBe(200);
    expect(await sessionOf(last)).toBe(200);
  });

  test("the old secret cannot be left out too early, and a wrong one is refused", async () => {
    const database = await create();
    const before = await beginWithFirst(database);
    const db = await database.open();
    const values = await encrypted(db);
    const [row] = values.accounts;
    if (!row) throw new Error("There is no account.");
    await before.service.stop();
    // What opens the installation is the same for every command.
    const open = async (environment: Record<string, string>) =>
      (await runOn(database, ["account", "list"], environment)).stderr;
    const start = (environment: Record<string, string>) => before.service.restart(environment).catch(String);

    const wrong = { WAYBILL_SECRET: second, WAYBILL_SECRET_OLD: "neither-the-first-nor-the-second-secret-3" };
    expect(await start(wrong)).toContain(
      "WAYBILL_SECRET: the value (not shown) and WAYBILL_SECRET_OLD are not the secrets",
    );
    expect(await encrypted(db)).toEqual(values);
    const during = await before.service.restart(both);
    await finished(during);
    await during.stop();
    const anew = await encrypted(db);
    for (const one of [
      { ...anew, accounts: [row] },
      { ...anew, factors: values.factors },
    ]) {
      await putBack(db, one);
      expect(await open({ WAYBILL_SECRET: second })).toContain(
        "After a change, WAYBILL_SECRET_OLD must be the one before.",
      );
      await putBack(db, anew);
    }
    expect(await open({ WAYBILL_SECRET: first })).toContain("WAYBILL_SECRET: the value (not shown) is not the secret");
    await before.service.restart({ WAYBILL_SECRET: second });
  });

  test("a generated secret is followed by a new one once its file is moved away and it is named as the old one", async () => {
    const database = await create();
    const before = await beginWithFirst(database);
    await before.service.stop();
    const path = join(database.folder, "secret");
    renameSync(path, `${path}.old`);
    const start = (environment: Record<string, string>) => before.service.restart(environment);
    const wrong = { WAYBILL_SECRET_OLD: "neither-the-first-nor-the-second-secret-3" };
    expect(await start(wrong).catch(String)).toContain(`WAYBILL_DATA: ${path} is missing`);
    expect(existsSync(path)).toBe(false);
    const during = await start({ WAYBILL_SECRET_OLD: first });
    await finished(during);
    await expectAllIsAsBefore(during, before);
    await during.stop();
    expect(readFileSync(path, "utf8")).not.toBe(first);
    const after = await start({});
    await expectAllIsAsBefore(after, before);
  });

  test("what was encrypted with a secret that is lost for good can be given up, and nothing else is lost", async () => {
    const database = await create();
    const before = await beginWithFirst(database);
    const { service, accounts, sendOrder } = before;
    const db = await database.open();
    const values = await encrypted(db);
    const words = ["replace-lost-secret", "--yes", "--json"];
    const replace = (more: string[], environment = {}) => runOn(service, more, environment);
    expect((await replace(words)).stderr).toContain("is in use. Stop every server first.");
    await service.stop();
    expect((await replace(words)).stderr).toContain("The secret is not lost");
    const lost = { WAYBILL_SECRET: second };
    const asked = await replace(words.slice(0, 1), lost);
    expect([asked.status, asked.stderr]).toEqual([1, expect.stringContaining("run it with --yes")]);
    expect(await encrypted(db)).toEqual(values);

    const { status, stdout, stderr } = await replace(words, lost);
    expect([status, stderr]).toEqual([0, ""]);
    const replaced = JSON.parse(stdout) as { accounts: { handle: string; api_token: string }[] };
    expect(replaced).toMatchObject({ people_without_second_factor: ["ada@north.example"], forgotten_responses: 1 });
    expect(replaced.accounts.map(({ handle }) => handle)).toEqual(["demo", "north", "south"]);
    const after = await service.restart(lost);
    // The same request as before: with the old token, and then with the new one.
    expect((await sendOrder(after)).status).toBe(401);
    for (const { credentials, host } of accounts) {
      const name = host.split(".")[0];
      credentials.token = replaced.accounts.find(({ handle }) => handle === name)?.api_token ?? "";
      const shown = await after.api("/api/v3/account", { as: credentials, host });
      expect(await shown.json()).toMatchObject({ account: { name, api_token: credentials.token } });
    }
    const refused = await sendOrder(after);
    expect([refused.status, await refused.text()]).toEqual([
      409,
      expect.stringContaining("its response was lost when the secret of this service had to be replaced"),
    ]);
    // Nothing tries to encrypt it anew.
    expect((await encrypted(db)).answers.map(({ answer }) => answer)).toEqual(["lost"]);
    expect(await db.read.selectFrom("orders").select("vendor_id").execute()).toEqual([{ vendor_id: order.vendor_id }]);
    const owner = await signIn(after, "ada@north.example", `north.localhost:${after.port}`);
    expect(await sessionOf(owner)).toBe(200);
  });
});
