import { beforeAll, describe, expect, test } from "bun:test";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { kept } from "../earlier-version/kept.ts";
import { runCommand } from "../support/commands.ts";
import { type DatabaseUnderTest, databasesUnderTest } from "../support/databases.ts";
import { type Service, startService } from "../support/service.ts";
import { type Visit, visit } from "../support/sign-in.ts";
import { totpOf } from "../support/totp.ts";

interface Answers {
  /** By path: what the earlier version answered, JSON of v3 or the text of XML. */
  answers: Record<string, unknown>;
  totpURI: string;
  backupCodes: string[];
  /** Of the item that was downloaded once. */
  link: string;
}

/** An installation that an earlier version has made and left (earlier-version/make.ts). */
async function earlierInstallation(name: string, database: DatabaseUnderTest): Promise<Answers> {
  const source = join(import.meta.dir, "../earlier-version", name);
  cpSync(join(source, "folder"), database.folder, { recursive: true });
  if (name === "sqlite") {
    const packed = readFileSync(join(source, "waybill.sqlite.gz"));
    writeFileSync(join(database.folder, "waybill.sqlite"), Bun.gunzipSync(packed));
  } else {
    const client = new pg.Client({ connectionString: database.setting });
    await client.connect();
    await client.query(readFileSync(join(source, "database.sql"), "utf8"));
    await client.end();
  }
  return JSON.parse(readFileSync(join(source, "answers.json"), "utf8"));
}

describe.each(databasesUnderTest)("an installation of an earlier version on $name", ({ name, createEmpty }) => {
  let service: Service;
  let before: Answers;
  let reportBefore: { findings: { check: string; status: string; summary: string }[] };

  beforeAll(async () => {
    const database = await createEmpty();
    before = await earlierInstallation(name, database);
    const environment = { WAYBILL_DATA: database.folder, WAYBILL_DATABASE: database.setting };
    reportBefore = JSON.parse((await runCommand(["doctor", "--json"], environment)).stdout);
    service = await startService({
      database,
      environment: { WAYBILL_URL: kept.url },
      credentials: { key: kept.key, token: kept.token },
      owner: { email: kept.email, password: kept.password },
    });
  });

  test("is found whole before the update, and told to start", () => {
    const [schema] = reportBefore.findings.filter(({ check }) => check === "database");
    expect(schema).toMatchObject({ status: "warning" });
    expect(schema?.summary).toContain("Still to come: 0005-domain-claims");
    expect(reportBefore.findings.filter(({ status }) => status === "problem")).toEqual([]);
  });

  test.each(kept.paths)("answers %s as it did, at the service's own address now", async (path) => {
    const response = await service.api(path);
    expect(response.status).toBe(200);
    const own = (answer: string) => answer.replaceAll("//north.", "//");
    const answered = before.answers[path];
    if (typeof answered === "string") expect(await response.text()).toBe(own(answered));
    else expect(await response.json()).toMatchObject(JSON.parse(own(JSON.stringify(answered))));
  });

  test("lets its owner sign in, with the second factor", async () => {
    const signIn = async (): Promise<Visit> => {
      const one = visit(service);
      const { body } = await one.auth("sign-in/email", { email: kept.email, password: kept.password });
      expect(body.twoFactorRedirect).toBe(true);
      return one;
    };
    const withApp = await signIn();
    expect((await withApp.auth("two-factor/verify-totp", { code: totpOf(before.totpURI) })).status).toBe(200);
    expect((await withApp.v3("GET", "session")).body.session.user.email).toBe(kept.email);
    const withCode = await signIn();
    expect((await withCode.auth("two-factor/verify-backup-code", { code: before.backupCodes[0] })).status).toBe(200);
  });

  test("goes on counting where it was, with keys and an email for a new order", async () => {
    expect((await service.get(before.link)).status).toBe(410);
    const itemOf = async () => {
      const { order } = (await (await service.api("/api/v3/vorders/M-1")).json()) as {
        order: { order_items: { download_url: string; downloads_remaining: number }[] };
      };
      const [item] = order.order_items;
      if (!item) throw new Error("The order has lost its item.");
      return item;
    };
    const item = await itemOf();
    const delivered = await service.get(new URL(item.download_url).pathname);
    expect(await delivered.text()).toBe(kept.content);
    expect((await itemOf()).downloads_remaining).toBe(item.downloads_remaining - 1);

    const made = await service.api("/api/v3/orders", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: "cleo@example.com", order_items: [{ item_sku: "BOOK" }] }),
    });
    expect(made.status).toBe(201);
    const mail = await service.run("mailbox", "show");
    expect(mail.stdout).toContain("To: cleo@example.com");
    const report = await service.run("doctor", "--json");
    const { findings } = JSON.parse(report.stdout) as typeof reportBefore;
    expect(findings.filter(({ status }) => status === "problem")).toEqual([]);
    expect(findings.find(({ check }) => check === "files")?.summary).toStartWith("The 1 stored file");
  });
});
