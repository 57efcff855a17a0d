import { afterEach, beforeAll, beforeEach, expect, test } from "bun:test";
import type { BrowserContext, Page, Route } from "playwright-core";
import { openArea } from "../support/area.ts";
import { closeLaterPages, seriousFindings } from "../support/browser.ts";
import { type Store, until } from "../support/service.ts";
import { makeSqliteStore } from "../support/shared-service.ts";
import { addItem, createOrder } from "../support/store.ts";
import { v3 } from "../support/v3.ts";

let service: Store;
let product: number;
let session: Awaited<ReturnType<BrowserContext["cookies"]>>;
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  service = await makeSqliteStore();
  await addItem(service, "MAP");
  await createOrder(service, { skus: ["MAP"] });
  product = (await v3(service, "GET", "skuproducts/MAP")).body.product.id;
  // Tries are limited by address, and others share the service.
  context = await openArea(service, { extraHTTPHeaders: { "x-forwarded-for": "203.0.113.77" } });
  session = await context.cookies();
});

beforeEach(async () => {
  await context.clearCookies();
  await context.addCookies(session);
  page = await context.newPage();
});

afterEach(() => closeLaterPages(context));

async function enter(where: Page): Promise<void> {
  const { email, password } = service.owner;
  await where.getByLabel("Email").fill(email);
  await where.getByLabel(/^Password/).fill(password);
  await where.getByRole("button", { name: "Sign in" }).click();
}

const sentence = "You were signed out. Sign in to continue.";

test("whose session has ended is led to the sign-in and back to the same screen", async () => {
  await page.goto("/admin/orders/10000001");
  await page.getByRole("button", { name: "Resend email" }).waitFor();
  await context.clearCookies();
  await page.getByRole("button", { name: "Resend email" }).click();
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  await page.getByRole("alert").filter({ hasText: sentence }).waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await enter(page);
  await page.getByRole("heading", { name: "Order 10000001" }).waitFor();
  expect(new URL(page.url()).pathname).toBe("/admin/orders/10000001");

  await page.goto("/admin/orders/10000001");
  await page.getByRole("button", { name: "Resend email" }).waitFor();
  // What is still being loaded must not tell of it before the click.
  const held: Route[] = [];
  let holds = true;
  await page.route("**/api/v3/**", (route) => (holds ? void held.push(route) : route.continue()));
  await context.clearCookies();
  await page.getByRole("navigation", { name: "Sections" }).getByRole("link", { name: "Products" }).click();
  await page.waitForURL("**/admin/products");
  holds = false;
  for (const route of held) await route.continue();
  await page.getByText(sentence).waitFor();
  // Not by the form once more: three tries in ten seconds are all that the service lets in.
  await context.addCookies(session);
  await page.reload();
  await page.getByRole("link", { name: "Item MAP" }).waitFor();
});

test("what was typed outlives the session: one signs in in another tab and saves", async () => {
  await page.goto("/admin/orders/10000001?dialog=edit");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("First name").fill("Grace");
  await context.clearCookies();
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByRole("alert").filter({ hasText: "You were signed out." }).waitFor();
  const opened = context.waitForEvent("page");
  await dialog.getByRole("link", { name: "Sign in" }).click();
  const other = await opened;
  await enter(other);
  await other.getByRole("button", { name: /Signed in as/ }).waitFor();
  expect(new URL(other.url()).search).toBe("?dialog=edit");
  expect(await dialog.getByLabel("First name").inputValue()).toBe("Grace");
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "detached" });
  expect((await v3(service, "GET", "orders/10000001")).body.order.first_name).toBe("Grace");
  await page.getByRole("alert").filter({ hasText: "You were signed out." }).waitFor({ state: "detached" });
});

test("what was saved is no input to keep: leaving asks nothing, and the session's end leads to the sign-in", async () => {
  await page.goto(`/admin/products/${product}`);
  const save = async (name: string) => {
    await page.getByLabel("Name").fill(name);
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByRole("heading", { name, level: 1, exact: true }).waitFor();
  };
  await save("Item MAP, second edition");
  await page.getByRole("navigation", { name: "Sections" }).getByRole("link", { name: "Products" }).click();
  await page.getByRole("link", { name: "Item MAP, second edition" }).click();
  await save("Item MAP");
  await context.clearCookies();
  await page.getByRole("button", { name: "Delete product" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Type “Item MAP” to confirm").fill("Item MAP");
  await dialog.getByRole("button", { name: "Delete product" }).click();
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  await page.getByText(sentence).waitFor();
});

test("a screen that asks for much at once asks only once whether the session has ended", async () => {
  await page.goto("/admin/connections");
  await page.getByRole("link", { name: "Connect a shop" }).waitFor();
  await context.clearCookies();
  const answers: string[] = [];
  page.on("response", (response) => {
    if (response.status() === 401) answers.push(new URL(response.url()).pathname.replace("/api/v3/", ""));
  });
  await page.getByRole("navigation", { name: "Sections" }).getByRole("link", { name: "Overview" }).click();
  await page.getByText(sentence).waitFor();
  // The page may show it before Chromium tells this test of the answer.
  await until("the session's end is told", async () => answers.includes("session"));
  expect(answers.filter((path) => path !== "session").length).toBeGreaterThan(2);
  expect(answers.filter((path) => path === "session")).toEqual(["session"]);
});

test("whoever was not signed in is asked to sign in without more words", async () => {
  await context.clearCookies();
  await page.goto("/admin/orders");
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  expect(await page.getByText(sentence).count()).toBe(0);
});

test("an action runs once, however often its button is clicked", async () => {
  const asked = Promise.withResolvers<Route>();
  let requests = 0;
  await page.route("**/api/v3/orders/10000001/resend", (route) => {
    requests++;
    asked.resolve(route);
  });
  await page.goto("/admin/orders/10000001");
  const button = page.getByRole("button", { name: "Resend email" });
  // Both before the page is drawn anew.
  await button.evaluate((element: { click(): void }) => {
    element.click();
    element.click();
  });
  await (await asked.promise).continue();
  await page.getByText("is kept here, not sent. There is no mail server.").first().waitFor();
  expect(requests).toBe(1);
});
