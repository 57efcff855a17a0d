import { beforeAll, describe, expect, test } from "bun:test";
import type { Database } from "../../../src/database/database.ts";
import { passwordGuess } from "../../../src/http/sign-in/limits.ts";
import { instant, instantNow } from "../../../src/instants.ts";
import { takeTries } from "../../../src/limits/rate-limits.ts";
import { databasesUnderTest } from "../../support/databases.ts";
import { type Service, until } from "../../support/service.ts";
import { accept, createOwner, password, signIn, startForPeople, tokenFor, visit } from "../../support/sign-in.ts";

const ann = "ann@north.example";

describe.each(databasesUnderTest)("signing in on $name", ({ create }) => {
  let db: Database;
  let service: Service;
  let north: string;
  let south: string;

  beforeAll(async () => {
    const database = await create();
    service = await startForPeople(database);
    db = await database.open();
    north = (await createOwner(service, "north", "Ann@North.example")).host;
    south = (await createOwner(service, "south", "bea@south.example")).host;
  });

  test("works for the owner of the first start with the password that was printed", async () => {
    const { email, password: printed } = service.owner;
    const owner = await signIn(service, email, `demo.localhost:${service.port}`, printed);
    const { body } = await owner.v3("GET", "session");
    expect(body.session).toMatchObject({
      user: { id: expect.any(String), name: "owner", email, two_factor_enabled: false },
      role: "owner",
      account: {
        ...{ handle: "demo", name: "Demo Store", url: `http://demo.localhost:${service.port}` },
        ...{ currency: "USD", order_expiration_in_hours: 240, download_limit_per_item: 5 },
      },
    });
  });

  test("gives a cookie that scripts cannot read and other hosts and sites do not get", async () => {
    const answer = await visit(service, north).auth("sign-in/email", { email: ann, password });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("cache-control")).toBe("no-store");
    const [cookie = "", device = "", ...others] = answer.headers.getSetCookie();
    expect(others).toEqual([]);
    expect(device).toMatch(/^waybill\.device=[\w.-]+; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(cookie).toMatch(/^waybill\.session_token=[^;]+; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/);
  });

  test("tells nothing to whoever has no business here", async () => {
    const answers = [
      await visit(service, north).auth("sign-in/email", { email: ann, password: "wrong password" }),
      await visit(service, north).auth("sign-in/email", { email: "nobody@north.example", password }),
      await visit(service, south).auth("sign-in/email", { email: ann, password }),
    ];
    for (const { status, body, headers } of answers) {
      expect({ status, body, cookies: headers.getSetCookie() }).toEqual({
        status: 401,
        body: { code: "INVALID_EMAIL_OR_PASSWORD", message: "Invalid email or password" },
        cookies: [],
      });
    }
  });

  test("is for members of the account only, whatever the cookie", async () => {
    const here = await signIn(service, ann, north);
    const there = visit(service, south);
    for (const [name, value] of here.cookies) there.cookies.set(name, value);
    expect((await there.v3("GET", "session")).status).toBe(401);
    expect((await there.v3("GET", "orders")).status).toBe(401);
    expect((await there.auth("get-session")).body).toBeNull();
    expect((await there.auth("list-sessions")).status).toBe(401);
    const change = { currentPassword: password, newPassword: "another password" };
    expect((await there.auth("change-password", change)).status).toBe(401);
    expect((await here.v3("GET", "session")).status).toBe(200);
  });

  test("as a member of two accounts is signing in to each", async () => {
    const owner = await signIn(service, "bea@south.example", south);
    const added = await owner.v3("POST", "members", { email: ann, role: "staff" });
    expect(added.body.member).toMatchObject({ status: "invited", role: "staff" });
    const here = await signIn(service, ann, north);
    const there = visit(service, south);
    for (const [name, value] of here.cookies) there.cookies.set(name, value);
    expect((await there.v3("GET", "session")).status).toBe(401);
    const signedIn = await accept(service, ann, south, 1);
    const [, member] = (await owner.v3("GET", "members")).body.members;
    expect((await signedIn.v3("GET", "session")).body.session).toMatchObject({ role: "staff" });
    expect((await owner.v3("DELETE", `members/${member.id}`)).status).toBe(204);
    expect((await signedIn.v3("GET", "session")).status).toBe(401);
    const again = await owner.v3("POST", "members", { email: ann, role: "owner" });
    expect(again.status).toBe(201);
    expect((await signedIn.v3("GET", "session")).status).toBe(401);
    expect((await owner.v3("DELETE", `members/${again.body.member.id}`)).status).toBe(204);
    expect((await here.v3("GET", "session")).status).toBe(200);
  });

  test("is not possible by signing up, nor at a host without an account", async () => {
    const someone = { email: "eve@example.com", password, name: "Eve" };
    for (const path of [
      "sign-up/email",
      "sign-in/social",
      "update-session",
      "delete-user",
      "ok",
      "",
      "%73ign-up/email",
    ]) {
      expect({ path, status: (await visit(service, north).auth(path, someone)).status }).toEqual({ path, status: 404 });
    }
    for (const host of ["nowhere.localhost", `localhost:${service.port}`, "example.com"]) {
      expect((await visit(service, host).auth("sign-in/email", { email: ann, password })).status).toBe(404);
    }
    expect((await visit(service, north).send("/admin/auth/sign-in/email")).status).toBe(405);
  });

  test("ends by signing out", async () => {
    const one = await signIn(service, ann, north);
    const before = new Map(one.cookies);
    expect((await one.auth("sign-out", {})).status).toBe(200);
    expect([...one.cookies.keys()]).toEqual(["waybill.device"]);
    for (const [name, value] of before) one.cookies.set(name, value);
    expect((await one.v3("GET", "session")).status).toBe(401);
  });

  test("is listed by session, and each can be ended from another", async () => {
    const owner = await signIn(service, "bea@south.example", south);
    const lost = await signIn(service, "bea@south.example", south);
    const listed = await owner.auth("list-sessions");
    const own = (await owner.auth("get-session")).body.session.token;
    const others = listed.body.filter(({ token }: { token: string }) => token !== own);
    expect(others.at(-1)).toMatchObject({
      ipAddress: expect.stringMatching(/^198\.51\./),
      userAgent: expect.any(String),
    });
    const stranger = await signIn(service, ann, north);
    await stranger.auth("revoke-session", { token: others.at(-1).token });
    expect((await lost.v3("GET", "session")).status).toBe(200);
    expect((await owner.auth("revoke-session", { token: others.at(-1).token })).status).toBe(200);
    expect((await lost.v3("GET", "session")).status).toBe(401);
    const third = await signIn(service, "bea@south.example", south);
    expect((await owner.auth("revoke-other-sessions", {})).status).toBe(200);
    expect((await third.v3("GET", "session")).status).toBe(401);
    expect((await owner.v3("GET", "session")).status).toBe(200);
  });

  test("is slowed down for whoever guesses", async () => {
    const guesser = visit(service, north);
    const statuses: number[] = [];
    for (let guess = 0; guess < 5; guess++) {
      statuses.push((await guesser.auth("sign-in/email", { email: ann, password: `guess ${guess}` })).status);
    }
    expect(statuses).toEqual([401, 401, 401, 429, 429]);
    const refused = await guesser.auth("sign-in/email", { email: ann, password });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(refused.body.message).toContain("Try again in");
  });

  test("is refused for an email after fifty wrong passwords, from wherever they come, and whether anybody has it", async () => {
    const made = await createOwner(service, "guessed", "fay@guessed.example");
    for (const email of ["fay@guessed.example", "nobody@guessed.example"]) {
      const guess = (secret: string) => visit(service, made.host).auth("sign-in/email", { email, password: secret });
      // Most of them without their hashes, which take a while.
      for (let number = 0; number < 45; number++) {
        const guessed = passwordGuess(email, { network: `203.0.113.${number}`, device: null });
        expect(await takeTries(db, guessed, instantNow())).toBeNull();
      }
      const guesses = await Promise.all(Array.from({ length: 7 }, (_, number) => guess(`guess ${number}`)));
      const statuses = guesses.map(({ status }) => status).toSorted();
      expect([email, statuses]).toEqual([email, [...Array(5).fill(401), 429, 429]]);
      const refused = await guess(password);
      expect([refused.status, refused.body.code]).toEqual([429, "TOO_MANY_REQUESTS"]);
      expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(600);
      expect(refused.body.message).toMatch(/^Too many attempts\. Try again in \d+ minutes\.$/);
    }
    await visit(service, made.host).auth("request-password-reset", { email: "fay@guessed.example" });
    const token = await tokenFor(service, "fay@guessed.example");
    const newPassword = "a remembered password";
    expect((await visit(service, made.host).auth("reset-password", { token, newPassword })).status).toBe(200);
    await signIn(service, "Fay@guessed.example", made.host, newPassword);
  });

  test("says nothing of a failure when a visitor names another site to be led to", async () => {
    const body = { email: ann, redirectTo: "https://evil.example/" };
    const answer = await visit(service, north).send("/admin/auth/request-password-reset", { body });
    expect(answer.status).toBe(403);
    const lines = service.output.stderr
      .split("\n")
      .filter((line) => line.includes("rejected an address of another site"));
    expect(lines.map((line) => JSON.parse(line).level)).toEqual([expect.not.stringMatching(/error/)]);
    expect(service.output.stderr).not.toContain("evil.example");
  });

  test("can be with another password and name", async () => {
    const made = await createOwner(service, "west", "cem@west.example");
    const one = await signIn(service, "cem@west.example", made.host);
    const other = await signIn(service, "cem@west.example", made.host);
    const short = { currentPassword: password, newPassword: "short" };
    expect((await one.auth("change-password", short)).body.code).toBe("PASSWORD_TOO_SHORT");
    const wrong = { currentPassword: "not the password", newPassword: "a new password" };
    expect((await one.auth("change-password", wrong)).body.code).toBe("INVALID_PASSWORD");
    const right = { currentPassword: password, newPassword: "a new password", revokeOtherSessions: true };
    expect((await one.auth("change-password", right)).status).toBe(200);
    expect((await other.v3("GET", "session")).status).toBe(401);
    expect(
      (await visit(service, made.host).auth("sign-in/email", { email: "cem@west.example", password })).status,
    ).toBe(401);
    await signIn(service, "cem@west.example", made.host, "a new password");
    expect((await one.auth("update-user", { name: "Cem" })).status).toBe(200);
    expect((await one.v3("GET", "session")).body.session.user.name).toBe("Cem");
    for (const body of [
      { name: "" },
      { name: "Cem", image: "x" },
      { image: "x" },
      { name: "Cem", twoFactorEnabled: true },
    ]) {
      expect((await one.auth("update-user", body)).status).toBe(400);
    }
  });

  test("with a forgotten password goes by a link that works once", async () => {
    const owner = await signIn(service, ann, north);
    const asking = visit(service, north);
    const known = await asking.auth("request-password-reset", { email: ann });
    const unknown = await asking.auth("request-password-reset", { email: "nobody@north.example" });
    const elsewhere = await visit(service, south).auth("request-password-reset", { email: ann });
    expect(known.body).toEqual({ status: true, sends_email: false });
    expect([unknown.status, unknown.body]).toEqual([known.status, known.body]);
    expect([elsewhere.status, elsewhere.body]).toEqual([known.status, known.body]);

    const token = await tokenFor(service, ann, 3);
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
    const expired = await tokenFor(service, ann, 4);
    await db.autocommit
      .updateTable("verifications")
      .set({ expires_at: new Date(Date.now() - 1000).toISOString() })
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
    const made = await createOwner(service, "checked", "dan@checked.example");
    const owner = await signIn(service, "dan@checked.example", made.host);
    const here = visit(service, made.host);
    const check = async (token: string, kind: string, from = here) => {
      const { status, headers, body } = await from.auth("check-link", { token, kind });
      expect([status, headers.get("cache-control")]).toEqual([200, "no-store"]);
      if (!body.valid) expect(body).toEqual({ valid: false });
      return body.valid;
    };
    await owner.v3("POST", "members", { email: "eli@checked.example", role: "staff" });
    const invitation = await tokenFor(service, "eli@checked.example");
    await here.auth("request-password-reset", { email: "dan@checked.example" });
    const reset = await tokenFor(service, "dan@checked.example");
    for (const [token, kind, email] of [
      [invitation, "invitation", "eli@checked.example"],
      [reset, "password_reset", "dan@checked.example"],
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

    const again = await signIn(service, "dan@checked.example", made.host, newPassword);
    await again.v3("POST", "members", { email: "flo@checked.example", role: "staff" });
    const lateInvitation = await tokenFor(service, "flo@checked.example");
    await here.auth("request-password-reset", { email: "dan@checked.example" });
    const lateReset = await tokenFor(service, "dan@checked.example", 2);
    const past = instant(Date.now() - 1000);
    await db.autocommit.updateTable("invitations").set({ expires_at: past }).execute();
    await db.autocommit
      .updateTable("verifications")
      .set({ expires_at: new Date(past).toISOString() })
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
