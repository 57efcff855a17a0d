import { expect, test } from "bun:test";
import { seriousFindings } from "../support/browser.ts";
import { licenseKeySet } from "../support/licenses.ts";
import { startOrderScreens } from "../support/order-screens.ts";

const { service, at } = await startOrderScreens();

test("an owner copies the public key, adds a second one, and removes the old one", async () => {
  await at("/admin/settings/licenses", async (page) => {
    const [oldId = ""] = (await licenseKeySet(service)).keys();
    await page.getByText(`ID ${oldId}`).waitFor();
    expect(await page.getByRole("button", { name: /^Remove key/ }).count()).toBe(0);
    await page.getByRole("button", { name: "Add a second key" }).click();
    await page.getByRole("button", { name: "Add key", exact: true }).click();
    await page.getByText("The key was added.").waitFor();
    await page
      .getByRole("button", { name: /^Remove key/ })
      .nth(1)
      .waitFor();
    expect((await licenseKeySet(service)).size).toBe(2);
    expect(await seriousFindings(page)).toEqual([]);
    await page
      .getByRole("button", { name: /^Remove key/ })
      .first()
      .click();
    await page.getByRole("button", { name: "Remove key", exact: true }).click();
    await page.getByText("The key was removed.").waitFor();
    const left = [...(await licenseKeySet(service)).keys()];
    expect([left.length, left.includes(oldId)]).toEqual([1, false]);
  });
});
