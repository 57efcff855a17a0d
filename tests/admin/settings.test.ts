import { beforeAll, beforeEach, describe, expect, test } from "bun:test";
import type { Browser, Page, Response } from "playwright-core";
import { setAccount } from "../support/accounts.ts";
import { launchBrowser, seriousFindings, signIn } from "../support/browser.ts";
import { databasesUnderTest } from "../support/databases.ts";
import { startDnsServer } from "../support/dns-server.ts";
import { onePixel } from "../support/files.ts";
import { type Service, startService, until } from "../support/service.ts";
import { addItem } from "../support/store.ts";
import { v3 } from "../support/v3.ts";

/** From 0 to 1, of a computed color without transparency. */
function brightness(color: unknown): number {
  const [red = 0, green = 0, blue = 0] =
    String(color)
      .match(/[\d.]+/g)
      ?.map(Number) ?? [];
  return String(color).startsWith("oklch") ? red : (red + green + blue) / 765;
}

const [sqlite] = databasesUnderTest.filter(({ name }) => name === "sqlite");
if (!sqlite) throw new Error("There is no SQLite.");

describe("the settings in the administration area", () => {
  let service: Service;
  let browser: Browser;
  let page: Page;
  let dns: Awaited<ReturnType<typeof startDnsServer>>;

  beforeAll(async () => {
    dns = await startDnsServer();
    const environment = { WAYBILL_RESOLVERS: dns.address };
    service = await startService({ database: await sqlite.create(), environment });
    browser = await launchBrowser();
    await addItem(service, "MAP");
    await v3(service, "POST", "orders", { email: "ann@example.com", first_name: "Ann", order_items: [{ sku: "MAP" }] });
    // The first request bundles the area; one person signs in for all tests, as tries are limited.
    page = await (await browser.newContext({ baseURL: service.url })).newPage();
    await page.goto("/admin/sign-in");
    await signIn(page, service);
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

  test("change what new orders get, and put what is wrong beside its field", async () => {
    await open("general", "General");
    const orders = section("New orders");
    await orders.getByLabel("Links work for", { exact: true }).fill("2");
    await orders.getByRole("switch", { name: "No download limit" }).check();
    await orders.getByRole("button", { name: "Save" }).click();
    await done("New orders use these settings");
    expect(await account()).toMatchObject({ order_expiration_in_hours: 48, download_limit_per_item: null });

    const store = section("Your store");
    await store.getByLabel("Store name").fill("Ann's Maps");
    await store.getByLabel("Email", { exact: false }).first().fill("not an email");
    await page.keyboard.press("Enter");
    await store.getByText("Must be an email address").waitFor();
    expect(await store.getByLabel("Store name").inputValue()).toBe("Ann's Maps");
    await store.getByRole("button", { name: "Discard changes" }).click();
    expect(await store.getByLabel("Store name").inputValue()).not.toBe("Ann's Maps");
    expect(await seriousFindings(page)).toEqual([]);
  });

  test("take a number as it is typed, and refuse an empty one and one that breaks every new order", async () => {
    const before = await account();
    await open("general", "General");
    const orders = section("New orders");
    const days = orders.getByLabel("Links work for", { exact: true });
    const save = orders.getByRole("button", { name: "Save" });
    await days.selectText();
    await days.press("Delete");
    await save.click();
    await orders.getByText("Enter a number.").waitFor();
    await days.pressSequentially("0");
    await orders.getByText("With 0, links expire at once.").waitFor();
    await save.click();
    await days.selectText();
    await days.press("Delete");
    await days.pressSequentially("3");
    expect(await days.inputValue()).toBe("3");
    const unit = orders.getByLabel("Links work for: days or hours");
    await unit.selectOption("hours");
    expect(await days.inputValue()).toBe("72");
    await save.click();
    await done("New orders use these settings");
    expect(await account()).toEqual({ ...before, order_expiration: 72, order_expiration_in_hours: 72 });

    const customers = section("Customers");
    const renewals = customers.getByLabel("Renewals without approval");
    await renewals.fill("");
    await customers.getByRole("button", { name: "Save" }).click();
    await customers.getByText("Enter a number, or 0 for none.").waitFor();
    await renewals.pressSequentially("12");
    await customers.getByRole("button", { name: "Save" }).click();
    await done("Customer settings saved");
    expect(await account()).toMatchObject({ self_service_renewals: 12, redirect_downloads: "unlimited" });
    await customers.getByRole("switch", { name: "Let the S3 store send limited downloads too" }).click();
    await customers.getByRole("button", { name: "Save" }).click();
    await until("it is saved", async () => (await account()).redirect_downloads === "all");

    const privacy = section("Privacy");
    await privacy.getByRole("switch", { name: "Keep IP addresses forever" }).click();
    await privacy.getByLabel("Keep IP addresses for", { exact: true }).fill("1");
    await privacy.getByRole("button", { name: "Save" }).click();
    await privacy.getByText("Enter 2 or more.").waitFor();
    await privacy.getByLabel("Keep IP addresses for", { exact: true }).fill("30");
    await privacy.getByRole("button", { name: "Save" }).click();
    await done("Privacy settings saved");
    expect(await account()).toMatchObject({ anonymize_downloads_after_days: 30, erase_emails_after_days: null });
  });

  test("send only what was changed, so that two owners do not overwrite each other", async () => {
    await open("general", "General");
    const store = section("Your store");
    await store.getByLabel("Store name").pressSequentially(" and more");
    await v3(service, "PUT", "account", { currency: "CHF", billing_email: "bills@example.com" });
    await store.getByRole("button", { name: "Save" }).click();
    await done("Store saved");
    expect(await account()).toMatchObject({ currency: "CHF", billing_email: "bills@example.com" });
    expect(await store.getByRole("combobox", { name: "Currency" }).inputValue()).toBe("CHF, Swiss Franc");
  });

  test("say that they are saved without covering a button, on a desk and on a phone", async () => {
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 720 });
      await open("general", "General");
      const customers = section("Customers");
      await customers.getByLabel("Renewals without approval").fill(width === 390 ? "3" : "4");
      await customers.getByRole("button", { name: "Save" }).click();
      const toast = page.getByRole("alert").filter({ hasText: "Customer settings saved" });
      await toast.waitFor();
      // A message under the pointer stays.
      await toast.hover();
      await page.evaluate("window.scrollTo(0, document.body.scrollHeight)");
      const { x, y, width: wide, height } = (await toast.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
      if (width === 390) {
        const header = await page.getByRole("banner").boundingBox();
        expect(y + height).toBeLessThanOrEqual(header?.height ?? 0);
        await toast.getByRole("button", { name: "Close this message" }).click();
        continue;
      }
      for (const button of await page.getByRole("main").getByRole("button").all()) {
        const box = await button.boundingBox();
        const isCovered = box && x < box.x + box.width && box.x < x + wide && y < box.y + box.height;
        expect(isCovered).toBe(false);
      }
      await toast.getByRole("button", { name: "Close this message" }).click();
    }
  });

  test("ask before wording that is not saved is lost", async () => {
    await open("wording?text=email_subject", "Wording");
    const text = page.getByLabel("Text", { exact: true });
    const subject = page.locator("textarea:visible").first();
    await page.getByRole("button", { name: "Write your own" }).click();
    await subject.fill("Your maps, {{ customer.firstName }}");
    const question = page.getByRole("dialog", { name: "Leave without saving?" });
    await page.getByRole("link", { name: "Products", exact: true }).click();
    await question.getByRole("button", { name: "Stay" }).last().click();
    await question.waitFor({ state: "detached" });
    expect(await subject.inputValue()).toBe("Your maps, {{ customer.firstName }}");
    await text.selectOption("email_text");
    await question.getByRole("button", { name: "Leave without saving" }).click();
    await page.waitForURL(/text=email_text/);
    await question.waitFor({ state: "detached" });
    await page.getByRole("link", { name: "Products", exact: true }).click();
    await page.getByRole("heading", { name: "Products", level: 1 }).waitFor();
  });

  test("give the store a logo, a color and a sender that customers see", async () => {
    // As in browsers of 2024.
    await page.addInitScript("delete Uint8Array.prototype.toBase64");
    await open("branding", "Branding");
    const picture = { name: "logo.png", mimeType: "image/png", buffer: Buffer.from(onePixel, "base64") };
    await page.locator("input[type=file]").setInputFiles({ ...picture, buffer: Buffer.from("no picture") });
    await page.getByRole("alert").filter({ hasText: "must be a PNG, JPEG or WebP image" }).waitFor();
    await page.locator("input[type=file]").setInputFiles(picture);
    const shown = page.getByRole("img", { name: "Logo on a light background" });
    await shown.waitFor();
    const widthOf = (image: unknown) => (image as { naturalWidth: number }).naturalWidth;
    await until("the logo is drawn", async () => (await shown.evaluate(widthOf)) === 1);
    await page.getByRole("switch", { name: "Use your own color" }).check();
    await page.getByLabel("Color", { exact: true }).fill("#aa3300");
    await page.getByLabel("Sender name").fill("Ann");
    await page.getByRole("button", { name: "Save" }).click();
    await done("Branding saved");
    expect(await account()).toMatchObject({ brand_color: "#aa3300", sender_name: "Ann" });
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole("button", { name: "Remove" }).click();
    await page.getByRole("button", { name: "Remove logo" }).click();
    await page.getByText("No logo yet").waitFor();
  });

  test("show a text for a real order while it is written, refuse what is wrong, and lead back", async () => {
    await open("wording?text=page_greeting", "Wording");
    const text = page.getByLabel("Order page: greeting");
    const preview = page.getByRole("region", { name: "Preview", exact: true });
    const shown = preview.frameLocator('iframe[title="Order page as the customer sees it"]');
    await preview.getByText("Shown with order 10000001, in English.").waitFor();
    await shown.getByText("Hello Ann, thank you for your order.").waitFor();
    await page.getByRole("button", { name: "Write your own" }).click();
    await text.fill("To ");
    await page.getByRole("button", { name: "First name" }).click();
    expect(await text.inputValue()).toBe("To {{ customer.firstName }}");
    await text.fill("Ahoy {{ customer.first }}!");
    await page.getByText("Line 1: undefined variable: customer.first").waitFor();
    await text.fill("Ahoy {{ customer.firstName }}!");
    await shown.getByText("Ahoy Ann!").waitFor();
    // The last version without an error stays.
    await text.fill("Ahoy {{ customer.first }}!");
    await preview.getByText("This is the last version without an error.").waitFor();
    await shown.getByText("Ahoy Ann!").waitFor();
    await text.fill("Ahoy {{ customer.firstName }}!");
    await preview.getByText("Dark", { exact: true }).click();
    await preview.getByText("Phone", { exact: true }).click();
    const ground = () => shown.locator("body").evaluate("getComputedStyle(document.body).backgroundColor");
    await until("it is dark", async () => brightness(await ground()) < 0.3);
    await preview.getByText("Light", { exact: true }).click();
    await until("it is light", async () => brightness(await ground()) > 0.9);
    expect(await shown.locator("body").evaluate("innerWidth")).toBe(390);
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("You are using your own text.").waitFor();
    const { order } = (await v3(service, "GET", "orders/10000001")).body;
    expect(await (await service.get(new URL(order.download_url).pathname)).text()).toContain("Ahoy Ann!");

    await page.getByRole("button", { name: "Restore default text" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Restore default text" }).click();
    await page.getByText("You are using the default text.").waitFor();
    await page.getByRole("button", { name: "Restore previous version" }).click();
    await page.getByText("You are using your own text.").waitFor();
    expect(await page.getByLabel("Order page: greeting").inputValue()).toBe("Ahoy {{ customer.firstName }}!");
  });

  test("never replace wording that is being typed: by another's, by one from before, or by what was saved", async () => {
    const put = (source: string | null) => v3(service, "PUT", "wordings/page_notice", { wording: { source } });
    await put("One");
    await put("Two");
    await open("wording?text=page_notice", "Wording");
    const text = page.locator("textarea:visible").first();
    const save = page.getByRole("button", { name: "Save" });
    await text.press("End");
    await text.pressSequentially(" and mine");
    await put("Theirs");
    const told = page.getByText("Someone else changed this text while you were editing.");
    await until("the window that is back in front has asked again", async () => {
      await page.evaluate(`window.dispatchEvent(new Event("visibilitychange"))`);
      return told.isVisible();
    });
    expect(await text.inputValue()).toBe("Two and mine");

    await page.getByRole("button", { name: "Restore previous version" }).click();
    const question = page.getByRole("dialog", { name: "Restore the previous version?" });
    await question.getByRole("button", { name: "Cancel" }).last().click();
    await question.waitFor({ state: "detached" });
    expect(await text.inputValue()).toBe("Two and mine");

    const saving = Promise.withResolvers<void>();
    await page.route("**/wordings/page_notice", async (route) => {
      await saving.promise;
      await route.continue();
    });
    await save.click();
    await text.press("End");
    await text.pressSequentially(", and more");
    saving.resolve();
    await done("Text saved");
    expect(await text.inputValue()).toBe("Two and mine, and more");
    await page.unroute("**/wordings/page_notice");
    await save.click();
    await page.getByRole("button", { name: "Discard changes" }).waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Restore previous version" }).click();
    await until("the version before stands there", async () => (await text.inputValue()) === "Two and mine");
    await put(null);
  });

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

  test("say where customers' replies go while no reply address is set", async () => {
    const before = await account();
    const replyTo = page.getByLabel("Reply-to email");
    try {
      for (const contact of [null, "help@example.com"]) {
        await v3(service, "PUT", "account", { contact_email: contact });
        await open("branding", "Branding");
        expect(await replyTo.getAttribute("placeholder")).toBe(contact ?? before.email);
      }
      await page.getByText("If empty: your contact email, or your store's email without one.").waitFor();
    } finally {
      await v3(service, "PUT", "account", { contact_email: before.contact_email });
    }
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
    expect([custom_domain, url]).toEqual(["downloads.example.com", `http://demo.localhost:${service.port}`]);
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

  test("change a role when it is chosen, not by an arrow key, and ask before somebody becomes an owner", async () => {
    await v3(service, "POST", "members", { email: "reader@example.com", role: "read_only" });
    const roleOf = async () => {
      const { members } = (await v3(service, "GET", "members")).body;
      return members.find(({ email }: { email: string }) => email === "reader@example.com").role;
    };
    await open("people", "People");
    const role = page.getByRole("combobox", { name: "Role of reader@example.com" });
    const changes: string[] = [];
    page.on("request", (request) => request.method() === "PUT" && changes.push(request.url()));
    await role.press("ArrowUp");
    await page.getByRole("option", { name: "Read only" }).waitFor();
    await role.press("ArrowUp");
    await role.press("ArrowUp");
    await role.press("Escape");
    expect(await role.inputValue()).toBe("Read only");
    await role.click();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole("option", { name: "Owner" }).click();
    const question = page.getByRole("dialog", { name: "Make reader@example.com an owner?" });
    await question.getByRole("button", { name: "Cancel" }).last().click();
    await question.waitFor({ state: "detached" });
    expect([await role.inputValue(), changes]).toEqual(["Read only", []]);

    await role.click();
    await page.getByRole("option", { name: "Owner" }).click();
    await question.getByRole("button", { name: "Make owner" }).click();
    await done("Role of reader@example.com changed.");
    expect(await roleOf()).toBe("owner");
    await until("the list shows it", async () => (await role.inputValue()) === "Owner");
    await role.press("ArrowDown");
    await page.getByRole("option", { name: "Staff" }).waitFor();
    await role.press("ArrowDown");
    await role.press("Enter");
    const taking = page.getByRole("dialog", { name: "Remove the owner role from reader@example.com?" });
    await taking.getByRole("button", { name: "Remove owner role" }).click();
    await until("the role is staff", async () => (await roleOf()) === "staff");
  });

  test("follow a name that is changed elsewhere, and keep one that is being typed", async () => {
    await page.clock.install();
    await open("profile", "Your profile");
    const name = page.getByLabel("Your name");
    const changedElsewhere = async (to: string) => {
      const headers = { origin: service.url };
      await page.request.post("/admin/auth/update-user", { data: { name: to }, headers });
      const read = page.waitForResponse("**/api/v3/session");
      await page.clock.fastForward(120_000);
      await page.evaluate("window.dispatchEvent(new Event('visibilitychange'))");
      await read;
      await (await read).finished();
    };
    await changedElsewhere("Ann");
    await until("it follows", async () => (await name.inputValue()) === "Ann");
    expect(await page.getByRole("button", { name: "Save", exact: true }).isDisabled()).toBe(true);
    await name.fill("Ann Smith");
    await changedElsewhere("Bob");
    expect(await name.inputValue()).toBe("Ann Smith");
  });

  test("have an address each, and a list that leads to all of them", async () => {
    await page.goto("/admin/settings");
    const list = page.getByRole("navigation", { name: "Settings" });
    for (const name of ["Branding", "Wording", "Plan", "Domain", "API", "People", "Your profile", "General"]) {
      await list.getByRole("link", { name, exact: true }).click();
      await page.getByRole("heading", { name, level: 1 }).waitFor();
    }
    await page.goBack();
    await page.getByRole("heading", { name: "Your profile", level: 1 }).waitFor();
    await page.goto("/admin/settings/nothing");
    await page.getByRole("heading", { name: "Page not found", level: 1 }).waitFor();
    await page.getByRole("heading", { name: "This settings page does not exist" }).waitFor();
    expect(await page.title()).toBe("Page not found – Waybill");
  });
});
