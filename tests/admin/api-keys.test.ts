import { beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { openArea } from "../support/area.ts";
import type { Store } from "../support/service.ts";
import { makeSqliteStore } from "../support/shared-service.ts";
import { v3 } from "../support/v3.ts";

describe("API keys in the administration area", () => {
  let service: Store;
  let page: Page;

  beforeAll(async () => {
    service = await makeSqliteStore();
    page = await (await openArea(service)).newPage();
  });

  const button = (name: string) => page.getByRole("button", { name, exact: true });
  const shownKey = async () => {
    await page.getByText("Copy the secret now").waitFor();
    return (await page.locator("code", { hasText: "wb_" }).textContent()) ?? "";
  };
  const statusOf = async (key: string) =>
    (await service.get("/api/v3/orders", { headers: { authorization: `Bearer ${key}` } })).status;

  test("are created in plain words, shown once, replaced and revoked, and their calls are listed", async () => {
    await page.goto("/admin/settings/api");
    await page.getByRole("link", { name: "Create key" }).click();
    await page.getByLabel("Name").fill("Checkout");
    await page.getByLabel("See products and the list of files").check();
    await page.getByLabel("Test mode").check();
    await button("Create key").click();
    const key = await shownKey();
    expect(await statusOf(key)).toBe(200);
    const [made] = (await v3(service, "GET", "api_keys")).body.api_keys;
    expect(made).toMatchObject({
      name: "Checkout",
      test: true,
      scopes: ["orders:read", "orders:write", "products:read"],
    });

    await page.getByRole("link", { name: "Continue" }).click();
    await page.getByRole("link", { name: "Checkout" }).click();
    expect(await page.getByText(key).count()).toBe(0);
    await page.getByLabel("Create and change orders, and send their emails").uncheck();
    await button("Save").click();
    await page.getByText("Key saved.").waitFor();
    await button("Replace key…").click();
    await page.getByRole("dialog").getByRole("button", { name: "Replace key" }).click();
    const second = await shownKey();
    expect([await statusOf(key), await statusOf(second)]).toEqual([200, 200]);

    await page.getByRole("link", { name: "Last calls" }).click();
    const calls = page.getByRole("table", { name: "Calls" });
    await calls.getByText("GET /api/v3/orders").first().waitFor();
    expect(await calls.getByText("POST /api/v3/api_keys").count()).toBe(0);
    await page.getByLabel("Search calls").fill("nothing");
    await page.getByText("No matching calls").waitFor();

    await page.goto(`/admin/settings/api/${made.id}`);
    await button("Revoke key…").click();
    await page.getByRole("dialog").getByRole("button", { name: "Revoke key" }).click();
    await page.getByText("No keys").waitFor();
    expect([await statusOf(key), await statusOf(second)]).toEqual([401, 401]);
  });
});
