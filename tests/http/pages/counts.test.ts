import { expect, test } from "bun:test";
import { launchBrowser } from "../../support/browser.ts";
import { orderFiles } from "../../support/downloads.ts";
import { onePixel } from "../../support/files.ts";
import { makeSqliteStore } from "../../support/shared-service.ts";
import { addItem } from "../../support/store.ts";
import { v3 } from "../../support/v3.ts";

test("what is left follows a download without a reload, and the file says that it is used up", async () => {
  const service = await makeSqliteStore();
  const order = await orderFiles(service, { "song_of-the-sea.txt": "la" }, "<download_limit>1</download_limit>");
  const browser = await launchBrowser();
  const page = await browser.newPage();
  const complaints: string[] = [];
  page.on("console", (message) => complaints.push(message.text()));
  await page.goto(`${service.url}${order.link}?page`);
  const download = async () => {
    const [event] = await Promise.all([page.waitForEvent("download"), page.locator(".file .button").click()]);
    expect(event.suggestedFilename()).toBe("song_of-the-sea.txt");
  };
  await page.getByText("1 download left").waitFor();
  await download();
  await page.locator(".file .help").waitFor();
  expect(await page.locator(".file .about strong").textContent()).toBe("Download started");
  expect(await page.locator(".file .about").textContent()).toContain("no downloads left");
  expect(await page.locator(".file .button").count()).toBe(0);
  expect(await page.locator(".filename wbr").count()).toBe(4);
  expect(complaints.filter((text) => !/40[13]/.test(text))).toEqual([]);
}, 180_000);

/** A page, and what gives it a line of so many bytes a second. */
async function openSlowly(address: string) {
  const browser = await launchBrowser();
  const page = await browser.newPage();
  const tools = await page.context().newCDPSession(page);
  await tools.send("Network.enable");
  await page.goto(address);
  const slowDown = (speed: number) => {
    const line = { offline: false, latency: 20, downloadThroughput: speed, uploadThroughput: speed };
    return tools.send("Network.emulateNetworkConditions", { ...line, connectionType: "cellular3g" });
  };
  return { page, slowDown };
}

test.each([
  ["slow", { megabytes: 20, speed: 200_000, says: "about 2 minutes on your connection" }],
  ["slow", { megabytes: 20, speed: 200_000, says: "about 2 minutes on your connection", download_limit: null }],
  ["very slow", { megabytes: 40, speed: 8_000, says: "about 1.8 hours on your connection" }],
  ["fast", { megabytes: 80, speed: 10_000_000, says: "at most 2 minutes on your connection" }],
  ["fast", { megabytes: 20, speed: 10_000_000, says: "ZIP archive" }],
])(
  "on a %s line, a file says how long it takes once its download has begun",
  async (_, { says, speed, ...rest }) => {
    const { megabytes, ...limit } = rest;
    const service = await makeSqliteStore();
    await addItem(service, "LARGE", { "large.zip": new Uint8Array(megabytes * 1_000_000) });
    const order = { email: "ann@example.com", order_items: [{ item_sku: "LARGE" }], ...limit };
    const { body } = await v3(service, "POST", "orders", order);
    const browser = await launchBrowser();
    const page = await browser.newPage();
    const tools = await page.context().newCDPSession(page);
    await tools.send("Network.enable");
    await page.goto(service.url + new URL(body.order.download_url).pathname);
    const line = { offline: false, latency: 20, downloadThroughput: speed, uploadThroughput: speed };
    await tools.send("Network.emulateNetworkConditions", { ...line, connectionType: "cellular3g" });
    await page.locator(".file .button").click();
    await page.locator(".file .about strong").waitFor();
    expect(await page.locator(".file .about").textContent()).toStartWith(`Download started${says}`);
  },
  180_000,
);

test("the archive of all files says how long it takes, and its files only that it has begun", async () => {
  const service = await makeSqliteStore();
  await addItem(service, "ALL", { "a.zip": new Uint8Array(10_000_000), "b.zip": new Uint8Array(10_000_000) });
  const order = { email: "ann@example.com", order_items: [{ item_sku: "ALL" }] };
  const { body } = await v3(service, "POST", "orders", order);
  const { page, slowDown } = await openSlowly(service.url + new URL(body.order.download_url).pathname);
  await slowDown(200_000);
  await page.getByRole("link", { name: "Download all" }).click();
  await page.locator(".all .about strong").waitFor();
  expect(await page.locator(".all .about").textContent()).toStartWith("Download startedabout 2 minutes on your");
  await page.locator(".file .about strong").first().waitFor();
  expect(await page.locator(".file .about").first().textContent()).toStartWith("Download startedZIP archive");
}, 180_000);

test("what nobody can use any more goes with a file's last download", async () => {
  const service = await makeSqliteStore();
  await v3(service, "PUT", "account", { allow_previews: true });
  await addItem(service, "TWO", { "dot.png": Buffer.from(onePixel, "base64"), "b.txt": "bb" });
  const order = { email: "ann@example.com", order_items: [{ item_sku: "TWO" }], download_limit: 1 };
  const { body } = await v3(service, "POST", "orders", order);
  const browser = await launchBrowser();
  const page = await browser.newPage();
  await page.goto(service.url + new URL(body.order.download_url).pathname);
  await page.getByRole("link", { name: "View dot.png" }).waitFor();
  await page.getByRole("link", { name: "Download dot.png" }).click();
  await page.locator(".file .help").waitFor();
  expect(await page.locator(".preview").count()).toBe(0);
  expect(await page.getByRole("link", { name: "Download all" }).count()).toBe(0);
  expect(await page.getByRole("link", { name: "Download b.txt" }).count()).toBe(1);
}, 180_000);

test("all files come with one click, all keys are copied at once, and a picture is shown when it is asked for", async () => {
  const service = await makeSqliteStore();
  await v3(service, "PUT", "account", { allow_previews: true });
  await addItem(service, "ALL", { "dot.png": Buffer.from(onePixel, "base64"), "b.txt": "bb", "song.wav": "RIFF" });
  const { body: product } = await v3(service, "GET", "skuproducts/ALL");
  await v3(service, "POST", `products/${product.product.id}/license_keys`, { license_keys: ["KEY-1", "KEY-2"] });
  const order_items = [{ item_sku: "ALL", quantity: 2 }];
  const { body } = await v3(service, "POST", "orders", { email: "ann@example.com", order_items });
  const browser = await launchBrowser();
  const context = await browser.newContext({ permissions: ["clipboard-read", "clipboard-write"] });
  const page = await context.newPage();
  const complaints: string[] = [];
  const previews: string[] = [];
  page.on("console", (message) => complaints.push(message.text()));
  page.on("request", (request) => request.url().includes("/preview/") && previews.push(request.url()));
  await page.goto(service.url + new URL(body.order.download_url).pathname);
  await page.getByRole("button", { name: "Copy all keys" }).click();
  await page.getByRole("button", { name: "Copied" }).waitFor();
  expect(await page.evaluate<string>("navigator.clipboard.readText()")).toBe("KEY-1\nKEY-2");
  expect(previews).toEqual([]);
  await page.getByRole("link", { name: "View dot.png" }).click();
  await page.getByRole("img", { name: "dot.png" }).waitFor();
  await page.locator(".file", { hasText: "dot.png" }).getByText("4 downloads left").waitFor();
  expect(await page.getByText("Download started").count()).toBe(0);
  const all = page.getByRole("link", { name: "Download all" });
  const [event] = await Promise.all([page.waitForEvent("download"), all.click()]);
  expect(event.suggestedFilename()).toEndWith(`${body.order.id}.zip`);
  await page.locator(".file", { hasText: "dot.png" }).getByText("3 downloads left").waitFor();
  await page.locator(".file", { hasText: "b.txt" }).getByText("4 downloads left").waitFor();
  expect(await page.getByRole("img", { name: "dot.png" }).count()).toBe(1);
  expect(previews).toHaveLength(1);
  expect(complaints).toEqual([]);
}, 180_000);
