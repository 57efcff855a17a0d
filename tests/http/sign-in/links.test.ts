import { beforeAll, describe, expect, test } from "bun:test";
import { renderPersonEmail } from "../../../src/messages/mail/people-emails.ts";
import { languages } from "../../../src/platform/i18n/languages.ts";
import { instant } from "../../../src/platform/instants.ts";
import { databasesUnderTest } from "../../support/databases.ts";
import type { SharedStore, StoreFields } from "../../support/shared-service.ts";
import {
  exhaustGuesses,
  mailsTo,
  makeOwner,
  password,
  signIn,
  tokenFor,
  turnOnSecondFactor,
  type Visit,
  visit,
} from "../../support/sign-in.ts";
import { totpOf } from "../../support/totp.ts";

describe.each(databasesUnderTest)("a sign-in link by email on $name", ({ makeStore }) => {
  let service: SharedStore;

  beforeAll(async () => {
    service = await makeStore();
  });

  const newOwner = (fields?: StoreFields) => makeOwner(makeStore, fields);

  const ask = (one: Visit, email: string) => one.auth("request-sign-in-link", { email });
  const follow = (one: Visit, token: string) => one.auth("sign-in/link", { token });

  test("lets the person in while strangers keep their password locked", async () => {
    const { email, host } = await newOwner();
    await exhaustGuesses(service.db, email);
    const one = visit(service, host);
    expect((await one.auth("sign-in/email", { email, password })).status).toBe(429);
    expect((await ask(one, email.toUpperCase())).body).toEqual({ status: true, sends_email: false });
    expect((await follow(one, await tokenFor(service, email))).status).toBe(200);
    expect((await one.v3("GET", "session")).body.session.user.email).toBe(email);
    // The device is known from now on.
    const later = visit(service, host);
    later.cookies.set("waybill.device", one.cookies.get("waybill.device") ?? "");
    expect((await later.auth("sign-in/email", { email, password })).status).toBe(200);
  });

  test("works once, for 15 minutes, on its own account's host, and not by being opened", async () => {
    const { email, host } = await newOwner({ name: "once" });
    const { db } = service;
    const other = await newOwner();
    const { id } = await db.read.selectFrom("users").select("id").where("email", "=", email).executeTakeFirstOrThrow();
    await db.write((tx) =>
      tx
        .insertInto("members")
        .values({ account_id: other.store.accountId, user_id: id, role: "staff", created_at: instant(0) })
        .execute(),
    );
    await ask(visit(service, host), email);
    const token = await tokenFor(service, email);
    for (let opened = 0; opened < 3; opened++) {
      const page = await visit(service, host).send(`/admin/sign-in-link?token=${token}`);
      expect([page.status, page.headers.getSetCookie()]).toEqual([200, []]);
      const checked = await visit(service, host).auth("check-link", { token, kind: "sign_in" });
      expect(checked.body).toEqual({ valid: true, email, accountName: "once" });
      expect((await visit(service, host).send(`/admin/auth/sign-in/link?token=${token}`)).status).toBe(405);
    }
    for (const kind of ["invitation", "password_reset"]) {
      expect((await visit(service, host).auth("check-link", { token, kind })).body).toEqual({ valid: false });
    }
    const elsewhere = await follow(visit(service, other.host), token);
    expect([elsewhere.status, elsewhere.body.code]).toEqual([400, "INVALID_TOKEN"]);
    const both = await Promise.all([1, 2, 3, 4, 5, 6].map(() => follow(visit(service, host), token)));
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400, 400, 400]);
    expect((await visit(service, host).auth("check-link", { token, kind: "sign_in" })).body).toEqual({ valid: false });

    await ask(visit(service, host), email);
    const late = await tokenFor(service, email, 2);
    const { expires_at } = await db.read
      .selectFrom("verifications")
      .select("expires_at")
      .where("value", "=", id)
      .orderBy("created_at", "desc")
      .executeTakeFirstOrThrow();
    const minutes = (Date.parse(expires_at) - Date.now()) / 60_000;
    expect([minutes > 13, minutes <= 15]).toEqual([true, true]);
    const past = new Date(Date.now() - 1000).toISOString();
    await db.autocommit.updateTable("verifications").set({ expires_at: past }).where("value", "=", id).execute();
    expect((await follow(visit(service, host), late)).body.code).toBe("INVALID_TOKEN");
  });

  test("does not tell who has the email, and is for members alone", async () => {
    const { email, host } = await newOwner();
    const south = await newOwner();
    const nobody = `nobody@${host.split(":")[0]}`;
    const answers = [];
    for (const [at, to] of [
      [host, email],
      [host, nobody],
      [host, south.email],
    ] as const) {
      const startedAt = performance.now();
      const { status, body, headers } = await ask(visit(service, at), to);
      // The least time only, which no slow machine breaks.
      expect(performance.now() - startedAt).toBeGreaterThan(390);
      answers.push({ status, body, cookies: headers.getSetCookie() });
    }
    const told = { status: 200, body: { status: true, sends_email: false }, cookies: [] };
    expect(answers).toEqual(Array(3).fill(told));
    const token = await tokenFor(service, email);
    expect(await mailsTo(service, south.email)).toEqual([]);
    expect(await mailsTo(service, nobody)).toEqual([]);
    // Whoever has been removed since is no member.
    await service.db.write((tx) =>
      tx
        .deleteFrom("members")
        .where("user_id", "in", (query) => query.selectFrom("users").select("id").where("email", "=", email))
        .execute(),
    );
    const refused = visit(service, host);
    expect((await follow(refused, token)).status).toBe(401);
    expect((await refused.v3("GET", "session")).status).toBe(401);
  });

  test("still asks for the second factor", async () => {
    const { email, host } = await newOwner();
    const { totpURI } = await turnOnSecondFactor(await signIn(service, email, host));
    const one = visit(service, host);
    await ask(one, email);
    const answer = await follow(one, await tokenFor(service, email));
    expect([answer.status, answer.body]).toEqual([200, { twoFactorRedirect: true, twoFactorMethods: ["totp"] }]);
    expect([...one.cookies.keys()]).toEqual(["waybill.two_factor"]);
    expect((await one.v3("GET", "session")).status).toBe(401);
    expect((await one.auth("two-factor/verify-totp", { code: totpOf(totpURI, 30) })).status).toBe(200);
    expect((await one.v3("GET", "session")).body.session.user.email).toBe(email);
  });

  test("is sent three times in 15 minutes at most, so that one that works is always there", async () => {
    const { email, host } = await newOwner();
    const known = await signIn(service, email, host);
    const statuses = async (to: string) => {
      const all: number[] = [];
      for (let time = 0; time < 4; time++) all.push((await ask(visit(service, host), to)).status);
      return all;
    };
    expect(await statuses(email)).toEqual([200, 200, 200, 429]);
    expect(await statuses(`nobody@${host.split(":")[0]}`)).toEqual([200, 200, 200, 429]);
    // Strangers cannot use up what a known device may ask for.
    expect((await ask(known, email)).status).toBe(200);
    const token = await tokenFor(service, email, 1);
    expect((await follow(visit(service, host), token)).status).toBe(200);
    // From one address, whoever's email it is.
    const one = visit(service, host);
    const fromOne: number[] = [];
    for (let time = 0; time < 4; time++) fromOne.push((await ask(one, `n${time}@often.example`)).status);
    expect(fromOne).toEqual([200, 200, 200, 429]);
  });

  test("is hashed in the database, is not shown in the mailbox, and counts toward no allowance", async () => {
    const { store, email, host } = await newOwner();
    const owner = await signIn(service, email, host);
    const { db } = store;
    await ask(visit(service, host), email);
    const token = await tokenFor(service, email);
    const rows = [
      await db.read.selectFrom("verifications").selectAll().execute(),
      await db.read.selectFrom("emails").selectAll().where("status", "=", "sent").execute(),
    ];
    expect(JSON.stringify(rows)).not.toContain(token);
    const allowances = db.read.selectFrom("email_allowances").selectAll().where("account_id", "=", store.accountId);
    expect(await allowances.execute()).toEqual([]);
    const [message] = (await owner.v3("GET", "mailbox")).body.messages;
    expect(message).toMatchObject({ kind: "sign_in_link", recipient: email });
    const shown = await owner.v3("GET", `mailbox/${message.id}`);
    expect(JSON.stringify(shown.body)).not.toContain(token);
  });

  test("is written in the language of the browser that asks, else in English", async () => {
    const { email, host } = await newOwner({ name: "words" });
    for (const [count, language, subject] of [
      [1, "de-AT", "Ihr Anmeldelink für words"],
      [2, "it", "Your sign-in link for words"],
    ] as const) {
      const headers = { "accept-language": language };
      await visit(service, host).send("/admin/auth/request-sign-in-link", { body: { email }, headers });
      await tokenFor(service, email, count);
      const subjects = (await mailsTo(service, email)).map((mail) => mail.subject);
      expect(subjects).toContain(subject);
    }
  });
});

test.each([...languages])("the emails that people ask for say all in %p", (language) => {
  for (const kind of ["sign_in_link", "password_reset"] as const) {
    const link = "https://north.example/admin/x?token=t";
    const { subject, text, html } = renderPersonEmail(kind, { name: "N & Co" }, { link, language });
    expect(subject).toContain("N & Co");
    expect([text.includes(link), html.includes(`href="${link}"`), html.includes("N &amp; Co")]).toEqual(
      Array(3).fill(true),
    );
    expect(html).toContain(`<html lang="${language}">`);
    expect(`${subject}${text}`).not.toContain("{");
    if (language !== "en") expect(text).not.toMatch(/\b(the|works|once)\b/);
  }
});
