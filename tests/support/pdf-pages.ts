import { join } from "node:path";
import type { Page } from "playwright-core";
import { launchBrowser } from "./browser.ts";

const library = join(import.meta.dir, "../../node_modules/unpdf/dist");

/** A rendered page of a PDF: its picture, and where it has ink. */
export interface RenderedPage {
  /** PNG. */
  picture: Buffer;
  /** Pixels, of which there are two for each point. */
  width: number;
  height: number;
  /** The edges of all pixels that are not white, in points from the upper left; null for an empty page. */
  ink: { left: number; top: number; right: number; bottom: number } | null;
}

/** What readers see of each page, in Chromium by pdf.js. */
export async function renderPdf(bytes: Uint8Array): Promise<RenderedPage[]> {
  const context = await (await launchBrowser()).newContext();
  const page = await context.newPage();
  await page.route("http://pdf.test/**", async (route) => {
    const name = new URL(route.request().url()).pathname.slice(1);
    if (name === "") return route.fulfill({ contentType: "text/html", body: "<!doctype html><body>" });
    return route.fulfill({ contentType: "text/javascript", path: join(library, name) });
  });
  await page.goto("http://pdf.test/");
  const count = await load(page, Buffer.from(bytes).toString("base64"));
  const pages: RenderedPage[] = [];
  for (let number = 1; number <= count; number++) pages.push(await draw(page, number));
  await context.close();
  return pages;
}

function load(page: Page, base64: string): Promise<number> {
  return page.evaluate(
    `(async () => {
      const pdfjs = await import("/pdfjs.mjs");
      const data = Uint8Array.from(atob(${JSON.stringify(base64)}), (one) => one.charCodeAt(0));
      window.pdf = await pdfjs.getDocument({ data }).promise;
      return window.pdf.numPages;
    })()`,
  );
}

async function draw(page: Page, number: number): Promise<RenderedPage> {
  const drawn: Omit<RenderedPage, "picture"> & { url: string } = await page.evaluate(
    `(async () => {
      const page = await window.pdf.getPage(${number});
      const viewport = page.getViewport({ scale: 2 });
      const canvas = document.createElement("canvas");
      const [width, height] = [canvas.width, canvas.height] = [Math.round(viewport.width), Math.round(viewport.height)];
      const canvasContext = canvas.getContext("2d");
      await page.render({ canvasContext, viewport }).promise;
      const { data } = canvasContext.getImageData(0, 0, width, height);
      let ink = null;
      for (let at = 0; at < data.length; at += 4) {
        if (data[at] + data[at + 1] + data[at + 2] > 720) continue;
        const [x, y] = [(at / 4) % width / 2, Math.floor(at / 4 / width) / 2];
        ink ??= { left: x, top: y, right: x, bottom: y };
        ink.left = Math.min(ink.left, x);
        ink.right = Math.max(ink.right, x);
        ink.bottom = y;
      }
      return { width, height, ink, url: canvas.toDataURL() };
    })()`,
  );
  const { url, ...rest } = drawn;
  return { ...rest, picture: Buffer.from(url.slice(url.indexOf(",") + 1), "base64") };
}
