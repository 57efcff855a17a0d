import { beforeAll, describe, expect, test } from "bun:test";
import type { Database } from "../../../src/platform/database/database.ts";
import { instant } from "../../../src/platform/instants.ts";
import { databasesUnderTest } from "../../support/databases.ts";
import { until } from "../../support/service.ts";
import type { SharedStore } from "../../support/shared-service.ts";
import { makeOwner, signIn, tokenFor, visit } from "../../support/sign-in.ts";

/** Whose the verifications of this person's links are. */
async function userId(db: Database, email: string): Promise<string> {
  const { id } = await db.read.selectFrom("users").select("id").where("email", "=", email).executeTakeFirstOrThrow();
  return id;
}

describe.each(databasesUnderTest)("signing in with a forgotten password on $name", ({ makeStore }) => {
  let service: SharedStore;

  beforeAll(async () => {
    service = await makeStore();
  });

  test("goes by a link that works once", async () => {
    const { store, host: north, email: ann } = await makeOwner(makeStore);
    const { db } = store;
    const { host: south } = await makeOwner(makeStore);
    const owner = await signIn(service, ann, north);
    const asking = visit(service, north);
    const known = await asking.auth("request-password-reset", { email: ann });
    const unknown = await asking.auth("request-password-reset", { email: `nobody@${store.handle}.example` });
    const elsewhere = await visit(service, south).auth("request-password-reset", { email: ann });
    expect(known.body).toEqual({ status: true, sends_email: false });
    expect([unknown.status, unknown.body]).toEqual([known.status, known.body]);
    expect([elsewhere.status, elsewhere.body]).toEqual([known.status, known.body]);

    const token = await tokenFor(service, ann, 1);
    const newPassword = "a remembered password";
    const short = await asking.auth("reset-password", { token, newPassword: "short" });
    expect(short.body.code).toBe("PASSWORD_TOO_SHORT");
    const both = await Promise.all(
      [1, 2].map(() => visit(service, north).auth("reset-password", { token, newPassword })),
    );
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400]);
    expect((await asking.auth("reset-password", { token, newPassword })).body.code).toBe("INVALID_TOKEN");
    expect((await owner.v3("GET", "session")).status).toBe(401);
    await signIn(service, ann, north, newPassword);

    await asking.auth("request-password-reset", { email: ann });
    const expired = await tokenFor(service, ann, 2);
    await db.autocommit
      .updateTable("verifications")
      .set({ expires_at: new Date(Date.now() - 1000).toISOString() })
      .where("value", "=", await userId(db, ann))
      .execute();
    expect((await asking.auth("reset-password", { token: expired, newPassword })).body.code).toBe("INVALID_TOKEN");
    const resets = () =>
      db.read
        .selectFrom("emails")
        .selectAll()
        .where("kind", "=", "password_reset")
        .where("recipient", "=", ann)
        .execute();
    // A message is in the mailbox a moment before its row says so.
    await until("both are recorded", async () => (await resets()).every(({ status }) => status !== "queued"));
    expect(await resets()).toMatchObject([
      { recipient: ann, status: "kept", text_body: null, html_body: null },
      { recipient: ann, status: "kept", text_body: null, html_body: null },
    ]);
  });

  test("tells whoever holds a link whether it still works, and does not let them guess", async () => {
    const made = await makeOwner(makeStore, { name: "checked" });
    const { store, email: dan } = made;
    const [eli, flo, north] = [`eli@${store.handle}.example`, `flo@${store.handle}.example`, new URL(service.url).host];
    const owner = await signIn(service, dan, made.host);
    const here = visit(service, made.host);
    const check = async (token: string, kind: string, from = here) => {
      const { status, headers, body } = await from.auth("check-link", { token, kind });
      expect([status, headers.get("cache-control")]).toEqual([200, "no-store"]);
      if (!body.valid) expect(body).toEqual({ valid: false });
      return body.valid;
    };
    await owner.v3("POST", "members", { email: eli, role: "staff" });
    const invitation = await tokenFor(service, eli);
    await here.auth("request-password-reset", { email: dan });
    const reset = await tokenFor(service, dan);
    for (const [token, kind, email] of [
      [invitation, "invitation", eli],
      [reset, "password_reset", dan],
    ] as const) {
      const { body } = await here.auth("check-link", { token, kind });
      expect(body).toEqual({ valid: true, email, accountName: "checked" });
      for (let time = 0; time < 12; time++) expect(await check(token, kind)).toBe(true);
      expect(await check(token, kind === "invitation" ? "password_reset" : "invitation")).toBe(false);
    }
    expect(await check(invitation, "invitation", visit(service, north))).toBe(false);

    const newPassword = "a remembered password";
    expect((await here.auth("accept-invitation", { token: invitation, newPassword })).status).toBe(200);
    expect(await check(invitation, "invitation")).toBe(false);
    expect((await here.auth("reset-password", { token: reset, newPassword })).status).toBe(200);
    expect(await check(reset, "password_reset")).toBe(false);

    const again = await signIn(service, dan, made.host, newPassword);
    await again.v3("POST", "members", { email: flo, role: "staff" });
    const lateInvitation = await tokenFor(service, flo);
    await here.auth("request-password-reset", { email: dan });
    const lateReset = await tokenFor(service, dan, 2);
    const past = instant(Date.now() - 1000);
    const { db, accountId } = store;
    const own = db.autocommit.updateTable("invitations").where("account_id", "=", accountId);
    await own.set({ expires_at: past }).execute();
    await db.autocommit
      .updateTable("verifications")
      .set({ expires_at: new Date(past).toISOString() })
      .where("value", "=", await userId(db, dan))
      .execute();
    expect([await check(lateInvitation, "invitation"), await check(lateReset, "password_reset")]).toEqual([
      false,
      false,
    ]);

    const guesser = visit(service, made.host);
    for (let guess = 0; guess < 10; guess++) expect(await check(`guess ${guess}`, "sign_in", guesser)).toBe(false);
    const refused = await guesser.auth("check-link", { token: "guess", kind: "invitation" });
    expect([refused.status, refused.body.code]).toEqual([429, "TOO_MANY_REQUESTS"]);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await here.auth("check-link", { token: 7 })).status).toBe(400);
  });
});
