import { afterEach, beforeAll, expect, test } from "bun:test";
import type { BrowserContext, Page, Route } from "playwright-core";
import { openArea } from "../support/area.ts";
import { closeLaterPages, seriousFindings } from "../support/browser.ts";
import {
  drop,
  expectFiles,
  fileRow,
  filesOf,
  made,
  megabyte,
  openFiles,
  replace,
  slowDown,
} from "../support/file-screens.ts";
import { type Store, until } from "../support/service.ts";
import { makeSqliteStore } from "../support/shared-service.ts";

let service: Store;
let context: BrowserContext;

beforeAll(async () => {
  service = await makeSqliteStore();
  context = await openArea(service);
});

afterEach(() => closeLaterPages(context));

const opened = (name: string, prepare?: (page: Page) => Promise<void>) => openFiles(context, service, name, prepare);

test("files stand in the order of their names, whichever arrives first", async () => {
  const { page, product } = await opened("Album");
  const slow = await slowDown(page);
  const sizes = {
    "1 Track.flac": 24 * megabyte,
    "2 Track.flac": 20,
    "3 Track.flac": 2 * megabyte,
    "10 Track.flac": 20,
  };
  const chosen = Object.entries(sizes).map(([name, size]) => made(name, size));
  await drop(page, chosen.toReversed());
  await until("the others are there", async () => (await filesOf(service, product)).length === 3);
  await slow.end();
  await expectFiles(service, product, sizes);
  expect((await filesOf(service, product)).map(({ filename }) => filename)).toEqual(Object.keys(sizes));
});

test("an empty file is refused before it is sent, and takes no other's place", async () => {
  const { page, product } = await opened("Empty");
  await drop(page, [made("full.txt", 10), made("nothing.txt", 0)]);
  const refusal = page.getByText("nothing.txt is empty.");
  await refusal.waitFor();
  const message = page.getByRole("alert").filter({ has: refusal });
  await message.getByRole("button", { name: "Close this message" }).click();
  await refusal.waitFor({ state: "detached" });
  await fileRow(page, "full.txt").waitFor();
  await replace(page, "full.txt", made("nothing.txt", 0));
  await refusal.waitFor();
  await page.getByRole("list", { name: "Uploads" }).waitFor({ state: "detached" });
  await expectFiles(service, product, { "full.txt": 10 });
});

test("a file that the product has is not added once more when it is chosen again with others", async () => {
  const { page, product } = await opened("Again");
  await drop(page, [made("one.txt", 10)]);
  await fileRow(page, "one.txt").waitFor();
  await drop(page, [made("one.txt", 10), made("two.txt", 20)]);
  await page.getByText("one.txt is already uploaded").waitFor();
  await fileRow(page, "two.txt").waitFor();
  await expectFiles(service, product, { "one.txt": 10, "two.txt": 20 });
});

test("a file with the name of another takes its place, stands beside it or is left out, as one chooses", async () => {
  const { page, product } = await opened("Named");
  const sizes = async () => (await filesOf(service, product)).map(({ size_bytes }) => size_bytes);
  const asked = page.getByRole("dialog", { name: "one.txt already exists" });
  const answer = async (act: string) => {
    await asked.getByRole("button", { name: act }).click();
    await asked.waitFor({ state: "detached" });
  };
  await drop(page, [made("one.txt", 10)]);
  await fileRow(page, "one.txt").waitFor();
  // Others that are chosen with it do not wait for the answer.
  await drop(page, [made("one.txt", 11), made("two.txt", 20)]);
  await fileRow(page, "two.txt").waitFor();
  await asked.waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await answer("Skip");
  expect(await sizes()).toEqual([10, 20]);

  await drop(page, [made("one.txt", 12)]);
  await answer("Replace");
  await until("it is replaced", async () => (await sizes()).join() === "12,20");
  await page.getByText("Replaced one.txt.").waitFor();

  await drop(page, [made("one.txt", 13), made("two.txt", 20)]);
  await answer("Keep both");
  await fileRow(page, "one.txt").nth(1).waitFor();
  expect(await sizes()).toEqual([12, 20, 13]);
});

test("a replacement that is done is told as such, and cannot be canceled", async () => {
  const { page, product } = await opened("Done");
  await drop(page, [made("old.txt", 10)]);
  await fileRow(page, "old.txt").waitFor();
  const [old] = await filesOf(service, product);
  // The screen learns of the file only when it is let.
  const asked = Promise.withResolvers<Route>();
  await page.route("**/api/v3/uploads/*", (route) =>
    route.request().method() === "GET" ? asked.resolve(route) : route.continue(),
  );
  await replace(page, "old.txt", made("new.txt", 20));
  const question = await asked.promise;
  await until("the file is stored", async () => (await filesOf(service, product))[0]?.filename === "new.txt");
  expect((await filesOf(service, product))[0]?.id).toBe(old?.id);
  await page.getByText("Replaces old.txt. Checking…").waitFor();
  expect(await page.getByRole("button", { name: "Cancel new.txt" }).count()).toBe(0);
  await question.continue();
  await page.getByText("Replaced old.txt.").waitFor();
  await fileRow(page, "new.txt").waitFor();
  await expectFiles(service, product, { "new.txt": 20 });
});

test("a file is replaced in its place, under its ID, and its earlier version stays in a list", async () => {
  const { page, product } = await opened("Replaced");
  await drop(page, [made("one.txt", 10)]);
  await fileRow(page, "one.txt").waitFor();
  await drop(page, [made("two.txt", 20)]);
  await fileRow(page, "two.txt").waitFor();
  const [old] = await filesOf(service, product);
  await replace(page, "one.txt", made("one-2.txt", 30));
  await fileRow(page, "one-2.txt").waitFor();
  expect((await filesOf(service, product)).map(({ filename }) => filename)).toEqual(["one-2.txt", "two.txt"]);
  expect((await filesOf(service, product))[0]?.id).toBe(old?.id);
  await page.getByRole("button", { name: "Tell the buyers of one-2.txt" }).click();
  const telling = page.getByRole("dialog", { name: "Tell the buyers of one-2.txt" });
  await telling.getByText("Nobody would get this email.").waitFor();
  await telling.getByRole("button", { name: "Close", exact: true }).click();
  await telling.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Versions of one-2.txt" }).click();
  // Its name follows the file.
  const versions = page.getByRole("dialog", { name: /^Versions of one/ });
  await versions.getByText("Version 2", { exact: true }).waitFor();
  await versions.getByRole("button", { name: "Add note" }).first().click();
  await versions.getByRole("textbox", { name: "What is new" }).fill("Larger.");
  await versions.getByRole("button", { name: "Save note" }).click();
  await versions.getByText("Larger.").waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  const earlier = versions.getByRole("listitem").filter({ hasText: "Version 1" });
  await earlier.getByRole("button", { name: "Make current" }).click();
  await until("the old one is back", async () => (await filesOf(service, product))[0]?.filename === "one.txt");
  await page.getByText("Customers get version 1 from now on.").waitFor();
  await earlier.getByText("Customers get this").waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("Customers get version 2 from now on.").waitFor();
  await until("the new one is back", async () => (await filesOf(service, product))[0]?.filename === "one-2.txt");
  await page.keyboard.press("Escape");
  await replace(page, "one-2.txt", made("one-3.txt", 31));
  await fileRow(page, "one-3.txt").waitFor();

  await page.getByRole("button", { name: "Move two.txt up" }).click();
  await until("two.txt stands first", async () => (await filesOf(service, product))[0]?.filename === "two.txt");
  // The list shows it, and takes the next change.
  await page.getByRole("button", { name: "Move two.txt down" }).click({ trial: true });
  // A row is dragged to another's place, and its name opens the file.
  await page.getByRole("listitem").filter({ hasText: "one-3.txt" }).dragTo(fileRow(page, "two.txt"));
  await until("one-3.txt is first", async () => (await filesOf(service, product))[0]?.filename === "one-3.txt");
  const [download] = await Promise.all([page.waitForEvent("download"), fileRow(page, "one-3.txt").click()]);
  expect(download.suggestedFilename()).toBe("one-3.txt");
  await page.getByRole("button", { name: "Remove two.txt" }).click();
  await page.getByRole("button", { name: "Remove file" }).click();
  await fileRow(page, "two.txt").waitFor({ state: "detached" });
  await expectFiles(service, product, { "one-3.txt": 31 });
});
