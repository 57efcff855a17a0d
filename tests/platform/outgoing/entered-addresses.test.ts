import { beforeAll, describe, expect, test } from "bun:test";
import ipaddr from "ipaddr.js";
import { openNetwork } from "../../../src/platform/outgoing/network.ts";
import { makeSqliteStore, type SharedStore } from "../../support/shared-service.ts";
import { v3 } from "../../support/v3.ts";

const privateProblem = (name: string) =>
  `cannot be used: ${name} leads to no public address. Private networks are not allowed`;
const addressProblem = (address: string) => `cannot be used: ${address} is an IP address. Use the server's name`;
const httpsProblem = "cannot be used: For public servers, use an address with https";
const portProblem = "cannot be used: For public servers, use port 443, or one above 1023";

describe("an address that somebody enters", () => {
  const problem = (url: string, networks: string[] = [], requiresTls = true) =>
    openNetwork({ resolvers: null, allowed: networks.map((one) => ipaddr.parseCIDR(one)) }).addressProblem(url, {
      requiresTls,
    });

  test.each([
    ["https://10.0.0.1/hook", "10.0.0.1"],
    ["https://192.168.1.9:8443/", "192.168.1.9"],
    ["https://127.0.0.1/", "127.0.0.1"],
    ["http://127.1/", "127.0.0.1"],
    ["https://2130706433/", "127.0.0.1"],
    ["https://0.0.0.0/", "0.0.0.0"],
    ["https://169.254.169.254/latest/", "169.254.169.254"],
    ["https://100.64.0.1/", "100.64.0.1"],
    ["https://[::1]/", "::1"],
    ["https://[::ffff:10.0.0.1]/", "::ffff:a00:1"],
    ["https://[fe80::1]/", "fe80::1"],
    ["https://[fd00::1]/", "fd00::1"],
    ["https://localhost:3000/", "localhost"],
    ["https://LOCALHOST./", "localhost."],
    ["https://shop.localhost/", "shop.localhost"],
  ])("%s is refused as private", (url, name) => expect(problem(url)).toBe(privateProblem(name)));

  test.each([
    ["http://hooks.example.com/", httpsProblem],
    ["http://93.184.215.14/", httpsProblem],
    ["https://hooks.example.com:22/", portProblem],
    ["https://93.184.215.14:25/", portProblem],
    ["https://hooks.example.com:80/", portProblem],
    ["https://hooks.example.com:443/", null],
    ["https://hooks.example.com/", null],
    ["https://hooks.example.com:8443/", null],
    ["https://93.184.215.14/", null],
    ["not an address", null],
  ])("%s: %p", (url, expected) => expect(problem(url)).toBe(expected));

  test.each([
    ["https://93.184.216.34/", "93.184.216.34"],
    ["https://1572395042/", "93.184.216.34"],
    ["https://0135.0270.0330.042:8443/", "93.184.216.34"],
    ["https://0x5d.0xb8.0xd8.0x22/", "93.184.216.34"],
    ["https://0x5db8d822/", "93.184.216.34"],
    ["https://９３.184.216.34./", "93.184.216.34"],
    ["https://[2606:4700::1111]/", "2606:4700::1111"],
    ["https://[2606:4700:0:0:0:0:0.0.17.17]/", "2606:4700::1111"],
  ])("%s is refused where a name is required", (url, address) => {
    const networks = openNetwork({ resolvers: null, allowed: [] });
    const rules = { requiresTls: true, requiresName: true };
    expect(networks.addressProblem(url, rules)).toBe(addressProblem(address));
    expect(networks.addressProblem(url, { requiresTls: true })).toBeNull();
    expect(networks.addressProblem("https://hooks.example.com/", rules)).toBeNull();
    const allowed = ["93.184.216.0/24", "2606:4700::/32"].map((one) => ipaddr.parseCIDR(one));
    expect(openNetwork({ resolvers: null, allowed }).addressProblem(url, rules)).toBeNull();
  });

  test("may be in a network that the installation allows, and a name may lead there", () => {
    const networks = ["127.0.0.0/8", "10.0.0.0/8"];
    const taken = ["http://127.0.0.1:22/", "http://localhost/", "https://10.1.2.3/", "http://intranet:81/hook"];
    expect(taken.map((url) => problem(url, networks))).toEqual(taken.map(() => null));
    expect(problem("https://192.168.1.9/", networks)).toBe(privateProblem("192.168.1.9"));
    expect(problem("http://93.184.215.14/", networks)).toBe(httpsProblem);
  });

  test("may be without encryption where that is asked for", () => {
    expect(problem("http://old.example.com/", [], false)).toBeNull();
    expect(problem("http://old.example.com:80/", [], false)).toBeNull();
    for (const port of [22, 443]) {
      expect(problem(`http://old.example.com:${port}/`, [], false)).toBe(portProblem.replace("443", "80"));
    }
    expect(problem("https://old.example.com:80/", [], false)).toBe(portProblem);
    expect(problem("http://10.0.0.1/", [], false)).toBe(privateProblem("10.0.0.1"));
  });
});

describe("where an address is entered, the service refuses it at its field", () => {
  let store: SharedStore;
  beforeAll(async () => {
    store = await makeSqliteStore();
  });

  const events = ["order.created"];
  const refused: [url: string, message: string][] = [
    ["https://10.0.0.1/hook", privateProblem("10.0.0.1")],
    ["http://localhost:4000/", privateProblem("localhost")],
    ["https://[fd00::1]/", privateProblem("fd00::1")],
    ["https://shop.example.com:22/", portProblem],
    ["http://shop.example.com/", httpsProblem],
  ];

  test("for a webhook endpoint, new and changed", async () => {
    const made = await v3(store, "POST", "webhook_endpoints", { url: "https://hooks.example.com/", events });
    expect(made.status).toBe(201);
    const path = `webhook_endpoints/${made.body.webhook_endpoint.id}`;
    const literal: [string, string] = ["https://1572395042/hook", addressProblem("93.184.216.34")];
    for (const [url, message] of [...refused, literal]) {
      const answers = [
        await v3(store, "POST", "webhook_endpoints", { url, events }),
        await v3(store, "PUT", path, { url }),
      ];
      for (const { status, body } of answers) {
        expect([status, body.errors]).toEqual([422, [{ field: "url", message }]]);
        expect(body.detail).toBe(`url ${message}.`);
      }
    }
    expect((await v3(store, "GET", "webhook_endpoints")).body.webhook_endpoints).toHaveLength(1);
    expect((await v3(store, "PUT", path, { url: "https://hooks.example.com/", disabled: true })).status).toBe(200);
  });

  test("for the address of a shop, new and changed", async () => {
    const made = await v3(store, "POST", "connections", { kind: "woocommerce", api_url: "https://shop.example.com" });
    expect(made.status).toBe(201);
    for (const [api_url, message] of refused) {
      const answers = [
        await v3(store, "POST", "connections", { kind: "woocommerce", api_url }),
        await v3(store, "PUT", `connections/${made.body.connection.id}`, { api_url }),
      ];
      for (const { status, body } of answers) {
        expect([status, body.errors]).toEqual([422, [{ field: "api_url", message }]]);
      }
    }
  });

  test("for the old service of a move, which may do without encryption", async () => {
    const keys = { api_key: "key", api_token: "token", dry_run: true };
    for (const [from, message] of refused.slice(0, 4)) {
      const { status, body } = await v3(store, "POST", "moves", { from, ...keys });
      expect([status, body.errors]).toEqual([422, [{ field: "from", message }]]);
    }
    expect((await v3(store, "GET", "moves")).body.moves).toEqual([]);
  });
});
