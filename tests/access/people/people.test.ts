import { beforeAll, describe, expect, test } from "bun:test";
import { sql } from "kysely";
import type { Database } from "../../../src/platform/database/database.ts";
import { createAccount } from "../../support/accounts.ts";
import { databasesUnderTest } from "../../support/databases.ts";
import { type Service, until } from "../../support/service.ts";
import {
  accept,
  createOwner,
  invitationFor,
  invite,
  linkFor,
  mailsTo,
  password,
  signIn,
  startForPeople,
  tokenFor,
  type Visit,
  visit,
} from "../../support/sign-in.ts";

describe.each(databasesUnderTest)("the people of an account on $name", ({ create }) => {
  let db: Database;
  let service: Service;
  let host: string;
  let owner: Visit;
  let southHost: string;
  let south: Visit;

  beforeAll(async () => {
    const database = await create();
    service = await startForPeople(database);
    db = await database.open();
    host = (await createAccount(service, "north", { name: "North & <Sons>", password })).host;
    southHost = (await createOwner(service, "south")).host;
    owner = await signIn(service, "owner@north.example", host);
    south = await signIn(service, "owner@south.example", southHost);
  });

  test("get an email with a link to set their password", async () => {
    const added = await owner.v3("POST", "members", { email: " Bob@Example.com ", name: "Bob", role: "staff" });
    expect([added.status, added.body.member]).toEqual([
      201,
      {
        id: expect.any(String),
        email: "bob@example.com",
        name: "Bob",
        role: "staff",
        status: "invited",
        two_factor_enabled: false,
        created_at: expect.stringMatching(/^20\d\d-.*\+00:00$/),
        invitation_url: expect.any(String),
      },
    ]);
    const link = await linkFor(service, "bob@example.com");
    expect(link.href).toStartWith(`http://${host}/admin/reset-password?invitation=1&token=`);
    // No mail server is set up.
    expect(added.body.member.invitation_url).toBe(link.href);
    const [mail] = await mailsTo(service, "bob@example.com");
    expect(mail?.subject).toBe("You are invited to North & <Sons>");
    expect(mail?.html).toContain("North &amp; &lt;Sons&gt;");
    expect(mail?.html).toContain(link.href.replaceAll("&", "&amp;"));

    expect((await visit(service, host).auth("sign-in/email", { email: "bob@example.com", password })).status).toBe(401);
    const set = { token: link.searchParams.get("token"), newPassword: password };
    expect((await visit(service, host).auth("reset-password", set)).status).toBe(400);
    expect((await visit(service, southHost).auth("accept-invitation", set)).status).toBe(400);
    const short = await visit(service, host).auth("accept-invitation", { ...set, newPassword: "short" });
    expect(short.body.code).toBe("PASSWORD_TOO_SHORT");
    expect((await visit(service, host).auth("accept-invitation", set)).status).toBe(200);
    expect((await visit(service, host).auth("accept-invitation", set)).body.code).toBe("INVALID_TOKEN");
    const bob = await signIn(service, "BOB@example.com", host);
    expect((await bob.v3("GET", "session")).body.session).toMatchObject({ role: "staff", user: { name: "Bob" } });
    expect((await owner.v3("GET", "members")).body).toMatchObject({
      members: [
        { email: "owner@north.example", role: "owner" },
        { email: "bob@example.com", status: "active" },
      ],
      page: 1,
      page_size: 50,
      total: 2,
    });
  });

  test("who belong to another account too accept with their own password, and until then are as unknown ones", async () => {
    await invite(service, owner, "cem@example.com", "staff");
    const known = await south.v3("POST", "members", { email: "cem@example.com", role: "read_only" });
    const unknown = await south.v3("POST", "members", { email: "nil@example.com", role: "read_only" });
    const shape = { role: "read_only", status: "invited", two_factor_enabled: false };
    expect(known.body.member).toMatchObject({ ...shape, name: "cem" });
    expect(unknown.body.member).toMatchObject({ ...shape, name: "nil" });
    expect((await owner.v3("GET", "members")).body.members).not.toContainEqual(known.body.member);
    const bare = { email: "cem@example.com", password };
    expect((await visit(service, southHost).auth("sign-in/email", bare)).status).toBe(401);
    const cem = await accept(service, "cem@example.com", southHost, 2);
    expect((await cem.v3("GET", "session")).body.session.role).toBe("read_only");
    const { members } = (await south.v3("GET", "members")).body;
    expect(members.map(({ email, status }: Record<string, string>) => `${email} ${status}`)).toEqual([
      "owner@south.example active",
      "cem@example.com active",
      "nil@example.com invited",
    ]);
    const page = (await south.v3("GET", "members?page=2&page_size=2")).body;
    expect(page).toMatchObject({ members: [{ email: "nil@example.com" }], total: 3 });
    const { id } = unknown.body.member;
    expect((await south.v3("PUT", `members/${id}`, { role: "staff" })).body.member.role).toBe("staff");
    expect((await owner.v3("DELETE", `members/${id}`)).status).toBe(404);
    expect((await south.v3("DELETE", `members/${id}`)).status).toBe(204);
    const token = await tokenFor(service, "nil@example.com");
    const late = { token, newPassword: password };
    expect((await visit(service, southHost).auth("accept-invitation", late)).status).toBe(400);
  });

  test("cannot be taken over by an owner who invites them and reads the mailbox", async () => {
    const victim = "eve@example.com";
    await invite(service, owner, victim, "owner");
    await south.v3("POST", "members", { email: victim, role: "staff" });
    await visit(service, southHost).auth("request-password-reset", { email: victim });
    const invitation = await invitationFor(service, victim, 2);
    const inMailbox = async () => {
      const { messages } = (await south.v3("GET", "mailbox")).body;
      return messages.filter(({ recipient }: { recipient: string }) => recipient === victim);
    };
    for (const { id, kind } of await inMailbox()) {
      const shown = JSON.stringify((await south.v3("GET", `mailbox/${id}`)).body);
      expect([kind, shown.includes("(link not shown here)"), /https?:/.test(shown)]).toEqual([
        "invitation",
        true,
        false,
      ]);
    }
    // Nor with the link, which says nothing about the password.
    const newPassword = "the attacker's own";
    for (const path of ["accept-invitation", "reset-password"]) {
      const answer = await visit(service, southHost).auth(path, { token: invitation, newPassword });
      expect([path, answer.status]).toEqual([path, path === "reset-password" ? 400 : 409]);
    }
    const headers = { "x-waybill-invitation": invitation };
    const body = { email: victim, password: newPassword };
    const guess = await visit(service, southHost).send("/admin/auth/sign-in/email", { body, headers });
    expect(guess.status).toBe(401);
    // One's own password accepts nobody else's invitation.
    const own = { email: "owner@north.example", password };
    expect((await visit(service, southHost).send("/admin/auth/sign-in/email", { body: own, headers })).status).toBe(
      401,
    );
    await signIn(service, victim, host);
    await accept(service, victim, southHost, 2);
  });

  test("who are invited twice set a password with one link, and no other link sets another", async () => {
    await owner.v3("POST", "members", { email: "dora@example.com", role: "staff" });
    const first = await tokenFor(service, "dora@example.com");
    await south.v3("POST", "members", { email: "dora@example.com", role: "owner" });
    await until("both mails are there", async () => (await mailsTo(service, "dora@example.com")).length === 2);
    const tokens = (await mailsTo(service, "dora@example.com")).map(
      ({ text }) => /token=([^&\s]+)/.exec(text ?? "")?.[1],
    );
    const second = tokens.find((token) => token !== first) ?? "";
    const set = (at: string, token: string, newPassword: string) =>
      visit(service, at).auth("accept-invitation", { token, newPassword });
    expect((await set(southHost, second, password)).status).toBe(200);
    expect((await set(host, first, "another password")).body.code).toBe("HAS_PASSWORD");
    const headers = { "x-waybill-invitation": first };
    const body = { email: "dora@example.com", password };
    expect((await visit(service, host).send("/admin/auth/sign-in/email", { body, headers })).status).toBe(200);
    await signIn(service, "dora@example.com", host);
  });

  test("are refused when something is wrong with them", async () => {
    const wrong: [unknown, number, string[]][] = [
      [{ email: "nobody", role: "staff" }, 422, ["email"]],
      [{ email: "", role: "boss", name: "" }, 422, ["email", "name", "role"]],
      [{}, 422, ["email", "role"]],
      [{ email: "owner@north.example", role: "staff" }, 409, ["email"]],
      [{ email: "OWNER@NORTH.example", role: "staff" }, 409, ["email"]],
      [{ email: "ünï@example.com", role: "staff" }, 422, ["email"]],
    ];
    const { total } = (await owner.v3("GET", "members")).body;
    for (const [input, status, fields] of wrong) {
      const { body, ...answer } = await owner.v3("POST", "members", input);
      expect({
        input,
        status: answer.status,
        fields: body.errors.map(({ field }: { field: string }) => field),
      }).toEqual({
        input,
        status,
        fields,
      });
    }
    expect((await owner.v3("GET", "members")).body.total).toBe(total);
  });

  test("have another role with their next request", async () => {
    const { id } = await invite(service, owner, "eva@example.com", "read_only");
    const eva = await signIn(service, "eva@example.com", host);
    expect((await eva.v3("PUT", "account", { name: "Eva's" })).status).toBe(403);
    expect((await owner.v3("PUT", `members/${id}`, { role: "owner" })).body.member.role).toBe("owner");
    expect((await eva.v3("PUT", "account", { name: "Eva's" })).status).toBe(200);
    expect((await owner.v3("PUT", `members/${id}`, { role: "staff" })).status).toBe(200);
    expect((await eva.v3("PUT", "account", { name: "Eva's" })).status).toBe(403);
    expect((await owner.v3("PUT", `members/${id}`, { role: "boss" })).status).toBe(422);
  });

  test("who are removed are out at once, and forgotten when they are in no other account", async () => {
    const { id } = await invite(service, owner, "finn@example.com", "owner");
    const finn = await signIn(service, "finn@example.com", host);
    expect((await owner.v3("DELETE", `members/${id}`)).status).toBe(204);
    expect((await finn.v3("GET", "session")).status).toBe(401);
    expect((await visit(service, host).auth("sign-in/email", { email: "finn@example.com", password })).status).toBe(
      401,
    );
    const gone = await owner.v3("DELETE", `members/${id}`);
    expect([gone.status, gone.body.member]).toEqual([404, null]);
    for (const table of ["sessions", "credentials", "two_factors", "members"] as const) {
      expect(await db.read.selectFrom(table).select("user_id").where("user_id", "=", id).execute()).toEqual([]);
    }
    expect(await db.read.selectFrom("users").select("id").where("id", "=", id).execute()).toEqual([]);
    expect((await owner.v3("POST", "members", { email: "finn@example.com", role: "staff" })).body.member.status).toBe(
      "invited",
    );
  });

  test("always have an owner among them, also when all of them go at once", async () => {
    const made = await createOwner(service, "west");
    const one = await signIn(service, "owner@west.example", made.host);
    const own = (await one.v3("GET", "session")).body.session.user.id;
    for (const answer of [
      await one.v3("DELETE", `members/${own}`),
      await one.v3("PUT", `members/${own}`, { role: "staff" }),
    ]) {
      expect(answer.status).toBe(409);
      expect(answer.body.detail).toContain("last owner");
    }
    const { id } = await invite(service, one, "gil@example.com", "owner");
    const gil = await signIn(service, "gil@example.com", made.host);
    const answers = await Promise.all([
      one.v3("DELETE", `members/${own}`),
      gil.v3("PUT", `members/${id}`, { role: "staff" }),
      service.api(`/api/v3/members/${id}`, { method: "DELETE", as: made.credentials, host: made.host }),
    ]);
    const left = await service.api("/api/v3/members", { as: made.credentials, host: made.host });
    const { members } = (await left.json()) as { members: { role: string }[] };
    expect(members.filter(({ role }) => role === "owner")).toHaveLength(1);
    expect(answers.some(({ status }) => status === 409)).toBe(true);
  });

  test("of another account can be neither seen nor changed", async () => {
    const { members } = (await south.v3("GET", "members")).body;
    const { id } = members[0];
    expect((await owner.v3("GET", "members")).body.members.map((one: { id: string }) => one.id)).not.toContain(id);
    expect((await owner.v3("PUT", `members/${id}`, { role: "staff" })).status).toBe(404);
    expect((await owner.v3("DELETE", `members/${id}`)).status).toBe(404);
    expect((await south.v3("GET", "session")).body.session.role).toBe("owner");
  });

  test("may own several accounts, and keep their password", async () => {
    const again = await service.run("account", "create", "second", "--email", "owner@north.example", "--json");
    expect(JSON.parse(again.stdout)).toMatchObject({ handle: "second", email: "owner@north.example", password: null });
    await signIn(service, "owner@north.example", `second.localhost:${service.port}`);
    const words = ["account", "create", "third", "--email", "owner@north.example", "--password", "another password"];
    const refused = await service.run(...words);
    expect([refused.status, refused.stdout]).toEqual([1, ""]);
    expect(refused.stderr).toContain("already has a password and keeps it");
    expect((await service.run("account", "list")).stdout).not.toContain("third");
  });

  test("are not the API key, which belongs to nobody and may do everything", async () => {
    const { credentials } = await createAccount(service, "keys");
    const as = { as: credentials, host: `keys.localhost:${service.port}` };
    const session = (await (await service.api("/api/v3/session", as)).json()) as { session: unknown };
    expect(session.session).toMatchObject({ user: null, role: "owner", account: { handle: "keys" } });
  });

  test("sign in with both forms of an international domain", async () => {
    const { host: ownHost } = await createOwner(service, "umlaut", "Owner@Bücher.example");
    for (const spelling of ["owner@xn--bcher-kva.example", "OWNER@bu\u0308cher.example"]) {
      const one = await signIn(service, spelling, ownHost);
      const { members } = (await one.v3("GET", "members")).body;
      expect(members.map(({ email }: { email: string }) => email)).toEqual(["owner@bücher.example"]);
      const again = await one.v3("POST", "members", { email: spelling, role: "staff" });
      expect([again.status, again.body.errors?.[0]?.field]).toEqual([409, "email"]);
      const domain = { custom_domain: "Läden.example" };
      expect((await one.v3("PUT", "account", domain)).body.account.custom_domain).toBe("xn--lden-loa.example");
    }
  });

  test("cost nothing of the allowance of delivery emails, and stand in no list of them", async () => {
    const system = await db.read.selectFrom("emails").select(["kind", "order_id"]).execute();
    expect(system.length).toBeGreaterThan(3);
    expect(new Set(system.map(({ kind }) => kind))).toEqual(new Set(["invitation"]));
    expect(await db.read.selectFrom("email_allowances").selectAll().execute()).toEqual([]);
    expect(await sql`select * from account_days where emails > 0`.execute(db.read)).toMatchObject({ rows: [] });
    expect((await owner.v3("GET", "emails")).body).toMatchObject({ emails: [], total: 0 });
    for (const id of [1, 2, 3]) expect((await owner.v3("GET", `emails/${id}`)).status).toBe(404);
  });
});
