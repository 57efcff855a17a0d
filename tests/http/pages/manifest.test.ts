import { expect, test } from "bun:test";
import { launchBrowser } from "../../support/browser.ts";
import { browser, fetched, orderFiles } from "../../support/downloads.ts";
import type { Store } from "../../support/service.ts";
import { makeSqliteStore } from "../../support/shared-service.ts";
import { v3 } from "../../support/v3.ts";

const path = "/manifest.webmanifest";

async function manifestOf(service: Store) {
  const { status, headers, body } = await fetched(service, path);
  return { status, headers, manifest: JSON.parse(body) };
}

const setStore = (service: Store, fields: object) => v3(service, "PUT", "account", fields);

/** Pictures that Chromium makes, as a store's owner would. */
async function drawn(type: string, { width, height, alpha = false, quality = 0.8 }: Record<string, number | boolean>) {
  const page = await (await (await launchBrowser()).newContext()).newPage();
  const address = await page.evaluate<string>(`(() => {
    const canvas = Object.assign(document.createElement("canvas"), { width: ${width}, height: ${height} });
    const context = canvas.getContext("2d");
    context.fillStyle = "teal";
    context.fillRect(0, 0, ${width} ${alpha ? "/ 2" : ""}, ${height});
    return canvas.toDataURL("${type}", ${quality});
  })()`);
  expect(address).toStartWith(`data:${type};base64,`);
  return address.split(",")[1] ?? "";
}

test("every page names the store's manifest, which begins without a personal link", async () => {
  const service = await makeSqliteStore();
  const order = await orderFiles(service);
  for (const at of [`${order.link}?page`, "/", "/links", "/nowhere"]) {
    const { body, headers } = await fetched(service, at, browser);
    expect(body).toContain(`<link rel="manifest" href="${path}"/>`);
    expect(headers.get("content-security-policy")).toContain("manifest-src 'self'");
  }
  await setStore(service, { name: "The Quiet Bookshop", brand_color: "#2456c4", language: "ja" });
  const { status, headers, manifest } = await manifestOf(service);
  const [icon, ...others] = manifest.icons;
  expect([status, headers.get("content-type"), headers.get("cache-control")]).toEqual([
    200,
    "application/manifest+json",
    "public, max-age=300",
  ]);
  expect(headers.get("set-cookie")).toBeNull();
  expect(manifest).toMatchObject({
    name: "The Quiet Bookshop",
    short_name: "The Quiet",
    lang: "ja",
    start_url: "/library",
    scope: "/",
    display: "minimal-ui",
    theme_color: "#2456c4",
  });
  expect([icon.type, icon.sizes, others]).toEqual(["image/svg+xml", "any", []]);
  expect(decodeURIComponent(icon.src)).toContain(">TB</text>");
  const head = await fetched(service, path, {}, "HEAD");
  expect([head.status, head.body, head.headers.get("content-length")]).toEqual([
    200,
    "",
    String(Buffer.byteLength((await fetched(service, path)).body)),
  ]);
});

test.each([
  ["Northlight", "Northlight"],
  ["Smith & Daughters Press", "Smith"],
  ["Donaudampfschiffahrt", "Donaudampfsc"],
  ["夜明けの本屋と小さな地図のお店", "夜明けの本屋と小さな地図"],
])("below an icon, %s is %s", async (name, short) => {
  const service = await makeSqliteStore();
  await setStore(service, { name });
  const { manifest } = await manifestOf(service);
  expect([manifest.name, manifest.short_name]).toEqual([name, short]);
  expect(manifest.theme_color).toMatch(/^#[0-9a-f]{6}$/);
});

test("the logo is the icon, with its real type and size, and initials stand in for one that is no icon", async () => {
  const service = await makeSqliteStore();
  const big = { width: 512, height: 512 };
  const logos: [string, Record<string, number | boolean>, string[]][] = [
    ["image/png", big, ["512x512"]],
    ["image/jpeg", big, ["512x512"]],
    ["image/webp", big, ["512x512"]],
    ["image/webp", { ...big, alpha: true }, ["512x512"]],
    ["image/webp", { ...big, quality: 1 }, ["512x512"]],
    ["image/jpeg", { width: 301, height: 77 }, ["301x77", "any"]],
    ["image/webp", { width: 301, height: 77 }, ["301x77", "any"]],
    ["image/webp", { width: 301, height: 77, alpha: true, quality: 1 }, ["301x77", "any"]],
    ["image/png", { width: 64, height: 64 }, ["64x64", "any"]],
  ];
  for (const [type, shape, sizes] of logos) {
    const { body } = await v3(service, "PUT", "account/logo", { content: await drawn(type, shape) });
    const { manifest } = await manifestOf(service);
    expect([type, manifest.icons.map((icon: { sizes: string }) => icon.sizes)]).toEqual([type, sizes]);
    const [logo] = manifest.icons;
    expect(new URL(logo.src, service.url).href).toBe(body.account.logo_url);
    const shown = await fetched(service, logo.src);
    expect([logo.type, shown.headers.get("content-type")]).toEqual([type, type]);
  }
  // A beginning that promises a picture, and no more.
  await v3(service, "PUT", "account/logo", { content: Buffer.from("\x89PNG\r\n\x1a\n", "latin1").toString("base64") });
  const { manifest } = await manifestOf(service);
  expect(manifest.icons.map(({ sizes }: { sizes: string }) => sizes)).toEqual(["any"]);
});

test("each store's host has its own manifest, and an unknown host has none", async () => {
  const service = await makeSqliteStore();
  const other = await makeSqliteStore({ name: "Other store" });
  expect((await manifestOf(other)).manifest.name).toBe("Other store");
  expect((await manifestOf(service)).manifest.name).toBe("Demo Store");
  const unknown = await service.get(path, { host: "nobody.localhost", headers: browser });
  expect(unknown.status).toBe(404);
  expect(await unknown.text()).not.toContain("manifest.webmanifest");
});

test("Chromium reads the manifest as it is meant, and its policy allows it", async () => {
  const service = await makeSqliteStore();
  await v3(service, "PUT", "account/logo", { content: await drawn("image/png", { width: 192, height: 192 }) });
  const page = await (await (await launchBrowser()).newContext()).newPage();
  const complaints: string[] = [];
  page.on("console", (message) => complaints.push(message.text()));
  await page.goto(`${service.url}/links`);
  const session = await page.context().newCDPSession(page);
  const { url, errors, data } = await session.send("Page.getAppManifest");
  expect([url, errors]).toEqual([service.url + path, []]);
  expect(JSON.parse(data ?? "").start_url).toBe("/library");
  expect((await session.send("Page.getInstallabilityErrors")).installabilityErrors).toEqual([]);
  expect(complaints).toEqual([]);
});
