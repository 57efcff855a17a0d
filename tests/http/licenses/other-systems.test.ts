import { describe, expect, test } from "bun:test";
import { createHash, verify } from "node:crypto";
import { databasesUnderTest } from "../../support/databases.ts";
import { keysOf, sendOrder } from "../../support/keys.ts";
import { askLicense, licenseKeySet, postLicense, sellLicense } from "../../support/licenses.ts";
import { makeProduct, send } from "../../support/products.ts";
import type { Store } from "../../support/service.ts";

type Answer = Record<string, unknown>;

const form = (fields: Record<string, string>) => ({ method: "POST", body: new URLSearchParams(fields) });

async function edd(store: Store, action: string, fields: Record<string, string>): Promise<Answer> {
  const response = await store.get("/", form({ edd_action: action, ...fields }));
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/json"]);
  return (await response.json()) as Answer;
}

async function gumroad(store: Store, fields: Record<string, string>): Promise<{ status: number; body: Answer }> {
  const response = await store.get("/v2/licenses/verify", form(fields));
  return { status: response.status, body: (await response.json()) as Answer };
}

interface KeygenAnswer {
  status: number;
  data: { id: string; type: string; attributes: Answer } | null;
  meta: Answer;
  code: string | undefined;
  response: Response;
}

/** As keygen-go asks: with the key in a header, but for `validate-key`. */
async function keygen(store: Store, call: string, body?: unknown, key?: string): Promise<KeygenAnswer> {
  const [method = "", path = ""] = call.split(" ");
  const type = "application/vnd.api+json";
  const response = await store.get(`/v1/${path}`, {
    method,
    headers: { "content-type": type, accept: type, ...(key ? { authorization: `License ${key}` } : {}) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.clone().text();
  const { data = null, meta, errors } = text === "" ? {} : JSON.parse(text);
  if (text !== "") expect(response.headers.get("content-type")).toBe(type);
  return { status: response.status, data, meta, code: errors?.[0]?.code, response };
}

const machineOf = (fingerprint: string, more: object = {}) => ({
  data: { type: "machines", attributes: { fingerprint, platform: "linux", cores: 4, ...more } },
});

describe.each(databasesUnderTest)("on $name, a program that asked before", async ({ makeStore }) => {
  const store = await makeStore();

  test("Easy Digital Downloads activates, checks and deactivates its site", async () => {
    const { product, key } = await sellLicense(store, "EDD-0001", {
      device_limit: 2,
      program_ids: ["4711", "My plugin"],
    });
    const asked = { license: key, item_id: "4711", url: "https://www.shop.example.com/" };
    expect(await edd(store, "check_license", asked)).toMatchObject({ success: true, license: "inactive" });
    expect(await edd(store, "activate_license", asked)).toEqual({
      success: true,
      license: "valid",
      item_id: 4711,
      item_name: product.name,
      checksum: "",
      expires: "lifetime",
      payment_id: 0,
      customer_name: "",
      customer_email: "",
      license_limit: 2,
      site_count: 1,
      activations_left: 1,
      price_id: false,
    });
    // Another spelling, encoded twice, by its name, in the address.
    const query = new URLSearchParams({
      edd_action: "check_license",
      license: key,
      item_name: "My+plugin",
      url: encodeURIComponent("http://shop.example.com"),
    });
    for (const method of ["GET", "POST"]) {
      const read = await store.get(`/?${query}`, { method });
      expect(await read.json()).toMatchObject({ success: true, license: "valid", site_count: 1 });
    }
    const other = { ...asked, url: "other.example.com" };
    expect(await edd(store, "check_license", other)).toMatchObject({ success: true, license: "site_inactive" });
    expect(await edd(store, "activate_license", other)).toMatchObject({ success: true, activations_left: 0 });
    expect(await edd(store, "activate_license", { ...asked, url: "https://third.example.com" })).toMatchObject({
      success: false,
      license: "invalid",
      error: "no_activations_left",
      activations_left: 0,
    });
    expect(await edd(store, "deactivate_license", asked)).toMatchObject({ success: true, license: "deactivated" });
    expect(await edd(store, "check_license", asked)).toMatchObject({ license: "site_inactive", site_count: 1 });
    expect(await askLicense(store, "validate", { key, device_id: "http://other.example.com" })).toMatchObject({
      code: "valid",
    });
  });

  test("Easy Digital Downloads is told each verdict in its words", async () => {
    const { order, key } = await sellLicense(store, "EDD-0002", { program_ids: ["1"] });
    await makeProduct(store, { program_ids: ["2", "Other"] });
    const url = "https://a.example.com";
    const told = async (fields: Record<string, string>) => {
      const activated = await edd(store, "activate_license", { license: key, url, ...fields });
      const checked = await edd(store, "check_license", { license: key, url, ...fields });
      return [activated.error ?? null, checked.success, checked.license];
    };
    expect(await told({ item_id: "1" })).toEqual([null, true, "valid"]);
    expect(await told({ item_id: "1", license: "EDD-NONE" })).toEqual(["missing", false, "invalid"]);
    expect(await told({ item_id: "1", license: "" })).toEqual(["missing", false, "invalid"]);
    expect(await told({ item_id: "2" })).toEqual(["invalid_item_id", false, "invalid_item_id"]);
    expect(await told({ item_id: "99" })).toEqual(["invalid_item_id", false, "invalid_item_id"]);
    expect(await told({ item_name: "Other" })).toEqual(["item_name_mismatch", false, "item_name_mismatch"]);
    expect(await edd(store, "deactivate_license", { license: key, item_id: "2", url })).toMatchObject({
      success: false,
      license: "failed",
    });
    expect(await edd(store, "activate_license", { license: key, item_id: "1" })).toMatchObject({
      success: false,
      error: "missing_url",
    });
    const wordpress = { ...form({ edd_action: "check_license", license: key, item_id: "1" }) };
    const byAgent = await store.get("/", { ...wordpress, headers: { "user-agent": `WordPress/6.8; ${url}` } });
    expect(await byAgent.json()).toMatchObject({ license: "valid" });
    await send(store, "POST", `orders/${order.id}/hold`);
    expect(await told({ item_id: "1" })).toEqual(["disabled", true, "disabled"]);
    await send(store, "POST", `orders/${order.id}/revoke`);
    expect(await told({ item_id: "1" })).toEqual(["disabled", true, "disabled"]);
  });

  test("Easy Digital Downloads for a version sees no newer one, and no name without a license", async () => {
    const { product, key } = await sellLicense(store, "EDD-0003", { program_ids: ["31"] });
    const asked = { item_id: "31", slug: "my-plugin", version: "1.0" };
    const version = {
      new_version: "",
      stable_version: "",
      slug: "my-plugin",
      package: "",
      download_link: "",
      sections: 'a:2:{s:11:"description";s:0:"";s:9:"changelog";s:0:"";}',
      banners: [],
      icons: [],
    };
    expect(await edd(store, "get_version", { ...asked, license: key })).toMatchObject({
      ...version,
      name: product.name,
    });
    for (const license of ["", "EDD-NONE"]) {
      expect(await edd(store, "get_version", { ...asked, license })).toMatchObject({ ...version, name: "" });
    }
  });

  test("every system is answered about a signed license file, which headers carry without line ends", async () => {
    const { sku } = await makeProduct(store, { license_source: "signed", program_ids: ["77"] });
    const [key = ""] = keysOf(await sendOrder(store, { [sku]: 1 }));
    const lines = key.replaceAll("\n", "\r\n");
    const asked = { license: lines, item_id: "77", url: "https://www.shop.example.com/" };
    expect(await edd(store, "activate_license", asked)).toMatchObject({ success: true, license: "valid" });
    const inAddress = await store.get(`/?${new URLSearchParams({ edd_action: "check_license", ...asked })}`);
    expect(await inAddress.json()).toMatchObject({ success: true, license: "valid" });
    expect(await gumroad(store, { product_id: "77", license_key: lines })).toMatchObject({ status: 200 });
    const { meta } = await keygen(store, "POST licenses/actions/validate-key", { meta: { key } });
    expect(meta.code).toBe("VALID");
    for (const flat of [key.replaceAll("\n", ""), key.replaceAll("\n", " ")]) {
      const { status, data } = await keygen(store, "GET me", undefined, flat);
      expect([status, data?.attributes.key]).toEqual([200, key]);
    }
  });

  test("Gumroad is told of its license, or why not", async () => {
    const { product, order, key } = await sellLicense(store, "GUM-0001", { device_limit: 3, program_ids: ["aB3=="] });
    await makeProduct(store, { program_ids: ["other"] });
    await askLicense(store, "activate", { key, device_id: "d" });
    const found = await gumroad(store, { product_id: "aB3==", license_key: ` ${key} `, increment_uses_count: "false" });
    expect(found).toMatchObject({
      status: 200,
      body: {
        success: true,
        uses: 1,
        purchase: { email: "", product_id: "aB3==", product_name: product.name, refunded: false, chargebacked: false },
      },
    });
    const json = await store.get("/v2/licenses/verify", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ product_permalink: "aB3==", license_key: key, increment_uses_count: false }),
    });
    expect(json.status).toBe(200);
    const inAddress = new URLSearchParams({ product_permalink: "aB3==", license_key: key });
    for (const init of [{ method: "POST" }, form({ undefined: "" })]) {
      expect((await store.get(`/v2/licenses/verify?${inAddress}`, init)).status).toBe(200);
    }
    const multipart = new FormData();
    multipart.set("product_id", product.sku);
    multipart.set("license_key", key);
    expect((await store.get("/v2/licenses/verify", { method: "POST", body: multipart })).status).toBe(200);
    const missing = { status: 404, body: { success: false, message: expect.stringContaining("does not exist") } };
    for (const product_id of ["other", "nobody's", ""]) {
      expect(await gumroad(store, { product_id, license_key: key })).toEqual(missing);
    }
    expect(await gumroad(store, { product_id: "aB3==", license_key: "GUM-NONE" })).toEqual(missing);
    expect(await gumroad(store, { product_id: "aB3==" })).toEqual(missing);
    const why = async () => (await gumroad(store, { product_id: "aB3==", license_key: key })).body.message;
    await send(store, "POST", `orders/${order.id}/hold`);
    expect(await why()).toContain("disabled");
    await send(store, "POST", `orders/${order.id}/revoke`);
    expect(await why()).toContain("expired");
  });

  test("Keygen validates by key, with each verdict in its codes", async () => {
    const { product, order, key } = await sellLicense(store, "KEY-0001", { device_limit: 1, program_ids: ["prod-1"] });
    await makeProduct(store, { program_ids: ["prod-2"] });
    const validate = async (scope?: object, asked = key) => {
      const meta = { key: asked, nonce: 7, ...(scope ? { scope } : {}) };
      const answer = await keygen(store, "POST licenses/actions/validate-key", { meta });
      expect([answer.status, answer.meta.nonce, answer.meta.valid]).toEqual([200, 7, answer.meta.code === "VALID"]);
      return answer;
    };
    const code = async (scope?: object, asked?: string) => (await validate(scope, asked)).meta.code;
    const valid = await validate({ product: "prod-1" });
    expect(valid.meta).toMatchObject({ code: "VALID", scope: { product: "prod-1" }, ts: expect.any(String) });
    const lastValidated = valid.meta.ts;
    expect(valid.data).toMatchObject({
      type: "licenses",
      attributes: { key, name: "", expiry: null, maxMachines: 1, lastValidated },
    });
    expect((await validate({}, "KEY-NONE")).data).toBeNull();
    expect(await code({}, "KEY-NONE")).toBe("NOT_FOUND");
    expect(await code({ product: "prod-2" })).toBe("PRODUCT_SCOPE_MISMATCH");
    expect(await code({ product: "nobody's" })).toBe("PRODUCT_SCOPE_MISMATCH");
    // What a program does not know, it sends as empty.
    expect(await code({ product: "" })).toBe("PRODUCT_SCOPE_MISMATCH");
    expect(await code({ fingerprint: "" })).toBe("NO_MACHINE");
    expect(await code({ fingerprints: [] })).toBe("FINGERPRINT_SCOPE_EMPTY");
    expect(await code({ product: product.sku, fingerprint: "f" })).toBe("NO_MACHINE");
    await askLicense(store, "activate", { key, device_id: "g" });
    expect(await code({ fingerprint: "f" })).toBe("FINGERPRINT_SCOPE_MISMATCH");
    expect(await code({ fingerprints: ["f", "g"] })).toBe("VALID");
    expect(await code({ fingerprint: "g", entitlements: ["PRO"] })).toBe("ENTITLEMENTS_MISSING");
    expect(await code({ fingerprint: "g", entitlements: [] })).toBe("VALID");
    await send(store, "POST", `orders/${order.id}/hold`);
    expect(await code({ fingerprint: "g" })).toBe("SUSPENDED");
    await send(store, "POST", `orders/${order.id}/release`);
    await send(store, "POST", `orders/${order.id}/revoke`);
    expect(await code({ fingerprint: "g" })).toBe("SUSPENDED");
    expect((await keygen(store, "POST machines", machineOf("h"), key)).code).toBe("LICENSE_SUSPENDED");
  });

  test("Keygen registers its machine and removes it, with the key as credentials", async () => {
    const { key } = await sellLicense(store, "KEY-0002", { device_limit: 1 });
    const me = await keygen(store, "GET me", undefined, key);
    expect([me.status, me.data?.attributes.key]).toEqual([200, key]);
    const id = me.data?.id ?? "";
    const validate = async (fingerprint: string) => {
      const meta = { scope: { fingerprint } };
      return (await keygen(store, `POST licenses/${id}/actions/validate`, { meta }, key)).meta.code;
    };
    expect(await validate("one")).toBe("NO_MACHINE");
    const license = { relationships: { license: { data: { type: "licenses", id } } } };
    const one = machineOf("one", { hostname: "ann-laptop" });
    const made = await keygen(store, "POST accounts/acme/machines", { data: { ...one.data, ...license } }, key);
    expect([made.status, made.data?.attributes]).toEqual([201, expect.objectContaining({ fingerprint: "one" })]);
    expect(await validate("one")).toBe("VALID");
    expect(await keygen(store, "POST machines", one, key)).toMatchObject({ status: 422, code: "FINGERPRINT_TAKEN" });
    expect(await keygen(store, "POST machines", machineOf("two"), key)).toMatchObject({
      status: 422,
      code: "MACHINE_LIMIT_EXCEEDED",
    });
    const machine = `machines/${made.data?.id}`;
    for (const ping of ["ping", "ping-heartbeat"]) {
      expect((await keygen(store, `POST ${machine}/actions/${ping}`, undefined, key)).data).toMatchObject({
        id: made.data?.id,
        attributes: { heartbeatStatus: "ALIVE", requireHeartbeat: false },
      });
    }
    expect((await keygen(store, "GET machines/one", undefined, key)).data?.id).toBe(made.data?.id ?? "");
    const foreign = await sellLicense(store, "KEY-0003");
    expect(await keygen(store, `GET licenses/${id}/entitlements?limit=100`, undefined, key)).toMatchObject({
      status: 200,
      data: [],
    });
    const byId = [`POST licenses/${id}/actions/validate`, `GET licenses/${id}/entitlements`];
    for (const call of [`DELETE ${machine}`, ...byId]) {
      const answer = await keygen(store, call, undefined, foreign.key);
      expect([answer.status, answer.code]).toEqual([404, "NOT_FOUND"]);
    }
    const remove = async (path: string) => (await keygen(store, `DELETE ${path}`, undefined, key)).status;
    expect([await remove(machine), await remove(machine)]).toEqual([204, 404]);
    expect((await keygen(store, "POST machines", machineOf("two"), key)).status).toBe(201);
    expect(await remove("machines/two")).toBe(204);
    expect(await keygen(store, "GET me", undefined, "KEY-NONE")).toMatchObject({
      status: 401,
      code: "LICENSE_INVALID",
    });
    expect(await keygen(store, "GET me")).toMatchObject({ status: 401, code: "TOKEN_INVALID" });
    for (const call of ["GET licenses", "POST processes", `POST ${machine}/actions/check-out`, "DELETE me"]) {
      expect((await keygen(store, call, undefined, key).catch(() => ({ status: 404 }))).status).toBe(404);
    }
  });

  test("Keygen can check the signature of every answer, refusals too", async () => {
    const { key } = await sellLicense(store, "KEY-0004");
    const keys = await licenseKeySet(store);
    for (const [call, asked] of [
      ["GET me?include=x", key],
      ["GET me", "KEY-NONE"],
      ["DELETE machines/none", key],
    ] as const) {
      const { response } = await keygen(store, call, undefined, asked);
      const body = Buffer.from(await response.arrayBuffer());
      const [method = "", path = ""] = call.split(" ");
      const digest = `sha-256=${createHash("sha256").update(body).digest("base64")}`;
      expect(response.headers.get("digest")).toBe(digest);
      const date = response.headers.get("date") ?? "";
      expect(Math.abs(Date.now() - Date.parse(date))).toBeLessThan(300_000);
      const header = response.headers.get("keygen-signature") ?? "";
      const { keyid = "", signature = "" } = Object.fromEntries(
        [...header.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
      );
      const { host } = new URL(store.url);
      const signed = (to: string) =>
        `(request-target): ${method.toLowerCase()} /v1/${path}\nhost: ${to}\ndate: ${date}\ndigest: ${digest}`;
      const publicKey = keys.get(keyid);
      if (!publicKey) throw new Error(header);
      const isRight = (text: string) => verify(null, Buffer.from(text), publicKey, Buffer.from(signature, "base64"));
      expect([isRight(signed(host)), isRight(signed("else.example.com"))]).toEqual([true, false]);
    }
  });

  test("gets the last place once, whatever system it asks", async () => {
    const { product, key } = await sellLicense(store, "RACE-0002", { device_limit: 3 });
    const faces = [
      async (name: string) =>
        (
          await edd(store, "activate_license", {
            license: key,
            item_id: product.sku,
            url: `https://${name}.example.com`,
          })
        ).success === true,
      async (name: string) => (await keygen(store, "POST machines", machineOf(name), key)).status === 201,
      async (name: string) => (await askLicense(store, "activate", { key, device_id: name })).valid,
    ];
    const won = await Promise.all(
      Array.from({ length: 24 }, (_, index) => (faces[index % 3] as (typeof faces)[0])(`device-${index}`)),
    );
    expect(won.filter(Boolean)).toHaveLength(3);
    expect((await askLicense(store, "validate", { key })).devices.used).toBe(3);
  });

  test("counts its guesses together with all others, and is never refused with a real key", async () => {
    const own = await makeStore();
    const { product, key } = await sellLicense(own, "REAL-0002");
    const from = { "x-forwarded-for": "203.0.113.9" };
    const type = { ...from, "content-type": "application/vnd.api+json" };
    const guesses = [
      (n: string) => own.get("/", { ...form({ edd_action: "check_license", license: n }), headers: from }),
      (n: string) => own.get("/v2/licenses/verify", { ...form({ product_id: "1", license_key: n }), headers: from }),
      (n: string) => own.get("/v1/me", { headers: { ...from, authorization: `License ${n}` } }),
      (n: string) => postLicense(own, "validate", { key: n }, from),
    ];
    for (let n = 0; n < 60; n++) {
      expect((await (guesses[n % 4] as (typeof guesses)[0])(`GUESS-${n}`)).status).not.toBe(429);
    }
    for (const guess of guesses) {
      const response = await guess("GUESS-LAST");
      expect([response.status, Number(response.headers.get("retry-after")) > 0]).toEqual([429, true]);
    }
    const real = { license: key, item_id: product.sku };
    const answer = await own.get("/", { ...form({ edd_action: "check_license", ...real }), headers: from });
    expect(await answer.json()).toMatchObject({ success: true });
    const body = JSON.stringify({ meta: { key } });
    const valid = await own.get("/v1/licenses/actions/validate-key", { method: "POST", headers: type, body });
    expect(await valid.json()).toMatchObject({ meta: { code: "VALID" } });
    const version = form({ edd_action: "get_version", item_id: product.sku });
    expect((await own.get("/", { ...version, headers: from })).status).toBe(200);
  });

  test("is told what is wrong with its question, and the page at / stays", async () => {
    const huge = "x".repeat(20_000);
    const post = (path: string, body: string, type: string) =>
      store.get(path, { method: "POST", body, headers: { "content-type": type } });
    const paths = ["/", "/v2/licenses/verify", "/v1/licenses/actions/validate-key"];
    for (const path of paths) {
      const type = path.startsWith("/v1") ? "application/vnd.api+json" : "application/x-www-form-urlencoded";
      expect([path, (await post(path, `{"a":"${huge}"}`, type)).status]).toEqual([path, 413]);
      expect([path, (await post(path, "<a/>", "application/xml")).status]).toEqual([path, 415]);
      expect([path, (await post(path, "[", "application/json")).status]).toEqual([path, 400]);
    }
    expect((await post("/", "edd_action=steal", "application/x-www-form-urlencoded")).status).toBe(404);
    expect((await store.get("/?edd_action=steal")).status).toBe(404);
    expect((await store.get("/?edd_action=check_license&license=a%00b&item_id=c%00d")).status).toBe(200);
    expect((await store.get("/v2/licenses/verify")).status).toBe(405);
    const site = { license: "K", item_id: "1", url: `https://${"a".repeat(300)}` };
    expect((await store.get("/", form({ edd_action: "activate_license", ...site }))).status).toBe(422);
    const { key } = await sellLicense(store, "WRONG-0001");
    for (const body of [
      {},
      { data: { attributes: {} } },
      machineOf(""),
      machineOf("a\u0000b"),
      machineOf(huge.slice(0, 300)),
    ]) {
      expect((await keygen(store, "POST machines", body, key)).status).toBe(422);
    }
    expect((await keygen(store, "POST licenses/actions/validate-key", { meta: { key: "a\u0000b" } })).status).toBe(200);
    expect((await keygen(store, "POST licenses/actions/validate-key", { meta: { key: 5 } })).status).toBe(422);
    expect((await keygen(store, "DELETE machines/%ff", undefined, key)).status).toBe(404);
    expect((await keygen(store, "DELETE machines/a%00b", undefined, key)).status).toBe(404);
    const home = await store.get("/");
    expect([home.status, home.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    expect((await askLicense(store, "validate", { key })).devices.used).toBe(0);
  });
});
