import { describe, expect, test } from "bun:test";
import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createFirstAccount } from "../../src/cli/first-account.ts";
import { readConfig } from "../../src/config/config.ts";
import { temporaryFolder } from "../support/cleanup.ts";
import { runCommand } from "../support/commands.ts";
import { databasesUnderTest } from "../support/databases.ts";
import { testVault } from "../support/mail.ts";
import { freePort } from "../support/ports.ts";
import { runWaybill, startProcess } from "../support/service.ts";

const main = join(import.meta.dir, "../../src/main.ts");

/** A folder with an `npx` that finds this checkout's `waybill`, as npm's does in the checkout. */
async function npxFolder(): Promise<string> {
  const folder = temporaryFolder();
  const script = `#!/bin/sh\n[ "$1" = waybill ] && shift && exec '${process.execPath}' '${main}' "$@"\n`;
  await writeFile(join(folder, "npx"), script, { mode: 0o755 });
  return folder;
}

describe.each(databasesUnderTest)("the first start on $name", ({ createEmpty: create }) => {
  test("tells once what the owner needs to know", async () => {
    const service = await startProcess({ database: await create() });
    const { stdout, stderr } = service.output;
    const password = /Password +(\S+)/.exec(stdout)?.[1] ?? "";
    const { key, token } = service.credentials;
    expect(stdout).toContain(`Waybill is running at ${service.url}`);
    expect(stdout).toContain(`Administration  ${service.url}/admin`);
    expect(stdout).toMatch(/Owner's email {3}\S+@\S+/);
    for (const secret of [password, key, token]) {
      expect(secret.length).toBeGreaterThanOrEqual(20);
      expect(stderr).not.toContain(secret);
    }
    expect((await service.api("/api/account")).status).toBe(200);

    await service.stop();
    const again = await service.restart();
    expect(again.output.stdout).toStartWith(`Waybill is running at ${service.url}\n`);
    for (const secret of [password, key, token])
      expect(again.output.stdout + again.output.stderr).not.toContain(secret);
    expect((await again.api("/api/account")).status).toBe(200);
  });

  test("makes one account, also if several servers start at once", async () => {
    const db = await (await create()).open();
    const servers = Array.from({ length: 6 }, () =>
      createFirstAccount({ config: readConfig({}), db, vault: testVault }),
    );
    const welcomes = (await Promise.all(servers)).filter((welcome) => welcome !== null);
    expect(welcomes).toHaveLength(1);
    expect(welcomes[0]).toContain("API token");
  });

  test("makes no account beside those that the command line has made", async () => {
    const { folder, setting } = await create();
    const settings = { WAYBILL_DATA: folder, WAYBILL_DATABASE: setting };
    const made = await runCommand(["account", "create", "nordlicht", "--json"], settings);
    expect(made.status).toBe(0);
    const service = await startProcess({ database: { folder, setting }, credentials: { key: "", token: "" } });
    expect(service.output.stdout).not.toContain("API token");
    expect((await service.run("account", "list")).stdout).toMatch(/^nordlicht\t[^\n]*\n$/);
  });
});

test("the lines that the first start prints work as they stand", async () => {
  const service = await startProcess({
    database: { setting: "sqlite:", folder: temporaryFolder() },
    environment: { WAYBILL_DATA: "./data" },
  });
  const lines = service.output.stdout.slice(service.output.stdout.indexOf("Try it"));
  const script = lines.match(/^ {2}.+$/gm)?.join("\n") ?? "";
  const shell = Bun.spawn(["bash", "-e"], {
    cwd: service.folder,
    env: { PATH: `${await npxFolder()}:${process.env.PATH}`, WAYBILL_PORT: String(service.port) },
    stdin: new Blob([script]),
    stdout: "pipe",
    stderr: "pipe",
  });
  const [output, errors] = await Promise.all([new Response(shell.stdout).text(), new Response(shell.stderr).text()]);
  expect({ status: await shell.exited, errors }).toEqual({ status: 0, errors: expect.any(String) });
  const [item = "", order = "", email = "", file = ""] = output.split(
    /(?=<\?xml)|(?<=<\/order>)|(?<=\n)(?=Hello from)/,
  );
  expect(item).toContain("permalink   /permalink/");
  expect(order).toContain('<id type="integer">10000001</id>');
  expect(email.trim()).toStartWith("From: Demo Store <downloads@localhost>\nTo: ann@example.com\n");
  expect(email).toContain("\n\nHello,");
  expect(email).toContain("/orders/");
  expect(email).toContain("hello.txt");
  expect(email).not.toContain("Content-");
  expect(file).toBe("Hello from Waybill!\n");
});

test("a first start on a port in use tells nothing and makes nothing, so that the next one can", async () => {
  const busy = Bun.serve({ hostname: "127.0.0.1", port: 0, fetch: () => new Response() });
  const port = String(busy.port);
  const folder = temporaryFolder();
  const settings = { WAYBILL_DATA: folder, WAYBILL_PORT: port };
  const start = await runWaybill(["serve"], settings, folder);
  busy.stop(true);
  expect(start).toMatchObject({ status: 1, stdout: "" });
  expect(start.stderr).toMatch(new RegExp(`^WAYBILL_PORT: ${port} on 127.0.0.1 cannot be used: [^\\n]+\\n$`));
  const service = await startProcess({ database: { folder, setting: "sqlite:" }, port: await freePort() });
  expect(service.output.stdout).toContain("API token");
});

test("the data folder is closed to other users", async () => {
  const folder = join(temporaryFolder(), "data");
  const { status } = await runWaybill(["account", "create", "one"], { WAYBILL_DATA: folder }, temporaryFolder());
  expect(status).toBe(0);
  expect((await readdir(folder)).sort()).toContain("secret");
  const mode = async (path: string) => ((await Bun.file(path).stat()).mode & 0o777).toString(8);
  expect(await mode(folder)).toBe("700");
  expect(await mode(join(folder, "secret"))).toBe("600");
});
