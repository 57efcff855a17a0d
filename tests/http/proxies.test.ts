import { beforeAll, describe, expect, test } from "bun:test";
import { readConfig } from "../../src/config/config.ts";
import { clientOf } from "../../src/http/client.ts";
import { anyDatabase } from "../support/databases.ts";
import { browser, fetched, orderFiles } from "../support/downloads.ts";
import { type Service, startProcess } from "../support/service.ts";
import { xmlHeaders } from "../support/store.ts";

/** The client of a request that a peer sent, behind these trusted proxies. */
function client(peer: string, headers: Record<string, string>, trusted = "10.0.0.0/8, 192.0.2.1, fd00::/8") {
  const settings = readConfig({ WAYBILL_TRUSTED_PROXIES: trusted, WAYBILL_COUNTRY_HEADER: trusted && "CF-IPCountry" });
  return clientOf(new Request("http://demo.localhost:3000/", { headers }), peer, settings);
}

test("the client's country is what a trusted proxy says", () => {
  const country = (peer: string, code: string, trusted?: string) =>
    client(peer, { "cf-ipcountry": code }, trusted).country;
  expect(["DE", "de ", "T1", "XX", "", "Germany", "D!"].map((code) => country("10.0.0.7", code))).toEqual([
    ...["DE", "DE", "T1"],
    ...[null, null, null, null],
  ]);
  expect(country("203.0.113.5", "DE")).toBeNull();
  expect(client("10.0.0.7", {}).country).toBeNull();
});

describe("the client's address", () => {
  const address = (peer: string, forwardedFor: string) => client(peer, { "x-forwarded-for": forwardedFor }).ipAddress;

  test.each([
    ["203.0.113.5", "203.0.113.5"],
    ["::ffff:203.0.113.5", "203.0.113.5"],
    ["::FFFF:cb00:7105", "203.0.113.5"],
    ["2001:DB8:0:0:0:0:0:5", "2001:db8::5"],
  ])("of the peer %s is %s", (peer, expected) => {
    expect(client(peer, {}).ipAddress).toBe(expected);
    expect(address(peer, "198.51.100.9")).toBe(expected);
  });

  test.each([
    ["one hop", "198.51.100.9", "198.51.100.9"],
    ["what the client wrote stands to the left", "1.2.3.4, 198.51.100.9", "198.51.100.9"],
    ["a trusted address that the client wrote", "10.9.9.9, 198.51.100.9", "198.51.100.9"],
    ["several trusted hops", "198.51.100.9, 10.0.0.7,192.0.2.1", "198.51.100.9"],
    ["no hop that is not trusted", "10.0.0.8, 10.0.0.7", "10.0.0.8"],
    ["a mapped address", "::ffff:198.51.100.9", "198.51.100.9"],
    ["a mapped trusted hop", "198.51.100.9, ::ffff:10.0.0.7", "198.51.100.9"],
    ["IPv6", "2001:DB8::0009", "2001:db8::9"],
    ["a trusted IPv6 hop", "2001:db8::9, fd00::1", "2001:db8::9"],
    ["IPv4 with a port", "198.51.100.9:51234", "198.51.100.9"],
    ["IPv6 with a port", "[2001:db8::9]:51234", "2001:db8::9"],
    ["IPv6 in brackets", "[2001:db8::9]", "2001:db8::9"],
    ["tabs and spaces", " \t198.51.100.9 \t", "198.51.100.9"],
    ["garbage", "garbage", "10.0.0.1"],
    ["garbage to the left", "garbage, 198.51.100.9", "198.51.100.9"],
    ["garbage to the right", "198.51.100.9, unknown", "10.0.0.1"],
    ["garbage before a trusted hop", "198.51.100.9, unknown, 10.0.0.7", "10.0.0.7"],
    ["a number", "1", "10.0.0.1"],
    ["hexadecimal", "0x7f.0.0.1", "10.0.0.1"],
    ["octal", "0177.0.0.1", "10.0.0.1"],
    ["too large a part", "256.1.1.1", "10.0.0.1"],
    ["nothing", "", "10.0.0.1"],
    ["empty parts", ", ,", "10.0.0.1"],
  ])("behind a trusted proxy, with %s", (_, forwardedFor, expected) => {
    expect(address("10.0.0.1", forwardedFor)).toBe(expected);
    expect(address("::ffff:10.0.0.1", forwardedFor)).toBe(expected);
  });

  test("is the peer's when no proxy is trusted", () => {
    expect(client("127.0.0.1", { "x-forwarded-for": "198.51.100.9" }, "").ipAddress).toBe("127.0.0.1");
  });
});

describe("the host", () => {
  const host = (peer: string, forwardedHost: string) => client(peer, { "x-forwarded-host": forwardedHost }).hostname;

  test.each([
    ["shop.example.com", "shop.example.com"],
    ["SHOP.Example.com:8443", "shop.example.com"],
    ["shop.example.com.", "shop.example.com"],
    ["written-by-client.example.com, shop.example.com", "shop.example.com"],
    ["[2001:db8::9]:3000", "[2001:db8::9]"],
    ["not a host", ""],
    ["", "demo.localhost"],
  ])("behind a trusted proxy, that forwards %p, is %p", (forwarded, expected) => {
    expect(host("10.0.0.1", forwarded)).toBe(expected);
  });

  test("is the request's own when the peer is not trusted", () => {
    expect(host("203.0.113.5", "shop.example.com")).toBe("demo.localhost");
  });
});

describe.each(anyDatabase)("on $name", ({ create }) => {
  let trusting: Service;
  let wary: Service;

  beforeAll(async () => {
    const created = await create();
    trusting = await startProcess({
      database: created,
      environment: { WAYBILL_TRUSTED_PROXIES: "127.0.0.1,::1", WAYBILL_URL: "https://delivery.example.com" },
    });
    wary = await startProcess({ database: await create() });
  });

  const forwarded = {
    "x-forwarded-for": "198.51.100.66",
    "x-forwarded-host": "demo.delivery.example.com",
    "x-forwarded-proto": "http",
  };

  test("a download behind a trusted proxy is recorded with the customer's address", async () => {
    const order = await orderFiles(trusting);
    expect((await fetched(trusting, order.link, forwarded)).status).toBe(200);
    const list = await (await trusting.api(`/api/orders/${order.id}/downloads`)).text();
    expect(list).toContain("<ip_address>198.51.100.66</ip_address>");
  });

  test("what anybody else forwards is ignored", async () => {
    const order = await orderFiles(wary);
    const spoofed = { ...forwarded, "x-forwarded-host": "nobody.localhost" };
    expect((await fetched(wary, order.link, spoofed)).status).toBe(200);
    const list = await (await wary.api(`/api/orders/${order.id}/downloads`)).text();
    expect(list).toContain("<ip_address>127.0.0.1</ip_address>");
    expect(list).not.toContain("198.51.100.66");
  });

  test("a trusted proxy's host selects the account", async () => {
    const selected = async (service: Service, host: string) =>
      (await fetched(service, "/", { ...browser, "x-forwarded-host": host })).status;
    expect(await selected(trusting, "demo.delivery.example.com")).toBe(200);
    expect(await selected(trusting, "nobody.delivery.example.com")).toBe(404);
    expect(await selected(trusting, "DEMO.delivery.example.com:443")).toBe(200);
    expect(await selected(wary, "nobody.localhost")).toBe(200);
  });

  test("addresses in answers have the scheme of WAYBILL_URL, whatever is forwarded", async () => {
    const account = await (await trusting.api("/api/account", { headers: forwarded })).text();
    expect(account).toContain("<url>https://delivery.example.com</url>");
    const created = await trusting.api("/api/items", {
      method: "POST",
      headers: { ...forwarded, ...xmlHeaders },
      body: "<item><sku>LOCATED</sku><name>Located</name></item>",
    });
    expect(created.headers.get("location")).toBe("https://delivery.example.com/api/items/LOCATED");
  });
});
