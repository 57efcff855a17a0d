import { beforeAll, describe, expect, test } from "bun:test";
import { forgetPasswordGuesses } from "../../../src/http/sign-in/limits.ts";
import { instant } from "../../../src/platform/instants.ts";
import { databasesUnderTest } from "../../support/databases.ts";
import type { SharedStore } from "../../support/shared-service.ts";
import {
  exhaustGuesses,
  makeOwner,
  password,
  signIn,
  tokenFor,
  turnOnSecondFactor,
  type Visit,
  visit,
  windowsOf,
} from "../../support/sign-in.ts";
import { totpOf } from "../../support/totp.ts";

const deviceCookie = "waybill.device";

describe.each(databasesUnderTest)("a device on which somebody has signed in on $name", ({ makeStore }) => {
  let service: SharedStore;

  beforeAll(async () => {
    service = await makeStore();
  });

  async function newOwner() {
    const { email, host } = await makeOwner(makeStore);
    return { email, host, one: await signIn(service, email, host) };
  }

  /** A browser at another address that has the device's cookie and no session. */
  function deviceOf(one: Visit): Visit {
    const device = visit(service, new URL(one.origin).host);
    device.cookies.set(deviceCookie, one.cookies.get(deviceCookie) ?? "");
    return device;
  }

  const status = async (one: Visit, email: string, secret = password) =>
    (await one.auth("sign-in/email", { email, password: secret })).status;

  test("lets the person in while strangers guess, and nobody else", async () => {
    const { email, host, one } = await newOwner();
    const other = await newOwner();
    await exhaustGuesses(service.db, email);
    expect(await status(visit(service, host), email)).toBe(429);
    // Of somebody else: known, but not to this person.
    const stranger = visit(service, host);
    stranger.cookies.set(deviceCookie, other.one.cookies.get(deviceCookie) ?? "");
    expect(await status(stranger, email)).toBe(429);
    // With a signature that is not ours.
    const [token = "", signature = ""] = (one.cookies.get(deviceCookie) ?? "").split(".");
    for (const forged of [
      token,
      `${token}.`,
      `${token}.${signature.slice(1)}a`,
      `x${token}.${signature}`,
      ".",
      "a.b.c",
    ]) {
      stranger.cookies.set(deviceCookie, forged);
      expect({ forged, status: await status(stranger, email) }).toEqual({ forged, status: 429 });
    }
    const device = deviceOf(one);
    expect(await status(device, email)).toBe(200);
    expect((await device.v3("GET", "session")).body.session.user.email).toBe(email);
    // Each sign-in gives another cookie, and the one before is worth nothing.
    expect(device.cookies.get(deviceCookie)).not.toBe(one.cookies.get(deviceCookie));
    expect(await status(deviceOf(one), email)).toBe(429);
    expect(await status(deviceOf(device), email)).toBe(200);
  });

  test("is no way to guess on: ten wrong passwords are the most", async () => {
    const { email, one } = await newOwner();
    const wrong = (device: Visit) => status(device, email, "wrong password");
    expect(await wrong(deviceOf(one))).toBe(401);
    const counted = windowsOf("guess", `password ${email}`);
    await service.db.write((tx) => tx.updateTable("rate_limits").set({ tries: 10 }).where(counted).execute());
    expect(await status(deviceOf(one), email)).toBe(429);
    await service.db.write((tx) =>
      tx
        .updateTable("rate_limits")
        .set({ ends_at: instant(0) })
        .where(counted)
        .execute(),
    );
    expect(await status(deviceOf(one), email)).toBe(200);
  });

  test("is shared by people who use one browser", async () => {
    const { email, host, one } = await newOwner();
    const bea = `bea@${new URL(one.origin).hostname}.example`;
    await one.v3("POST", "members", { email: bea, role: "staff" });
    const token = await tokenFor(service, bea);
    await visit(service, host).auth("accept-invitation", { token, newPassword: password });
    const browser = deviceOf(one);
    expect(await status(browser, bea)).toBe(200);
    for (const person of [email, bea]) await exhaustGuesses(service.db, person);
    expect(await status(browser, email)).toBe(200);
    expect(await status(browser, bea)).toBe(200);
  });

  test("is known no more after another password, a forgotten one, and signing out elsewhere", async () => {
    const { email, host, one } = await newOwner();
    const known = async () => {
      const rows = await service.db.read
        .selectFrom("devices")
        .innerJoin("users", "users.id", "devices.user_id")
        .select("token_hash")
        .where("email", "=", email)
        .execute();
      return rows.length;
    };
    const lost = await signIn(service, email, host);
    expect(await known()).toBe(2);
    expect((await one.auth("revoke-other-sessions", {})).status).toBe(200);
    expect(await known()).toBe(1);
    await exhaustGuesses(service.db, email);
    expect([await status(deviceOf(lost), email), await status(deviceOf(one), email)]).toEqual([429, 200]);

    await service.db.write((tx) => forgetPasswordGuesses(tx, email));
    const third = await signIn(service, email, host);
    const newPassword = "a new password";
    const change = { currentPassword: password, newPassword, revokeOtherSessions: true };
    expect((await third.auth("change-password", change)).status).toBe(200);
    expect(await known()).toBe(1);
    await exhaustGuesses(service.db, email);
    expect(await status(deviceOf(third), email, newPassword)).toBe(200);

    await visit(service, host).auth("request-password-reset", { email });
    const token = await tokenFor(service, email);
    const reset = await visit(service, host).auth("reset-password", { token, newPassword: password });
    expect([reset.status, await known()]).toEqual([200, 0]);
    expect(await status(visit(service, host), email)).toBe(200);
  });

  test("takes the second factor's codes while somebody who knows the password guesses at them", async () => {
    const { email, host, one } = await newOwner();
    const { totpURI } = await turnOnSecondFactor(one);
    const half = async (browser: Visit) => {
      const answer = await browser.auth("sign-in/email", { email, password });
      expect(answer.body).toMatchObject({ twoFactorRedirect: true });
      return browser;
    };
    const thief = await half(visit(service, host));
    expect((await thief.auth("two-factor/verify-totp", { code: totpOf(totpURI, 600) })).status).toBe(401);
    const { id } = (await one.v3("GET", "session")).body.session.user;
    const counted = windowsOf("code-all", `code ${id}`);
    await service.db.write((tx) => tx.updateTable("rate_limits").set({ tries: 10 }).where(counted).execute());
    const refused = await thief.auth("two-factor/verify-totp", { code: totpOf(totpURI, 30) });
    expect([refused.status, refused.body.code]).toEqual([429, "TOO_MANY_REQUESTS"]);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(600);
    const another = await half(visit(service, host));
    expect((await another.auth("two-factor/verify-backup-code", { code: "guess-guess" })).status).toBe(429);

    const own = await half(deviceOf(one));
    expect((await own.auth("two-factor/verify-totp", { code: totpOf(totpURI, 30) })).status).toBe(200);
    expect((await own.v3("GET", "session")).status).toBe(200);
  });
});
