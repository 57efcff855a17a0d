import { expect, test } from "bun:test";
import { seriousFindings } from "../support/browser.ts";
import { startOrderScreens } from "../support/order-screens.ts";
import { until } from "../support/service.ts";
import { v3 } from "../support/v3.ts";

const { service, at, order, emails, makeOrder } = await startOrderScreens();

const day = 24 * 3_600_000;
/** In UTC, as the browser of these tests is. */
const from = Date.now();
const later = (days: number) => new Date(from + days * day).toISOString().slice(0, 16);
const idOn = (address: string) => address.split("/").at(-1) ?? "";

test("an order is made as a gift, and says for whom, with what words and for when", async () => {
  await at("/admin/new-order", async (page) => {
    await page.getByRole("textbox", { name: "Email", exact: true }).fill("bob@example.com");
    await page.getByLabel("First name").fill("Bob");
    await page.getByRole("combobox", { name: "Add a product" }).fill("item ma");
    await page.getByRole("option", { name: "Item MAP (MAP)" }).click();
    await page.getByLabel("This order is a gift").check();
    await page.getByRole("button", { name: "Create order" }).click();
    await page.getByText("Enter the recipient's email address.").waitFor();
    expect(await seriousFindings(page)).toEqual([]);

    await page.getByText(/^10 days from now/).waitFor();
    await page.getByLabel("Recipient's email").fill("no address");
    await page.getByLabel("Recipient's name").fill("Ann Lee");
    await page.getByLabel("Message").fill("Happy birthday!\nBob");
    await page.getByLabel("Deliver on").fill(later(800));
    await page.getByText(/^10 days from the gift's delivery/).waitFor();
    await page.getByRole("button", { name: "Create order" }).click();
    await page.getByText("Must be an email address such as ann@example.com").waitFor();
    await page.getByText("Must be within two years").waitFor();
    expect(await page.getByRole("alert").count()).toBe(0);

    await page.getByLabel("Recipient's email").fill("ann@gets.example");
    await page.getByLabel("Deliver on").fill("2020-12-24T18:00");
    await page.getByRole("button", { name: "Create order" }).click();
    await page.getByText("This time has passed. Leave the field empty to deliver at once.").waitFor();
    await page.getByLabel("Deliver on").fill(later(30));
    await page.getByRole("button", { name: "Create order" }).click();
    await page.getByRole("heading", { name: /^Order \d+$/ }).waitFor();
    await page
      .getByRole("alert")
      .getByText(/Will be delivered on .+ to ann@gets\.example\./)
      .waitFor();
    await page.getByText("Gift to come").first().waitFor();
    const details = page.getByRole("region", { name: "Details" });
    for (const text of ["Buyer", "bob@example.com", "Ann Lee", "ann@gets.example", "Will be delivered"]) {
      await details.getByText(text, { exact: true }).waitFor();
    }
    await details.getByText("Happy birthday!").waitFor();
    const sent = page.getByRole("region", { name: "Emails" });
    await sent.getByText("Waits for its day").waitFor();
    await sent.getByText(/^Will be delivered on .+ to ann@gets\.example\.$/).waitFor();
    expect(await seriousFindings(page)).toEqual([]);
    const made = await order(idOn(page.url()));
    expect(made).toMatchObject({
      ...{ email: "bob@example.com", recipient_email: "ann@gets.example", recipient_name: "Ann Lee" },
      ...{ gift_message: "Happy birthday!\nBob", deliver_at: `${later(30)}:00+00:00` },
    });
    // As after the queue has looked at it.
    const looked = await service.db.write((tx) =>
      tx.updateTable("emails").set({ attempts: 1 }).where("recipient", "=", "ann@gets.example").executeTakeFirst(),
    );
    expect(Number(looked.numUpdatedRows)).toBe(1);
    await page.goto(`${service.url}/admin/emails?q=ann@gets.example`);
    await page.getByText("Waits for its day").waitFor();
    await page.goBack();

    await sent.getByRole("link", { name: "Delivery email" }).click();
    await page.getByText(/^Will be delivered on .+ to ann@gets\.example\.$/).waitFor();
  });
});

test("a gift on hold is told to be delivered on its day once it is released", async () => {
  const gift = { recipient_email: "ann@held.example", deliver_at: `${later(30)}:00Z`, hold: true };
  const { id } = await makeOrder({ ...gift, send_email: true });
  await at(`/admin/orders/${id}`, async (page) => {
    const box = page.getByRole("alert", { name: "This order is on hold" });
    await box.getByText("The recipient reads that you are checking the order.").waitFor();
    await box.getByText("Once it is released, the gift is delivered on its day.").waitFor();
    await page.getByRole("region", { name: "Details" }).getByText("Deliver on", { exact: true }).waitFor();
    expect(await page.getByText("Will be delivered").count()).toBe(0);
  });
});

test("a gift is changed, delivered at once, and taken back", async () => {
  const gift = { recipient_email: "ann@moves.example", recipient_name: "Ann", deliver_at: `${later(30)}:00Z` };
  const { id } = await makeOrder({ ...gift, send_email: true });
  await at(`/admin/orders/${id}?dialog=edit`, async (page) => {
    const edit = page.getByRole("dialog", { name: `Edit order ${id}` });
    const save = async () => {
      await edit.getByRole("button", { name: "Save" }).click();
      await edit.waitFor({ state: "detached" });
    };
    const open = async () => {
      await page.getByRole("button", { name: "More", exact: true }).click();
      await page.getByRole("menuitem", { name: "Edit…" }).click();
      await edit.getByLabel("This order is a gift").waitFor();
    };
    expect(await edit.getByLabel("Deliver on").inputValue()).toBe(later(30));
    await edit.getByLabel("Recipient's email").fill("");
    await edit.getByRole("button", { name: "Save" }).click();
    await edit.getByText("Enter the recipient's email address.").waitFor();
    await edit.getByLabel("Recipient's email").fill("eve@moves.example");
    await edit.getByLabel("Message").fill("Enjoy");
    expect(await seriousFindings(page)).toEqual([]);
    // What is not changed here stays as somebody else changes it.
    await v3(service, "PUT", `orders/${id}`, { recipient_name: "Eve" });
    await save();
    expect(await order(id)).toMatchObject({
      ...{ recipient_email: "eve@moves.example", recipient_name: "Eve", gift_message: "Enjoy" },
      deliver_at: `${later(30)}:00+00:00`,
    });

    await open();
    await edit.getByLabel("Deliver on").fill("");
    await save();
    const sent = page.getByRole("region", { name: "Emails" });
    await sent.getByText("to eve@moves.example").waitFor();
    await until("it is delivered", async () =>
      (await emails(id)).emails.every(({ status }: { status: string }) => status === "kept"),
    );
    await sent.getByText("Waits for its day").waitFor({ state: "detached" });

    await open();
    await edit.getByLabel("Deliver on").fill(later(30));
    await edit.getByRole("button", { name: "Save" }).click();
    await edit.getByText("Cannot be later any more: the gift has been delivered").waitFor();
    await edit.getByLabel("This order is a gift").uncheck();
    await save();
    await page.getByRole("region", { name: "Details" }).getByText("Customer", { exact: true }).waitFor();
  });
  const nothing = { recipient_email: null, recipient_name: null, gift_message: null, deliver_at: null };
  expect(await order(id)).toMatchObject(nothing);
});

test("an order is found by its recipient, who has a page with the gifts that they got", async () => {
  const { id } = await makeOrder({ recipient_email: "zoe@gets.example", recipient_name: "Zoe Gifted" });
  const own = await makeOrder({ email: "kim@buys.example" });
  const { id: back } = await makeOrder({ recipient_email: "kim@buys.example" });
  await at("/admin/orders", async (page) => {
    for (const text of ["zoe@gets", "zoe gif"]) {
      await page.getByLabel("Search orders").fill(text);
      await page.waitForURL((url) => url.searchParams.get("q") === text);
      await page.getByRole("link", { name: `${id}`, exact: true }).waitFor();
    }
    await page.getByRole("link", { name: `${id}`, exact: true }).click();
    await page.getByRole("link", { name: "zoe@gets.example" }).first().click();
    await page.getByRole("heading", { name: "Zoe Gifted" }).waitFor();
    const gifts = page.getByRole("region", { name: "Gifts received" });
    await gifts.getByRole("link", { name: `${id}`, exact: true }).waitFor();
    await gifts.getByRole("link", { name: "ann@example.com" }).waitFor();
    expect(await seriousFindings(page)).toEqual([]);

    await page.goto(`${service.url}/admin/customers/kim%40buys.example`);
    await gifts.getByRole("link", { name: `${back}`, exact: true }).waitFor();
    await page.getByRole("link", { name: `${own.id}`, exact: true }).waitFor();

    await page.goto(`${service.url}/admin/customers`);
    await page.getByLabel("Search customers").fill("gifted zoe");
    await page.getByRole("link", { name: "zoe@gets.example" }).click();
    await page.getByRole("button", { name: "More" }).click();
    await page.getByRole("menuitem", { name: "Change address…" }).click();
    await page.getByRole("textbox", { name: "Email" }).fill("zoe.new@gets.example");
    await page.getByRole("button", { name: "Change address" }).click();
    await page.getByText("The gifts now belong to zoe.new@gets.example.").waitFor();
    await page.waitForURL("**/admin/customers/zoe.new%40gets.example");
    await gifts.getByRole("link", { name: `${id}`, exact: true }).waitFor();

    await page.getByRole("button", { name: "More" }).click();
    await page.getByRole("menuitem", { name: "Erase customer…" }).click();
    await page.getByLabel("Type “zoe.new@gets.example” to confirm").fill("zoe.new@gets.example");
    await page.getByRole("button", { name: "Erase customer" }).click();
    await page.getByText("The customer was erased.").waitFor();
    await page.goto(`${service.url}/admin/customers/zoe.new%40gets.example`);
    await page.getByRole("heading", { name: "Customer not found" }).waitFor();
  });
  expect(await order(id)).toMatchObject({ email: "ann@example.com", recipient_email: null });
});

test("what is asked and said of the keys of a gift names its recipient", async () => {
  const { product } = (await v3(service, "POST", "products", { sku: "APP", name: "App" })).body;
  await v3(service, "POST", `products/${product.id}/license_keys`, { license_keys: ["APP-1"] });
  const { id } = await makeOrder({ recipient_email: "uma@gets.example", order_items: [{ sku: "APP", quantity: 2 }] });
  await at(`/admin/orders/${id}`, async (page) => {
    await page.getByText("The recipient gets it by email").waitFor();
    await page.getByRole("button", { name: "Replace license key APP-1" }).click();
    await page.getByRole("dialog").getByText("The recipient gets another key.").waitFor();
    await page.getByLabel("Send the recipient the email with the key").waitFor();
  });
});
