import { beforeAll, beforeEach, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { openArea } from "../support/area.ts";
import { seriousFindings } from "../support/browser.ts";
import { until } from "../support/service.ts";
import { makeSqliteStore, type SharedStore } from "../support/shared-service.ts";
import { signIn } from "../support/sign-in.ts";
import { v3 } from "../support/v3.ts";

describe("the settings in the administration area", () => {
  let service: SharedStore;
  let page: Page;

  beforeAll(async () => {
    service = await makeSqliteStore();
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

  test("change what new orders get, and put what is wrong beside its field", async () => {
    await open("orders", "New orders");
    const orders = section("New orders");
    await orders.getByLabel("Links work for", { exact: true }).fill("2");
    await orders.getByRole("switch", { name: "No download limit" }).check();
    await orders.getByRole("button", { name: "Save" }).click();
    await done("New orders use these settings");
    expect(await account()).toMatchObject({ order_expiration_in_hours: 48, download_limit_per_item: null });

    await open("store", "Store details");
    const store = section("Your store");
    await store.getByLabel("Store name").fill("Ann's Maps");
    await store.getByLabel("Email", { exact: false }).first().fill("not an email");
    await page.keyboard.press("Enter");
    await store.getByText("Must be an email address").waitFor();
    expect(await store.getByLabel("Store name").inputValue()).toBe("Ann's Maps");
    await store.getByRole("button", { name: "Discard changes" }).click();
    expect(await store.getByLabel("Store name").inputValue()).not.toBe("Ann's Maps");
  });

  test("take a number as it is typed, and refuse an empty one and one that breaks every new order", async () => {
    const before = await account();
    await open("orders", "New orders");
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

    await open("customers", "Customers");
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

    await open("privacy", "Privacy");
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
    await open("store", "Store details");
    const store = section("Your store");
    await store.getByLabel("Store name").pressSequentially(" and more");
    await v3(service, "PUT", "account", { currency: "CHF", billing_email: "bills@example.com" });
    await store.getByRole("button", { name: "Save" }).click();
    await done("Store saved");
    expect(await account()).toMatchObject({ currency: "CHF", billing_email: "bills@example.com" });
    expect(await store.getByRole("combobox", { name: "Currency" }).inputValue()).toBe("CHF, Swiss Franc");
  });

  test("say that they are saved without covering a button, on a desk and on a phone", async () => {
    for (const width of [390, 1000, 1280]) {
      await page.setViewportSize({ width, height: 720 });
      await open("customers", "Customers");
      const customers = section("Customers");
      await customers.getByLabel("Renewals without approval").fill(String(Math.ceil(width / 300)));
      await customers.getByRole("button", { name: "Save" }).click();
      const toast = page.getByRole("alert").filter({ hasText: "Customer settings saved" });
      await toast.waitFor();
      // A message under the pointer stays.
      await toast.hover();
      await page.evaluate("window.scrollTo(0, document.body.scrollHeight)");
      const { x, y, width: wide, height } = (await toast.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
      // Nothing of the page can be above the header's end.
      const header = page.getByRole("banner");
      expect(y + height).toBeLessThanOrEqual((await header.boundingBox())?.height ?? 0);
      for (const control of width === 390
        ? []
        : await header.locator(":is(a, button)").filter({ visible: true }).all()) {
        const box = await control.boundingBox();
        const isCovered = box && x < box.x + box.width && box.x < x + wide && y < box.y + box.height;
        expect(isCovered).toBe(false);
      }
      await toast.getByRole("button", { name: "Close this message" }).click();
    }
  });

  test("change a role when it is chosen, not by an arrow key, and ask before somebody becomes an owner", async () => {
    const reader = `reader@${service.handle}.example`;
    await v3(service, "POST", "members", { email: reader, role: "read_only" });
    const roleOf = async () => {
      const { members } = (await v3(service, "GET", "members")).body;
      return members.find(({ email }: { email: string }) => email === reader).role;
    };
    await open("people", "People");
    const role = page.getByRole("combobox", { name: `Role of ${reader}` });
    const removeYou = page.getByRole("button", { name: `Remove ${service.owner.email}` });
    await page.getByText("The only one").waitFor();
    expect(await removeYou.count()).toBe(0);
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
    const question = page.getByRole("dialog", { name: `Make ${reader} an owner?` });
    await question.getByRole("button", { name: "Cancel" }).last().click();
    await question.waitFor({ state: "detached" });
    expect([await role.inputValue(), changes]).toEqual(["Read only", []]);

    await role.click();
    await page.getByRole("option", { name: "Owner" }).click();
    await question.getByRole("button", { name: "Make owner" }).click();
    await done(`Role of ${reader} changed.`);
    expect(await roleOf()).toBe("owner");
    await removeYou.filter({ visible: true }).click();
    const leaving = page.getByRole("dialog", { name: "Leave this store?" });
    await leaving.getByRole("button", { name: "Cancel" }).last().click();
    await until("the list shows it", async () => (await role.inputValue()) === "Owner");
    await until("it can be changed again", async () => (await role.getAttribute("aria-busy")) === "false");
    await role.press("ArrowDown");
    await page.getByRole("option", { name: "Staff" }).waitFor();
    await role.press("ArrowDown");
    await role.press("Enter");
    const taking = page.getByRole("dialog", { name: `Remove the owner role from ${reader}?` });
    await taking.getByRole("button", { name: "Remove owner role" }).click();
    await until("the role is staff", async () => (await roleOf()) === "staff");
  });

  test("follow a name that is changed elsewhere, and keep one that is being typed", async () => {
    const owner = await signIn(service, service.owner.email, undefined, service.owner.password);
    await page.clock.install();
    await open("profile", "Your profile");
    const name = page.getByLabel("Your name");
    const changedElsewhere = async (to: string) => {
      // Not from the page, whose screen follows what it does itself.
      await owner.auth("update-user", { name: to });
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

  test("have one form with one Save each, and open under their earlier addresses", async () => {
    for (const [path, heading] of [
      ["general", "Store details"],
      ["orders", "New orders"],
      ["customers", "Customers"],
      ["checks", "Orders to check"],
      ["privacy", "Privacy"],
    ] as const) {
      await open(path, heading);
      const save = page.getByRole("button", { name: "Save", exact: true });
      await save.waitFor();
      expect([path, await save.count()]).toEqual([path, 1]);
      expect(await seriousFindings(page)).toEqual([]);
    }
    for (const [before, now] of [
      ["general", "store"],
      ["api-keys", "api"],
      ["api-keys/new", "api/new"],
      ["api-keys/calls?q=orders", "api/calls?q=orders"],
    ]) {
      await page.goto(`/admin/settings/${before}`);
      await page.waitForURL(`**/admin/settings/${now}`);
    }
  });

  test("have an address each, and a list that leads to all of them", async () => {
    await page.goto("/admin/settings");
    const list = page.getByRole("navigation", { name: "Settings" });
    const groups = {
      Orders: ["New orders", "Customers", "Orders to check", "Privacy"],
      Appearance: ["Branding", "Wording"],
      Access: ["People", "API", "Webhooks", "Your profile"],
      Store: ["Domain", "Email", "Plan", "Store details"],
    };
    for (const [group, names] of Object.entries(groups)) {
      for (const name of names) {
        await list.getByRole("group", { name: group }).getByRole("link", { name, exact: true }).click();
        await page.getByRole("heading", { name, level: 1, exact: true }).waitFor();
      }
    }
    await page.goBack();
    await page.getByRole("heading", { name: "Plan", level: 1 }).waitFor();
    await page.goto("/admin/settings/nothing");
    await page.getByRole("heading", { name: "Page not found", level: 1 }).waitFor();
    await page.getByRole("heading", { name: "This settings page does not exist" }).waitFor();
    expect(await page.title()).toBe("Page not found – Waybill");
  });
});
