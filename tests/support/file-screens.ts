import { expect } from "bun:test";
import { closeSync, ftruncateSync, openSync, writeSync } from "node:fs";
import { basename, join } from "node:path";
import type { BrowserContext, Locator, Page } from "playwright-core";
import { temporaryFolder } from "./cleanup.ts";
import { type Store, until } from "./service.ts";
import { v3 } from "./v3.ts";

export const megabyte = 1_000_000;

/** The files of a new product, in a page of their own. */
export async function openFiles(
  context: BrowserContext,
  store: Store,
  name: string,
  prepare: (page: Page) => Promise<void> = async () => {},
): Promise<{ page: Page; product: number }> {
  const { body } = await v3(store, "POST", "products", { sku: name, name });
  const page = await context.newPage();
  await prepare(page);
  await page.goto(`${store.url}/admin/products/${body.product.id}?tab=files`);
  return { page, product: body.product.id };
}

/** A file of another name is asked for. */
export async function replace(page: Page, filename: string, path: string): Promise<void> {
  await page.getByRole("button", { name: `Replace ${filename}` }).click();
  const [chooser] = await Promise.all([
    page.waitForEvent("filechooser"),
    page.getByRole("button", { name: "Choose new file" }).click(),
  ]);
  await chooser.setFiles(path);
  if (basename(path) === filename) return;
  const question = page.getByRole("dialog", { name: `Replace ${filename} with ${basename(path)}?` });
  await question.getByRole("button", { name: "Replace", exact: true }).click();
}

/** A connection on which an upload can be watched, of so many megabytes a second. */
export async function slowDown(page: Page, speed = 2): Promise<{ end(): Promise<void>; cut(): Promise<void> }> {
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

export async function drop(page: Page, paths: string[]): Promise<void> {
  const field = page.getByRole("button", { name: /^Drop files here/ });
  await field.waitFor();
  await page.locator("input[type=file]").first().setInputFiles(paths);
}

/** Waits until so much of the file has been sent. */
export async function sending(page: Page, name: string, percent: number): Promise<void> {
  const bar = page.getByRole("progressbar", { name: `Upload of ${name}` });
  await bar.waitFor();
  await until(`${percent} % of ${name} are sent`, async () => (await percentOf(bar)) >= percent);
}

const percentOf = async (bar: Locator) => Number(await bar.getAttribute("aria-valuenow"));

export const fileRow = (page: Page, name: string) =>
  page.getByRole("list", { name: "Files", exact: true }).getByText(name, { exact: true });

export async function filesOf(
  store: Store,
  product: number,
): Promise<{ id: number; filename: string; size_bytes: number }[]> {
  return (await v3(store, "GET", `products/${product}`)).body.product.files;
}

export async function expectFiles(store: Store, product: number, sizes: Record<string, number>): Promise<void> {
  const count = Object.keys(sizes).length;
  await until(`there are ${count} files`, async () => (await filesOf(store, product)).length === count);
  const files = await filesOf(store, product);
  expect(Object.fromEntries(files.map(({ filename, size_bytes }) => [filename, size_bytes]))).toEqual(sizes);
}

/** A file of that many bytes, mostly a hole. */
export function made(name: string, size: number): string {
  const path = join(temporaryFolder(), name);
  const file = openSync(path, "w");
  ftruncateSync(file, size);
  if (size > 0) writeSync(file, name, 0);
  closeSync(file);
  return path;
}
