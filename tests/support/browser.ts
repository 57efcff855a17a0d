import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  type Browser,
  type BrowserContext,
  type BrowserServer,
  chromium,
  type Download,
  type LaunchOptions,
  type Locator,
  type Page,
} from "playwright-core";
import { chromiumPath } from "../../scripts/ensure-chromium.ts";
import { afterTests, temporaryFolder } from "./cleanup.ts";
import type { Store } from "./service.ts";
import { signIn as visitAs } from "./sign-in.ts";

const axe = await Bun.file(join(import.meta.dir, "../../node_modules/axe-core/axe.min.js")).text();

/** How many times slower than this machine pages run: what relies on a quick screen fails. */
const slowness = Number(process.env.BROWSER_SLOWNESS ?? 1);

/** Milliseconds until what a page should show is missed: less than a test may take. */
const patience = 60_000;

let launched: Promise<Browser> | null = null;

const options: LaunchOptions = {
  args: [
    "--no-sandbox",
    // The pages of one context share a process, which has compiled their scripts already.
    "--renderer-process-limit=1",
    // No page lives long enough to gain what optimizing its scripts costs.
    "--js-flags=--max-optimized-bytecode-size=0",
    "--v8-cache-options=code",
  ],
};

/** Starts the one Chromium of a run, for all its processes: `TEST_BROWSER_URL` tells them its address. */
export const startBrowserServer = (): Promise<BrowserServer> =>
  chromium.launchServer({ ...options, executablePath: chromiumPath(), host: "127.0.0.1" });

/**
 * The Chromium of the run, or else one for all files of this process, with which it ends. A file's contexts are closed
 * after it. People want reduced motion, unless a context says otherwise: each frame costs.
 */
export function launchBrowser(): Promise<Browser> {
  launched ??= launch();
  return launched;
}

async function launch(): Promise<Browser> {
  const server = process.env.TEST_BROWSER_URL;
  const browser = await (server
    ? chromium.connect(server)
    : chromium.launch({ ...options, executablePath: chromiumPath() }));
  const newContext = browser.newContext.bind(browser);
  browser.newContext = (options) => newContext({ reducedMotion: "reduce", ...options });
  browser.on("context", (context) => {
    afterTests(() => context.close());
    context.setDefaultTimeout(patience);
    if (slowness > 1) context.on("page", slowDown);
  });
  return browser;
}

/** Closes all pages but the first, so that its process, which has compiled the scripts already, is there for the next. */
export async function closeLaterPages(context: BrowserContext): Promise<void> {
  for (const page of context.pages().slice(1)) await page.close();
}

async function slowDown(page: Page): Promise<void> {
  try {
    const session = await page.context().newCDPSession(page);
    await session.send("Emulation.setCPUThrottlingRate", { rate: slowness });
  } catch (error) {
    if (!page.isClosed()) throw error;
  }
}

/** Signs in the page's browser context, by default as the store's first owner. */
export async function signIn(page: Page, store: Store, person = store.owner): Promise<void> {
  const { cookies } = await visitAs(store, person.email, undefined, person.password);
  const signedIn = [...cookies].map(([name, value]) => ({ name, value, url: store.url }));
  await page.context().addCookies(signedIn.map((one) => ({ ...one, httpOnly: true, sameSite: "Lax" as const })));
}

/** What a download holds. */
export async function textOf(download: Download): Promise<string> {
  const path = join(temporaryFolder(), "download");
  await download.saveAs(path);
  return readFileSync(path, "utf8");
}

/** By the protocol itself: what `page.evaluate` is given is compiled again for each page. */
async function loadAxe(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send("Runtime.evaluate", { expression: axe });
  await session.detach();
}

/** Clicks again where there was a click just before, late enough not to be the second half of a double click. */
export async function clickAgain(button: Locator): Promise<void> {
  await Bun.sleep(600);
  await button.click();
}

/**
 * What axe finds serious or critical in the page: the rule, and the first places that break it. All of axe's rules are
 * applied unless some are named, to the whole page unless `within` selects an element.
 */
export async function seriousFindings(page: Page, rules?: readonly string[], within?: string): Promise<string[]> {
  if (!(await page.evaluate<boolean>("'axe' in window"))) await loadAxe(page);
  // What is half faded in has too little contrast; what begins to move does so in the next frame.
  await page.evaluate(`(async () => {
    for (const _ of [1, 2]) await new Promise(requestAnimationFrame);
    const passing = document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(passing.map(({ finished }) => finished));
  })()`);
  const runOnly = rules ? { type: "rule", values: rules } : undefined;
  return page.evaluate<string[]>(`(async () => {
    const { violations } = await axe.run(${within ? `document.querySelector(${JSON.stringify(within)})` : "document"}, {
      iframes: false, resultTypes: ["violations"], runOnly: ${JSON.stringify(runOnly)},
    });
    return violations
      .filter(({ impact }) => impact === "serious" || impact === "critical")
      .map(({ id, nodes }) => id + ": " + nodes.slice(0, 3).map(({ html }) => html.slice(0, 160)).join(" | "));
  })()`);
}
