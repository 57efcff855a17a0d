import { expect, test } from "bun:test";
import { seriousFindings } from "../support/browser.ts";
import { startOrderScreens } from "../support/order-screens.ts";
import { v3 } from "../support/v3.ts";

const { service, at, order, makeOrder } = await startOrderScreens();

test("an order's end is put off from the one it has, and earlier only when that is said", async () => {
  const { id } = await makeOrder({ expiration_date: "2097-03-04T05:06:00Z" });
  await at(`/admin/orders/${id}?dialog=extend`, async (page) => {
    const dialog = page.getByRole("dialog", { name: `Extend order ${id}` });
    await dialog.getByText("Set a date").click();
    const end = dialog.getByLabel("Date and time");
    expect(await end.inputValue()).toBe("2097-03-11T05:06");
    await end.fill("2096-01-02T03:04");
    await dialog.getByText("The links work until 4 Mar 2097, 05:06. They will expire earlier.").waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Shorten" }).click();
    await page.getByText("The links work until 2 Jan 2096, 03:04.").waitFor();
    expect((await order(id)).expiration_date).toBe("2096-01-02T03:04:00+00:00");
  });
});

test("a refused extension stands in its dialog only until that closes", async () => {
  const { id } = await makeOrder();
  await at(`/admin/orders/${id}`, async (page) => {
    const refusal = { status: 409, contentType: "application/problem+json", body: '{"detail":"Not just now."}' };
    await page.route(`**/orders/${id}`, (route) =>
      route.request().method() === "PUT" ? route.fulfill(refusal) : route.continue(),
    );
    const dialog = page.getByRole("dialog", { name: `Extend order ${id}` });
    await page.getByRole("button", { name: "Extend…" }).click();
    await dialog.getByRole("button", { name: "Extend", exact: true }).click();
    await dialog.getByText("Not just now.").waitFor();
    await page.goBack();
    await dialog.waitFor({ state: "detached" });
    await page.goForward();
    await dialog.getByLabel("Days to add").waitFor();
    await dialog.getByText("Not just now.").waitFor({ state: "detached" });
  });
});

test("extending an order answers its request for a new link, and the sections say so at once", async () => {
  const { id, download_url } = await makeOrder();
  await v3(service, "POST", `orders/${id}/expire`);
  const asked = await service.get(`${new URL(download_url).pathname}/renewal`, { method: "POST" });
  expect(asked.ok || asked.status === 303).toBe(true);
  await at(`/admin/orders/${id}`, async (page) => {
    const waiting = page.getByRole("link", { name: "Renewals 1 pending" });
    await waiting.waitFor();
    await page.getByRole("button", { name: "Extend…" }).click();
    await page.getByText("The customer asked for a renewal, and gets an email").waitFor();
    await page.getByRole("button", { name: "Extend", exact: true }).click();
    await waiting.waitFor({ state: "detached" });
  });
});

test("extending many orders says how many requests it answers, and shows which button works", async () => {
  const made = [await makeOrder({ email: "asks1@example.com" }), await makeOrder({ email: "asks2@example.com" })];
  for (const { id } of made) await v3(service, "POST", `orders/${id}/expire`);
  const [first] = made;
  await service.get(`${new URL(first?.download_url ?? "").pathname}/renewal`, { method: "POST" });
  await at("/admin/orders?q=asks", async (page) => {
    const bar = page.getByRole("group", { name: "Actions for the selected orders" });
    const dialog = page.getByRole("dialog", { name: "Extend 2 orders" });
    const extend = async () => {
      await page.getByLabel("Select all on this page").click();
      await bar.getByRole("button", { name: "Extend…" }).click();
    };
    // More requests than are read at once.
    await page.route("**/renewal_requests?**page_size=500**", (route) =>
      route.fulfill({ json: { renewal_requests: [], page: 1, page_size: 500, total: 501 } }),
    );
    await extend();
    await dialog.getByText("Orders that asked for a renewal get an email").waitFor();
    await page.unroute("**/renewal_requests?**page_size=500**");
    await page.reload();
    await extend();
    await dialog.getByText("1 of them asked for a renewal and gets an email").waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    const held = Promise.withResolvers<void>();
    await page.route(/\/api\/v3\/orders\/\d+$/, async (route) => {
      await held.promise;
      await route.continue();
    });
    await dialog.getByRole("button", { name: "Extend", exact: true }).click();
    await page.getByText("Extending 0 of 2").waitFor();
    const working = bar.locator("button[data-loading]");
    expect(await working.allTextContents()).toEqual(["Extend…"]);
    held.resolve();
    await page.getByText("2 orders extended.").waitFor();
  });
});

test("extending many orders to a date cuts none of them short", async () => {
  const ends = ["2031-01-02T03:04:00+00:00", "2031-01-02T03:04:00+00:00", "never"];
  const made = await Promise.all(
    ends.map((expiration_date) => makeOrder({ email: "extended@example.com", expiration_date })),
  );
  await at("/admin/orders?q=extended", async (page) => {
    await page.getByLabel("Select all on this page").click();
    await page.getByRole("button", { name: "Extend…" }).click();
    // Somebody else extends one of them meanwhile.
    await v3(service, "PUT", `orders/${made[0]?.id}`, { expiration_date: "2097-03-04T05:06:00Z" });
    await page.getByText("Set a date").click();
    await page.getByText("Orders that expire later are not changed.").waitFor();
    await page.getByLabel("Date and time").fill("2050-06-07T08:09");
    await page.getByRole("button", { name: "Extend", exact: true }).click();
    await page.getByText("3 orders extended.").waitFor();
    const now = await Promise.all(made.map(async ({ id }) => (await order(id)).expiration_date));
    expect(now).toEqual(["2097-03-04T05:06:00+00:00", "2050-06-07T08:09:00+00:00", null]);
  });
});

test("the date that comes of it is shown before an order is extended", async () => {
  const email = "shown@example.com";
  const { id } = await makeOrder({ email, expiration_date: "2097-03-04T05:06:00Z" });
  await at(`/admin/orders/${id}?dialog=extend`, async (page) => {
    const dialog = page.getByRole("dialog", { name: `Extend order ${id}` });
    await dialog.getByText("The links will work until 11 Mar 2097, 05:06.").waitFor();
    await dialog.getByLabel("Days to add").fill("1");
    await dialog.getByText("The links will work until 5 Mar 2097, 05:06.").waitFor();
    await dialog.getByRole("button", { name: "Extend", exact: true }).click();
    await page.getByText("The links work until 5 Mar 2097, 05:06.").waitFor();
    expect((await order(id)).expiration_date).toBe("2097-03-05T05:06:00+00:00");
  });
  await makeOrder({ email, expiration_date: "2098-03-04T05:06:00Z" });
  await makeOrder({ email, expiration_date: "never" });
  await at("/admin/orders?q=shown@", async (page) => {
    await page.getByLabel("Select all on this page").click();
    await page.getByRole("button", { name: "Extend…" }).click();
    await page.getByText("between 12 Mar 2097, 05:06 and 11 Mar 2098, 05:06.").waitFor();
    await page.getByText("1 order never expires and is not changed.").waitFor();
    expect(await seriousFindings(page)).toEqual([]);
  });
});

test("a dialog that was closed leaves no step to go back to, and does not leave the screen when closed twice", async () => {
  const { id } = await makeOrder();
  await at("/admin/orders", async (page) => {
    await page.getByTitle(String(id)).click();
    const dialog = page.getByRole("dialog", { name: `Extend order ${id}` });
    for (const close of ["Cancel", "Close"]) {
      await page.getByRole("button", { name: "Extend…" }).click();
      await dialog.getByRole("button", { name: close, exact: true }).dblclick();
      await dialog.waitFor({ state: "detached" });
      await page.waitForURL(`**/admin/orders/${id}`);
    }
    await page.getByRole("button", { name: "Extend…" }).click();
    await dialog.getByRole("button", { name: "Extend", exact: true }).click();
    await dialog.waitFor({ state: "detached" });
    await page.goBack();
    await page.waitForURL("**/admin/orders");
  });
});

test("an order that waits for its first download says so, and adding days to it changes nothing", async () => {
  const limits = { order_expiration_in_hours: 48, expires_from: "first_download", download_limit: 2 };
  await v3(service, "POST", "products", { sku: "RENT", name: "Film", ...limits });
  const { id } = await makeOrder({ order_items: [{ sku: "RENT" }, { sku: "MAP" }] });
  const waiting = 240;
  await at(`/admin/orders/${id}`, async (page) => {
    await page.getByText("10 days after the first download").waitFor();
    await page.getByText("Differs by product").waitFor();
    await page.getByRole("button", { name: "Extend…" }).click();
    const dialog = page.getByRole("dialog", { name: `Extend order ${id}` });
    await dialog.getByText("The time begins with the first download. Nothing changes.").waitFor();
    await dialog.getByRole("button", { name: "Extend", exact: true }).click();
    await page.getByText("The links work for 10 days after the first download.").waitFor();
    const kept = { expiration_date: null, expiration_hours_from_first_download: waiting };
    expect(await order(id)).toMatchObject(kept);
    await page.getByRole("button", { name: "Extend…" }).click();
    await dialog.getByText("Set a date").click();
    await dialog.getByText("The links work for 10 days after the first download. This sets an expiry date.").waitFor();
    expect(await seriousFindings(page)).toEqual([]);
  });
});
