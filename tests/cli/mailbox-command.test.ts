import { beforeAll, describe, expect, test } from "bun:test";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { temporaryFolder } from "../support/cleanup.ts";
import { runCommand } from "../support/commands.ts";
import { anyDatabase } from "../support/databases.ts";
import { type Service, startService } from "../support/service.ts";
import { startSmtpServer } from "../support/smtp-server.ts";
import { createSqlite } from "../support/sqlite.ts";
import { addItem } from "../support/store.ts";
import { v3 } from "../support/v3.ts";

async function order(service: Service, email: string, fields: Record<string, unknown> = {}): Promise<void> {
  const { status } = await v3(service, "POST", "orders", { email, order_items: [{ item_sku: "MAP" }], ...fields });
  expect(status).toBe(201);
}

describe.each(anyDatabase)("on $name", ({ create }) => {
  test("shows the newest email without a pause after its order, any by its number, and lists them", async () => {
    const service = await startService({ database: await create() });
    await addItem(service, "MAP");
    for (const email of ["ann@example.com", "bob@example.com"]) {
      await order(service, email);
      const shown = await service.runProcess("mailbox", "show");
      expect(shown).toMatchObject({ status: 0, stderr: "" });
      expect(shown.stdout).toStartWith("From: Demo Store <downloads@localhost>\n");
      expect(shown.stdout).toContain(`\nTo: ${email}\n`);
      expect(shown.stdout).toMatch(/\n\nHello,\n/);
      expect(shown.stdout).toContain(`http://localhost:${service.port}/orders/`);
    }
    const list = await service.runProcess("mailbox", "list");
    const rows = list.stdout.trim().split("\n");
    expect(rows.map((row) => row.split("\t").slice(2, 5))).toEqual([
      ["demo", "delivery", "bob@example.com"],
      ["demo", "delivery", "ann@example.com"],
    ]);
    const { messages } = JSON.parse((await service.run("mailbox", "list", "--limit", "1", "--json")).stdout);
    expect(messages).toEqual([expect.objectContaining({ recipient: "bob@example.com", kind: "delivery" })]);

    const [, ann = ""] = rows;
    const id = ann.split("\t")[0] ?? "";
    const one = JSON.parse((await service.run("mailbox", "show", id, "--json")).stdout);
    expect(one).toMatchObject({ id: Number(id), account: "demo", to: "ann@example.com" });
    expect(one.html_body).toStartWith("<!DOCTYPE html>");
    expect(one.headers).toContainEqual({ name: "Auto-Submitted", value: "auto-generated" });
  });
});

describe("the mailbox command", () => {
  let service: Service;
  const fileTo = async (recipient: string) => {
    const folder = join(service.folder, "mailbox");
    for (const name of await readdir(folder)) {
      const path = join(folder, name);
      if ((await Bun.file(path).text()).includes(`To: ${recipient}\n`)) return path;
    }
    throw new Error(`No message to ${recipient} is kept.`);
  };

  beforeAll(async () => {
    service = await startService({ database: await createSqlite() });
    await addItem(service, "MAP");
  });

  test("refuses what is no number, one that no email has, and an empty mailbox", async () => {
    const empty = await service.run("mailbox", "show");
    expect(empty).toEqual({ status: 1, stdout: "", stderr: "There are no emails in the mailbox yet.\n" });
    expect(await service.run("mailbox", "list")).toEqual({ status: 0, stdout: "", stderr: "" });
    for (const id of ["0", "-1", "1e3", "one"]) expect((await service.run("mailbox", "show", id)).status).toBe(1);
    const unknown = await service.run("mailbox", "show", "77");
    expect(unknown).toEqual({ status: 1, stdout: "", stderr: "There is no message 77 in the mailbox.\n" });
  });

  test("shows the link with which a person sets a password", async () => {
    await v3(service, "POST", "members", { email: "bob@example.com", name: "Bob", role: "staff" });
    expect((await service.run("mailbox", "show")).stdout).toMatch(/https?:\/\/\S+\/admin\/\S+/);
  });

  test("lets no message steer the terminal, and says when a message was removed", async () => {
    await order(service, "ann@example.com");
    await service.run("mailbox", "show");
    const path = await fileTo("ann@example.com");
    await Bun.write(path, (await Bun.file(path).text()).replaceAll("Hello", "\u001b[31mHello"));
    const { stdout } = await service.run("mailbox", "show");
    expect(stdout).toContain("[31mHello");
    expect(stdout).not.toContain("\u001b");

    await rm(path);
    const gone = await service.run("mailbox", "show");
    expect(gone).toMatchObject({
      status: 1,
      stderr: expect.stringContaining("has been removed from the mailbox folder"),
    });
  });

  test("says that the server must run when an email waits and nobody sends it", async () => {
    await service.run("keys", "import", "MAP", await keyFile("A"), "--account", "demo");
    for (const email of ["eve@example.com", "pat@example.com"]) await order(service, email);
    expect((await service.run("mailbox", "show")).stdout).toContain("To: pat@example.com");
    await service.stop();
    await service.run("keys", "import", "MAP", await keyFile("B"), "--account", "demo");
    const shown = await service.run("mailbox", "show");
    expect(shown).toMatchObject({ status: 0, stderr: "The latest email is still queued. Is the server running?\n" });
    expect(shown.stdout).toContain("To: pat@example.com");
  });

  test("says that a mail server is set where there is no mailbox", async () => {
    const smtp = await startSmtpServer();
    const data = temporaryFolder();
    const settings = { WAYBILL_DATA: data, WAYBILL_SMTP: smtp.url() };
    const stderr = "The mailbox is empty, because WAYBILL_SMTP is set.\n";
    await runCommand(["account", "create", "one"], settings);
    expect(await runCommand(["mailbox", "show"], settings)).toEqual({ status: 1, stdout: "", stderr });
  });
});

async function keyFile(key: string): Promise<string> {
  const path = join(temporaryFolder(), "keys.txt");
  await Bun.write(path, `${key}\n`);
  return path;
}
