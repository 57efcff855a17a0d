import { beforeAll, beforeEach, describe, expect, test } from "bun:test";
import type { Page, Response } from "playwright-core";
import { setAccount } from "../support/accounts.ts";
import { openArea } from "../support/area.ts";
import { seriousFindings } from "../support/browser.ts";
import { startDnsServer } from "../support/dns-server.ts";
import { type Service, startService } from "../support/service.ts";
import { createSqlite } from "../support/sqlite.ts";
import { v3 } from "../support/v3.ts";

describe("the settings of the account", () => {
  let service: Service;
  let page: Page;
  let dns: Awaited<ReturnType<typeof startDnsServer>>;

  beforeAll(async () => {
    dns = await startDnsServer();
    service = await startService({ database: await createSqlite(), environment: { WAYBILL_RESOLVERS: dns.address } });
    page = await (await openArea(service)).newPage();
  });

  beforeEach(async () => {
    await page.goto("about:blank");
  });

  const account = async () => (await v3(service, "GET", "account")).body.account;
  const open = async (path: string, heading: string) => {
    await page.goto(`/admin/settings/${path}`);
    await page.getByRole("heading", { name: heading, level: 1 }).waitFor();
  };
  const section = (name: string) => page.getByRole("region", { name });
  const done = (words: string) => page.getByRole("alert").filter({ hasText: words }).first().waitFor();

  test("keep the token hidden until it is asked for, and replace it after a plain warning", async () => {
    const { key, token } = service.credentials;
    const answers: Promise<string>[] = [];
    const listen = (response: Response) => {
      if (response.url().includes("/api/v3/")) answers.push(response.text());
    };
    page.on("response", listen);
    await open("api", "API");
    await page.getByText(key, { exact: true }).waitFor();
    page.off("response", listen);
    const received = (await Promise.all(answers)).join();
    expect(received).toContain(key);
    expect(received).not.toContain(token);
    await page.getByRole("button", { name: "Show", exact: true }).click();
    await page.getByText(token, { exact: true }).waitFor();
    await page.getByText(`curl ${(await account()).url}/api/v3/orders`).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole("button", { name: "Create new token" }).click();
    await page.getByText("The current token stops working at once.").waitFor();
    await page.getByRole("button", { name: "Create token" }).click();
    await page.getByText(token, { exact: true }).waitFor({ state: "detached" });
    expect((await v3(service, "GET", "account")).status).toBe(401);
    const shown = (await page.getByLabel("API token", { exact: true }).textContent()) ?? "";
    service.credentials.token = shown;
    expect((await v3(service, "GET", "account")).status).toBe(200);
  });

  test("say of a plan without the API that its credentials open nothing", async () => {
    const words = page.getByText("The free plan has no API access.");
    await setAccount(service, "demo", { plan: "free" });
    await open("api", "API");
    await words.waitFor();
    await setAccount(service, "demo", { plan: "standard" });
    await open("api", "API");
    await section("Credentials").waitFor();
    expect(await words.count()).toBe(0);
  });

  test("name the account in the command that changes its plan", async () => {
    await open("plan", "Plan");
    await page.getByText("npx waybill account set demo --plan …").waitFor();
  });

  test("are copied over plain HTTP too, and where that cannot be somebody says so until it is closed", async () => {
    await open("api", "API");
    await page.context().grantPermissions(["clipboard-read"]);
    await page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true })");
    await page.getByRole("button", { name: "Copy API key" }).click();
    await page.getByRole("button", { name: "Copied" }).waitFor();
    const copied = await page.evaluate("delete navigator.clipboard && navigator.clipboard.readText()");
    expect(copied).toBe(service.credentials.key);

    await page.clock.install();
    await page.evaluate("navigator.clipboard.writeText = () => Promise.reject(new Error())");
    await page.evaluate("document.execCommand = () => false");
    await page.getByRole("button", { name: "Copy base URL" }).click();
    const said = page.getByRole("alert").getByText("Select the text and copy it yourself.");
    await said.waitFor();
    await page.clock.fastForward(60_000);
    await said.waitFor();
    await page.getByRole("button", { name: "Close this message" }).click();
    await said.waitFor({ state: "detached" });
  });

  test("take a domain of one's own, also pasted as an address, and show the records that prove it", async () => {
    await open("domain", "Domain");
    const field = page.getByLabel("Domain", { exact: true });
    await field.fill("not a domain");
    await page.keyboard.press("Enter");
    await page.getByText("Must be your own host name").waitFor();
    for (const more of ["http://x.example/path", "x.example/path", "https://x.example:8443/", "https://x.example/?q"]) {
      await field.fill(more);
      await page.keyboard.press("Enter");
      await page.getByText("Enter only the domain").waitFor();
      expect(await account()).toMatchObject({ custom_domain: null });
      await field.fill("x.example");
      await page.getByText("Enter only the domain").waitFor({ state: "detached" });
    }
    await field.fill("https://Downloads.Example.com/");
    await page.getByText("New links use downloads.example.com once it is verified").waitFor();
    await field.press("Enter");
    await done("Domain saved");
    const { custom_domain, custom_domain_verification: proof, url } = await account();
    expect([custom_domain, url]).toEqual(["downloads.example.com", `http://localhost:${service.port}`]);
    await page.getByText("Not verified yet").waitFor();
    await page.getByText(proof.txt_record.value, { exact: true }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);

    dns.set(proof.txt_record.name, { TXT: proof.txt_record.value });
    await page.getByRole("button", { name: "Check now" }).click();
    await page.getByText("Verified", { exact: true }).waitFor();
    await page.getByText("downloads.example.com is verified and shows your store.").waitFor();
    expect((await account()).url).toBe(`http://downloads.example.com:${service.port}`);
    await field.fill("");
    await page.getByText("Links already sent with downloads.example.com stop working at once.").waitFor();
    await v3(service, "PUT", "account", { custom_domain: null });
  });
});
