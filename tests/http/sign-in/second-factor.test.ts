import { describe, expect, test } from "bun:test";
import { anyDatabase, databasesUnderTest } from "../../support/databases.ts";
import { makeOwner, password, signIn, turnOnSecondFactor, type Visit, visit } from "../../support/sign-in.ts";
import { totpOf } from "../../support/totp.ts";

type MakeStore = (typeof anyDatabase)[number]["makeStore"];

async function newOwner(makeStore: MakeStore) {
  const { store, email, host } = await makeOwner(makeStore);
  return { store, email, host, one: await signIn(store, email, host) };
}

async function halfSignedIn({ store, email, host }: Awaited<ReturnType<typeof makeOwner>>): Promise<Visit> {
  const one = visit(store, host);
  const { status, body } = await one.auth("sign-in/email", { email, password });
  expect({ status, body }).toEqual({ status: 200, body: { twoFactorRedirect: true, twoFactorMethods: ["totp"] } });
  expect((await one.v3("GET", "session")).status).toBe(401);
  return one;
}

describe.each(anyDatabase)("a second factor on $name", ({ makeStore }) => {
  test("is asked for at sign-in once the person has proved that the app works", async () => {
    const owner = await newOwner(makeStore);
    const { one } = owner;
    const asked = await one.auth("two-factor/enable", { password: "not the password" });
    expect(asked.body.code).toBe("INVALID_PASSWORD");
    const { body } = await one.auth("two-factor/enable", { password, issuer: "North" });
    expect(body.totpURI).toMatch(/^otpauth:\/\/totp\/North:owner%40s[0-9a-f]+\.example\?secret=[A-Z2-7]+/);
    expect(body.backupCodes).toHaveLength(10);
    // Not on yet: whoever lost the picture of the code is not locked out.
    await signIn(owner.store, owner.email, owner.host);
    expect((await one.auth("two-factor/verify-totp", { code: "000000" })).status).toBe(401);
    expect((await one.auth("two-factor/verify-totp", { code: totpOf(body.totpURI) })).status).toBe(200);
    expect((await one.v3("GET", "session")).body.session.user.two_factor_enabled).toBe(true);

    const half = await halfSignedIn(owner);
    const wrong = await half.auth("two-factor/verify-totp", { code: totpOf(body.totpURI, 600) });
    expect([wrong.status, wrong.body.code]).toEqual([401, "INVALID_CODE"]);
    expect((await half.v3("GET", "session")).status).toBe(401);
    // The present code was used when it was set up; the next one is taken already.
    expect((await half.auth("two-factor/verify-totp", { code: totpOf(body.totpURI, 30) })).status).toBe(200);
    expect((await half.v3("GET", "session")).body.session.user.email).toBe(owner.email);
    expect((await one.v3("GET", "members")).body.members).toMatchObject([{ two_factor_enabled: true }]);
  });

  test("can be turned off with the password only", async () => {
    const owner = await newOwner(makeStore);
    const { one } = owner;
    await turnOnSecondFactor(one);
    expect((await one.auth("two-factor/disable", { password: "not the password" })).status).toBe(400);
    await halfSignedIn(owner);
    expect((await one.auth("two-factor/disable", { password })).status).toBe(200);
    expect((await one.v3("GET", "session")).body.session.user.two_factor_enabled).toBe(false);
    await signIn(owner.store, owner.email, owner.host);
  });

  test("opens no other account", async () => {
    const owner = await newOwner(makeStore);
    const { one } = owner;
    const other = await newOwner(makeStore);
    const { totpURI } = await turnOnSecondFactor(one);
    const half = await halfSignedIn(owner);
    const there = visit(other.store, other.host);
    for (const [name, value] of half.cookies) there.cookies.set(name, value);
    const answer = await there.auth("two-factor/verify-totp", { code: totpOf(totpURI, 30) });
    expect(answer.body.code).toBe("INVALID_EMAIL_OR_PASSWORD");
    expect((await there.v3("GET", "session")).status).toBe(401);
  });

  test("is slowed down for whoever guesses", async () => {
    const owner = await newOwner(makeStore);
    const { one } = owner;
    const { totpURI } = await turnOnSecondFactor(one);
    const half = await halfSignedIn(owner);
    const statuses: number[] = [];
    for (let guess = 0; guess < 5; guess++) {
      const code = totpOf(totpURI, 600 + 30 * guess);
      statuses.push((await half.auth("two-factor/verify-totp", { code })).status);
    }
    expect(statuses).toEqual([401, 401, 401, 429, 429]);
    // From many addresses: five tries to a sign-in.
    const hidden = async (address: string) =>
      half.send("/admin/auth/two-factor/verify-totp", {
        body: { code: totpOf(totpURI, 900) },
        headers: { "x-forwarded-for": address },
      });
    for (const address of ["203.0.113.1", "203.0.113.2"]) expect((await hidden(address)).status).toBe(401);
    expect((await hidden("203.0.113.3")).body.code).toBe("TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE");
  });
});

describe.each(databasesUnderTest)("the codes of a second factor on $name", ({ makeStore }) => {
  test("takes each code of the app once, also from two browsers at the same moment", async () => {
    const owner = await newOwner(makeStore);
    const { one } = owner;
    const enabled = await one.auth("two-factor/enable", { password, issuer: "North" });
    const first = totpOf(enabled.body.totpURI);
    expect((await one.auth("two-factor/verify-totp", { code: first })).status).toBe(200);
    const browsers = await Promise.all([1, 2, 3].map(() => halfSignedIn(owner)));
    const [half] = browsers;
    const used = await half?.auth("two-factor/verify-totp", { code: first });
    const refusal = { code: "CODE_USED", message: "This code has already been used. Wait for the next one." };
    expect({ status: used?.status, body: used?.body }).toEqual({ status: 401, body: refusal });
    const code = totpOf(enabled.body.totpURI, 30);
    const answers = await Promise.all(browsers.map((browser) => browser.auth("two-factor/verify-totp", { code })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 401, 401]);
    for (const { status, body } of answers) if (status !== 200) expect(body).toEqual(refusal);
    // A wrong code stays a wrong one, however often it is sent.
    const other = browsers.findLast((_browser, number) => answers[number]?.status !== 200);
    for (const _try of [1, 2]) {
      const wrong = await other?.auth("two-factor/verify-totp", { code: totpOf(enabled.body.totpURI, 600) });
      expect(wrong?.body.code).toBe("INVALID_CODE");
    }
  });

  test("can be replaced by each backup code once", async () => {
    const owner = await newOwner(makeStore);
    const { one } = owner;
    const { backupCodes } = await turnOnSecondFactor(one);
    const [code = "", second = ""] = backupCodes;
    const half = await halfSignedIn(owner);
    expect((await half.auth("two-factor/verify-backup-code", { code })).status).toBe(200);
    expect((await half.v3("GET", "session")).status).toBe(200);
    const again = await halfSignedIn(owner);
    expect((await again.auth("two-factor/verify-backup-code", { code })).status).toBe(401);
    expect((await again.auth("two-factor/verify-backup-code", { code: second })).status).toBe(200);
    const renewed = await half.auth("two-factor/generate-backup-codes", { password });
    expect(renewed.body.backupCodes).toHaveLength(10);
    const third = await halfSignedIn(owner);
    expect((await third.auth("two-factor/verify-backup-code", { code: backupCodes[2] })).status).toBe(401);
  });
});
