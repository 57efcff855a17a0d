import { beforeAll, describe, expect, test } from "bun:test";
import { createAccount, setAccount, type TestAccount } from "../../support/accounts.ts";
import { anyDatabase } from "../../support/databases.ts";
import { startDnsServer } from "../../support/dns-server.ts";
import { browser } from "../../support/downloads.ts";
import { type Credentials, type Service, startService } from "../../support/service.ts";

describe.each(anyDatabase)("on $name", ({ create }) => {
  /** Answers of the API, with these credentials, and of the home page, at a host. */
  async function answersAt(service: Service, host: string, as: Credentials | null = service.credentials) {
    const api = await service.api("/api/account", { host, as });
    const page = await service.get("/", { host, headers: browser });
    return { api: api.status, page: page.status };
  }

  const served = { api: 200, page: 200 };
  const nobody = { api: 401, page: 404 };

  test("the bare domain, localhost and IP addresses serve the first account, also when there are more", async () => {
    const environment = { WAYBILL_URL: "http://delivery.example.com" };
    const service = await startService({ database: await create(), environment });
    const own = ["demo.delivery.example.com", "DEMO.Delivery.Example.COM.", "demo.delivery.example.com:8080"];
    const bare = [
      "delivery.example.com",
      "delivery.example.com:99",
      "localhost",
      "127.0.0.1",
      "203.0.113.9",
      "[::1]:3000",
    ];
    const unknown = [
      "other.delivery.example.com",
      "a.demo.delivery.example.com",
      "demo.example.com",
      "demodelivery.example.com",
      "delivery.example.com.evil.example",
      "demo.localhost",
      "example.com",
    ];
    const answers = async () => {
      for (const host of [...own, ...bare]) expect([host, await answersAt(service, host)]).toEqual([host, served]);
      for (const host of unknown) expect([host, await answersAt(service, host)]).toEqual([host, nobody]);
    };
    await answers();
    await createAccount(service, "second");
    await answers();
  });

  describe("with two accounts", () => {
    let service: Service;
    let north: TestAccount;
    let dns: Awaited<ReturnType<typeof startDnsServer>>;

    /** Sets the domain of `north`, and publishes the record that the command line prints. */
    async function proveDomain(domain: string) {
      await setAccount(service, "north", { customDomain: domain });
      const { accounts } = JSON.parse((await service.run("account", "list", "--json")).stdout);
      const { custom_domain_txt_record } = accounts.find(({ handle }: { handle: string }) => handle === "north");
      const [name = "", value = ""] = custom_domain_txt_record.split(" ");
      dns.set(name, { TXT: value });
      const init = { method: "POST", host: north.host, as: north.credentials };
      expect((await service.api("/api/v3/account/domain/check", init)).status).toBe(200);
    }

    beforeAll(async () => {
      dns = await startDnsServer();
      service = await startService({ database: await create(), environment: { WAYBILL_RESOLVERS: dns.address } });
      north = await createAccount(service, "north", { name: "North & Sons" });
    });

    test("a host of no account is told so: XML and a challenge on the API, a page or a sentence elsewhere", async () => {
      for (const path of ["/api", "/api/", "/api/account", "/api/account.xml", "/api/nothing"]) {
        const answer = await service.api(path, { host: "nobody.localhost" });
        expect(answer.status).toBe(401);
        expect(answer.headers.get("content-type")).toBe("application/xml; charset=utf-8");
        expect(answer.headers.get("www-authenticate")).toMatch(/^Basic realm="[^"]+"/);
        expect(await answer.text()).toMatch(/<message>[^<]+<\/message>/);
      }
      const page = await service.get("/orders/x", { host: "nobody.localhost", headers: browser });
      expect([page.status, page.headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"]);
      const sentence = await service.get("/orders/x", { host: "nobody.localhost" });
      expect([sentence.status, sentence.headers.get("content-type")]).toEqual([404, "text/plain; charset=utf-8"]);
      expect(await sentence.text()).toMatch(/^There is no store at this address.*\.\n$/);
    });

    test("a host that begins with an account's API key serves its API, and nothing else", async () => {
      await createAccount(service, "the-handle");
      const created = await createAccount(service, "keyed", { apiKey: "Key1234567", apiToken: "token-of-keyed" });
      for (const label of ["Key1234567", "key1234567"]) {
        const host = `${label}.localhost:${service.port}`;
        expect(await answersAt(service, host, created.credentials)).toEqual({ api: 200, page: 404 });
        const v3 = { host, as: created.credentials };
        expect((await service.api("/api/v3/account", v3)).status).toBe(200);
      }
      const refusal = async (host: string) =>
        (await service.api("/api/account", { host, as: service.credentials })).text();
      expect(await refusal("key1234567.localhost")).toBe(await refusal("unknown.localhost"));
      for (const words of [
        ["account", "create", "key1234567"],
        ["account", "create", "other", "--key", "KEY1234567", "--token", "another-token"],
        ["account", "create", "other", "--key", "the-handle", "--token", "another-token"],
        ["account", "rename", "keyed", "key1234567"],
      ]) {
        expect([words, (await service.run(...words)).status]).toEqual([words, 1]);
      }
      const { stdout } = await service.run("account", "create", "generated", "--json");
      expect(JSON.parse(stdout).api_key).toMatch(/^[a-z2-7]{26}$/);
    });

    test("an account's own domain serves it once it is verified, beside the address under the service's, until it is taken away", async () => {
      const domain = "downloads.north.example";
      expect(await answersAt(service, domain, north.credentials)).toEqual(nobody);
      await setAccount(service, "north", { customDomain: domain });
      expect(await answersAt(service, domain, north.credentials)).toEqual(nobody);
      await proveDomain(domain);
      for (const host of [domain, `${domain}:${service.port}`, "Downloads.North.Example", north.host]) {
        expect([host, await answersAt(service, host, north.credentials)]).toEqual([host, served]);
      }
      expect((await answersAt(service, domain)).api).toBe(401);
      expect((await answersAt(service, `sub.${domain}`, north.credentials)).page).toBe(404);
      const account = await service.api("/api/account", { host: domain, as: north.credentials });
      expect(await account.text()).toContain(`<url>http://${domain}:${service.port}</url>`);
      const page = await service.get("/", { host: domain, headers: browser });
      expect(await page.text()).toContain("North &amp; Sons");

      const taken = await service.run("account", "set", "demo", "--custom-domain", domain);
      expect([taken.status, taken.stderr]).toEqual([1, expect.stringContaining("another account")]);
      await proveDomain("files.north.example");
      expect(await answersAt(service, domain, north.credentials)).toEqual(nobody);
      expect(await answersAt(service, "files.north.example", north.credentials)).toEqual(served);
      await setAccount(service, "north", { customDomain: null });
      expect(await answersAt(service, domain, north.credentials)).toEqual(nobody);
    });

    test("the service's names are no account's own, through v3 either", async () => {
      for (const custom_domain of ["localhost", "demo.localhost", "later.localhost", "203.0.113.9", "::1"]) {
        const answer = await service.api("/api/v3/account", {
          host: north.host,
          as: north.credentials,
          method: "PUT",
          headers: { "content-type": "application/json" },
          body: JSON.stringify({ custom_domain }),
        });
        const { errors } = (await answer.json()) as { errors: unknown };
        expect([custom_domain, answer.status, errors]).toEqual([
          custom_domain,
          422,
          [{ field: "custom_domain", message: expect.stringContaining("your own host name") }],
        ]);
      }
    });

    test("names of the service, addresses and what is no host name cannot be an account's own domain", async () => {
      for (const customDomain of [
        "Upper.example.com",
        "http://x.example",
        "203.0.113.9",
        "localhost",
        "demo.localhost",
      ]) {
        const error = await setAccount(service, "north", { customDomain }).catch((error) => error);
        expect([customDomain, error.code, error.message]).toEqual([
          customDomain,
          "invalid",
          expect.stringContaining("customDomain"),
        ]);
      }
      const refused = await service.run("account", "set", "north", "--custom-domain", "demo.localhost");
      expect([refused.status, refused.stderr]).toEqual([1, expect.stringContaining("custom-domain")]);
    });

    test("the names of the server's own checks are the same on every host", async () => {
      for (const host of ["nobody.localhost", north.host, "localhost"]) {
        expect((await service.get("/healthz", { host })).status).toBe(200);
      }
    });
  });
});
