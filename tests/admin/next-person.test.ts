import { expect, test } from "bun:test";
import { join } from "node:path";
import { addPerson, openArea } from "../support/area.ts";
import { temporaryFolder } from "../support/cleanup.ts";
import { makeSqliteStore } from "../support/shared-service.ts";
import { addItem, createOrder } from "../support/store.ts";

test("what is under way outlives a session for whoever signs in again, and ends for the next person", async () => {
  const service = await makeSqliteStore();
  const owner = service.owner;
  const ann = await addPerson(service, `ann@${service.handle}.example`, "staff");
  await addItem(service, "MAP");
  await createOrder(service, { skus: ["MAP"] });
  const context = await openArea(service);
  const page = await context.newPage();
  const go = (name: string) => page.getByRole("link", { name, exact: true }).first().click();
  const comeAs = async ({ email, password }: { email: string; password: string }) => {
    await page.getByLabel("Email").fill(email);
    await page.getByLabel(/^Password/).fill(password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByRole("button", { name: `Signed in as ${email}` }).waitFor();
  };
  await page.route("**/resend", (route) => route.fulfill({ status: 409, json: { detail: "Not just now." } }));
  await page.goto("/admin/orders");
  await page.getByLabel("Select all on this page").click();
  await page.getByRole("button", { name: "Resend" }).click();
  const report = page.getByRole("main").getByText("1 of 1 orders failed");
  await report.waitFor();
  await go("Products");
  await go("Item MAP");
  await page.getByRole("tab", { name: /^Files/ }).click();
  const file = join(temporaryFolder(), "private.txt");
  await Bun.write(file, "private");
  // It is on its way as long as the test lasts.
  await page.route("**/api/v3/uploads", () => {});
  await page
    .getByRole("tabpanel", { name: /^Files/ })
    .locator("input[type=file]")
    .first()
    .setInputFiles(file);
  const uploading = page.getByRole("banner").getByRole("link", { name: "Uploading 1 file" });
  await uploading.waitFor();

  await context.clearCookies();
  await go("Emails");
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  await comeAs(owner);
  await uploading.waitFor();
  await go("Orders");
  await report.waitFor();

  await context.clearCookies();
  await go("Downloads");
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  await comeAs(ann);
  await uploading.waitFor({ state: "detached" });
  await go("Orders");
  await page.getByRole("link", { name: "10000001" }).waitFor();
  expect(await report.count()).toBe(0);
});
