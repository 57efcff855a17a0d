import { beforeAll, describe, expect, test } from "bun:test";
import { anyDatabase } from "../../support/databases.ts";
import { keptMailsTo } from "../../support/kept-mails.ts";
import { type Store, until } from "../../support/service.ts";
import { addItem } from "../../support/store.ts";
import { v3 } from "../../support/v3.ts";

describe.each(anyDatabase)("the language of a store on $name", ({ makeStore }) => {
  let service: Store;

  beforeAll(async () => {
    service = await makeStore();
    await addItem(service, "MAP");
  });

  const read = async (headers: Record<string, string>, path = "/") => {
    const answer = await service.get(path, { headers: { accept: "text/html", ...headers } });
    return { lang: /<html lang="(\w+)"/.exec(await answer.text())?.[1], cookie: answer.headers.get("set-cookie") };
  };

  async function inLanguage(language: string | null, look: () => Promise<void>) {
    expect((await v3(service, "PUT", "account", { language })).body.account.language).toBe(language);
    try {
      await look();
    } finally {
      await v3(service, "PUT", "account", { language: null });
    }
  }

  test("is each reader's own, by the browser or by choice", async () => {
    expect(await read({})).toEqual({ lang: "en", cookie: null });
    expect(await read({ "accept-language": "it, fr-CA;q=0.8, en;q=0.5" })).toEqual({ lang: "fr", cookie: null });
    expect((await read({ "accept-language": "fr", cookie: "lang=ja" })).lang).toBe("ja");
    const chosen = await read({ "accept-language": "fr", cookie: "lang=ja" }, "/?lang=de");
    expect(chosen.lang).toBe("de");
    expect(chosen.cookie).toBe("lang=de; Max-Age=31536000; Path=/; HttpOnly; SameSite=Lax");
    expect(await read({ cookie: "lang=xx" }, "/?lang=../..")).toEqual({ lang: "en", cookie: null });
    expect((await read({ "accept-language": "es" }, "/get/unknown")).lang).toBe("es");
  });

  test("is that of a refusal in plain text too", async () => {
    const refusal = async (headers: Record<string, string>) => {
      const answer = await service.get("/get/unknown", { headers: { accept: "*/*", ...headers } });
      const body = await answer.text();
      expect(answer.headers.get("content-length")).toBe(String(Buffer.byteLength(body)));
      return body;
    };
    expect(await refusal({})).toStartWith("This link does not work: ");
    expect(await refusal({ "accept-language": "de-CH" })).toStartWith("Dieser Link funktioniert nicht: ");
    await inLanguage("ja", async () => {
      expect(await refusal({ "accept-language": "de" })).toBe(
        "このリンクは使えません。リンクが途中で切れているか、ページが削除されています。\n",
      );
    });
  });

  test("is the one that the store fixes", async () => {
    await inLanguage("es", async () => {
      const headers = { "accept-language": "fr", cookie: "lang=ja" };
      expect(await read(headers, "/?lang=de")).toEqual({ lang: "es", cookie: null });
    });
    const refused = await v3(service, "PUT", "account", { language: "it" });
    expect(refused.status).toBe(422);
    expect(refused.body.errors).toEqual([{ field: "language", message: "must be null or one of en, de, fr, es, ja" }]);
  });

  test("is that of the values in its own words on pages too", async () => {
    const order = { email: "de@example.com", expiration_date: "2099-01-01T00:00:00Z", order_items: [{ sku: "MAP" }] };
    const { body } = await v3(service, "POST", "orders", { ...order, send_email: false });
    await v3(service, "PUT", "wordings/page_notice", { wording: { source: "({{ order.expiry }})" } });
    await inLanguage("de", async () => {
      const page = await (await service.get(new URL(body.order.download_url).pathname)).text();
      expect(page).toMatch(/\([^)]*1\.\sJanuar\s2099/);
    });
    await v3(service, "PUT", "wordings/page_notice", { wording: { source: null } });
  });

  test("is that of its emails, and of the wording that it begins with", async () => {
    const mailTo = async (address: string) => {
      const order = { email: address, first_name: "Ann", order_items: [{ sku: "MAP" }] };
      expect((await v3(service, "POST", "orders", order)).status).toBe(201);
      await until("the mail is there", async () => (await keptMailsTo(service, address)).length === 1);
      const [mail] = await keptMailsTo(service, address);
      return `${mail?.subject}\n${mail?.text}`;
    };
    await inLanguage("fr", async () => {
      const mail = await mailTo("fr@example.com");
      expect(mail).toMatch(/^Votre commande \d+ chez Demo Store est prête\nBonjour Ann,\n/);
      expect(mail.replace(/\s+/g, " ")).toContain("- file.txt (15 octets) 5 téléchargements restants");
      const { body } = await v3(service, "GET", "wordings/email_subject");
      expect(body.wording.built_in).toContain("Votre commande");
    });
    expect(await mailTo("en@example.com")).toStartWith("Your downloads from Demo Store");
  });
});
