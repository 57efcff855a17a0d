import { afterEach, beforeAll, expect, test } from "bun:test";
import type { BrowserContext, Page } from "playwright-core";
import { openArea } from "../support/area.ts";
import { closeLaterPages, seriousFindings } from "../support/browser.ts";
import { drop, expectFiles, fileRow, made, megabyte, openFiles, sending, slowDown } from "../support/file-screens.ts";
import { type ServiceProcess, startProcess } from "../support/service.ts";
import { createSqlite } from "../support/sqlite.ts";

let service: ServiceProcess;
let context: BrowserContext;

beforeAll(async () => {
  service = await startProcess({ database: await createSqlite() });
  context = await openArea(service);
});

afterEach(() => closeLaterPages(context));

const opened = (name: string, prepare?: (page: Page) => Promise<void>) => openFiles(context, service, name, prepare);

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
  await expectFiles(service, product, { "large.bin": 32 * megabyte, "small.txt": 12, "middle.zip": 2 * megabyte });
  await page.getByRole("list", { name: "Uploads" }).waitFor({ state: "detached" });
  for (const name of ["large.bin", "small.txt", "middle.zip"]) await fileRow(page, name).waitFor();
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
  await page.getByText(/^film\.mp4 stopped at \d\d %: choose it again\.$/).waitFor();
  const resumed = page.waitForRequest((request) => request.method() === "PATCH");
  await drop(page, [file]);
  expect(Number((await resumed).headers()["upload-offset"])).toBeGreaterThan(2 * megabyte);
  await slow.end();
  await expectFiles(service, product, { "film.mp4": 24 * megabyte });
});

test("whoever comes back while the last bytes still arrive reads that the upload stopped, and the service's trouble hides nothing", async () => {
  const { page, product } = await opened("Returned");
  await slowDown(page);
  await drop(page, [made("big.zip", 24 * megabyte)]);
  await sending(page, "big.zip", 20);
  page.on("dialog", (dialog) => dialog.accept());
  await page.goto(`${service.url}/admin/orders`);
  let asked = 0;
  await page.route(/\/api\/v3\/uploads\/[^/]+$/, async (route) => {
    asked += 1;
    if (asked === 1) return route.fulfill({ status: 503, json: { detail: "The disk does not answer." } });
    const response = await route.fetch();
    const { upload } = await response.json();
    return route.fulfill({ response, json: { upload: { ...upload, offset: upload.offset - (asked === 2 ? 1 : 0) } } });
  });
  await page.goto(`${service.url}/admin/products/${product}?tab=files`);
  await page.getByText(/^big\.zip stopped at \d\d %: choose it again\.$/).waitFor();
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
  await expectFiles(service, product, { "photos.zip": 24 * megabyte });
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
  await expectFiles(service, product, { "album.zip": 8 * megabyte });
  expect(await page.getByText("Checking…").count()).toBe(0);
  await page.clock.fastForward(20_000);
  await page.getByText("Checking…").waitFor();
  await page.getByRole("link", { name: "Storing 1 file, 100%" }).waitFor();
  await page.clock.fastForward(60_000);
  expect(await page.getByText(/Connection lost|Uploads continue once/).count()).toBe(0);
  await page.evaluate("answerNow()");
  await page.getByRole("list", { name: "Uploads" }).waitFor({ state: "detached" });
  await fileRow(page, "album.zip").waitFor();
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
  await expectFiles(service, product, {});
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
