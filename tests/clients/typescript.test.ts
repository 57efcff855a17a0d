import { beforeAll, describe, expect, test } from "bun:test";
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { type Order, Waybill, WaybillError, WrongSignature, webhookEvent } from "../../clients/typescript/src/index.ts";
import { clientTypesFile, formattedClientTypes } from "../../scripts/generate-client.ts";
import { databasesUnderTest, temporaryFolder } from "../support/databases.ts";
import { thrownBy } from "../support/failures.ts";
import { isMissing } from "../support/installed-programs.ts";
import { type Service, startService, until } from "../support/service.ts";
import { type Message, secret, signedMessages } from "../support/signed-messages.ts";

const folder = join(import.meta.dir, "../../clients/typescript");

async function refusal(request: Promise<unknown>): Promise<WaybillError> {
  const error = await request.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof WaybillError)) throw error ?? new Error("The request was not refused.");
  return error;
}

test("the client's types are those of the OpenAPI document", async () => {
  expect(await Bun.file(clientTypesFile).text()).toBe(await formattedClientTypes());
});

test("the client has a method for every operation of its resources", async () => {
  const source = await Bun.file(join(folder, "src/index.ts")).text();
  const types = await Bun.file(clientTypesFile).text();
  const resources =
    /^\/(orders|vorders|order_items|products|skuproducts|files|downloads|emails|stats|account|members)\b/;
  const names = [...types.matchAll(/^ {2}"([A-Z]+ (\/\S+))": \{$/gm)].filter(([, , path = ""]) => resources.test(path));
  expect(names.length).toBeGreaterThan(40);
  expect(names.map(([, name]) => `"${name}"`).filter((name) => !source.includes(name))).toEqual([]);
});

test("the client has no dependencies", async () => {
  const description = await Bun.file(join(folder, "package.json")).json();
  expect([description.dependencies, description.peerDependencies]).toEqual([undefined, undefined]);
});

test("the client knows genuine webhook messages from others", async () => {
  const { genuine, forged, old } = signedMessages();
  const inFetch = ({ body, headers }: Message) => webhookEvent(secret, body, new Headers(headers));
  const inNode = ({ body, headers }: Message) =>
    webhookEvent(secret, body, { ...Object.fromEntries(new Headers(headers)), "set-cookie": ["a=b"], host: undefined });
  for (const read of [inFetch, inNode]) {
    for (const [, message] of genuine) {
      expect(await read(message)).toMatchObject({ type: "order.created", data: { first_name: "Zoë" } });
    }
    for (const [name, message] of [...forged, old]) {
      expect([name, await read(message).catch((reason) => reason)]).toEqual([name, expect.any(WrongSignature)]);
    }
  }
});

describe.each(databasesUnderTest)("the client on $name", ({ create }) => {
  let service: Service;
  let waybill: Waybill;

  beforeAll(async () => {
    service = await startService({ database: await create() });
    const { url, credentials } = service;
    waybill = new Waybill({ url, apiKey: credentials.key, apiToken: credentials.token });
  });

  test("a store uploads a file, sells it with a key, and sees the download", async () => {
    const file = await waybill.files.upload("straßen karte.pdf", new Blob(["the map"]), {
      contentType: "application/pdf",
    });
    expect(file).toMatchObject({ filename: "straßen karte.pdf", size_bytes: 7, content_type: "application/pdf" });
    expect(await waybill.files.rename(file.id, "karte.pdf")).toEqual({ ...file, filename: "karte.pdf" });
    await waybill.files.rename(file.id, file.filename);
    const product = await waybill.products.create({ sku: "Map / 1", name: "Map", price: 9.5, item_assets: [file.id] });
    expect(await waybill.licenseKeys.add(product.id, ["K-1", "K-2"])).toEqual({ added: 2, duplicates: [] });
    expect((await waybill.products.getBySku("Map / 1")).id).toBe(product.id);

    const order: Order = await waybill.orders.send(
      { vendor_id: "M-1", email: "ann@example.com", order_items: [{ item_sku: "Map / 1" }, { item_sku: "unknown" }] },
      { idempotencyKey: "payment-1" },
    );
    expect(order.order_items.map(({ license_keys }) => license_keys)).toEqual([["K-1"]]);
    expect(await waybill.orders.getByVendorId("M-1")).toMatchObject({ id: order.id, total: 9.5 });
    const delivered = await service.get(new URL(order.order_items[0]?.download_url ?? "").pathname);
    expect(await delivered.text()).toBe("the map");
    const { downloads, total } = await waybill.orders.downloads(order.id);
    expect({ total, sku: downloads[0]?.product_sku }).toEqual({ total: 1, sku: "Map / 1" });
    await until("the email is kept", async () => (await waybill.emails.list({ status: "kept" })).total === 1);
    expect((await waybill.stats()).totals).toMatchObject({ orders: 1, downloads: 1, bytes: 7 });

    expect(await waybill.orders.expire(order.id)).toMatchObject({ status: "expired" });
    expect((await waybill.orders.list({ status: "expired", page_size: 10 })).orders).toHaveLength(1);
    expect(await waybill.orders.delete(order.id)).toBeNull();
    expect(await refusal(waybill.orders.get(order.id))).toMatchObject({ status: 404 });
  });

  test("an order sent again with the same key is the same order", async () => {
    const send = (email: string) => waybill.orders.send({ email }, { idempotencyKey: "payment-2" });
    const [first, second] = await Promise.all([send("bob@example.com"), send("bob@example.com")]);
    expect(second).toEqual(first);
    expect(await refusal(send("eve@example.com"))).toMatchObject({ status: 422 });
  });

  test("a list is read page after page", async () => {
    for (const email of ["p1@example.com", "p2@example.com", "p3@example.com"]) await waybill.orders.send({ email });
    const emails: (string | null)[] = [];
    for await (const order of waybill.all("GET /orders", { query: { page_size: 2 } })) emails.push(order.email);
    const { total } = await waybill.orders.list();
    expect([emails.length, emails.slice(0, 3)]).toEqual([
      total,
      ["p3@example.com", "p2@example.com", "p1@example.com"],
    ]);
  });

  test("a refusal names every wrong field", async () => {
    const wrong = { email: "nobody", order_items: [{ item_sku: "Map / 1", quantity: 0 }] };
    const error = await refusal(waybill.orders.send(wrong));
    expect(error.status).toBe(422);
    expect(error.errors.map(({ field }) => field).toSorted()).toEqual(["email", "order_items[0].quantity"]);
    const stranger = new Waybill({ url: service.url, apiKey: "ä", apiToken: "€" });
    expect(await refusal(stranger.account.get())).toMatchObject({ status: 401 });
  });

  test("only what is safe to send twice is tried again", async () => {
    const seen: string[] = [];
    const keys = new Set<string | null>();
    const failOnce = (async (input: URL, init: RequestInit) => {
      seen.push(init.method ?? "");
      keys.add(new Headers(init.headers).get("idempotency-key"));
      if (seen.length === 1) throw new TypeError("connection refused");
      return seen.length === 2
        ? new Response("<html>", { status: 429, headers: { "retry-after": "0" } })
        : fetch(input, init);
    }) as unknown as typeof fetch;
    const { key: apiKey, token: apiToken } = service.credentials;
    const patient = new Waybill({ url: service.url, apiKey, apiToken, retries: 2, fetch: failOnce });
    expect((await patient.account.get()).name).toBeString();
    expect(seen).toHaveLength(3);
    seen.length = 0;
    expect(await thrownBy(patient.orders.delete(1))).toThrow("connection refused");
    expect(seen).toHaveLength(1);
    seen.length = 0;
    keys.clear();
    const { id } = await patient.orders.send({ email: "di@example.com" });
    expect({ keys: keys.size, tries: seen.length }).toEqual({ keys: 1, tries: 3 });
    expect((await patient.orders.list({ email: "di@example.com" })).orders.map((order) => order.id)).toEqual([id]);
    seen.length = 0;
    const sent = await patient.orders.send({ email: "cy@example.com" }, { idempotencyKey: "payment-3" });
    expect({ email: sent.email, tries: seen.length }).toEqual({ email: "cy@example.com", tries: 3 });
  });
});

test.skipIf(isMissing("npm"))(
  "the packed client has types and runs the README's checkout on Node and Bun",
  async () => {
    const [sqlite] = databasesUnderTest;
    if (!sqlite) throw new Error("There is no database.");
    const service = await startService({ database: await sqlite.create() });
    // As a publisher and a user do it: pack, then install the package into an empty folder, without a registry.
    const source = join(temporaryFolder(), "source");
    await cp(folder, source, { recursive: true, filter: (path) => !/\/(dist|node_modules)$/.test(path) });
    const tsc = join(folder, "../../node_modules/.bin");
    const [packed] = JSON.parse(
      await run(["npm", "pack", "--json", "--silent"], { PATH: `${tsc}:${process.env.PATH}` }, source),
    );
    const files = packed.files.map(({ path }: { path: string }) => path);
    expect(files).toEqual(expect.arrayContaining(["README.md", "LICENSE", "dist/index.js", "dist/index.d.ts"]));
    expect(files.filter((path: string) => path.startsWith("src/"))).toEqual([]);
    const user = join(temporaryFolder(), "user");
    await Bun.write(join(user, "package.json"), '{"type":"module","private":true}');
    await run(["npm", "install", "--offline", "--no-audit", "--no-fund", join(source, packed.filename)], {}, user);
    const [, example = ""] = /```ts\n([\s\S]*?)```/.exec(await Bun.file(join(folder, "README.md")).text()) ?? [];
    await Bun.write(join(user, "checkout.js"), example);
    const { key, token } = service.credentials;
    const environment = { WAYBILL_URL: service.url, WAYBILL_KEY: key, WAYBILL_TOKEN: token };
    for (const program of ["node", process.execPath]) {
      expect(await run([program, join(user, "checkout.js")], environment, user)).toMatch(
        /\/orders\/[\w-]{22,} some SKUs are unknown/,
      );
    }
    const settings = { module: "nodenext", strict: true, noEmit: true, target: "es2022", types: [] };
    await Bun.write(join(user, "tsconfig.json"), JSON.stringify({ compilerOptions: settings, files: ["checkout.ts"] }));
    await Bun.write(join(user, "checkout.ts"), `declare const process: { env: Record<string, string> };\n${example}`);
    await run([process.execPath, join(tsc, "tsc"), "-p", user], {}, user);
  },
);

async function run(command: string[], environment: Record<string, string>, cwd: string): Promise<string> {
  const child = Bun.spawn(command, { cwd, env: { ...process.env, ...environment }, stdout: "pipe", stderr: "pipe" });
  const [stdout, stderr, status] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  if (status !== 0) throw new Error(`${command.join(" ")}: ${stdout}${stderr}`);
  return stdout;
}
