import { expect, test } from "bun:test";
import { seriousFindings } from "../support/browser.ts";
import { startOrderScreens } from "../support/order-screens.ts";
import { v3 } from "../support/v3.ts";

const { service, at } = await startOrderScreens();

test("without a mail server an owner passes the invitation on as a link, and can make a new one", async () => {
  const phone = { viewport: { width: 390, height: 844 } };
  await at(
    "/admin/settings/people",
    async (page) => {
      await page.getByRole("button", { name: "Invite" }).click();
      await page.getByRole("textbox", { name: "Email" }).fill("bea@example.com");
      await page.getByRole("dialog", { name: "Invite a person" }).getByRole("button", { name: "Invite" }).click();
      const dialog = page.getByRole("dialog", { name: "Pass on the invitation" });
      const first = (await dialog.locator("code").textContent()) ?? "";
      expect(await seriousFindings(page)).toEqual([]);
      await dialog.getByRole("button", { name: "Close" }).click();
      await page.getByRole("button", { name: "Invite again: bea@example.com" }).last().click();
      const second = (await dialog.locator("code").textContent()) ?? "";
      expect(second).not.toBe(first);
      await page.goto(first);
      await page.getByText("ask the store's owner for a new invitation").waitFor();
      await page.goto(second);
      await page.getByLabel("New password").waitFor();
    },
    phone,
  );
  const api = await v3(service, "POST", "members", { email: "carl@example.com", role: "staff" });
  expect([api.status, api.body.member.invitation_url]).toEqual([201, null]);
});

test("the banner about the mail server folds, and stays folded", async () => {
  await at("/admin/orders", async (page) => {
    const banner = page.getByRole("note", { name: "Emails are not sent" });
    await banner.getByText("Without a mail server, customers receive nothing.").waitFor();
    await banner.getByRole("button", { name: "Fold" }).click();
    await page.reload();
    await banner.getByText("Emails are kept here, not sent.").waitFor();
    expect(await banner.getByText("Without a mail server").count()).toBe(0);
    await banner.getByRole("button", { name: "More" }).click();
    await banner.getByText("Set up a mail server").waitFor();
  });
});
