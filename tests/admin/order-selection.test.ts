import { expect, test } from "bun:test";
import { seriousFindings, textOf } from "../support/browser.ts";
import { importCsv } from "../support/csv.ts";
import { startOrderScreens } from "../support/order-screens.ts";
import { until } from "../support/service.ts";
import { v3 } from "../support/v3.ts";

const { service, at, order, emails, makeOrder } = await startOrderScreens();

test("selected orders are sent again, extended and exported; what fails is reported", async () => {
  const made = [await makeOrder({ email: "bulk1@example.com" }), await makeOrder({ email: "bulk2@example.com" })];
  await at("/admin/orders?q=bulk", async (page) => {
    await page.getByLabel("Select all on this page").click();
    await page.getByText("2 orders selected").waitFor();
    expect(await seriousFindings(page)).toEqual([]);

    const downloading = page.waitForEvent("download");
    await page.getByRole("link", { name: "Export", exact: true }).click();
    const csv = await textOf(await downloading);
    expect(csv.trim().split("\r\n")).toHaveLength(3);
    expect(csv).toStartWith("\ufeff");
    expect(csv).toContain("bulk1@example.com");

    const [first, second] = made;
    await v3(service, "DELETE", `orders/${first?.id}`);
    await page.getByRole("button", { name: "Extend…" }).click();
    await page.getByRole("radiogroup", { name: "Expiry date" }).getByText("Never expire").click();
    await page.getByRole("button", { name: "Extend", exact: true }).click();
    await page.getByText("1 of 2 orders failed").waitFor();
    await page.getByText(`There is no order with the ID ${first?.id}.`).waitFor();
    expect((await order(second?.id ?? 0)).expiration_date).toBeNull();

    await page.getByRole("button", { name: "Close", exact: true }).click();
    await page.getByLabel("Clear selection").click();
    await page.getByLabel(`Select order ${second?.id}`).click();
    await page.getByRole("button", { name: "Resend" }).click();
    await page.getByText("1 order kept here, not sent.").waitFor();
    await until("the email is queued", async () => (await emails(second?.id ?? 0)).total === 1);
  });
});

test("what is done with many orders is asked first, goes on on other screens, and tells there how it ended", async () => {
  const made = [await makeOrder({ email: "many1@example.com" }), await makeOrder({ email: "many2@example.com" })];
  const sent = async () => Promise.all(made.map(async ({ id }) => (await emails(id)).total));
  await at("/admin/orders?q=many", async (page) => {
    const held = Promise.withResolvers<void>();
    await page.route("**/resend", async (route) => {
      await held.promise;
      await route.fulfill({
        status: 409,
        contentType: "application/problem+json",
        body: '{"detail":"Not just now."}',
      });
    });
    await page.getByLabel("Select all on this page").click();
    await page.getByRole("button", { name: "Resend" }).click();
    await page.getByRole("dialog", { name: "Resend the emails of 2 orders?" }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole("button", { name: "Resend 2 emails" }).click();
    await page.getByText("Resending 0 of 2").waitFor();

    await page.getByRole("link", { name: "Products", exact: true }).click();
    const shown = page.getByRole("banner").getByRole("link");
    await shown.getByText("Resending 0 of 2").waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    const asked = page.waitForEvent("dialog");
    await page.close({ runBeforeUnload: true });
    await (await asked).dismiss();
    await page.getByRole("button", { name: /^Signed in as/ }).click();
    await page.getByRole("menuitem", { name: "Sign out" }).click();
    await page.getByRole("dialog", { name: "Sign out now?" }).getByRole("button", { name: "Stay" }).first().click();

    held.resolve();
    await shown.getByText("2 of 2 orders failed").waitFor();
    await page.unroute("**/resend");
    await shown.click();
    await page.getByRole("alert").getByText("Not just now.").first().waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    await page.getByRole("button", { name: "Retry 2 orders" }).click();
    await page.getByText("2 orders kept here, not sent.").waitFor();
    expect(await sent()).toEqual([1, 1]);
  });
});

test("all orders that a search finds are selected at once; more than one export can name are refused; expired ones are pointed out before emails are sent", async () => {
  const ids = Array.from({ length: 120 }, (_, number) => `${"X".repeat(60)}${number}`);
  const rows = ids.map((id) => `${id},export@example.com,MAP`);
  await importCsv(service, "orders", ["id,email,skus", ...rows].join("\n"));
  await at("/admin/orders?q=export@", async (page) => {
    await page.getByLabel("Select all on this page").click();
    await page.getByText("50 orders selected").waitFor();
    await page.getByRole("button", { name: "Go to the next page" }).click();
    await page.getByText("51 to").waitFor();
    await page.getByRole("checkbox", { name: "Select all on this page", checked: false }).click();
    await page.getByText("100 orders selected").waitFor();
    await page.getByRole("button", { name: "Select all 120" }).click();
    await page.getByText("120 orders selected").waitFor();
    expect(await page.getByRole("button", { name: "Select all 120" }).count()).toBe(0);
    await page.getByRole("link", { name: "Export", exact: true }).click();
    await page.getByRole("alert").getByText("Select fewer, or search and export the list.").waitFor();

    await v3(service, "POST", `orders/${ids[119]}/expire`);
    await page.goto(`${service.url}/admin/orders?q=export@`);
    await page.getByLabel("Select all on this page").click();
    await page.getByRole("button", { name: "Resend" }).click();
    await page.getByRole("dialog").getByText("1 of them has expired").waitFor();
  });
});

test("what was begun in one list does not change what is selected in another meanwhile", async () => {
  for (const email of ["begun1@example.com", "begun2@example.com", "meanwhile@example.com"]) await makeOrder({ email });
  await at("/admin/orders?q=begun", async (page) => {
    const search = page.getByLabel("Search orders");
    /** Selects another order while what was begun waits for its answer. */
    const selectMeanwhile = async (address: string, begin: () => Promise<void>) => {
      const held = Promise.withResolvers<void>();
      await page.route(address, async (route) => {
        await held.promise;
        await route.continue();
      });
      await begin();
      await search.fill("meanwhile");
      await page.waitForURL(/q=meanwhile$/);
      await page.getByTitle("meanwhile@example.com").waitFor();
      await page.getByLabel("Select all on this page").click();
      await page.getByText("1 order selected").waitFor();
      const answered = page.waitForResponse(address);
      held.resolve();
      await (await answered).finished();
    };
    await selectMeanwhile("**/orders?*page_size=500*", async () => {
      await page
        .getByLabel(/^Select order/)
        .first()
        .click();
      await page.getByRole("button", { name: "Select all 2" }).click();
    });
    // By when the answer has been read.
    await page.getByLabel("Select all on this page").click();
    await page.getByLabel("Select all on this page").click();
    expect(await page.getByText("1 order selected").count()).toBe(1);

    await search.fill("begun");
    await page.waitForURL(/q=begun$/);
    await page.getByTitle("begun1@example.com").waitFor();
    expect(await page.getByText("selected").count()).toBe(0);
    await selectMeanwhile("**/resend", async () => {
      await page.getByLabel("Select all on this page").click();
      await page.getByRole("button", { name: "Resend" }).click();
      await page.getByRole("button", { name: "Resend 2 emails" }).click();
      await page.getByText("Resending 0 of 2").waitFor();
    });
    await page.getByText("2 orders kept here, not sent.").waitFor();
    expect(await page.getByText("1 order selected").count()).toBe(1);
  });
});

test("orders on hold are found from the overview and released together; others are held, revoked and restored", async () => {
  const made = [await makeOrder({ email: "stop1@example.com" }), await makeOrder({ email: "stop2@example.com" })];
  for (const { id } of made) await v3(service, "POST", `orders/${id}/hold`);
  const states = async () =>
    Promise.all(
      made.map(async ({ id }) => {
        const { held_at, revoked_at } = await order(id);
        return held_at ? "held" : revoked_at ? "revoked" : "delivers";
      }),
    );
  await at("/admin", async (page) => {
    await page.getByRole("listitem").filter({ hasText: "2 orders are on hold" }).getByRole("link").click();
    await page.getByLabel("Select all on this page").click();
    await page.getByText("2 orders selected").waitFor();
    await page.getByRole("button", { name: "Release…", exact: true }).click();
    await page.getByRole("dialog", { name: "Release 2 orders?" }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    expect(await states()).toEqual(["held", "held"]);
    await page.getByRole("button", { name: "Release 2 orders" }).click();
    await page.getByText("2 orders released.").waitFor();
    expect(await states()).toEqual(["delivers", "delivers"]);
  });
  await at("/admin/orders?q=stop", async (page) => {
    const choose = async (action: string, confirm: string) => {
      await page.getByLabel("Select all on this page").click();
      await page.getByRole("button", { name: "More", exact: true }).click();
      await page.getByRole("menuitem", { name: action }).click();
      await page.getByRole("dialog").getByRole("button", { name: confirm }).click();
    };
    await choose("Put on hold", "Put on hold");
    await page.getByText("2 orders put on hold.").waitFor();
    expect(await states()).toEqual(["held", "held"]);
    await choose("Revoke", "Revoke 2 orders");
    await page.getByText("2 orders revoked.").waitFor();
    expect(await states()).toEqual(["revoked", "revoked"]);
    await choose("Restore", "Restore 2 orders");
    await page.getByText("2 orders restored.").waitFor();
    expect(await states()).toEqual(["delivers", "delivers"]);
  });
});

test("beside the small box of a row a thumb selects the order too, and does not open it", async () => {
  const { id } = await makeOrder({ email: "thumb@example.com" });
  await at(
    "/admin/orders?q=thumb@example.com",
    async (page) => {
      const box = page.getByRole("checkbox", { name: `Select order ${id}` });
      await box.waitFor();
      const { x, y, width, height } = (await box.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
      const [center, middle] = [x + width / 2, y + height / 2];
      const beside = [
        { across: 21, down: 0 },
        { across: -21, down: 0 },
        { across: 0, down: 21 },
        { across: 0, down: 0 },
      ];
      for (const { across, down } of beside) {
        const before = await box.isChecked();
        await page.touchscreen.tap(center + across, middle + down);
        await until("the other is chosen", async () => (await box.isChecked()) !== before);
      }
      expect(new URL(page.url()).pathname).toBe("/admin/orders");
    },
    { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } },
  );
});
