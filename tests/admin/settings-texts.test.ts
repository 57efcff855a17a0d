import { beforeAll, beforeEach, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { openArea } from "../support/area.ts";
import { seriousFindings } from "../support/browser.ts";
import { onePixel } from "../support/files.ts";
import { until } from "../support/service.ts";
import { makeSqliteStore, type SharedStore } from "../support/shared-service.ts";
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

describe("the settings of what customers see", () => {
  let service: SharedStore;
  let page: Page;

  beforeAll(async () => {
    service = await makeSqliteStore();
    await addItem(service, "MAP");
    await v3(service, "POST", "orders", {
      email: "ann@example.com",
      first_name: "Ann",
      vendor_id: "MAPS-77",
      order_items: [{ sku: "MAP" }],
    });
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
  const done = (words: string) => page.getByRole("alert").filter({ hasText: words }).first().waitFor();

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
    await preview.getByText("Shown with order MAPS-77, in English.").waitFor();
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
});
