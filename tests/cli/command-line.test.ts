import { describe, expect, test } from "bun:test";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { runCommand } from "../support/commands.ts";
import { databasesUnderTest, temporaryFolder } from "../support/databases.ts";
import { runWaybill, type Service, startService } from "../support/service.ts";
import { createOrder } from "../support/store.ts";

/** What a command that failed leaves: one line on standard error, and nothing else. */
const refusal = (line: string) => ({ status: 1, stdout: "", stderr: `${line}\n` });

describe.each(databasesUnderTest)("the command line beside a server on $name", ({ create }) => {
  let started: Promise<Service> | null = null;
  const running = () => {
    started ??= create().then((database) => startService({ database }));
    return started;
  };
  const json = async (...words: string[]) => {
    const { status, stdout, stderr } = await (await running()).run(...words, "--json");
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toMatch(/^\{.*\}\n$/);
    return JSON.parse(stdout);
  };

  test("an account is made with what is given, and works at once", async () => {
    const service = await running();
    const given = ["--name", "Nordlicht", "--email", "ada@nordlicht.example", "--password", "correct horse battery"];
    const credentials = ["--key", "nordlicht-key", "--token", "nordlicht-token"];
    const made = await json("account", "create", "nordlicht", ...given, "--plan", "standard", ...credentials);
    expect(made).toEqual({
      handle: "nordlicht",
      url: `http://nordlicht.localhost:${service.port}`,
      api_key: "nordlicht-key",
      api_token: "nordlicht-token",
      email: "ada@nordlicht.example",
      password: "correct horse battery",
    });
    const as = { key: made.api_key, token: made.api_token };
    const account = await service.api("/api/account", { as, host: new URL(made.url).host });
    expect(account.status).toBe(200);
    expect(await account.text()).toContain("<name>Nordlicht</name>");
  });

  test("an account is made with a handle alone; the rest is generated", async () => {
    const made = await json("account", "create", "plain");
    for (const generated of [made.api_key, made.api_token, made.password]) {
      expect(generated).toMatch(/^[\w-]{20,}$/);
    }
    const { stdout } = await (await running()).runProcess("account", "create", "readable");
    for (const word of ["handle", "url", "api_key", "api_token", "email", "password"]) {
      expect(stdout).toMatch(new RegExp(`^${word} +\\S+$`, "m"));
    }
  });

  test("accounts are listed without their secrets", async () => {
    const { stdout } = await (await running()).runProcess("account", "list");
    const { accounts } = await json("account", "list");
    expect(accounts.map(({ handle }: { handle: string }) => handle)).toContain("demo");
    expect(stdout.trim().split("\n").length).toBe(accounts.length);
    expect(stdout).toMatch(/^demo\tunlimited\thttp:\/\/localhost:\d+\tDemo Store$/m);
    expect(JSON.stringify(accounts) + stdout).not.toMatch(/token|password|hash/);
  });

  test("an account's settings are changed for the orders that follow; none takes them away", async () => {
    const service = await running();
    await json("account", "create", "changing", "--key", "changing-key", "--token", "changing-token");
    const set = (...words: string[]) => json("account", "set", "changing", ...words);
    const limits = ["--order-expiration-in-hours", "12", "--download-limit-per-item", "3"];
    expect(await set("--name", "Changed", "--plan", "standard", ...limits)).toMatchObject({
      name: "Changed",
      plan: "standard",
      order_expiration_in_hours: 12,
      download_limit_per_item: 3,
    });
    const none = ["--order-expiration-in-hours", "none", "--download-limit-per-item", "none"];
    expect(await set(...none)).toMatchObject({
      name: "Changed",
      order_expiration_in_hours: null,
      download_limit_per_item: null,
    });
    const record = "_waybill.files.changing.example waybill-domain=";
    expect(await set("--custom-domain", "files.changing.example")).toMatchObject({
      custom_domain: "files.changing.example",
      custom_domain_state: "unverified",
      custom_domain_txt_record: expect.stringContaining(record),
      url: `http://changing.localhost:${service.port}`,
    });
    const as = { key: "changing-key", token: "changing-token" };
    const answer = await service.api("/api/account", { as, host: "changing.localhost" });
    expect(await answer.text()).toContain('<download_limit_per_item type="integer"/>');
    expect(await set("--custom-domain", "none")).toMatchObject({ custom_domain: null });
  });

  test("an item is added with its files, and can be ordered and downloaded", async () => {
    const service = await running();
    const [one, two] = [join(service.folder, "Größe 1.txt"), join(service.folder, "two.pdf")];
    await Bun.write(one, "first");
    await Bun.write(two, "second one");
    const words = ["--account", "demo", "--name", "Two files", "--file", one, "--file", two];
    const item = await json("item", "add", "TWO FILES", ...words);
    expect(item).toMatchObject({
      sku: "TWO FILES",
      name: "Two files",
      permalink: `/permalink/${item.guid}`,
      files: [
        {
          filename: "Größe 1.txt",
          size_bytes: 5,
          sha256: new Bun.CryptoHasher("sha256").update("first").digest("hex"),
        },
        { filename: "two.pdf", size_bytes: 10 },
      ],
    });
    const { stdout } = await service.run("item", "add", "PLAIN", "--account", "demo", "--name", "No file");
    expect(stdout).toMatch(/^sku +PLAIN\nname +No file\nguid +\S+\npermalink +\/permalink\/\S+\n/);
    const file = await service.get(`${item.permalink}/${item.files[1].id}/two.pdf`, { host: `demo.localhost` });
    expect(await file.text()).toBe("second one");
  });

  test("items are added while orders come in, and neither disturbs the other", async () => {
    const { folder, setting } = await create();
    const service = await startService({ database: { folder, setting } });
    await json("account", "list");
    await service.run("item", "add", "FIRST", "--account", "demo", "--name", "First");
    let adding = true;
    const adds = Promise.all(
      [1, 2, 3].map((n) => service.runProcess("item", "add", `MORE-${n}`, "--account", "demo", "--name", `More ${n}`)),
    ).finally(() => {
      adding = false;
    });
    let orders = 0;
    while (adding) {
      await createOrder(service, { skus: ["FIRST"] });
      orders += 1;
    }
    expect((await adds).map(({ status, stderr }) => ({ status, stderr }))).toEqual(
      Array.from({ length: 3 }, () => ({ status: 0, stderr: "" })),
    );
    expect((await (await service.api("/api/items")).text()).match(/<sku>/g)).toHaveLength(4);
    expect((await (await service.api("/api/orders")).text()).match(/<order>/g)).toHaveLength(orders);
  });

  test("what cannot be done is said in one line, and nothing is changed", async () => {
    const service = await running();
    await service.run("item", "add", "TAKEN", "--account", "demo", "--name", "Taken");
    const missing = join(service.folder, "no-such-file");
    const item = (...words: string[]) => service.run("item", "add", ...words);
    expect(await service.run("account", "create", "demo")).toEqual(
      refusal("Another account already uses the handle demo or this API key."),
    );
    expect(await service.runProcess("account", "set", "nobody", "--name", "N")).toEqual(
      refusal("There is no account with the handle nobody."),
    );
    expect(await service.run("account", "create", "new", "--key", "short", "--token", "a:b")).toEqual(
      refusal(
        "key must be 8 to 255 visible ASCII characters without a colon; token must be 8 to 255 visible ASCII characters without a colon.",
      ),
    );
    const settings = ["--order-expiration-in-hours", "1000001", "--download-limit-per-item", "1000001"];
    expect(await service.run("account", "set", "demo", ...settings, "--custom-domain", "A")).toEqual(
      refusal(
        "order-expiration-in-hours must be a whole number from 0 to 1000000, or none; " +
          "download-limit-per-item must be a whole number from 0 to 1000000, or none; " +
          "custom-domain must be your own host name in lowercase, such as downloads.example.com, or none.",
      ),
    );
    expect((await service.runProcess("account", "set", "demo")).stderr).toStartWith(
      "Name at least one setting to change",
    );
    expect(await item("NEW", "--account", "nobody", "--name", "N")).toEqual(
      refusal("There is no account with the handle nobody."),
    );
    expect(await item("TAKEN", "--account", "demo", "--name", "N")).toEqual(
      refusal("Another item already has the SKU TAKEN."),
    );
    expect(await item("NEW", "--account", "demo", "--name", "N", "--file", missing)).toEqual(
      refusal(`--file: there is no file ${missing}.`),
    );
    expect(await item("NEW", "--account", "demo", "--name", "N", "--file", service.folder)).toEqual(
      refusal(`--file: there is no file ${service.folder}.`),
    );
    expect(await item("..", "--account", "demo", "--name", "N")).toEqual(refusal('sku must not be "." or "..".'));
    expect((await item("NEW", "--account", "demo", "--name", "")).stderr).toBe("name must not be empty.\n");
    expect(await (await service.api("/api/items/NEW", { host: "demo.localhost" })).text()).toContain("no item");
  });
});

describe("where there is no installation, a command says so and creates nothing:", () => {
  const commands = [
    ["account", "list"],
    ["account", "set", "demo", "--name", "N"],
    ["item", "add", "SKU", "--account", "demo", "--name", "N"],
    ["keys", "import", "SKU", "-", "--account", "demo"],
    ["mailbox", "list"],
    ["mailbox", "show"],
  ];

  test.each(commands)("%s %s", async (...words) => {
    const folder = temporaryFolder();
    for (const [data, made] of [
      [join(folder, "missing", "data"), "missing"],
      [folder, "waybill.sqlite"],
    ] as const) {
      const line = `WAYBILL_DATA: there is no Waybill installation in ${data}. Check the path, or create one with \`waybill serve\` or \`waybill account create\`.`;
      expect(await runCommand(words, { WAYBILL_DATA: data })).toEqual(refusal(line));
      expect([made, await readdir(folder)]).toEqual([made, []]);
    }
  });

  test("also in an empty database, or a data folder that is not the database's", async () => {
    for (const { createEmpty } of databasesUnderTest) {
      const { folder, setting } = await createEmpty();
      const settings = { WAYBILL_DATA: folder, WAYBILL_DATABASE: setting };
      expect((await runCommand(["account", "list"], settings)).stderr).toContain("no Waybill installation");
      const withSecret = { ...settings, WAYBILL_SECRET: "a-secret-of-the-right-length-1234567890" };
      const { status, stderr } = await runCommand(["account", "list"], withSecret);
      expect([status, stderr]).toEqual([1, expect.stringContaining("there is no Waybill installation in ")]);
      expect(await readdir(folder)).toEqual([]);
      const made = await runCommand(["account", "create", "first", "--json"], settings);
      expect([made.status, made.stderr]).toEqual([0, ""]);
      expect((await runCommand(["account", "list"], settings)).stdout).toStartWith("first\t");
    }
  });
});

describe("a mistake in the words is said on standard error with status 1", () => {
  test.each([
    [["frobnicate"], "There is no command “frobnicate”."],
    [["serve", "--port", "80"], "There is no option --port here."],
    [["account", "create"], "<handle> is missing."],
    [["account", "create", "Big Shop"], "handle must be 1 to 63 lowercase letters"],
    [["account", "create", "shop", "--plan", "golden"], "plan must be one of free, standard, unlimited"],
    [["account", "create", "shop", "--key", "only-a-key"], "Use --key and --token together, or neither."],
    [["account", "create", "shop", "--password", "short"], "--password must have at least 8 characters."],
    [["account", "create", "shop", "--email", "nobody"], "email must be an email address"],
    [["account", "set", "demo", "--download-limit-per-item", "25x"], "must be a whole number or none, not “25x”."],
    [["account", "set", "demo", "--name"], "--name needs a value: --name <name>."],
    [["mailbox", "show", "nonsense"], "“nonsense” is not an email ID. `waybill mailbox list` shows the IDs."],
    [["mailbox", "show", "1", "2"], "Too many values for “show”: it takes 1 at most, not 2."],
    [["mailbox", "list", "--limit", "0"], "--limit must be a whole number of at least 1, not “0”."],
    [["item", "add", "SKU", "--account", "demo"], "--name <name> is missing."],
    [["item", "add", "SKU", "--name", "N"], "--account <handle> is missing."],
  ])("%j", async (words, sentence) => {
    const folder = temporaryFolder();
    const { status, stdout, stderr } = await runCommand(words, { WAYBILL_DATA: folder });
    expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
    expect(stderr).toContain(sentence);
    expect(stderr).not.toMatch(/\berror:|argument/);
  });
});

test("help names every command and comes with status 0", async () => {
  const folder = temporaryFolder();
  const { status, stdout } = await runWaybill(["--help"], { WAYBILL_PORT: "wrong" }, folder);
  expect(status).toBe(0);
  for (const command of ["serve", "account", "item"]) expect(stdout).toContain(command);
});
