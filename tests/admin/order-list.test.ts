import { expect, test } from "bun:test";
import { walk } from "../support/area.ts";
import { seriousFindings } from "../support/browser.ts";
import { importCsv } from "../support/csv.ts";
import { startOrderScreens } from "../support/order-screens.ts";
import { until } from "../support/service.ts";
import { addItem } from "../support/store.ts";
import { v3 } from "../support/v3.ts";

const { service, at, order, makeOrder } = await startOrderScreens();

test("a search is typed as slowly as one likes, and a page beyond the last leads to the last without a lie", async () => {
  await importCsv(service, "orders", `email,skus\n${"crowd@example.com,MAP\n".repeat(51)}`);
  await at("/admin/orders", async (page) => {
    const search = page.getByLabel("Search orders");
    await search.pressSequentially("crowd@example.com ");
    await page.waitForURL(/q=crowd%40example\.com$/);
    expect(await search.inputValue()).toBe("crowd@example.com ");
    await page.getByText("1 to 50 of 51").waitFor();
    await page.getByRole("button", { name: "Page 2" }).click();
    await page.getByText("51 to 51 of 51").waitFor();
    await search.fill("ann@example.com");
    await page.waitForURL(/q=ann%40example\.com$/);
    expect(page.url()).not.toContain("page=");

    const last = Promise.withResolvers<void>();
    await page.route("**/api/v3/orders?page=2*", async (route) => {
      await last.promise;
      await route.continue();
    });
    await page.goto(`${service.url}/admin/orders?q=crowd@example.com&page=7`);
    await page.waitForURL(/page=2$/);
    expect(await page.getByRole("heading", { name: "No matching orders" }).count()).toBe(0);
    last.resolve();
    await page.getByText("51 to 51 of 51").waitFor();
    for (const number of ["1e15", "1000000001", "-1", "first"]) {
      await walk(page, `/admin/orders?q=crowd@example.com&page=${number}`);
      await page.getByText("1 to 50 of 51").waitFor();
    }
  });
});

test("without a mail server, orders whose email is kept here are a choice among the states", async () => {
  const { id } = await makeOrder({ email: "kept@example.com", send_email: true });
  await until("its email is kept", async () => (await order(id)).email_status === "kept");
  await at("/admin/orders", async (page) => {
    const status = page.getByLabel("Filter by status");
    await status.selectOption("Email kept here");
    await page.waitForURL(/email_status=kept/);
    await page.getByRole("button", { name: "More filters", exact: true }).waitFor();
    await page.getByRole("table", { name: "Orders" }).getByText("kept@example.com").waitFor();
    await status.selectOption("On hold");
    await page.waitForURL(/state=on_hold$/);
    await page.getByText("No matching orders").waitFor();
    await status.selectOption("Email kept here");
    await page.waitForURL(/email_status=kept/);
    expect(page.url()).not.toContain("state=");
    await page.reload();
    await page.getByRole("table", { name: "Orders" }).getByText("kept@example.com").waitFor();
    expect(await status.inputValue()).toBe("kept");
  });
});

test("one customer's long name, email or file name takes no column of a list out of sight, and is whole when pointed at", async () => {
  const long = "w".repeat(150);
  const email = `${"long.".repeat(12)}x@${"mail.".repeat(20)}example.com`;
  await addItem(service, `SKU-${long.slice(0, 60)}`, { [`${long}.txt`]: "long" });
  const items = [{ sku: `SKU-${long.slice(0, 60)}` }];
  const { id } = await makeOrder({
    id: "L".repeat(60),
    email,
    last_name: long,
    order_items: items,
    send_email: true,
  });
  const [item] = (await order(id)).order_items;
  await service.get(new URL(item.download_url).pathname, { headers: { "user-agent": `${long}/1.0` } });
  const width = "[...document.querySelectorAll('table')].map((t) => t.scrollWidth - t.parentElement.clientWidth)";
  await at("/admin", async (page) => {
    for (const [list, name] of [
      ["/admin/orders", long],
      ["/admin/downloads", `${long}.txt`],
      ["/admin/emails", email],
      ["/admin/products", `SKU-${long.slice(0, 60)}`],
      ["/admin", `Item SKU-${long.slice(0, 60)}`],
      [`/admin/orders/${id}`, `${long}.txt`],
    ] as const) {
      await walk(page, list);
      await page.getByTitle(name, { exact: true }).first().waitFor();
      for (const size of [1280, 390]) {
        await page.setViewportSize({ width: size, height: 900 });
        const fits = async () => Math.max(...(await page.evaluate<number[]>(width))) === 0;
        await until(`${list} fits ${size} pixels`, fits);
      }
    }
  });
});

test("an order that is used up or waits for a key says so, in the list and on its own screen", async () => {
  const { product } = (await v3(service, "POST", "products", { sku: "KEYED", name: "Keyed" })).body;
  await v3(service, "POST", `products/${product.id}/license_keys`, { license_keys: ["FIRST-KEY"] });
  const email = "states@example.com";
  await makeOrder({ email, order_items: [{ sku: "KEYED" }] });
  const open = await makeOrder({ email });
  const spent = await makeOrder({ email, download_limit: 0 });
  const waiting = await makeOrder({ email, order_items: [{ sku: "KEYED", quantity: 2 }, { sku: "MAP" }] });
  await at("/admin/orders?q=states@", async (page) => {
    const row = (id: number) => page.getByRole("row").filter({ has: page.getByLabel(`Select order ${id}`) });
    await row(open.id).getByText("Open", { exact: true }).waitFor();
    await row(spent.id).getByText("Used up", { exact: true }).waitFor();
    await row(waiting.id).getByText("Waiting for a key", { exact: true }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.goto(`${service.url}/admin/orders/${spent.id}`);
    await page.getByText("Used up", { exact: true }).waitFor();
    await page.goto(`${service.url}/admin/orders/${waiting.id}`);
    await page.getByText("Waiting for a key", { exact: true }).waitFor();
    await page.getByText("Waiting for 2 license keys.").waitFor();
    expect(await page.getByText(/^Waiting for .* license keys?\./).count()).toBe(1);
    expect(await seriousFindings(page)).toEqual([]);
    await v3(service, "POST", `products/${product.id}/license_keys`, { license_keys: ["SECOND-KEY"] });
    await page.reload();
    await page.getByText("1 of 2 license keys assigned.").waitFor();
  });
});

test("the list is filtered by state, sorted by a column, shows chosen columns, and keeps views", async () => {
  const email = "views@example.com";
  const held = await makeOrder({ email, hold: true, order_items: [{ sku: "MAP", price: 5 }] });
  const cheap = await makeOrder({ email, order_items: [{ sku: "MAP", price: 1 }] });
  await makeOrder({ email, vendor_id: "V-2", order_items: [{ sku: "BOOK", price: 90 }] });
  await at("/admin/orders?q=views@", async (page) => {
    const shown = async () => (await page.getByRole("checkbox", { name: /^Select order/ }).all()).length;
    const first = page.getByRole("checkbox", { name: /^Select order/ }).first();
    const leads = (name: number | string) =>
      until(`order ${name} is first`, async () => (await first.getAttribute("aria-label")) === `Select order ${name}`);
    await leads("V-2");
    await page.getByRole("columnheader").getByRole("button", { name: "Total" }).click();
    await page.waitForURL(/sort=-total/);
    await leads("V-2");
    await page.getByRole("columnheader", { name: "Total" }).and(page.locator("[aria-sort=descending]")).waitFor();
    await page.getByRole("columnheader").getByRole("button", { name: "Total" }).click();
    await leads(cheap.id);
    await page.getByLabel("Filter by status").selectOption("On hold");
    await leads(held.id);
    expect(await shown()).toBe(1);
    await page.getByRole("button", { name: "Views" }).click();
    await page.getByRole("menuitem", { name: "Manage views…" }).click();
    await page.getByLabel("Name for the current filters and sorting").fill("To check");
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole("button", { name: "Save view" }).click();
    await page.getByRole("button", { name: "Views" }).click();
    await page.getByRole("menuitem", { name: "All orders" }).click();
    await page.getByRole("button", { name: "More filters" }).click();
    await page.getByLabel("Your order ID").fill("V-2");
    await leads("V-2");
    await until("one is left", async () => (await shown()) === 1);
    await page.getByRole("button", { name: "Columns" }).click();
    await page.getByRole("checkbox", { name: "Products" }).click();
    await page.getByRole("cell", { name: "Item BOOK" }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.reload();
    await page.getByRole("cell", { name: "Item BOOK" }).waitFor();
    await page.getByRole("button", { name: "Views" }).click();
    await page.getByRole("menuitem", { name: "To check" }).click();
    await leads(held.id);
    await page.goto(`${service.url}/admin`);
    await page.getByText(`Order ${held.id} is on hold`).waitFor();
  });
});

test("on a phone an order is told from another of its customer, and opened at the customer too", async () => {
  const items = [{ sku: "MAP", price: 12.5 }];
  const { id } = await makeOrder({
    email: "thumb@example.com",
    first_name: "Tess",
    currency: "EUR",
    order_items: items,
  });
  const { order_items, created_at } = await order(id);
  const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" }).format(new Date(created_at));
  for (const list of ["/admin/orders?q=thumb", `/admin/products/${order_items[0].item_id}?tab=orders`]) {
    await at(list, async (page) => {
      const row = page.getByRole("row").filter({ hasText: "thumb@example.com" });
      const made = row.getByRole("cell", { name: "thumb@example.com" }).getByText(day);
      await row.waitFor();
      expect(await made.isVisible()).toBe(false);
      await page.setViewportSize({ width: 390, height: 844 });
      await made.waitFor();
      await row.getByRole("cell", { name: "thumb@example.com" }).getByText("€12.50").waitFor();
      // One stop of the keyboard in each row is enough.
      expect(await row.locator("a:not([tabindex='-1'])").count()).toBe(1);
      await row.getByText("thumb@example.com").click();
      await page.waitForURL(`**/admin/orders/${id}`);
    });
  }
});

test("the store's own order ID leads in the list and in the heading, with the ID here small, on a phone too", async () => {
  const { id } = await makeOrder({ email: "own-id@example.com", vendor_id: "SHOP-20511" });
  const { id: other } = await makeOrder({ email: "own-id@example.com" });
  await at("/admin/orders?q=own-id", async (page) => {
    const first = (order: number) =>
      page
        .getByRole("row")
        .filter({ hasText: String(order) })
        .getByRole("cell")
        .nth(1);
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 844 });
      await first(id).getByRole("link", { name: "SHOP-20511", exact: true }).waitFor();
      expect(await first(other).textContent()).toBe(String(other));
      expect(await seriousFindings(page)).toEqual([]);
    }
    await page.goto(`${service.url}/admin/orders/${id}`);
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 844 });
      await page.getByRole("heading", { name: "Order SHOP-20511", exact: true }).waitFor();
      await page.getByText(`ID here ${id}`, { exact: true }).waitFor();
    }
  });
});

test("on a phone that lies on its side the sections make room for the list", async () => {
  const email = "sideways.hughes@example.com";
  await makeOrder({ email });
  await at("/admin/orders?q=sideways", async (page) => {
    await page.setViewportSize({ width: 844, height: 390 });
    await page.getByRole("button", { name: "Navigation menu" }).waitFor();
    const customer = page.getByTitle(email);
    await until("the customer has room", async () => ((await customer.boundingBox())?.width ?? 0) > 200);
    await page.getByRole("button", { name: "Navigation menu" }).click();
    await page.getByRole("navigation", { name: "Sections" }).getByRole("link", { name: "Settings" }).click();
    await page.waitForURL("**/admin/settings/**");
  });
});

test("a thumb opens an order anywhere in the cells that name it", async () => {
  const { id } = await makeOrder({ email: "touched@example.com", first_name: "Tess" });
  const touch = { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } };
  await at(
    "/admin/orders?q=touched",
    async (page) => {
      const row = page.getByRole("row").filter({ hasText: "touched@example.com" });
      for (const cell of [row.getByRole("cell").nth(1), row.getByRole("cell").nth(2)]) {
        await cell.waitFor();
        const { width = 0, height = 0 } = (await cell.boundingBox()) ?? {};
        await cell.tap({ position: { x: width - 3, y: height - 3 } });
        await page.waitForURL(`**/admin/orders/${id}`);
        await page.goBack();
      }
    },
    touch,
  );
});

test("a filter that is out of sight stands below the search, and is taken off there", async () => {
  await makeOrder({ email: "chip@example.com" });
  await at("/admin/orders", async (page) => {
    await page.getByLabel("Search orders").fill("Item MA");
    await page.getByRole("link", { name: "Orders of Item MAP" }).click();
    await page.waitForURL(/sku=MAP/);
    const on = page.getByRole("group", { name: "Filters that are on" });
    await on.getByRole("button", { name: "Remove filter “SKU: MAP”" }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole("button", { name: "More filters (1)" }).click();
    await on.waitFor({ state: "detached" });
    expect(await page.getByLabel("SKU", { exact: true }).inputValue()).toBe("MAP");
    await page.getByRole("button", { name: "More filters (1)" }).click();
    await on.getByRole("button").click();
    await page.waitForURL((url) => !url.search.includes("sku"));
    await on.waitFor({ state: "detached" });
    // Only links from elsewhere have this one.
    await page.goto(`${service.url}/admin/orders?status=open&usage=never_downloaded`);
    await page.getByRole("button", { name: "Remove filter “Status: Open”" }).click();
    await page.waitForURL((url) => !url.search.includes("status"));
  });
});

test("a search that is too long says so at its field", async () => {
  await makeOrder({ email: "long@example.com" });
  await at("/admin/orders?q=long@example.com", async (page) => {
    const search = page.getByLabel("Search orders");
    await page.getByRole("link", { name: "long@example.com" }).first().waitFor();
    await search.fill("a".repeat(3_000));
    await page.getByText("Use at most 1,000 characters.").waitFor();
    expect(await page.getByText("No matching orders").count()).toBe(0);
    await page.goto(`${service.url}/admin/customers`);
    await page.getByLabel("Search customers").fill("a".repeat(256));
    await page.getByText("Use at most 255 characters.").waitFor();
    expect(await seriousFindings(page)).toEqual([]);
  });
});
