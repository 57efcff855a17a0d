import { beforeAll, describe, expect, test } from "bun:test";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { launchBrowser, textOf } from "../../support/browser.ts";
import { afterTests } from "../../support/cleanup.ts";
import { anyDatabase, temporaryFolder } from "../../support/databases.ts";
import { browser as browserHeaders, type Ordered, orderFiles, stateOf } from "../../support/downloads.ts";
import { type Service, startService, until } from "../../support/service.ts";
import { startTcpGate } from "../../support/tcp-gate.ts";

const content = new Uint8Array(6_000_000).map((_, index) => (index * 7) % 253);
const limited = (downloads: number) => `<download_limit>${downloads}</download_limit>`;

let chrome: Browser;

beforeAll(async () => {
  chrome = await launchBrowser();
});

// What clients do has nothing to do with the database.
describe.each(anyDatabase.slice(0, 1))("real clients", ({ create }) => {
  let service: Service;

  beforeAll(async () => {
    service = await startService({ database: await create() });
  });

  async function orderPage({ link }: Ordered): Promise<string> {
    const page = await (await service.get(link, { headers: browserHeaders })).text();
    return service.url + (/\/orders\/[\w-]+/.exec(page)?.[0] ?? "");
  }

  describe.each([true, false])("a browser with JavaScript: %p", (javaScriptEnabled) => {
    async function inBrowser(look: (page: Page) => Promise<void>) {
      const context = await chrome.newContext({ javaScriptEnabled });
      try {
        await look(await context.newPage());
      } finally {
        await context.close();
      }
    }

    /** Clicks the download button of the file and returns what arrives. */
    async function clickDownload(page: Page, filename: string) {
      const arriving = page.waitForEvent("download");
      await page.locator(`a[href$="${encodeURIComponent(filename)}"]`).click();
      const download = await arriving;
      return { name: download.suggestedFilename(), text: await textOf(download) };
    }

    test("gets each file from the order's page under its name, and sees what is left", async () => {
      const files = { "Übergröße 🎵.txt": "first", "b.html": "<h1>second</h1>" };
      const order = await orderFiles(service, files, limited(2));
      const address = await orderPage(order);
      await inBrowser(async (page) => {
        await page.goto(address);
        for (const [name, text] of Object.entries(files)) {
          expect(await clickDownload(page, name)).toEqual({ name, text });
        }
        expect(page.url()).toBe(address);
        expect(await stateOf(service, order)).toEqual({ recorded: 2, counted: 2, remaining: 1 });
        await page.reload();
        expect(await page.locator("main").textContent()).toMatch(/1 download left/);
      });
    });

    test("gets the file from the item's page and from the permalink's", async () => {
      const order = await orderFiles(service, { "song.mp3": "la" });
      await inBrowser(async (page) => {
        for (const path of [order.link, order.permalink]) {
          await page.goto(service.url + path);
          expect(await clickDownload(page, "song.mp3")).toEqual({ name: "song.mp3", text: "la" });
        }
      });
    });

    test("shows a refusal as a page that says what to do", async () => {
      const used = await orderFiles(service, { "a.txt": "a" }, limited(0));
      const expired = await orderFiles(service, { "a.txt": "a" });
      await service.api(`/api/orders/${expired.id}/expire`, { method: "POST" });
      const refusals: [string, number, string][] = [
        [used.files[0] ?? "", 403, "No downloads left"],
        [expired.files[0] ?? "", 410, "This link has expired"],
        ["/get/unknown", 404, "This link does not work"],
      ];
      await inBrowser(async (page) => {
        for (const [path, status, title] of refusals) {
          const answer = await page.goto(service.url + path);
          expect([answer?.status(), await page.locator("h1").textContent()]).toEqual([status, title]);
          expect(await page.locator("h2").textContent()).toBe("What to do");
        }
      });
    });
  });

  /** Runs `command` until some of the file has arrived, and kills it then; `file` is where it writes. */
  async function breakOff(command: string[], folder: string, file: string): Promise<number> {
    const child = Bun.spawn(command, { cwd: folder, stdout: "ignore", stderr: "ignore" });
    afterTests(() => child.kill("SIGKILL"));
    await until("some of the file has arrived", () => (statSync(file, { throwIfNoEntry: false })?.size ?? 0) > 0);
    child.kill("SIGKILL");
    await child.exited;
    return statSync(file).size;
  }

  async function run(command: string[], folder: string): Promise<number> {
    return Bun.spawn(command, { cwd: folder, stdout: "ignore", stderr: "ignore" }).exited;
  }

  const resuming: Record<string, { start: string[]; resume: string[] }> = {
    curl: { start: ["-s", "-O"], resume: ["-s", "-f", "-O", "-C", "-"] },
    wget: { start: ["-q"], resume: ["-q", "-c"] },
  };

  test.each(Object.keys(resuming).filter((program) => Bun.which(program)))(
    "%s resumes a broken download for free, and is told when there is no more",
    async (program) => {
      const order = await orderFiles(service, { "large.bin": content }, limited(1));
      const folder = temporaryFolder();
      const file = join(folder, "large.bin");
      const path = order.files[0] ?? "";
      const url = service.url + path;
      const { start, resume } = resuming[program] ?? { start: [], resume: [] };
      const gate = await startTcpGate({ hostname: "127.0.0.1", port: service.port }, { most: content.length / 2 });
      const broken = `http://localhost:${gate.port}${path}`;
      expect(await breakOff([program, ...start, broken], folder, file)).toBeLessThan(content.length);
      expect(await run([program, ...resume, url], folder)).toBe(0);
      expect(Buffer.compare(readFileSync(file), content)).toBe(0);
      expect(await stateOf(service, order)).toEqual({ recorded: 1, counted: 1, remaining: 0 });
      expect(await run([program, ...resume, url], folder)).toBe(program === "curl" ? 22 : 0);
      expect(Buffer.compare(readFileSync(file), content)).toBe(0);
    },
  );
});
