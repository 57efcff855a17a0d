import { describe, expect, test } from "bun:test";
import { sql } from "kysely";
import type { Database } from "../../../src/platform/database/database.ts";
import { databasesUnderTest } from "../../support/databases.ts";
import { until } from "../../support/service.ts";
import { password, signIn, startForPeople, tokenFor, visit } from "../../support/sign-in.ts";
import { totpOf } from "../../support/totp.ts";

/** Every row of every table, as text. */
async function allRows(db: Database): Promise<string> {
  const tables = await db.read.introspection.getTables();
  const rows = await Promise.all(tables.map(({ name }) => sql`select * from ${sql.table(name)}`.execute(db.read)));
  return JSON.stringify(rows.map((table) => table.rows));
}

describe.each(databasesUnderTest)("on $name", ({ create }) => {
  test("no secret of a person stands in the log or the database", async () => {
    const database = await create();
    const service = await startForPeople(database, { WAYBILL_LOG: "trace" });
    const { email, password: first } = service.owner;
    const host = `demo.localhost:${service.port}`;
    const owner = await signIn(service, email, host, first);
    await owner.v3("POST", "members", { email: "bob@example.com", role: "staff" });
    const invitation = await tokenFor(service, "bob@example.com");
    await visit(service, host).auth("request-password-reset", { email });
    const reset = await tokenFor(service, email);
    await visit(service, host).auth("request-sign-in-link", { email });
    const link = await tokenFor(service, email, 2);
    await visit(service, host).auth("sign-in/email", { email, password: "a-mistyped-password" });
    const { totpURI, backupCodes } = (await owner.auth("two-factor/enable", { password: first })).body;
    await owner.auth("two-factor/verify-totp", { code: totpOf(totpURI) });
    await visit(service, host).auth("accept-invitation", { token: invitation, newPassword: password });
    await signIn(service, "bob@example.com", host);
    await visit(service, host).send(`/admin/reset-password?token=${reset}`);
    const half = visit(service, host);
    await half.auth("sign-in/email", { email, password: first });
    const db = await database.open();
    await until("every mail is sent", async () => {
      const emails = await db.read.selectFrom("emails").select("status").execute();
      return emails.every(({ status }) => status === "kept");
    });
    const rows = await allRows(db);
    await service.stop();
    const { stderr } = service.output;

    const totpSecret = new URL(totpURI).searchParams.get("secret") ?? "";
    const cookies = [...owner.cookies.values(), ...half.cookies.values()].map(decodeURIComponent);
    expect(cookies).toHaveLength(3);
    const secrets = {
      first,
      password,
      mistyped: "a-mistyped-password",
      invitation,
      reset,
      link,
      totpSecret,
      cookies,
      backupCodes,
    };
    expect(rows).toContain("bob@example.com");
    for (const [name, values] of Object.entries(secrets)) {
      for (const value of [values].flat() as string[]) {
        expect({
          name,
          length: value.length > 9,
          stored: rows.includes(value),
          logged: stderr.includes(value),
        }).toEqual({
          name,
          length: true,
          stored: false,
          logged: false,
        });
      }
    }
    // The database keeps a session's token, which is worth nothing without the signature beside it in the cookie.
    const [token = ""] = cookies[0]?.split(".") ?? [];
    expect(rows).toContain(token);
    expect(stderr).not.toContain(token);
    for (const line of stderr.trimEnd().split("\n")) expect(() => JSON.parse(line)).not.toThrow();
  });
});
