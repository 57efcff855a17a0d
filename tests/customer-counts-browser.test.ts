import { expect, test } from "bun:test";
import { launchBrowser } from "./_browser.ts";
import { databasesUnderTest } from "./_databases.ts";
import { orderFiles } from "./_downloads.ts";
import { startService } from "./_service.ts";

test("what is left follows a download without a reload, and the file says that it is used up", async () => {
  const [sqlite] = databasesUnderTest;
  if (!sqlite) throw new Error("There is no database.");
  const service = await startService({ database: await sqlite.create() });
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
  expect(await page.locator(".file .about").textContent()).toContain("no downloads left");
  expect(await page.locator(".file .button").count()).toBe(0);
  expect(await page.locator(".filename wbr").count()).toBe(4);
  expect(complaints.filter((text) => !/40[13]/.test(text))).toEqual([]);
}, 90_000);
