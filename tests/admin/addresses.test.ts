import { expect, test } from "bun:test";
import { startOrderScreens } from "../support/order-screens.ts";
import { v3 } from "../support/v3.ts";

const { service, at, order, makeOrder } = await startOrderScreens();

test("an email address with a Unicode domain is kept and shown as it was typed", async () => {
  const typed = "Nils@Bücher.example";
  const { id } = await makeOrder({ email: "nils@example.com" });
  await at("/admin/customers/nils%40example.com", async (page) => {
    await page.getByRole("button", { name: "More" }).click();
    await page.getByRole("menuitem", { name: "Change address…" }).click();
    await page.getByRole("textbox", { name: "Email" }).fill(typed);
    await page.getByRole("button", { name: "Change address" }).click();
    await page.getByText(`The orders now belong to ${typed}.`).waitFor();
    await page.getByRole("heading", { level: 1, name: typed }).waitFor();
    await page.goto(`${service.url}/admin/orders/${id}`);
    await page.getByRole("link", { name: typed }).first().waitFor();
  });
  expect(await order(id)).toMatchObject({ email: typed });
});

test("a web address gets https:// in its field, and nothing else is changed", async () => {
  await at("/admin/settings/store", async (page) => {
    const website = page.getByLabel("Website");
    const left = {
      "bücher.example/maps": "https://bücher.example/maps",
      " example.com:8443 ": "https://example.com:8443",
      "http://example.com": "http://example.com",
      "mailto:ann@example.com": "mailto:ann@example.com",
      "no address": "no address",
    };
    for (const [typed, shown] of Object.entries(left)) {
      await website.fill(typed);
      await website.blur();
      expect([typed, await website.inputValue()]).toEqual([typed, shown]);
    }
    await website.fill("bücher.example/maps");
    await website.press("Enter");
    await page.getByText("Store saved.").waitFor();
    expect(await website.inputValue()).toBe("https://bücher.example/maps");
  });
  const { account } = (await v3(service, "GET", "account")).body;
  expect(account.website).toBe("https://bücher.example/maps");
});
