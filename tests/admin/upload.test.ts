import { afterEach, beforeAll, expect, test } from "bun:test";
import type { BrowserContext, Page } from "playwright-core";
import { enterArea, openArea } from "../support/area.ts";
import { closeLaterPages, seriousFindings } from "../support/browser.ts";
import { drop, expectFiles, fileRow, made, megabyte, openFiles, sending, slowDown } from "../support/file-screens.ts";
import { type Store, until } from "../support/service.ts";
import { makeSqliteStore } from "../support/shared-service.ts";
import { v3 } from "../support/v3.ts";

let service: Store;
let context: BrowserContext;

beforeAll(async () => {
  service = await makeSqliteStore();
  context = await openArea(service);
});

afterEach(() => closeLaterPages(context));

const opened = (name: string, prepare?: (page: Page) => Promise<void>) => openFiles(context, service, name, prepare);

test("an upload is seen on every screen, leads back to its product, and is not left by mistake", async () => {
  const { page, product } = await opened("Elsewhere");
  const slow = await slowDown(page, 0.2);
  await drop(page, [made("one.bin", 12 * megabyte), made("two.bin", 12 * megabyte)]);
  await sending(page, "one.bin", 1);
  await page.getByRole("link", { name: "Orders", exact: true }).click();
  await page.getByRole("heading", { name: "Orders", level: 1 }).waitFor();
  const shown = page.getByRole("banner").getByRole("link", { name: /^Uploading 2 files, \d+%$/ });
  await shown.waitFor();
  await page
    .getByRole("status")
    .filter({ hasText: /Uploading 2 files, \d+%/ })
    .waitFor({ state: "attached" });
  expect(await seriousFindings(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 800 });
  const width = () => page.evaluate<number>("document.documentElement.scrollWidth");
  await until("it fits a phone", async () => (await width()) === 390);

  const asked = page.waitForEvent("dialog");
  await page.close({ runBeforeUnload: true });
  const dialog = await asked;
  expect(dialog.type()).toBe("beforeunload");
  await dialog.dismiss();

  await shown.click();
  await page.getByRole("progressbar", { name: "Upload of one.bin" }).waitFor();
  expect(new URL(page.url()).pathname).toBe(`/admin/products/${product}`);
  await page.goBack();
  await slow.end();
  await page.getByText("All files uploaded.").waitFor();
  await shown.waitFor({ state: "detached" });
  await expectFiles(service, product, { "one.bin": 12 * megabyte, "two.bin": 12 * megabyte });
  await page.goForward();
  await fileRow(page, "two.bin").waitFor();
});

test("a canceled upload leaves nothing", async () => {
  const { page, product } = await opened("Canceled");
  await slowDown(page, 0.5);
  await drop(page, [made("wrong.bin", 32 * megabyte)]);
  await sending(page, "wrong.bin", 1);
  const ended = page.waitForResponse((response) => response.request().method() === "DELETE");
  await page.getByRole("button", { name: "Cancel wrong.bin" }).click();
  expect((await ended).status()).toBe(204);
  await page.getByRole("list", { name: "Uploads" }).waitFor({ state: "detached" });
  await expectFiles(service, product, {});
});

test("an upload that is canceled when all of it has arrived leaves nothing either", async () => {
  const { page, product } = await opened("Regretted");
  const stored = async () => (await v3(service, "GET", "files")).body.total;
  const before = await stored();
  // The screen does not learn of the file, as its first question is not answered.
  let asked = false;
  await page.route("**/api/v3/uploads/*", (route) => {
    if (asked || route.request().method() !== "GET") return route.continue();
    asked = true;
  });
  await drop(page, [made("regretted.txt", 10)]);
  await page.getByText("Checking…").waitFor();
  await until("the file is stored", async () => (await stored()) === before + 1);
  await page.getByRole("button", { name: "Cancel regretted.txt" }).click();
  await until("it is gone", async () => (await stored()) === before);
  await page.getByRole("list", { name: "Uploads" }).waitFor({ state: "detached" });
  await expectFiles(service, product, {});
});

// The last one: it ends the session of all.
test("who signs out is asked first, and leaves no upload to whoever signs in next", async () => {
  const { page, product } = await opened("Left");
  await slowDown(page, 0.2);
  await drop(page, [made("private.bin", 12 * megabyte)]);
  await sending(page, "private.bin", 1);
  await page.getByRole("button", { name: /^Signed in as/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  const question = page.getByRole("dialog", { name: "Sign out now?" });
  await question.getByText("Unfinished uploads are canceled.").waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await question.getByRole("button", { name: "Sign out" }).click();
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  await enterArea(context, service);
  await page.evaluate("history.back()");
  await page.getByRole("button", { name: /^Signed in as/ }).waitFor();
  expect(await page.getByText("private.bin").count()).toBe(0);
  expect(
    await page
      .getByRole("banner")
      .getByText(/Uploading/)
      .count(),
  ).toBe(0);
  await expectFiles(service, product, {});
});
