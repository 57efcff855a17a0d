import { beforeAll, describe, expect, test } from "bun:test";
import { sql } from "kysely";
import { createAccount } from "./_accounts.ts";
import { type DatabaseUnderTest, databasesUnderTest } from "./_databases.ts";
import type { Service } from "./_service.ts";
import { invite, linkFor, mailsTo, password, signIn, startForPeople, tokenFor, type Visit, visit } from "./_sign-in.ts";

describe.each(databasesUnderTest)("the people of an account on $name", ({ create }) => {
  let database: DatabaseUnderTest;
  let service: Service;
  let host: string;
  let owner: Visit;
  let southHost: string;
  let south: Visit;

  beforeAll(async () => {
    database = await create();
    service = await startForPeople(database);
    host = (await createAccount(service, "north", "--name", "North & <Sons>", "--password", password)).host;
    southHost = (await createAccount(service, "south", "--password", password)).host;
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
      },
    ]);
    const link = await linkFor(service, "bob@example.com");
    expect(link.href).toStartWith(`http://${host}/admin/reset-password?token=`);
    const [mail] = await mailsTo(service, "bob@example.com");
    expect(mail?.subject).toBe("You are invited to North & <Sons>");
    expect(mail?.html).toContain("North &amp; &lt;Sons&gt;");
    expect(mail?.html).toContain(link.href.replaceAll("&", "&amp;"));

    expect((await visit(service, host).auth("sign-in/email", { email: "bob@example.com", password })).status).toBe(401);
    const set = { token: link.searchParams.get("token"), newPassword: password };
    expect((await visit(service, host).auth("reset-password", set)).status).toBe(200);
    expect((await visit(service, host).auth("reset-password", set)).status).toBe(400);
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

  test("are added at once when they have a password, without a mail and without telling it", async () => {
    await invite(service, owner, "cem@example.com", "staff");
    const before = await mailsTo(service, "cem@example.com");
    const added = await south.v3("POST", "members", { email: "cem@example.com", name: "Other", role: "read_only" });
    expect(added.body.member).toMatchObject({ status: "active", name: "cem" });
    const cem = await signIn(service, "cem@example.com", southHost);
    expect((await cem.v3("GET", "session")).body.session.role).toBe("read_only");
    expect(await mailsTo(service, "cem@example.com")).toHaveLength(before.length);
  });

  test("without a password are invited by each account, and by every link become who they are", async () => {
    await owner.v3("POST", "members", { email: "dora@example.com", role: "staff" });
    await south.v3("POST", "members", { email: "dora@example.com", role: "owner" });
    const token = await tokenFor(service, "dora@example.com", 2);
    expect((await visit(service, host).auth("reset-password", { token, newPassword: password })).status).toBe(200);
    for (const one of [host, southHost]) await signIn(service, "dora@example.com", one);
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
    const db = await database.open();
    for (const table of ["sessions", "credentials", "two_factors", "members"] as const) {
      expect(await db.read.selectFrom(table).select("user_id").where("user_id", "=", id).execute()).toEqual([]);
    }
    expect(await db.read.selectFrom("users").select("id").where("id", "=", id).execute()).toEqual([]);
    expect((await owner.v3("POST", "members", { email: "finn@example.com", role: "staff" })).body.member.status).toBe(
      "invited",
    );
  });

  test("always have an owner among them, also when all of them go at once", async () => {
    const made = await createAccount(service, "west", "--password", password);
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
    expect(refused.stderr).toContain("keeps their password");
    expect((await service.run("account", "list")).stdout).not.toContain("third");
  });

  test("are not the API key, which belongs to nobody and may do everything", async () => {
    const { credentials } = await createAccount(service, "keys");
    const as = { as: credentials, host: `keys.localhost:${service.port}` };
    const session = (await (await service.api("/api/v3/session", as)).json()) as { session: unknown };
    expect(session.session).toMatchObject({ user: null, role: "owner", account: { handle: "keys" } });
  });

  test("cost nothing of the allowance of delivery emails, and stand in no list of them", async () => {
    const db = await database.open();
    const system = await db.read.selectFrom("emails").select(["kind", "order_id"]).execute();
    expect(system.length).toBeGreaterThan(3);
    expect(new Set(system.map(({ kind }) => kind))).toEqual(new Set(["invitation"]));
    expect(await db.read.selectFrom("email_allowances").selectAll().execute()).toEqual([]);
    expect(await sql`select * from account_days where emails > 0`.execute(db.read)).toMatchObject({ rows: [] });
    expect((await owner.v3("GET", "emails")).body).toMatchObject({ emails: [], total: 0 });
    for (const id of [1, 2, 3]) expect((await owner.v3("GET", `emails/${id}`)).status).toBe(404);
  });
});
