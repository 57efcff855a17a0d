import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, chromium } from "playwright-core";
import { chromiumPath } from "../scripts/ensure-chromium.ts";
import { type Store, startStore } from "./speed/waybill.ts";

// How soon a screen of the administration area shows its heading, opened anew with its code in the browser's cache:
// `npx bun bench/screens.ts`.

const rounds = 7;
const orders = 2_000;
const screens = [
  "",
  "/orders",
  "/orders/10000001",
  "/new-order",
  "/customers",
  "/customers/customer7%40example.com",
  "/products",
  "/products/1?tab=files",
  "/downloads",
  "/emails",
  "/renewals",
  "/activity",
  "/connections",
  "/transfer",
  "/settings/store",
  "/settings/branding",
  "/settings/webhooks",
];

/** In the page, `headingShown` becomes the milliseconds from the beginning of its load until a heading can be seen. */
const noteHeading = `
  window.headingShown = new Promise((shown) => {
    const look = () => {
      const heading = document.querySelector("main h1");
      if (heading?.getClientRects().length) shown(performance.now());
      else requestAnimationFrame(look);
    };
    look();
  });
`;

const folder = await mkdtemp(join(tmpdir(), "waybill-bench-"));
const store = await startStore(folder, { database: "sqlite:", files: {}, core: 0 });
const browser = await chromium.launch({ executablePath: chromiumPath(), args: ["--no-sandbox"] });
try {
  await measure(store, browser);
} finally {
  await browser.close();
  await store.stop();
  await rm(folder, { recursive: true, force: true });
}

async function measure(store: Store, browser: Browser): Promise<void> {
  for (let made = 0; made < orders; made += 100) {
    const some = Array.from({ length: 100 }, (_, index) => ({
      email: `customer${index}@example.com`,
      send_email: false,
      order_items: [{ sku: "A" }],
    }));
    await store.v3("POST", "orders/bulk", { orders: some });
  }
  const page = await (await browser.newContext({ reducedMotion: "reduce" })).newPage();
  await page.goto(`${store.origin}/admin`);
  await page.getByLabel("Email").fill(store.owner.email);
  await page.getByRole("textbox", { name: "Password" }).fill(store.owner.password);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Overview" }).waitFor();
  await page.addInitScript(noteHeading);
  const all: number[] = [];
  for (const screen of screens) {
    const times: number[] = [];
    for (let round = 0; round <= rounds; round++) {
      await page.goto(`${store.origin}/admin${screen}`);
      const time = await page.evaluate<number>("window.headingShown");
      // The first load brings the screen's code.
      if (round > 0) times.push(time);
    }
    all.push(...times);
    console.log(`${`/admin${screen}`.padEnd(44)} ${at(times, 0.5)} ms, 9 of 10 ${at(times, 0.9)} ms`);
  }
  console.log(`all screens: median ${at(all, 0.5)} ms, 9 of 10 ${at(all, 0.9)} ms`);
}

function at(times: number[], share: number): number {
  return Math.round(times.toSorted((one, other) => one - other)[Math.ceil(share * times.length) - 1] ?? 0);
}
