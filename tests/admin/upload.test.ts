import { afterEach, beforeAll, describe, expect, test } from "bun:test";
import { closeSync, ftruncateSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContext, Locator, Page, Route } from "playwright-core";
import { closeLaterPages, launchBrowser, seriousFindings, signIn } from "../support/browser.ts";
import { type Service, startService, until } from "../support/service.ts";
import { createSqlite } from "../support/sqlite.ts";
import { v3 } from "../support/v3.ts";

const megabyte = 1_000_000;
let service: Service;
let owner: { email: string; password: string };
let context: BrowserContext;

beforeAll(async () => {
  service = await startService({ database: await createSqlite() });
  owner = service.owner;
  context = await (await launchBrowser()).newContext({ locale: "en-US" });
  await signIn(await context.newPage(), service);
});

afterEach(() => closeLaterPages(context));

describe("on a product's screen", () => {
  test("three files arrive whole although the server is killed and started again while they are sent", async () => {
    const { page, product } = await opened("Restarted");
    const slow = await slowDown(page);
    const files = [made("large.bin", 32 * megabyte), made("small.txt", 12), made("middle.zip", 2 * megabyte)];
    await drop(page, files);
    await sending(page, "large.bin", 10);
    service.process.kill("SIGKILL");
    await service.process.exited;
    await page
      .getByText(/^Connection lost at/)
      .first()
      .waitFor();
    service = await service.restart();
    await slow.end();
    await expectFiles(product, { "large.bin": 32 * megabyte, "small.txt": 12, "middle.zip": 2 * megabyte });
    await page.getByRole("list", { name: "Uploads" }).waitFor({ state: "detached" });
    for (const name of ["large.bin", "small.txt", "middle.zip"]) await fileRow(page, name).waitFor();
  });

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
    await until("the others are there", async () => (await filesOf(product)).length === 3);
    await slow.end();
    await expectFiles(product, sizes);
    expect((await filesOf(product)).map(({ filename }) => filename)).toEqual(Object.keys(sizes));
  });

  test("an upload is paused, outlives a reload of the page, and goes on where it was", async () => {
    const { page, product } = await opened("Reloaded");
    const slow = await slowDown(page);
    const file = made("film.mp4", 24 * megabyte);
    await drop(page, [file]);
    await sending(page, "film.mp4", 20);
    await page.getByRole("button", { name: "Pause film.mp4" }).click();
    await page.getByText(/^Paused at/).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    page.on("dialog", (dialog) => dialog.accept());
    await page.reload();
    const resumed = page.waitForRequest((request) => request.method() === "PATCH");
    await drop(page, [file]);
    expect(Number((await resumed).headers()["upload-offset"])).toBeGreaterThan(2 * megabyte);
    await slow.end();
    await expectFiles(product, { "film.mp4": 24 * megabyte });
  });

  test("a network that is gone is said at once, and the upload goes on by itself when it is back", async () => {
    const { page, product } = await opened("Offline");
    const network = await slowDown(page);
    await drop(page, [made("photos.zip", 24 * megabyte)]);
    await sending(page, "photos.zip", 10);
    // What waits for a while to have passed waits in vain.
    await page.clock.pauseAt(Date.now() + 1_000);
    expect(await page.getByText(/^Connection lost/).count()).toBe(0);
    await network.cut();
    await page.getByText(/^Connection lost at/).waitFor();
    await page.getByRole("link", { name: /^Connection lost: 1 file, \d+%$/ }).waitFor();
    await page.clock.resume();
    expect(await seriousFindings(page)).toEqual([]);
    await network.end();
    await expectFiles(product, { "photos.zip": 24 * megabyte });
  });

  test("a file that has arrived is being stored, however late the answer: the connection is not doubted", async () => {
    const { page, product } = await opened("Stored", async (page) => {
      await page.addInitScript(countLateAndAnswerLater);
      await page.clock.install();
    });
    const slow = await slowDown(page);
    await drop(page, [made("album.zip", 8 * megabyte)]);
    await sending(page, "album.zip", 40);
    await slow.end();
    await expectFiles(product, { "album.zip": 8 * megabyte });
    expect(await page.getByText("Storing the file").count()).toBe(0);
    await page.clock.fastForward(20_000);
    await page.getByText("Storing the file").waitFor();
    await page.getByRole("link", { name: "Storing 1 file, 100%" }).waitFor();
    await page.clock.fastForward(60_000);
    expect(await page.getByText(/Connection lost|Uploads continue once/).count()).toBe(0);
    await page.evaluate("answerNow()");
    await page.getByRole("list", { name: "Uploads" }).waitFor({ state: "detached" });
    await fileRow(page, "album.zip").waitFor();
  });

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
    await expectFiles(product, { "one.bin": 12 * megabyte, "two.bin": 12 * megabyte });
    await page.goForward();
    await fileRow(page, "two.bin").waitFor();
  });

  test("an empty file is refused before it is sent, and takes no other's place", async () => {
    const { page, product } = await opened("Empty");
    await drop(page, [made("full.txt", 10), made("nothing.txt", 0)]);
    const refusal = page.getByText("nothing.txt is empty.");
    await refusal.waitFor();
    await page.getByRole("button", { name: "Close this message" }).click();
    await refusal.waitFor({ state: "detached" });
    await fileRow(page, "full.txt").waitFor();
    await replace(page, "full.txt", made("nothing.txt", 0));
    await refusal.waitFor();
    await page.getByRole("list", { name: "Uploads" }).waitFor({ state: "detached" });
    await expectFiles(product, { "full.txt": 10 });
  });

  test("a file that the product has is not added once more when it is chosen again with others", async () => {
    const { page, product } = await opened("Again");
    await drop(page, [made("one.txt", 10)]);
    await fileRow(page, "one.txt").waitFor();
    await drop(page, [made("one.txt", 10), made("two.txt", 20)]);
    await page.getByText("one.txt is already uploaded").waitFor();
    await fileRow(page, "two.txt").waitFor();
    await expectFiles(product, { "one.txt": 10, "two.txt": 20 });
  });

  test("a file with the name of another takes its place, stands beside it or is left out, as one chooses", async () => {
    const { page, product } = await opened("Named");
    const sizes = async () => (await filesOf(product)).map(({ size_bytes }) => size_bytes);
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

  test("a canceled upload leaves nothing", async () => {
    const { page, product } = await opened("Canceled");
    await slowDown(page, 0.5);
    await drop(page, [made("wrong.bin", 32 * megabyte)]);
    await sending(page, "wrong.bin", 1);
    const ended = page.waitForResponse((response) => response.request().method() === "DELETE");
    await page.getByRole("button", { name: "Cancel wrong.bin" }).click();
    expect((await ended).status()).toBe(204);
    await page.getByRole("list", { name: "Uploads" }).waitFor({ state: "detached" });
    await expectFiles(product, {});
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
    await page.getByText("Storing the file").waitFor();
    await until("the file is stored", async () => (await stored()) === before + 1);
    await page.getByRole("button", { name: "Cancel regretted.txt" }).click();
    await until("it is gone", async () => (await stored()) === before);
    await page.getByRole("list", { name: "Uploads" }).waitFor({ state: "detached" });
    await expectFiles(product, {});
  });

  test("an upload whose canceling fails stays, with the reason, until it is canceled", async () => {
    const { page, product } = await opened("Clinging");
    await slowDown(page, 0.5);
    await drop(page, [made("clinging.bin", 32 * megabyte)]);
    await sending(page, "clinging.bin", 1);
    const address = /\/api\/v3\/uploads\/[^/]+$/;
    const cancel = page.getByRole("button", { name: "Cancel clinging.bin" });
    for (const [answer, words] of [
      [{ status: 500, json: { detail: "The disk does not answer." } }, "The disk does not answer."],
      [null, "The service cannot be reached."],
    ] as const) {
      await page.route(address, (route) => (answer ? route.fulfill(answer) : route.abort()));
      await cancel.click();
      await page.getByRole("alert").getByText(`Could not cancel. ${words}`).waitFor();
      await page.unroute(address);
    }
    expect(await seriousFindings(page)).toEqual([]);
    const ended = page.waitForResponse((response) => response.request().method() === "DELETE");
    await cancel.click();
    expect((await ended).status()).toBe(204);
    await page.getByRole("list", { name: "Uploads" }).waitFor({ state: "detached" });
    await expectFiles(product, {});
  });

  test("a replacement that is done is told as such, and cannot be canceled", async () => {
    const { page, product } = await opened("Done");
    await drop(page, [made("old.txt", 10)]);
    await fileRow(page, "old.txt").waitFor();
    const [old] = await filesOf(product);
    // The screen learns of the file only when it is let.
    const asked = Promise.withResolvers<Route>();
    await page.route("**/api/v3/uploads/*", (route) =>
      route.request().method() === "GET" ? asked.resolve(route) : route.continue(),
    );
    await replace(page, "old.txt", made("new.txt", 20));
    const question = await asked.promise;
    await until("the file is stored", async () => (await filesOf(product))[0]?.filename === "new.txt");
    expect((await filesOf(product))[0]?.id).toBe(old?.id);
    await page.getByText("Replaces old.txt. Storing the file").waitFor();
    expect(await page.getByRole("button", { name: "Cancel new.txt" }).count()).toBe(0);
    await question.continue();
    await page.getByText("Replaced old.txt.").waitFor();
    await fileRow(page, "new.txt").waitFor();
    await expectFiles(product, { "new.txt": 20 });
  });

  test("a file is replaced in its place, under its ID, and its earlier version stays in a list", async () => {
    const { page, product } = await opened("Replaced");
    await drop(page, [made("one.txt", 10)]);
    await fileRow(page, "one.txt").waitFor();
    await drop(page, [made("two.txt", 20)]);
    await fileRow(page, "two.txt").waitFor();
    const [old] = await filesOf(product);
    await replace(page, "one.txt", made("one-2.txt", 30));
    await fileRow(page, "one-2.txt").waitFor();
    expect((await filesOf(product)).map(({ filename }) => filename)).toEqual(["one-2.txt", "two.txt"]);
    expect((await filesOf(product))[0]?.id).toBe(old?.id);
    await page.getByRole("button", { name: "Versions of one-2.txt" }).click();
    const versions = page.getByRole("dialog", { name: "Versions of one-2.txt" });
    await versions.getByText("Version 2", { exact: true }).waitFor();
    await versions.getByRole("button", { name: "Add note" }).first().click();
    await versions.getByRole("textbox", { name: "What is new" }).fill("Larger.");
    await versions.getByRole("button", { name: "Save note" }).click();
    await versions.getByText("Larger.").waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await versions.getByRole("button", { name: "Make current" }).click();
    await until("the old one is back", async () => (await filesOf(product))[0]?.filename === "one.txt");
    await page.getByText("Customers get version 1 from now on.").waitFor();
    await page.keyboard.press("Escape");
    await replace(page, "one.txt", made("one-3.txt", 31));
    await fileRow(page, "one-3.txt").waitFor();

    await page.getByRole("button", { name: "Move two.txt up" }).click();
    await until("two.txt stands first", async () => (await filesOf(product))[0]?.filename === "two.txt");
    await page.getByRole("button", { name: "Remove two.txt" }).click();
    await page.getByRole("button", { name: "Remove file" }).click();
    await fileRow(page, "two.txt").waitFor({ state: "detached" });
    await expectFiles(product, { "one-3.txt": 31 });
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
    await signIn(page, service, owner);
    await page.evaluate("history.back()");
    await page.getByRole("button", { name: /^Signed in as/ }).waitFor();
    expect(await page.getByText("private.bin").count()).toBe(0);
    expect(
      await page
        .getByRole("banner")
        .getByText(/Uploading/)
        .count(),
    ).toBe(0);
    await expectFiles(product, {});
  });
});

/** Its browser never counts the last bytes as sent, and gets the answers to what it sends when `answerNow` is called. */
const countLateAndAnswerLater = `
  const { promise, resolve } = Promise.withResolvers();
  globalThis.answerNow = resolve;
  Object.defineProperty(XMLHttpRequestUpload.prototype, "onprogress", {
    set(heard) {
      this.addEventListener("progress", (event) => event.loaded < event.total && heard(event));
    },
  });
  const { open } = XMLHttpRequest.prototype;
  XMLHttpRequest.prototype.open = function (method, ...rest) {
    this.isLate = method === "PATCH";
    return open.call(this, method, ...rest);
  };
  Object.defineProperty(XMLHttpRequest.prototype, "onload", {
    set(heard) {
      this.addEventListener("load", (event) => (this.isLate ? promise : Promise.resolve()).then(() => heard(event)));
    },
  });`;

async function opened(
  name: string,
  prepare: (page: Page) => Promise<void> = async () => {},
): Promise<{ page: Page; product: number }> {
  const { body } = await v3(service, "POST", "products", { sku: name, name });
  const page = await context.newPage();
  await prepare(page);
  await page.goto(`${service.url}/admin/products/${body.product.id}?tab=files`);
  return { page, product: body.product.id };
}

async function replace(page: Page, filename: string, path: string): Promise<void> {
  await page.getByRole("button", { name: `Replace ${filename}` }).click();
  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    page.getByRole("button", { name: "Choose new file" }).click(),
  ]);
  await chooser.setFiles(path);
}

/** A connection on which an upload can be watched, of so many megabytes a second. */
async function slowDown(page: Page, speed = 2): Promise<{ end(): Promise<void>; cut(): Promise<void> }> {
  const session = await page.context().newCDPSession(page);
  const throttle = (uploadThroughput: number, offline = false) =>
    session.send("Network.emulateNetworkConditions", {
      offline,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    });
  await session.send("Network.enable");
  await throttle(speed * megabyte);
  return { end: async () => void (await throttle(-1)), cut: async () => void (await throttle(-1, true)) };
}

async function drop(page: Page, paths: string[]): Promise<void> {
  const field = page.getByRole("button", { name: /^Drop files here/ });
  await field.waitFor();
  await page.locator("input[type=file]").first().setInputFiles(paths);
}

/** Waits until so much of the file has been sent. */
async function sending(page: Page, name: string, percent: number): Promise<void> {
  const bar = page.getByRole("progressbar", { name: `Upload of ${name}` });
  await bar.waitFor();
  await until(`${percent} % of ${name} are sent`, async () => (await percentOf(bar)) >= percent);
}

const percentOf = async (bar: Locator) => Number(await bar.getAttribute("aria-valuenow"));

const fileRow = (page: Page, name: string) =>
  page.getByRole("list", { name: "Files", exact: true }).getByText(name, { exact: true });

async function filesOf(product: number): Promise<{ id: number; filename: string; size_bytes: number }[]> {
  return (await v3(service, "GET", `products/${product}`)).body.product.files;
}

async function expectFiles(product: number, sizes: Record<string, number>): Promise<void> {
  const count = Object.keys(sizes).length;
  await until(`there are ${count} files`, async () => (await filesOf(product)).length === count);
  const files = await filesOf(product);
  expect(Object.fromEntries(files.map(({ filename, size_bytes }) => [filename, size_bytes]))).toEqual(sizes);
}

/** A file of that many bytes, mostly a hole. */
function made(name: string, size: number): string {
  const path = join(service.folder, name);
  const file = openSync(path, "w");
  ftruncateSync(file, size);
  if (size > 0) writeSync(file, name, 0);
  closeSync(file);
  return path;
}
