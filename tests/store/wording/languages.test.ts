import { beforeAll, beforeEach, describe, expect, test } from "bun:test";
import { wordingNames } from "../../../src/store/wording/names.ts";
import { anyDatabase } from "../../support/databases.ts";
import { browser } from "../../support/downloads.ts";
import { keptMailsTo } from "../../support/kept-mails.ts";
import { until } from "../../support/service.ts";
import type { SharedStore } from "../../support/shared-service.ts";
import { addItem } from "../../support/store.ts";
import { v3 } from "../../support/v3.ts";

describe.each(anyDatabase)("a store's texts in several languages, on $name", ({ makeStore }) => {
  let service: SharedStore;

  beforeAll(async () => {
    service = await makeStore();
    await addItem(service, "MAP");
  });

  beforeEach(async () => {
    await service.db.write(async (tx) => {
      for (const table of ["wordings", "translated_wordings"] as const) {
        await tx.deleteFrom(table).where("account_id", "=", service.accountId).execute();
      }
    });
    await v3(service, "PUT", "account", { language: null });
  });

  const word = (name: string, source: string | null, locale?: string) =>
    v3(service, "PUT", `wordings/${name}${locale ? `?locale=${locale}` : ""}`, { wording: { source } });
  let customers = 0;
  const order = async (fields: object = {}) => {
    const email = `customer-${++customers}@example.com`;
    const sent = await v3(service, "POST", "orders", { email, order_items: [{ sku: "MAP" }], ...fields });
    expect(sent.status).toBe(201);
    return sent.body.order as { id: number; email: string; download_url: string };
  };
  const subjectOf = async ({ email }: { email: string }) => {
    await until("the email is there", async () => (await keptMailsTo(service, email)).length > 0);
    return (await keptMailsTo(service, email))[0]?.subject;
  };
  const pageOf = async (
    { download_url }: { download_url: string },
    headers: Record<string, string> = {},
    query = "",
  ) => {
    const path = new URL(download_url).pathname + query;
    return (await service.get(path, { headers: { ...browser, ...headers } })).text();
  };

  test("the customer's own language comes first, then the text for all, then ours in the customer's language", async () => {
    expect(await subjectOf(await order({ locale: "de" }))).toStartWith("Ihre Bestellung");
    await word("email_subject", "For all: {{ order.contents }}");
    await word("email_subject", "Auf Deutsch: {{ order.contents }}", "de");
    expect(await subjectOf(await order({ locale: "de" }))).toBe("Auf Deutsch: Downloads");
    expect(await subjectOf(await order({ locale: "fr" }))).toBe("For all: téléchargements");
    expect(await subjectOf(await order())).toBe("For all: downloads");
    await v3(service, "PUT", "account", { language: "de" });
    expect(await subjectOf(await order())).toBe("Auf Deutsch: Downloads");
    await word("email_subject", null);
    expect(await subjectOf(await order({ locale: "fr" }))).toStartWith("Votre commande");
    await word("email_subject", null, "de");
    expect(await subjectOf(await order())).toStartWith("Ihre Bestellung");
  });

  test("on a page, the customer's language is the one that the page is in, which the customer can change", async () => {
    await word("page_notice", "Closed");
    await word("page_notice", "Geschlossen: {{ order.expiry }}", "de");
    await word("page_footer", "", "fr");
    await word("page_footer", "Imprint");
    const made = await order({ locale: "de", expiration_date: "2099-01-01T00:00:00Z" });
    const german = await pageOf(made, { "accept-language": "es" });
    expect(german).toContain('<html lang="de"');
    expect(german).toMatch(/Geschlossen: [^<]*1\.\sJanuar\s2099/);
    expect(german).toContain("Imprint");
    // As on the pages of orders without a language.
    for (const lang of ["en", "fr", "es", "ja"]) expect(german).toContain(`href="?lang=${lang}"`);
    const english = await pageOf(made, {}, "?lang=en");
    expect(english).toContain('<html lang="en"');
    expect(english).toContain("Closed");
    expect(english).not.toContain("Geschlossen");
    const remembered = await pageOf(made, { cookie: "lang=fr" });
    expect(remembered).toContain('<html lang="fr"');
    // An empty text is a text too.
    expect(remembered).not.toContain("Imprint");
    expect(await pageOf(await order(), { "accept-language": "de" })).toContain("Geschlossen");
    await v3(service, "PUT", "account", { language: "es" });
    const fixed = await pageOf(made, { cookie: "lang=fr" }, "?lang=ja");
    expect(fixed).toContain('<html lang="de"');
    expect(fixed).not.toContain('href="?lang=');
  });

  test("a refusal of an order with a language is in it too, until the customer chooses another", async () => {
    const made = await order({ locale: "fr", hold: true });
    expect(await pageOf(made, { "accept-language": "ja" })).toContain("La boutique vérifie votre commande");
    expect(await pageOf(made, {}, "?lang=en")).toContain("The store is checking your order");
  });

  test("each language has its own text, history and problem, and the list says which have one", async () => {
    await word("page_greeting", "Hello");
    const german = (await word("page_greeting", "Hallo", "de")).body.wording;
    expect(german).toMatchObject({ locale: "de", source: "Hallo", own_locales: ["de"], can_undo: true });
    expect(german.built_in).toContain("vielen Dank");
    await word("page_greeting", "Bonjour", "fr");
    await word("page_greeting", "Servus", "de_AT");
    const read = async (query = "") => (await v3(service, "GET", `wordings/page_greeting${query}`)).body.wording;
    expect(await read()).toMatchObject({ locale: null, source: "Hello", own_locales: ["de", "fr"] });
    expect(await read("?locale=es")).toMatchObject({ locale: "es", source: null, can_undo: false });
    const undone = await v3(service, "POST", "wordings/page_greeting/undo?locale=de");
    expect(undone.body.wording).toMatchObject({ source: "Hallo", own_locales: ["de", "fr"] });
    expect((await v3(service, "POST", "wordings/page_greeting/undo?locale=ja")).status).toBe(404);
    expect((await word("page_greeting", null, "de")).body.wording.own_locales).toEqual(["fr"]);
    expect((await read()).source).toBe("Hello");
    const { wordings } = (await v3(service, "GET", "wordings?locale=ja")).body;
    expect(wordings.map(({ name, locale }: { name: string; locale: string }) => [name, locale])).toEqual(
      wordingNames.map((name) => [name, "ja"]),
    );
    for (const wrong of ["?locale=it", "?locale=xx"]) {
      expect((await v3(service, "GET", `wordings${wrong}`)).body.errors).toMatchObject([{ field: "locale" }]);
    }
    expect((await word("page_greeting", "{{ nothing }}", "de")).status).toBe(422);
  });

  test("a text that breaks in one language costs no mail, and only that one has the problem", async () => {
    await word("email_subject", "Fine {{ order.id }}");
    await word("email_subject", "Gut {{ order.id }}", "de");
    const broken = { source: "{{ order.vanished }}" };
    await service.db.write((tx) =>
      tx.updateTable("translated_wordings").set(broken).where("account_id", "=", service.accountId).execute(),
    );
    expect(await subjectOf(await order({ locale: "de" }))).toStartWith("Ihre Bestellung");
    const { failed_wordings } = (await v3(service, "GET", "attention")).body.attention;
    expect(failed_wordings).toMatchObject({ total: 1, wordings: [{ name: "email_subject", locale: "de" }] });
    expect((await v3(service, "GET", "wordings/email_subject")).body.wording.problem).toBeNull();
  });

  test("a preview shows the order's page as its customer sees it, in any language, and changes nothing", async () => {
    await word("page_notice", "Closed {{ customer.firstName }}");
    await word("page_footer", "Impressum", "de");
    const made = await order({ first_name: "Ann & Bob", locale: "de" });
    const preview = async (more: object = {}) =>
      (await v3(service, "POST", "wordings/preview", { ...more })).body.preview;
    const german = await preview();
    expect(german).toMatchObject({ order_id: String(made.id), locale: "de", page_footer: "Impressum" });
    expect(german.order_page).toContain('<html lang="de"');
    expect(german.order_page).toContain("Closed Ann &amp; Bob");
    expect(german.order_page).toContain("Impressum");
    const body = (html: string) => html.slice(html.indexOf("<main"), html.indexOf("</footer>"));
    expect(body(german.order_page)).toBe(body(await pageOf(made)));
    // It does nothing in a frame: no script, and no link that opens there.
    expect(german.order_page).not.toContain("<script");
    expect(german.order_page).toContain('<base target="_blank">');
    const french = await preview({ locale: "fr", wordings: { page_greeting: "Bonjour" } });
    expect(french.order_page).toContain('<html lang="fr"');
    expect(french.order_page).toContain("Bonjour");
    expect(french.order_page).not.toContain("Impressum");
    expect(french.email_subject).toStartWith("Votre commande");
    expect((await v3(service, "GET", "wordings/page_greeting")).body.wording.source).toBeNull();
  });

  test("a preview shows a name and a color before they are saved, and how the color is used", async () => {
    await order();
    const preview = (store: object) => v3(service, "POST", "wordings/preview", { store });
    const shown = (await preview({ name: "New & Co.", brand_color: "#FFEE58" })).body.preview;
    expect(shown.order_page).toContain("New &amp; Co.");
    expect(shown.order_page).toContain("--fill: #ffee58;");
    expect(shown.email_html).toContain("background-color:#ffee58");
    expect(shown.email_html).toContain("New &amp; Co.");
    expect(shown.colors).toMatchObject({ button: "#ffee58", button_text: "#000000", link_dark: "#ffee58" });
    expect(shown.colors.link).not.toBe("#ffee58");
    expect(shown.colors.button_border_dark).toBe("#ffee58");
    const { account } = (await v3(service, "GET", "account")).body;
    expect([account.name, account.brand_color]).toEqual(["Demo Store", null]);
    const wrong = await preview({ name: "", brand_color: "yellow" });
    expect(wrong.body.errors.map(({ field }: { field: string }) => field)).toEqual(["store.name", "store.brand_color"]);
  });
});
