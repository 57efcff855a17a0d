import { expect, test } from "bun:test";
import { openArea } from "../support/area.ts";
import { seriousFindings } from "../support/browser.ts";
import { makeProduct } from "../support/products.ts";
import { until } from "../support/service.ts";
import { makeSqliteStore } from "../support/shared-service.ts";
import { sendStandard, sendWoo, wooOrder } from "../support/shops.ts";
import { v3 } from "../support/v3.ts";

const service = await makeSqliteStore();
await makeProduct(service, { sku: "MAP", name: "Map of the south" });
const page = await (await openArea(service)).newPage();

const newest = async () => (await v3(service, "GET", "connections")).body.connections.at(-1);
const orders = async () => (await v3(service, "GET", "orders")).body.orders;

test("an owner connects a shop, sees it turn green, and matches a product", async () => {
  await page.goto(`${service.url}/admin/connections`);
  await page.getByRole("link", { name: "Connect a shop" }).click();
  await page.getByRole("button", { name: "WooCommerce" }).click();
  await page.getByText("Waiting for the first event").waitFor();
  await page.getByText("Only this computer can reach this address.").waitFor();
  const shop = await newest();
  await page.getByText(shop.url).waitFor();
  await page.getByRole("button", { name: "Show" }).click();
  await page.getByText(shop.secret).waitFor();
  const order = wooOrder({}, [{ product_id: 91, name: "Poster of the north" }]);
  expect((await sendWoo(service, shop, order)).status).toBe(200);
  // Nobody reloads the page.
  await page.getByText("Your shop is connected").waitFor();
  await page.getByText("Needs attention").first().waitFor();
  const matching = page.getByRole("region", { name: "Matching products" });
  await matching.getByText("Poster of the north").waitFor();
  await matching.getByRole("combobox", { name: "Product here" }).first().click();
  const choose = () => page.getByRole("option", { name: /Map of the south/ }).click();
  await choose();
  // Nothing goes to customers before the owner has read to how many.
  const question = page.getByRole("dialog", { name: "Match “Poster of the north” to MAP?" });
  await question.getByText("1 order waits for this product. It is delivered now").waitFor();
  await question.getByRole("button", { name: "Cancel" }).last().click();
  await question.waitFor({ state: "hidden" });
  expect([await orders(), (await newest()).mappings]).toEqual([[], []]);
  await matching.getByRole("combobox", { name: "Product here" }).first().click();
  await choose();
  await question.getByRole("button", { name: "Match and deliver 1 order" }).click();
  await until("the order is made", async () => (await orders()).length === 1);
  await matching.getByText("Poster of the north → MAP (91)").waitFor();
  expect((await orders())[0]).toMatchObject({ vendor_id: `woocommerce:${order.id}` });
  await page.getByRole("textbox", { name: "Name", exact: true }).fill("Map shop");
  await page.getByRole("switch", { name: "Test mode" }).click();
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("heading", { name: "Map shop" }).waitFor();
  await page.getByText("Connection saved.").waitFor();
  // Nothing is left unsaved that would keep the page.
  await page.getByRole("link", { name: "Connections" }).last().click();
  await page.getByRole("link", { name: "Connect a shop" }).waitFor();
  expect(await newest()).toMatchObject({ name: "Map shop", test: true, secret: shop.secret });
});

test("an order without an address waits for one, and any shop is read by paths of its example", async () => {
  const shop = await newest();
  await sendWoo(service, shop, wooOrder({ billing: { email: "" } }, [{ product_id: 91 }]));
  await until("it needs attention", async () => (await v3(service, "GET", "connection_events")).body.total === 1);
  await page.goto(`${service.url}/admin/connections`);
  // There is exactly one, or it could not be clicked.
  await page.getByRole("table", { name: "Events that need attention" }).getByRole("link").click();
  await page.getByRole("textbox", { name: "Customer's email address" }).fill("found@example.com");
  await page.getByRole("button", { name: "Send the order" }).click();
  await page.getByRole("link", { name: /^View order/ }).waitFor();
  expect((await orders())[0]).toMatchObject({ email: "found@example.com", test: true });
  await page.goto(`${service.url}/admin/connections/new`);
  await page.getByRole("button", { name: "Other shop" }).click();
  await page.getByText("Waiting for the first event").waitFor();
  const other = await newest();
  const event = { no: "7", buyer: { mail: "any@example.com" }, bought: [{ code: "MAP" }] };
  await sendStandard(service, other, event);
  await page.getByText("Your shop is connected").waitFor();
  await page.getByText("Pick from the event that arrived last.").waitFor();
  const pick = async (label: string, path: string) => {
    const field = page.getByRole("combobox", { name: label });
    await field.fill("");
    await page.getByRole("option", { name: path, exact: true }).click();
  };
  await pick("Order ID", "no");
  await pick("Email address", "buyer.mail");
  await pick("List of lines", "bought");
  await pick("SKU", "code");
  await page.getByRole("region", { name: "How events are read" }).getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved. Process earlier events again if you need to.").waitFor();
  expect((await newest()).generic.items).toBe("bought");
  await page.getByRole("table", { name: "Events" }).getByRole("link").first().click();
  await page.getByRole("button", { name: "Process again" }).click();
  await page.getByRole("link", { name: /^View order/ }).waitFor();
  expect((await orders())[0]).toMatchObject({ email: "any@example.com", order_items: [{ item_sku: "MAP" }] });
});

test("an owner says once whether a shop that names itself nowhere is the same as before", async () => {
  const connections = async () => (await v3(service, "GET", "connections")).body.connections;
  const generic = { signature: "standard_webhooks", order_id: "id", email: "mail", sku: "sku" };
  const { body } = await v3(service, "POST", "connections", { kind: "generic", name: "My shop", generic });
  const before = body.connection;
  const order = { id: "A1", mail: "same@example.com", sku: "MAP" };
  const made = async () => (await orders()).filter(({ email }: { email: string }) => email === order.mail);
  await sendStandard(service, before, order);
  await until("the order is made", async () => (await made()).length === 1);
  await v3(service, "DELETE", `connections/${before.id}`);
  const question = page.getByRole("dialog", { name: "Is this the same shop as before?" });
  await page.goto(`${service.url}/admin/connections/new`);
  // Another kind of shop asks nothing.
  await page.getByRole("button", { name: "Paddle" }).click();
  await page.getByText("Not finished").waitFor();
  const count = (await connections()).length;
  await page.goto(`${service.url}/admin/connections/new`);
  await page.getByRole("button", { name: "Other shop" }).click();
  await question.getByText(/Is this the shop that was connected until .+ as “My shop”\?/).waitFor();
  // Whoever closes the question connects nothing.
  await question.getByRole("button", { name: "Close" }).click();
  await question.waitFor({ state: "hidden" });
  expect(await connections()).toHaveLength(count);
  await page.getByRole("button", { name: "Other shop" }).click();
  await question.getByRole("button", { name: "Yes, the same shop" }).click();
  await page.getByText("Waiting for the first event").waitFor();
  const again = await newest();
  await v3(service, "PUT", `connections/${again.id}`, { generic });
  await sendStandard(service, again, order);
  await sendStandard(service, again, { ...order, id: "A2" });
  await until("the next order is made", async () => (await made()).length === 2);
  expect(
    (await made()).map(({ vendor_id }: { vendor_id: string }) => vendor_id.replace(/^generic\d*:/, "")).toSorted(),
  ).toEqual(["A1", "A2"]);
  // It is connected again, so nobody asks any more.
  await page.goto(`${service.url}/admin/connections/new`);
  await page.getByRole("button", { name: "Other shop" }).click();
  await page.getByText("Waiting for the first event").waitFor();
  // Of several, one is chosen, or none.
  for (const { id } of [again, await newest()]) {
    await sendStandard(
      service,
      { ...(await v3(service, "GET", `connections/${id}`)).body.connection },
      { id: `B${id}`, data: { id: `B${id}` } },
    );
    await v3(service, "DELETE", `connections/${id}`);
  }
  await page.goto(`${service.url}/admin/connections/new`);
  await page.getByRole("button", { name: "Other shop" }).click();
  await question
    .getByRole("button", { name: /^Connected until .+ as “Other shop”$/ })
    .first()
    .waitFor();
  expect(await question.getByRole("button", { name: /^Connected until/ }).count()).toBe(2);
  await question.getByRole("button", { name: "None of them" }).click();
  await page.getByText("Waiting for the first event").waitFor();
});

test('a shop that was only chosen reads "Not finished", says what is missing, and is removed in the list', async () => {
  const kinds = async () =>
    (await v3(service, "GET", "connections")).body.connections.map(({ kind }: { kind: string }) => kind);
  await page.goto(`${service.url}/admin/connections/new`);
  await page.getByRole("button", { name: "Stripe" }).click();
  const missing = (text: string) => page.getByRole("status").filter({ hasText: `what is still missing: ${text}.` });
  await missing("signing secret and restricted key").waitFor();
  await page.getByLabel("Restricted key").fill("rk_test_1");
  await page.getByRole("button", { name: "Save" }).click();
  await missing("signing secret").waitFor();
  await page.getByRole("link", { name: "Connections" }).last().click();
  const row = page.getByRole("table", { name: "Connections" }).getByRole("row", { name: /^Stripe/ });
  await row.getByText("Not finished").waitFor();
  await row.getByRole("button", { name: "Remove Stripe" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove connection" }).click();
  await row.waitFor({ state: "detached" });
  expect(await kinds()).not.toContain("stripe");
  await page.goto(`${service.url}/admin/connections/new`);
  await page.getByRole("button", { name: "Stripe" }).click();
  await missing("signing secret and restricted key").waitFor();
  await page.getByLabel("Signing secret").fill("whsec_c2VjcmV0c2VjcmV0c2VjcmV0");
  await page.getByLabel("Restricted key").fill("rk_test_1");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Waiting for the first event").waitFor();
});

test("a shop that is chosen again goes on with its unused connection, unless it is another shop", async () => {
  const count = async () => (await v3(service, "GET", "connections")).body.connections.length;
  const question = page.getByRole("dialog", { name: "Continue where you left off?" });
  const choose = async () => {
    await page.goto(`${service.url}/admin/connections/new`);
    await page.getByRole("button", { name: "Gumroad" }).click();
  };
  await choose();
  await page.getByRole("heading", { level: 1, name: "Gumroad" }).waitFor();
  const [address, before] = [page.url(), await count()];
  await choose();
  await question.getByText(/You began to connect “Gumroad” on .+\. Nothing has come from it yet\./).waitFor();
  expect(await seriousFindings(page)).toEqual([]);
  await question.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("heading", { level: 1, name: "Gumroad" }).waitFor();
  expect([page.url(), await count()]).toEqual([address, before]);
  await choose();
  await question.getByRole("button", { name: "Connect another shop" }).click();
  await page.getByRole("heading", { level: 1, name: "Gumroad" }).waitFor();
  expect(page.url()).not.toBe(address);
  expect(await count()).toBe(before + 1);
});

test("a connected shop's events come first, a warning goes with the next right event, and steps say where the SKU goes", async () => {
  const { body } = await v3(service, "POST", "connections", { kind: "woocommerce", name: "Third shop" });
  const shop = body.connection;
  const wrong = { ...shop, secret: "another secret that only somebody else knows" };
  await page.goto(`${service.url}/admin/connections/${shop.id}`);
  const heads = () => page.getByRole("heading", { level: 2 }).allTextContents();
  await page.getByText("Waiting for the first event").waitFor();
  expect((await heads()).indexOf("Set up WooCommerce")).toBeLessThan((await heads()).indexOf("Events"));
  expect((await sendWoo(service, wrong, wooOrder())).status).toBe(401);
  const warning = page.getByText(/refused because the signature was wrong/);
  await warning.waitFor();
  const order = wooOrder({}, [{ product_id: 17, name: "A mug" }, { sku: "MAP" }]);
  await sendWoo(service, shop, order);
  await page.getByText("Your shop is connected").waitFor();
  await warning.waitFor({ state: "detached" });
  expect((await heads()).indexOf("Events")).toBeLessThan((await heads()).indexOf("Set up WooCommerce"));
  // The other product of the order matches, so the one that does not is named; the overview names the order, too.
  await page.getByText("“A mug” matches nothing here.").first().waitFor();
  await page.goto(`${service.url}/admin`);
  await page.getByText(new RegExp(`order ${order.id} of Third shop`, "i")).waitFor();
  await page.getByText("“A mug” matches nothing here.").waitFor();
  await page.goto(`${service.url}/admin/connections/${shop.id}`);
  await page.getByText("ID 17", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Don't deliver" }).first().click();
  const question = page.getByRole("dialog", { name: "Leave out “A mug”?" });
  await question.getByText("1 order waits for this product. It goes on without it.").waitFor();
  await question.getByRole("button", { name: "Cancel" }).last().click();
  await question.waitFor({ state: "hidden" });
  expect((await v3(service, "GET", `connections/${shop.id}`)).body.connection.mappings).toEqual([]);
  await page.getByRole("button", { name: "Don't deliver" }).first().click();
  await question.getByRole("button", { name: "Don't deliver" }).click();
  await page.getByText("“A mug” is not delivered.").waitFor();
  await page.getByText("A mug → not delivered (17)").waitFor();
  await page.getByRole("button", { name: "Remove the match of A mug" }).click();
  await page.getByText("The match of “A mug” was removed.").waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("The match of “A mug” is back.").waitFor();
  await page.getByText("A mug → not delivered (17)").waitFor();
  // A client that knows of no names changes none.
  await v3(service, "PUT", `connections/${shop.id}`, { mappings: [{ external_id: "17", sku: "MAP" }] });
  expect((await v3(service, "GET", `connections/${shop.id}`)).body.connection.mappings).toEqual([
    { external_id: "17", sku: "MAP", name: "A mug" },
  ]);
  const stripe = await v3(service, "POST", "connections", { kind: "stripe", name: "Stripe" });
  await page.goto(`${service.url}/admin/connections/${stripe.body.connection.id}`);
  await page.getByText(/the SKU is the lookup key of the price/).waitFor();
});
