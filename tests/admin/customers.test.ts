import { expect, test } from "bun:test";
import { seriousFindings } from "../support/browser.ts";
import { startOrderScreens } from "../support/order-screens.ts";

const { at, makeOrder } = await startOrderScreens();

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
