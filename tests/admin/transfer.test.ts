import { beforeAll, describe, expect, test } from "bun:test";
import type { Page, Route } from "playwright-core";
import { openArea } from "../support/area.ts";
import { seriousFindings, textOf } from "../support/browser.ts";
import { type Service, startService } from "../support/service.ts";
import { createSqlite } from "../support/sqlite.ts";
import { addItem, createOrder } from "../support/store.ts";
import { v3 } from "../support/v3.ts";

describe("import and export in the administration area", () => {
  let service: Service;
  let page: Page;

  const choose = (name: string, content: string) =>
    page
      .locator("input[type=file]")
      .setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(content, "utf8") });
  const saved = async (button: ReturnType<Page["getByRole"]>) => {
    const [download] = await Promise.all([page.waitForEvent("download"), button.click()]);
    return { name: download.suggestedFilename(), text: await textOf(download) };
  };
  const orders = async () => (await v3(service, "GET", "orders")).body.total;

  beforeAll(async () => {
    const environment = { WAYBILL_OUTGOING_NETWORKS: "127.0.0.0/8" };
    service = await startService({ database: await createSqlite(), environment });
    await addItem(service, "MAP");
    page = await (await openArea(service)).newPage();
  });

  test("a store is compared with one at another service, and brought over", async () => {
    // Not every system finds names below `localhost`, and this one is asked by the service itself.
    const old = await startService({ database: await createSqlite() });
    await addItem(old, "OLD MAP");
    await createOrder(old, { skus: ["OLD MAP"] });
    await page.goto(`${service.url}/admin/transfer`);
    await page.getByLabel("Address of your account there").fill(`http://127.0.0.1:${old.port}`);
    await page.getByLabel("API key there").fill("wrong");
    await page.getByLabel("API token there").fill(old.credentials.token);
    await page.getByRole("button", { name: "Compare" }).click();
    await page.getByText(/rejects the credentials \(401\)/).waitFor();
    await page.getByLabel("API key there").fill(old.credentials.key);
    await page.getByRole("button", { name: "Compare" }).click();
    await page.getByText("Nothing was changed yet").waitFor();
    expect((await v3(service, "GET", "skuproducts/OLD%20MAP")).status).toBe(404);
    await page.getByRole("button", { name: "Bring everything over" }).click();
    await page.getByText("Everything is here").waitFor();
    expect((await v3(service, "GET", "skuproducts/OLD%20MAP")).status).toBe(200);
    expect(await page.getByRole("row", { name: /^Orders 1 1$/ }).count()).toBe(1);
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await seriousFindings(page)).toEqual([]);
      expect(await page.evaluate<number>("document.documentElement.scrollWidth")).toBe(width);
    }
    const [order] = (await v3(service, "GET", "orders")).body.orders;
    await v3(service, "DELETE", `orders/${order.id}`);
  });

  test("a file is checked first, its refused rows are shown and can be kept, and the others are imported", async () => {
    await page.goto(`${service.url}/admin/transfer?import=orders`);
    const rows = Array.from({ length: 30 }, (_, index) => `O-${index},c${index}@example.com,MAP,red`);
    await choose(
      "old.csv",
      ["id,email,sku,colour", ...rows, "O-1,nobody,MAP,", "O-99,a@example.com,?,", "=1+1;@x/,b@example.com,MAP,"].join(
        "\n",
      ),
    );
    await page.getByText("3 rows are rejected").waitFor();
    await page.getByText("The column sku was read as skus.").waitFor();
    await page.getByText("colour", { exact: true }).waitFor();
    expect(await page.getByRole("table", { name: "Rejected rows" }).getByRole("row").count()).toBe(5);
    await page.getByRole("table", { name: "Rejected rows" }).getByText("nobody", { exact: true }).waitFor();
    expect(await orders()).toBe(0);
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await seriousFindings(page)).toEqual([]);
      expect(await page.evaluate<number>("document.documentElement.scrollWidth")).toBe(width);
    }
    const refused = await saved(page.getByRole("button", { name: "Download rejected rows" }));
    expect(refused.name).toBe("rejected-rows.csv");
    expect(refused.text).toContain('"32","email","nobody","must be an email address such as ann@example.com"\r\n');
    expect(refused.text).toContain(`"34","id","'=1+1;'@x/"`);

    await page.getByRole("button", { name: "Import 30 rows, skip the others" }).click();
    await page.getByText("30 rows were imported").waitFor();
    expect(await orders()).toBe(30);
    // Its address is kept, and shared.
    await page.reload();
    await page.getByText("30 rows were imported").waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole("link", { name: "View orders" }).click();
    await page.getByRole("table", { name: "Orders" }).getByText("c29@example.com").waitFor();
  });

  test("refused rows are counted as rows, each shown with all its reasons", async () => {
    await page.goto(`${service.url}/admin/transfer?import=orders`);
    const counted = async (rows: number, shown: number) => {
      const wrong = Array.from({ length: rows }, (_, index) => `W-${index},nobody,MAP,soon`);
      await choose("wrong.csv", ["id,email,skus,expiration_date", ...wrong].join("\n"));
      await page.getByText(`${rows} rows are rejected`).waitFor();
      const lines = page.getByRole("table", { name: "Rejected rows" }).getByRole("row");
      expect(await lines.count()).toBe(1 + 2 * shown);
    };
    await counted(20, 20);
    expect(await page.getByText("are shown").count()).toBe(0);
    await page.getByRole("button", { name: "Choose another file" }).click();
    await counted(26, 25);
    await page.getByText("Showing the first 25 of 26 rows.").waitFor();
  });

  test("what is no such file is refused with the reason, and another can be chosen", async () => {
    await page.goto(`${service.url}/admin/transfer?import=products`);
    await page.getByText("Columns and example").click();
    const example = await saved(page.getByRole("button", { name: "Download example" }));
    await choose("letter.csv", "Dear Sir or Madam");
    await page.getByRole("alert").getByText("but sku and name are missing").waitFor();
    await choose("products.csv", example.text);
    await page.getByText("All 2 rows are valid").waitFor();
    await page.getByRole("button", { name: "Import 2 rows" }).click();
    await page.getByText("2 rows were imported").waitFor();
    expect((await v3(service, "GET", "skuproducts/MAP-2")).body.product.item_urls).toHaveLength(1);
  });

  test("a file that is being sent is not left without a question", async () => {
    await page.setViewportSize({ width: 1280, height: 900 });
    const asked = Promise.withResolvers<Route>();
    await page.route("**/api/v3/imports/orders?*", asked.resolve, { times: 1 });
    await page.goto(`${service.url}/admin/transfer?import=orders`);
    await choose("late.csv", "email,skus\nlate@example.com,MAP");
    const request = await asked.promise;
    const question = page.getByRole("dialog", { name: "Stop the upload?" });
    const kinds = page.getByRole("radiogroup", { name: "What to import" });
    for (const way of [
      page.getByRole("link", { name: "Products", exact: true }),
      kinds.getByText("Products", { exact: true }),
    ]) {
      await way.click();
      await question.getByText("If you stop, nothing is imported.").waitFor();
      expect(await seriousFindings(page)).toEqual([]);
      await question.getByRole("button", { name: "Stay" }).last().click();
      await question.waitFor({ state: "detached" });
    }
    await page.getByLabel("Which orders").selectOption("Expired orders");
    await page.waitForURL(/status=expired/);
    expect(await question.count()).toBe(0);
    await kinds.getByText("Products", { exact: true }).click();
    await question.waitFor();
    await request.continue();
    // There is nothing to stop any more.
    await question.waitFor({ state: "detached" });
    await page.getByText("The row is valid").waitFor();
    await kinds.getByText("Products", { exact: true }).click();
    await page.getByText("SKUs that already exist are rejected.").waitFor();
  });

  test("lists are downloaded as files, filtered", async () => {
    await page.goto(`${service.url}/admin/transfer`);
    await page.getByLabel("Which orders").selectOption("Expired orders");
    const none = await saved(page.getByRole("link", { name: "Download orders as CSV" }));
    expect(none.name).toMatch(/^demo-orders-\d{4}-\d\d-\d\d\.csv$/);
    expect(none.text.trimEnd().split("\r\n")).toHaveLength(1);
    await page.getByLabel("Which orders").selectOption("All orders");
    const all = await saved(page.getByRole("link", { name: "Download orders as CSV" }));
    expect(all.text.trimEnd().split("\r\n")).toHaveLength(31);
    await page.getByLabel("What to export").selectOption("Products");
    const products = await saved(page.getByRole("link", { name: "Download products as CSV" }));
    expect(products.text).toContain("MAP-2,Map of the north,9.5,EUR");
    await page.getByLabel("What to export").selectOption("License keys");
    await page.getByLabel("SKU", { exact: true }).fill("NONE");
    await page.waitForURL(/sku=NONE/);
    await page.getByRole("link", { name: "Download license keys as CSV" }).click();
    await page.getByRole("alert").getByText("There is no product with the SKU NONE").waitFor();
  });
});
