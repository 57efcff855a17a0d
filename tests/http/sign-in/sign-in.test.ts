import { beforeAll, describe, expect, test } from "bun:test";
import { passwordGuess } from "../../../src/http/sign-in/limits.ts";
import { instantNow } from "../../../src/platform/instants.ts";
import { takeTries } from "../../../src/platform/limits/rate-limits.ts";
import { anyDatabase, databasesUnderTest } from "../../support/databases.ts";
import type { Service } from "../../support/service.ts";
import type { SharedStore } from "../../support/shared-service.ts";
import { accept, makeOwner, password, signIn, startForPeople, tokenFor, visit } from "../../support/sign-in.ts";

describe.each(databasesUnderTest)("signing in on $name", ({ makeStore }) => {
  let service: SharedStore;
  let north: string;
  let south: string;
  let ann: string;
  let bea: string;

  beforeAll(async () => {
    ({ store: service, host: north, email: ann } = await makeOwner(makeStore));
    ({ host: south, email: bea } = await makeOwner(makeStore));
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
      await visit(service, north).auth("sign-in/email", { email: `nobody@${service.handle}.example`, password }),
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
    const owner = await signIn(service, bea, south);
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
    for (const host of ["nowhere.localhost", `other.localhost:${service.port}`, "example.com"]) {
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
    const owner = await signIn(service, bea, south);
    const lost = await signIn(service, bea, south);
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
    const third = await signIn(service, bea, south);
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
    const made = await makeOwner(makeStore);
    for (const email of [made.email, `nobody@${made.store.handle}.example`]) {
      const guess = (secret: string) => visit(service, made.host).auth("sign-in/email", { email, password: secret });
      // Most of them without their hashes, which take a while.
      for (let number = 0; number < 45; number++) {
        const guessed = passwordGuess(email, { network: `203.0.113.${number}`, device: null });
        expect(await takeTries(service.db, guessed, instantNow())).toBeNull();
      }
      const guesses = await Promise.all(Array.from({ length: 7 }, (_, number) => guess(`guess ${number}`)));
      const statuses = guesses.map(({ status }) => status).toSorted();
      expect([email, statuses]).toEqual([email, [...Array(5).fill(401), 429, 429]]);
      const refused = await guess(password);
      expect([refused.status, refused.body.code]).toEqual([429, "TOO_MANY_REQUESTS"]);
      expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(600);
      expect(refused.body.message).toMatch(/^Too many attempts\. Try again in \d+ minutes\.$/);
    }
    await visit(service, made.host).auth("request-password-reset", { email: made.email });
    const token = await tokenFor(service, made.email);
    const newPassword = "a remembered password";
    expect((await visit(service, made.host).auth("reset-password", { token, newPassword })).status).toBe(200);
    await signIn(service, made.email.toUpperCase(), made.host, newPassword);
  });

  test("can be with another password and name", async () => {
    const made = await makeOwner(makeStore);
    const one = await signIn(service, made.email, made.host);
    const other = await signIn(service, made.email, made.host);
    const short = { currentPassword: password, newPassword: "short" };
    expect((await one.auth("change-password", short)).body.code).toBe("PASSWORD_TOO_SHORT");
    const wrong = { currentPassword: "not the password", newPassword: "a new password" };
    expect((await one.auth("change-password", wrong)).body.code).toBe("INVALID_PASSWORD");
    const right = { currentPassword: password, newPassword: "a new password", revokeOtherSessions: true };
    expect((await one.auth("change-password", right)).status).toBe(200);
    expect((await other.v3("GET", "session")).status).toBe(401);
    expect((await visit(service, made.host).auth("sign-in/email", { email: made.email, password })).status).toBe(401);
    await signIn(service, made.email, made.host, "a new password");
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
});

describe.each(anyDatabase)("signing in to a new service on $name", ({ create }) => {
  let service: Service;

  beforeAll(async () => {
    service = await startForPeople(await create());
  });

  test("works for the owner of the first start with the password that was printed", async () => {
    const { email, password: printed } = service.owner;
    const owner = await signIn(service, email, `demo.localhost:${service.port}`, printed);
    const { body } = await owner.v3("GET", "session");
    expect(body.session).toMatchObject({
      user: { id: expect.any(String), name: "owner", email, two_factor_enabled: false },
      role: "owner",
      account: {
        ...{ handle: "demo", name: "Demo Store", url: `http://localhost:${service.port}` },
        ...{ currency: "USD", order_expiration_in_hours: 240, download_limit_per_item: 5 },
      },
    });
  });

  test("says nothing of a failure when a visitor names another site to be led to", async () => {
    const body = { email: service.owner.email, redirectTo: "https://evil.example/" };
    const answer = await visit(service, `demo.localhost:${service.port}`).send("/admin/auth/request-password-reset", {
      body,
    });
    expect(answer.status).toBe(403);
    const lines = service.output.stderr
      .split("\n")
      .filter((line) => line.includes("rejected an address of another site"));
    expect(lines.map((line) => JSON.parse(line).level)).toEqual([expect.not.stringMatching(/error/)]);
    expect(service.output.stderr).not.toContain("evil.example");
  });
});
