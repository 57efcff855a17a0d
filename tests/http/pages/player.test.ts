import { expect, test } from "bun:test";
import { launchBrowser, seriousFindings } from "../../support/browser.ts";
import { orderFiles, stateOf } from "../../support/downloads.ts";
import { until } from "../../support/service.ts";
import { makeSqliteStore } from "../../support/shared-service.ts";
import { v3 } from "../../support/v3.ts";

/** Silence of so many seconds, as a WAV file of 8,000 bytes a second. */
function silence(seconds: number): Uint8Array {
  const size = 8000 * seconds;
  const head = Buffer.alloc(44);
  head.write("RIFF");
  head.writeUInt32LE(36 + size, 4);
  head.write("WAVEfmt ", 8);
  for (const [value, at] of [
    [16, 16],
    [8000, 24],
    [8000, 28],
    [size, 40],
  ] as const)
    head.writeUInt32LE(value, at);
  for (const [value, at] of [
    [1, 20],
    [1, 22],
    [1, 32],
    [8, 34],
  ] as const)
    head.writeUInt16LE(value, at);
  head.write("data", 36);
  return Buffer.concat([head, Buffer.alloc(size, 128)]);
}

test("tracks lead to the one before and after, have a speed and a position that the device keeps, and take nothing where listening is free", async () => {
  const service = await makeSqliteStore();
  await v3(service, "PUT", "account", { allow_previews: true, count_previews: false });
  const order = await orderFiles(service, { "1.wav": silence(60), "2.wav": silence(60), "notes.txt": "hello" });
  const browser = await launchBrowser();
  const page = await (await browser.newContext({ viewport: { width: 390, height: 800 } })).newPage();
  const complaints: string[] = [];
  page.on("console", (message) => complaints.push(message.text()));
  await page.goto(`${service.url}${order.link}?page`);
  expect(await page.getByRole("button", { name: "Next track" }).count()).toBe(0);
  const inTrack = <Value>(index: number, code: string) =>
    page.evaluate<Value>(`((track) => { ${code} })(document.querySelectorAll("audio")[${index}])`);
  await inTrack(0, "return track.play()");
  await page.getByLabel("Speed").selectOption("1.5");
  expect(await inTrack<number>(0, "return track.playbackRate")).toBe(1.5);
  const player = (name: string) => page.getByRole("group", { name });
  const tracks = async () => (await page.locator(".tracks button:visible").allTextContents()).join();
  const focused = () => page.evaluate<string>("document.activeElement.textContent");
  expect(await player("1.wav").isVisible()).toBe(true);
  expect(await tracks()).toBe("Next track");
  await page.getByRole("button", { name: "Next track" }).press("Enter");
  await until("the player has got there", () =>
    page.evaluate<boolean>(
      "(([one, two]) => one.paused && !two.paused && two.currentTime > 0)(document.querySelectorAll('audio'))",
    ),
  );
  expect(await player("2.wav").isVisible()).toBe(true);
  expect(await tracks()).toBe("Previous track");
  // The keyboard goes on from there: what was pressed is gone.
  expect(await focused()).toBe("Previous track");
  expect(await inTrack<number>(1, "return track.playbackRate")).toBe(1.5);
  expect(await seriousFindings(page)).toEqual([]);
  await page.keyboard.press("Enter");
  await until("the player is back", () =>
    page.evaluate<boolean>("(([one, two]) => !one.paused && two.paused)(document.querySelectorAll('audio'))"),
  );
  expect([await tracks(), await focused()]).toEqual(["Next track", "Next track"]);
  await page.keyboard.press("Enter");
  await until("the player is there again", () =>
    page.evaluate<boolean>("document.querySelectorAll('audio')[1].currentTime > 0"),
  );
  // Another page of the store keeps a position meanwhile.
  await page.evaluate(
    `(() => {
      const kept = JSON.parse(localStorage["waybill-player"]);
      localStorage["waybill-player"] = JSON.stringify({ ...kept, at: { ...kept.at, "/preview/other/1": 7 } });
    })()`,
  );
  await inTrack(1, "track.currentTime = 30; track.pause();");
  await until("the player has got there", () =>
    page.evaluate<boolean>(
      `Object.values(JSON.parse(localStorage["waybill-player"] ?? '{"at":{}}').at).some((at) => at >= 29)`,
    ),
  );
  expect(await page.evaluate<number>(`JSON.parse(localStorage["waybill-player"]).at["/preview/other/1"]`)).toBe(7);
  await page.reload();
  await inTrack(1, "return track.play()");
  await until("the player has got there", () =>
    page.evaluate<boolean>("document.querySelectorAll('audio')[1].currentTime >= 29"),
  );
  expect(await page.getByLabel("Speed").inputValue()).toBe("1.5");
  expect(complaints).toEqual([]);
  expect(await stateOf(service, order)).toEqual({ recorded: 0, counted: 0, remaining: 5 });
}, 180_000);

test.each([
  ["begins by itself where that takes nothing", false],
  ["waits where it would take a download", true],
])(
  "the next track %s",
  async (_, count_previews) => {
    const service = await makeSqliteStore();
    await v3(service, "PUT", "account", { allow_previews: true, count_previews });
    const order = await orderFiles(service, { "1.wav": silence(8), "2.wav": silence(8) });
    const page = await (await (await launchBrowser()).newContext()).newPage();
    await page.goto(`${service.url}${order.link}?page`);
    await page.evaluate(
      `(async ([one]) => {
      const ended = new Promise((resolve) => one.addEventListener("ended", resolve));
      await one.play();
      one.currentTime = 7.9;
      await ended;
    })(document.querySelectorAll("audio"))`,
    );
    const nextIsPaused = () => page.evaluate<boolean>("document.querySelectorAll('audio')[1].paused");
    if (count_previews) {
      expect(await nextIsPaused()).toBe(true);
      expect(await page.getByRole("button", { name: "Next track" }).isVisible()).toBe(true);
      expect(await stateOf(service, order)).toMatchObject({ recorded: 1, counted: 1 });
    } else {
      await until("the next track plays", async () => !(await nextIsPaused()));
      expect(await stateOf(service, order)).toMatchObject({ recorded: 0 });
    }
  },
  180_000,
);
