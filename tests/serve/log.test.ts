import { describe, expect, test } from "bun:test";
import pino from "pino";
import { logRequest } from "../../src/http/request-log.ts";
import { databasesUnderTest } from "../support/databases.ts";
import { startProcess, until } from "../support/service.ts";
import { startSmtpServer } from "../support/smtp-server.ts";
import { addItem, createOrder } from "../support/store.ts";

const secret = "a-secret-for-the-log-tests-of-0123456789";

describe.each(databasesUnderTest)("the log of a server on $name", ({ create, createEmpty }) => {
  test("has one JSON line per request and email attempt, and no secret in any", async () => {
    const smtp = await startSmtpServer({ credentials: "ann:hunter22-smtp" });
    const database = await createEmpty();
    const service = await startProcess({
      database,
      environment: { WAYBILL_SECRET: secret, WAYBILL_SMTP: smtp.url("ann:hunter22-smtp"), WAYBILL_LOG: "trace" },
    });
    const { key, token } = service.credentials;
    const password = service.owner.password;
    const item = await addItem(service, "HELLO");
    const order = await createOrder(service, { skus: ["HELLO"] });
    const [guid = ""] = order.guids;
    await until("the email is sent", () => smtp.received.length > 0);
    const orderGuid = /\/orders\/([\w-]+)/.exec(smtp.received[0]?.raw ?? "")?.[1] ?? "";

    await service.get(`/get/${guid}`);
    await service.get(`/get/${guid}`, { headers: { range: "bytes=2-", accept: "text/html" } });
    await service.get(`/get/${guid}/${item.files[0]?.id}/file.txt?from=${guid}`);
    await service.get(`/%67et/${guid}`);
    await service.get(`/get//${guid}`);
    await service.get(`/GET/${guid}`);
    await service.get(`/orders/${orderGuid}`, { headers: { referer: `${service.url}/get/${guid}` } });
    await service.get(`/orders/${orderGuid}/more`);
    await service.get(item.permalink);
    await service.api("/api/account", { as: { key, token: "wrong-token-hunter22" } });
    await service.api("/api/account", { as: { key: "wrong-key-hunter22", token } });
    await service.api("/api/orders?unknown=hunter22");
    await service.api("/api/orders/create", { method: "POST", body: `<order><email>${password}</email></order>` });
    const rotated = await (await service.api("/api/new_token")).text();
    const newToken = /<message>(.*)<\/message>/.exec(rotated)?.[1] ?? "";
    const as = { key, token: newToken };
    expect((await service.api("/api/account", { as })).status).toBe(200);
    const made = JSON.parse((await service.run("account", "create", "other", "--json")).stdout);
    expect(await service.stop()).toBe(0);

    const { stderr } = service.output;
    const lines = stderr
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    for (const line of lines) {
      expect([typeof line.level, typeof line.msg]).toEqual(["string", "string"]);
      expect(new Date(line.time).toISOString()).toBe(line.time);
    }
    // Two for the item, the order, and those above; readiness checks are not logged.
    const requests = lines.filter(({ msg }) => msg === "request");
    expect(requests).toHaveLength(18);
    expect(requests[2]).toMatchObject({
      method: "POST",
      path: "/api/orders/create",
      status: 201,
      milliseconds: expect.any(Number),
      account: "demo",
      ip_address: "127.0.0.1",
    });
    expect(requests.map(({ path }) => path)).toEqual(expect.arrayContaining(["/get/…", "/orders/…", "/permalink/…"]));
    expect(lines.filter(({ msg }) => msg === "email")).toMatchObject([
      { kind: "delivery", outcome: "sent", attempt: 1 },
    ]);

    const authorization = btoa(`${key}:${token}`);
    const secrets = { key, token, newToken, password, guid, orderGuid, permalink: item.guid, secret, authorization };
    const more = { hunter: "hunter22", otherToken: made.api_token, otherPassword: made.password, customer: "ann@" };
    for (const [name, value] of Object.entries({ ...secrets, ...more })) {
      expect({ name, length: value.length > 3, logged: stderr.includes(value) }).toEqual({
        name,
        length: true,
        logged: false,
      });
    }
    if (database.setting !== "sqlite:") expect(stderr).not.toContain(new URL(database.setting).password);
  });

  test("can be turned down and off", async () => {
    const service = await startProcess({ database: await create(), environment: { WAYBILL_LOG: "silent" } });
    await service.api("/api/orders");
    await service.stop();
    expect(service.output.stderr).toBe("");
  });
});

describe("the path of a request is logged", () => {
  const logged = (path: string) => {
    const lines: string[] = [];
    const client = {
      ipAddress: "127.0.0.1",
      userAgent: "",
      isForwarded: false,
      hostname: "localhost",
      origin: "http://localhost",
      country: null,
    };
    const log = pino({ base: null }, { write: (line: string) => lines.push(line) });
    const request = new Request(`http://localhost${path}`);
    logRequest(log, request, new Response(), { client, account: null, startedAt: performance.now(), requestId: null });
    return JSON.parse(lines[0] ?? "{}").path;
  };

  test.each([
    ["/get/abc", "/get/…"],
    ["/get/abc/7/file.txt", "/get/…/7/file.txt"],
    ["//GET//abc", "//GET//…"],
    ["/%67et/abc/%ff", "/get/…/%ff"],
    ["/orders%2Fabc", "/orders/…"],
    ["/permalink/", "/permalink/"],
    ["/preview/abc/12", "/preview/…/12"],
    ["/library/abc", "/library/…"],
    ["/orders/abc/all.zip", "/orders/…/all.zip"],
    ["/ann@example.com/b", "/…/b"],
    ["/licenses/validate", "/licenses/validate"],
    ["/v1/licenses/abc/actions/validate", "/v1/licenses/…/actions/validate"],
    ["/v1/accounts/acme/machines/abc", "/v1/accounts/acme/machines/…"],
    ["/?edd_action=check_license&license=abc", "/"],
    ["/api/orders/10000001", "/api/orders/10000001"],
    ["/api/orders/ann%40example.com/update", "/api/orders/…/update"],
    ["/api/v3/orders/wb_0123456789", "/api/v3/orders/…"],
  ])("without what is secret in %s", (path, expected) => {
    expect(logged(path)).toBe(expected);
  });

  // The time of a masking that is more than linear in the length would end the test.
  test.each(["/".repeat(2_000_000), `/api/${"a".repeat(2_000_000)}`, "/get".repeat(500_000)])(
    "at once, however long it is",
    (path) => {
      expect(logged(path)).toHaveLength(path.startsWith("/get") ? 1_000_002 : path.length);
    },
  );
});

describe("a line of the log", () => {
  test("holds no whole email address, wherever it stands, and stays JSON", async () => {
    const program = `
      import { createLog } from ${JSON.stringify(new URL("../../src/platform/log.ts", import.meta.url).pathname)};
      const log = createLog("info");
      const err = new Error("Key (email)=(ann.o'lee+x@bücher.example) exists.\\nbob@mail.example.co.uk", {
        cause: new Error("<Jörg@xn--bcher-kva.example>"),
      });
      log.error({ err, to: ["eve@example.com"] }, "/customers/carl%40example.com?email=zoe@example.com");
      log.info({ at: "node_modules/hono@4.1.0/index.js" }, "nothing to hide");
      const long = "word ".repeat(397) + "cut.off@example.com " + "@".repeat(100_000);
      log.warn({ err: new Error(long), path: "@".repeat(100_000), short: "fay@example.com" }, "long");
    `;
    const child = Bun.spawn([process.execPath, "-e", program], { stderr: "pipe" });
    const text = await new Response(child.stderr).text();
    const [line, plain, long] = text
      .trim()
      .split("\n")
      .map((one) => JSON.parse(one));
    expect(text).not.toMatch(/lee|bob|rg@|eve@|carl|zoe|fay|cut/);
    expect(line.err.message).toBe("Key (email)=(***@bücher.example) exists.\n***@mail.example.co.uk");
    expect(line.err.cause.message).toBe("<***@xn--bcher-kva.example>");
    expect([line.to, line.msg]).toEqual([["***@example.com"], "/customers/***%40example.com?***@example.com"]);
    expect(plain).toMatchObject({ at: "node_modules/hono@4.1.0/index.js", msg: "nothing to hide" });
    expect(long).toMatchObject({ level: "warn", path: "…", short: "***@example.com", msg: "long" });
    expect(long.err.message).toBe(`${"word ".repeat(397)}…`);
  });
});
