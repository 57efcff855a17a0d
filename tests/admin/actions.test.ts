import { beforeAll, describe, expect, test } from "bun:test";
import type { Page, Route } from "playwright-core";
import { fetched } from "../support/area.ts";
import { onePixel } from "../support/files.ts";
import { startOrderScreens } from "../support/order-screens.ts";
import { until } from "../support/service.ts";
import { v3 } from "../support/v3.ts";

let screens: Awaited<ReturnType<typeof startOrderScreens>>;

beforeAll(async () => {
  screens = await startOrderScreens();
});

const ask = async (method: string, path: string, body?: object) => (await v3(screens.service, method, path, body)).body;

/** From now on nothing is read, however long the page waits. */
const holdReading = (page: Page) =>
  page.route("**/api/v3/**", (route) =>
    // Before a SKU changes, the area asks what waits for it.
    route.request().method() === "GET" && !route.request().url().endsWith("/waiting_orders")
      ? undefined
      : route.fallback(),
  );

/** The next such request, which waits until the test lets it go on. */
function heldRequest(page: Page, address: string): Promise<Route> {
  const { promise, resolve } = Promise.withResolvers<Route>();
  void page.route(address, resolve, { times: 1 });
  return promise;
}

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const confirm = (page: Page, name: string) => page.getByRole("dialog").getByRole("button", { name }).click();

async function madeProduct(): Promise<number> {
  const sku = crypto.randomUUID();
  return (await ask("POST", "products", { name: `Product ${sku}`, sku })).product.id;
}

describe("a success message does not wait for what is read again afterwards", () => {
  test("a product that is deleted", async () => {
    const id = await madeProduct();
    await screens.at(`/admin/products/${id}`, async (page) => {
      await button(page, "Delete product…").waitFor();
      await holdReading(page);
      await button(page, "Delete product…").click();
      await confirm(page, "Delete product");
      await page.getByText("was deleted.").waitFor();
      await page.getByRole("heading", { name: "Products", level: 1 }).waitFor();
    });
  });

  test("a request that is granted", async () => {
    const { id, download_url } = await screens.makeOrder();
    await ask("POST", `orders/${id}/expire`);
    await screens.service.get(`${new URL(download_url).pathname}/renewal`, { method: "POST" });
    await screens.at("/admin/renewals", async (page) => {
      await button(page, `Approve the request for order ${id}`).waitFor();
      await holdReading(page);
      await button(page, `Approve the request for order ${id}`).click();
      await page.getByText(`Order ${id} was reopened`).waitFor();
    });
  });

  test("a link that is removed", async () => {
    const id = await madeProduct();
    await ask("POST", `products/${id}/item_urls`, { url: "https://example.com/course", name: "The course" });
    await screens.at(`/admin/products/${id}?tab=files`, async (page) => {
      await button(page, "Remove The course").waitFor();
      await holdReading(page);
      await button(page, "Remove The course").click();
      await confirm(page, "Remove link");
      await page.getByText("“The course” was removed.").waitFor();
    });
  });

  test("a person who is removed", async () => {
    await ask("POST", "members", { email: "cem@example.com", role: "staff" });
    await screens.at("/admin/settings/people", async (page) => {
      await button(page, "Remove cem@example.com").waitFor();
      await holdReading(page);
      await button(page, "Remove cem@example.com").click();
      await confirm(page, "Remove");
      await page.getByText("cem@example.com was removed.").waitFor();
    });
  });

  test("one that is refused", async () => {
    const id = await madeProduct();
    await screens.at(`/admin/products/${id}`, async (page) => {
      await page.getByLabel("SKU").fill("MAP");
      await holdReading(page);
      await button(page, "Save").click();
      await page.getByText("Another product already has the SKU MAP.").waitFor();
    });
  });
});

test("whoever has gone elsewhere before an action has ended reads of it, and stays there", async () => {
  await screens.at("/admin/products/new", async (page) => {
    const asked = heldRequest(page, "**/api/v3/products");
    await page.getByLabel("Name").fill("Globe");
    await page.getByLabel("SKU").fill("GLOBE");
    await button(page, "Create product").click();
    const request = await asked;
    await page.getByRole("link", { name: "Orders", exact: true }).click();
    await confirm(page, "Leave without saving");
    await page.getByRole("heading", { name: "Orders", level: 1 }).waitFor();
    await request.continue();
    await page.getByText("“Globe” was created.").waitFor();
    // Whatever leads elsewhere does so in that moment.
    await page.evaluate("new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))");
    expect(new URL(page.url()).pathname).toBe("/admin/orders");
  });
});

test("the second click of a double click does nothing, though the first has done its work by then", async () => {
  const { id } = await screens.makeOrder();
  const sent = async () => (await ask("GET", `emails?order_id=${id}`)).total;
  await screens.at(`/admin/orders/${id}`, async (page) => {
    const answered = page.waitForResponse("**/resend");
    await button(page, "Resend email").evaluate((element: { click(): void }) => {
      const begun = Date.now();
      const clicking = setInterval(() => {
        if (Date.now() - begun < 450) element.click();
        else clearInterval(clicking);
      }, 30);
      element.click();
    });
    await answered;
    await page.getByText("is kept here, not sent. There is no mail server.").first().waitFor();
    expect(await sent()).toBe(1);
    let isAsked = false;
    page.on("request", (request) => {
      isAsked ||= request.url().endsWith("/resend");
    });
    await until("the button takes a click again", async () => {
      if (!isAsked) await button(page, "Resend email").click();
      return isAsked;
    });
    await until("it is sent again", async () => (await sent()) === 2);
  });
});

test("an order whose creation got no answer is made once when it is tried again, and anew when it was changed", async () => {
  const made = async () => (await ask("GET", "orders?q=lost@example.com")).total;
  await screens.at("/admin/new-order", async (page) => {
    // As on a store's own network, where pages come unencrypted.
    await page.evaluate("delete Crypto.prototype.randomUUID");
    const create = () => button(page, "Create order").click();
    const createUnanswered = async () => {
      const asked = heldRequest(page, "**/api/v3/orders");
      await create();
      const request = await asked;
      await fetched(request);
      await request.abort();
    };
    await page.getByRole("textbox", { name: "Email" }).fill("lost@example.com");
    await page.getByRole("combobox", { name: "Add a product" }).fill("item ma");
    await page.getByRole("option", { name: "Item MAP (MAP)" }).click();
    await createUnanswered();
    await page.getByText("The service cannot be reached.").waitFor();
    await createUnanswered();
    expect(await made()).toBe(1);
    await page.getByLabel("First name").fill("Ann");
    await create();
    await page.getByRole("heading", { name: /^Order \d+$/ }).waitFor();
    expect(await made()).toBe(2);
  });
});

test("of two pictures that are chosen one soon after the other, both are sent, in their order", async () => {
  await screens.at("/admin/settings/branding", async (page) => {
    const sent: string[] = [];
    page.on("request", (request) => {
      if (request.method() === "PUT") sent.push(request.postDataJSON().logo.content);
    });
    const asked = heldRequest(page, "**/api/v3/account/logo");
    const field = page.locator("input[type=file]");
    const choose = (content: string) =>
      field.setInputFiles({ name: "logo.png", mimeType: "image/png", buffer: Buffer.from(content, "base64") });
    await choose(onePixel);
    const first = await asked;
    const other = Buffer.from("no picture").toString("base64");
    await choose(other);
    await first.continue();
    await page
      .getByRole("alert")
      .getByText(/must be a PNG, JPEG or WebP image/i)
      .waitFor();
    expect(sent).toEqual([onePixel, other]);
  });
});
