import { expect, test } from "bun:test";
import { domainToASCII } from "node:url";
import { readableAddress } from "../../admin/components/readable-address.ts";
import { seriousFindings } from "../support/browser.ts";
import { startOrderScreens } from "../support/order-screens.ts";

const { at, makeOrder, service } = await startOrderScreens();

test("a customer is found, noted, given another address and erased by typing it", async () => {
  await makeOrder({ email: "mia@example.com", first_name: "Mia", last_name: "Wong" });
  const { id } = await makeOrder({ email: "mia@example.com", first_name: "Mia", last_name: "Wong" });
  await at(`/admin/orders/${id}`, async (page) => {
    await page.getByRole("link", { name: "mia@example.com" }).click();
    await page.getByRole("heading", { level: 1, name: "Mia Wong" }).waitFor();
    await page.locator("dt:text-is('Orders') + dd:text-is('2')").waitFor();
    await page.getByRole("textbox", { name: "Notes" }).fill("Calls on Mondays.");
    await page.getByRole("button", { name: "Save notes" }).click();
    await page.getByText("The notes were saved.").waitFor();

    await page.getByRole("button", { name: "More" }).click();
    await page.getByRole("menuitem", { name: "Change address…" }).click();
    await page.getByRole("textbox", { name: "Email" }).fill("mia.wong@example.com");
    await page.getByRole("button", { name: "Change address" }).click();
    await page.waitForURL("**/admin/customers/mia.wong%40example.com");
    expect(await page.getByRole("textbox", { name: "Notes" }).inputValue()).toBe("Calls on Mondays.");

    await page.getByRole("button", { name: "More" }).click();
    await page.getByRole("menuitem", { name: "Erase customer…" }).click();
    const erase = page.getByRole("button", { name: "Erase customer" });
    expect(await erase.isDisabled()).toBe(true);
    await page.getByRole("textbox", { name: "Type “mia.wong@example.com” to confirm" }).fill("mia.wong@example.com");
    await erase.click();
    await page.waitForURL("**/admin/customers");
    await page.getByText("The customer was erased.").waitFor();
    await page.getByText("No customers yet").waitFor();
    expect(await seriousFindings(page)).toEqual([]);
  });
});

test("an address is shown in the letters of its domain, and copied as it is stored", async () => {
  const stored = "solo@mail.xn--bcher-kva.example";
  const { id } = await makeOrder({ email: stored, send_email: true });
  await at(
    "/admin/orders",
    async (page) => {
      await page.getByRole("link", { name: "solo@mail.bücher.example" }).first().waitFor();
      expect(await page.getByTitle(stored).count()).toBe(1);
      await page.goto(`/admin/orders/${id}`);
      const details = page.getByRole("region", { name: "Details" });
      await details.getByRole("button", { name: "Copy email address" }).click();
      await page.getByRole("button", { name: "Copied" }).or(page.getByText("Copied")).first().waitFor();
      expect(await page.evaluate("navigator.clipboard.readText()")).toBe(stored);
      await details.getByRole("link", { name: "solo@mail.bücher.example" }).click();
      await page.getByRole("heading", { level: 1, name: "solo@mail.bücher.example" }).waitFor();
      expect(await page.getByText("xn--").count()).toBe(0);
      await page.goto(`/admin/orders/${id}`);
      const timeline = page.getByRole("region", { name: "Timeline" });
      await timeline.getByText("Email to solo@mail.bücher.example").first().waitFor();
      expect(await timeline.getByText("xn--").count()).toBe(0);
      await page.keyboard.press("Control+k");
      await page.getByRole("combobox", { name: /^Search/ }).fill("ücher");
      await page.getByRole("option", { name: "solo@mail.bücher.example" }).first().waitFor();
      expect(await page.getByRole("option", { name: "xn--" }).count()).toBe(0);
      await page.goto("/admin/orders?q=%C3%BCcher");
      await page.getByText("Found inside words").waitFor();
      await page.getByText("solo@mail.bücher.example").first().waitFor();
      expect(await page.getByText("xn--").count()).toBe(0);
    },
    { permissions: ["clipboard-read", "clipboard-write"], baseURL: service.url },
  );
});

test.each(["bücher.example", "例え.テスト", "почта.рф", "faß.de", "a-ö-b.org", "ทดสอบ.com"])(
  "the letters of %s are found again",
  (domain) => {
    expect(readableAddress(`solo@${domainToASCII(domain)}`)).toBe(`solo@${domain}`);
  },
);

test.each([
  "plain@example.com",
  "x@xn--a.example",
  "x@xn--99999999.com",
  "xn--only",
  "evil@xn--80ak6aa92e.example",
  "",
])("what holds no such letters stays as it is: %s", (address) => expect(readableAddress(address)).toBe(address));
