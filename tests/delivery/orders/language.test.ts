import { beforeAll, describe, expect, test } from "bun:test";
import { anyDatabase } from "../../support/databases.ts";
import { browser } from "../../support/downloads.ts";
import { keptMailsTo } from "../../support/kept-mails.ts";
import { type Store, until } from "../../support/service.ts";
import { addItem } from "../../support/store.ts";
import { v3 } from "../../support/v3.ts";

describe.each(anyDatabase)("on $name", ({ makeStore }) => {
  let service: Store;

  beforeAll(async () => {
    service = await makeStore();
    await addItem(service, "MAP");
  });

  const send = (fields: object) =>
    v3(service, "POST", "orders", { email: "ann@example.com", order_items: [{ item_sku: "MAP" }], ...fields });

  const page = async (url: string) => {
    const response = await service.get(new URL(url).pathname, { headers: { ...browser, "accept-language": "es" } });
    return response.text();
  };

  test("an order's pages and emails are in its language, whatever the account's is", async () => {
    const { body } = await send({ email: "kai@example.com", locale: "de_CH" });
    expect(body.order.locale).toBe("de");
    await until("the email is there", async () => (await keptMailsTo(service, "kai@example.com")).length > 0);
    const [mail] = await keptMailsTo(service, "kai@example.com");
    expect(mail?.subject).toStartWith("Ihre Bestellung");
    expect(await page(body.order.download_url)).toContain('<html lang="de"');
    const changed = await v3(service, "PUT", `orders/${body.order.id}`, { locale: null });
    expect(changed.body.order.locale).toBeNull();
    expect(await page(body.order.download_url)).toContain('<html lang="es"');
    await v3(service, "PUT", "account", { locale: "fr" });
    expect(await page(body.order.download_url)).toContain('<html lang="fr"');
    expect((await v3(service, "GET", "account")).body.account).toMatchObject({ locale: "fr", language: "fr" });
    await v3(service, "PUT", "account", { language: null });
    expect((await send({ locale: "it" })).body.errors).toEqual([
      { field: "locale", message: "must be null or one of en, de, fr, es, ja" },
    ]);
  });

  test("the page shows the total and leads to the invoice, which must have https", async () => {
    const invoice_url = 'https://shop.example/invoices/1?a="b"';
    const order_items = [{ item_sku: "MAP", price: 9.5, quantity: 2 }];
    const { body } = await send({ invoice_url, order_items, currency: "EUR", locale: "en" });
    expect(body.order.invoice_url).toBe(invoice_url);
    const html = await page(body.order.download_url);
    expect(html).toContain(`href="${invoice_url.replaceAll('"', "&quot;")}"`);
    expect(html).toContain("€19.00");
    for (const wrong of ["http://shop.example/1", "javascript:alert(1)", "https://u:p@shop.example/", "1"]) {
      const refused = await send({ invoice_url: wrong });
      expect([wrong, refused.status, refused.body.errors[0].field]).toEqual([wrong, 422, "invoice_url"]);
    }
    const cleared = await v3(service, "PUT", `orders/${body.order.id}`, { invoice_url: "" });
    expect(cleared.body.order.invoice_url).toBeNull();
    expect(await page(body.order.download_url)).not.toContain("shop.example");
  });
});
