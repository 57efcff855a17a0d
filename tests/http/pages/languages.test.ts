import { describe, expect, test } from "bun:test";
import { renderDeliveryEmail } from "../../../src/delivery/customer-emails/templates.ts";
import { preferred } from "../../../src/http/accept-language.ts";
import { HomePage } from "../../../src/http/pages/home.tsx";
import { ProblemPage } from "../../../src/http/pages/problem.tsx";
import type { Problem } from "../../../src/http/pages/problem-statuses.ts";
import type { RenewalOffer } from "../../../src/http/pages/renewal.tsx";
import { type Language, languages } from "../../../src/platform/i18n/languages.ts";
import { localizationFor } from "../../../src/platform/i18n/localization.ts";
import { fullName } from "../../../src/platform/i18n/names.ts";
import { instant } from "../../../src/platform/instants.ts";
import { delivery, deliveryWithKeys, now, store, usedUpDelivery } from "../../support/page-samples.ts";
import { ItemPage, OrderPage, PermalinkPage } from "../../support/pages.ts";

const problems: Problem[] = [
  "on_hold",
  "revoked",
  "item_revoked",
  "used_up",
  "expired",
  "not_found",
  "file_missing",
  "unknown_store",
  "unavailable",
  "internal",
];
const states: RenewalOffer["state"][] = [
  { kind: "ask" },
  { kind: "sent", at: now },
  { kind: "declined", at: now },
  { kind: "renew", left: 2 },
];
const offers = states.flatMap((state) =>
  [
    { reason: "expired", allUsedUp: false } as const,
    { reason: "used_up", allUsedUp: false } as const,
    { reason: "used_up", allUsedUp: true } as const,
  ].map((closed): RenewalOffer => ({ orderGuid: "guid", ...closed, state })),
);

/** Every page that there is, in a language. */
function pagesIn(language: Language): string[] {
  const local = localizationFor(language);
  const [item] = delivery.items;
  if (!item) throw new Error("The sample has no item.");
  const files = item.files.map(({ remaining, ...file }) => file);
  return [
    HomePage({ store, local }),
    OrderPage({ store, local, delivery, now }),
    OrderPage({ store, local, delivery: deliveryWithKeys, now }),
    OrderPage({ store, local, delivery: { ...delivery, items: [item] }, now }),
    OrderPage({ store, local, delivery: { ...delivery, items: [], firstName: "" }, now }),
    OrderPage({ store, local, delivery: { ...delivery, expiresAt: now, firstName: "" }, now }),
    ...["", "Ada"].map((firstName) => OrderPage({ store, local, delivery: { ...usedUpDelivery, firstName }, now })),
    ...offers.map((renewal) => OrderPage({ store, local, delivery: { ...delivery, expiresAt: now }, now, renewal })),
    ItemPage({ store, local, item, orderGuid: "guid", expiresAt: null, now }),
    ItemPage({ store, local, item, orderGuid: "guid", expiresAt: null, hoursFromFirstDownload: 36, now }),
    PermalinkPage({ store, local, product: { name: "Sampler", guid: "g" }, files }),
    ...problems.map((problem) => ProblemPage({ store, local, problem, renewal: null, emailFollows: true })),
    ProblemPage({ store: null, local, problem: "unknown_store" }),
  ];
}

/** What a reader reads, without names that are the same in every language. */
const words = (page: string) =>
  page
    .slice(page.indexOf("<body"), page.indexOf('<nav class="languages"'))
    // Where a long file name may break.
    .replaceAll("<wbr/>", "")
    .match(/(?<=>)[^<>]*\p{L}[^<>]*(?=<)/gu)
    ?.map((text) => text.trim()) ?? [];

/** Small words that sentences of one language have, and those of the others have not. */
const smallWords = {
  en: "the your you this that these is are was were been of and with for it can not do to from at".split(" "),
  de: "der die das den dem ein eine einen sie ihr ihre ihren ist sind und mit nicht für wird auf zu von haben".split(
    " ",
  ),
  fr: "les du vous votre vos est sont et avec pas pour cette ces été une dans au sur faire".split(" "),
  es: "el los las su sus son y con para este esta estos puede una del qué ha han".split(" "),
};
const latin = Object.keys(smallWords) as (keyof typeof smallWords)[];

const countOf = (words: string[], language: keyof typeof smallWords) =>
  words.filter((word) => smallWords[language].includes(word)).length;

const textsIn = (value: unknown): string[] =>
  typeof value === "string" ? [value] : Object.values(value ?? {}).flatMap(textsIn);

describe.each(languages)("in %s", (language) => {
  test("every page says which language it is in, and no text has a gap", () => {
    for (const page of pagesIn(language)) {
      expect(page).toContain(`<html lang="${language}"`);
      expect(page.slice(page.indexOf("<body"))).not.toMatch(/\{\w+\}|undefined|\[object|NaN/);
    }
  });

  test("no sentence is left in another language", () => {
    if (language === "en") return;
    const english = new Set(
      pagesIn("en")
        .flatMap(words)
        .filter((text) => text.split(/\s+/).length > 2),
    );
    const found = pagesIn(language).flatMap(words);
    expect(english.size).toBeGreaterThan(40);
    const same = found.filter((text) => english.has(text));
    const own = [delivery, deliveryWithKeys].flatMap(({ items }) => items.map(({ productName }) => productName));
    const names = new Set([delivery.title, ...own, "Über 100% &amp; mehr?#.epub", "&lt;KEY &amp; 2&gt;"]);
    expect(same.filter((text) => !names.has(text))).toEqual([]);
  });

  test("every text of pages and emails is in it", () => {
    for (const text of textsIn(localizationFor(language).texts)) {
      const words = (text.replace(/\{[{%]?.*?\}+/g, " ").match(/\p{L}+/gu) ?? []).map((word) => word.toLowerCase());
      if (language === "ja") {
        if (words.length > 1) expect(text).toMatch(/\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Han}/u);
        continue;
      }
      const [most] = latin.toSorted((one, other) => countOf(words, other) - countOf(words, one));
      const seems = most && countOf(words, most) > countOf(words, language) ? most : language;
      expect([text, seems]).toEqual([text, language]);
    }
  });

  test("the delivery email is whole, with its language, its link and every form", () => {
    for (const one of [delivery, deliveryWithKeys, usedUpDelivery, { ...delivery, firstName: "", items: [] }]) {
      for (const expiresAt of [null, now, instant(now + 3_600_000)]) {
        const mail = renderDeliveryEmail({ store: { ...store, language }, delivery: { ...one, expiresAt }, now });
        expect(mail.html).toContain(`<html lang="${language}"`);
        expect(Object.values(mail).join("")).not.toMatch(/\[\[|\]\]|\{\{|\{%|\{\w+\}|undefined/);
        expect(mail.text).toContain(`${store.url}/orders/order-guid`);
        expect(mail.subject).toContain("M-1001");
        expect(mail.subject).toContain(store.name);
      }
    }
  });
});

const [firstItem] = delivery.items;
const waiting = { ...delivery, items: firstItem ? [{ ...firstItem, files: [], keysDue: 1 }] : [] };

const giver = { firstName: "Bob", lastName: "Byron", address: "bob@example.com" };
const gift = { giver, message: "" };
const renewed = { ...delivery, isRenewed: true };

test("the delivery email begins otherwise for an order that is open, a gift, renewed, expired, used up or waits for a key, in every language", () => {
  const begins = languages.flatMap((language) =>
    [
      delivery,
      { ...delivery, gift },
      renewed,
      { ...renewed, gift },
      { ...delivery, expiresAt: now },
      usedUpDelivery,
      waiting,
    ].map((one) => {
      const { subject, text, html } = renderDeliveryEmail({ store: { ...store, language }, delivery: one, now });
      const heading = /<h1[^>]*>([^<]*)</.exec(html)?.[1];
      return [subject, text.slice(0, text.indexOf("http")), heading, html.split("</h1>")[1]?.split("</p>")[0]];
    }),
  );
  for (const part of [0, 1, 2, 3]) expect(new Set(begins.map((begin) => begin[part])).size).toBe(begins.length);
});

test.each(languages)(
  "the order's page says in %s what is still to come, and does not promise everything",
  (language) => {
    const local = localizationFor(language);
    const greetingOf = (items: typeof delivery.items) =>
      /<h1>.*?<\/h1><p>(.*?)<\/p>/.exec(OrderPage({ store, local, delivery: { ...delivery, items }, now }))?.[1];
    const whole = delivery.items.slice(0, 2);
    const { partial } = local.texts.order.greetings;
    expect(greetingOf(delivery.items)).toBe(
      partial.named.replace("{name}", `<bdi>${language === "ja" ? "Lovelace Ada" : "Ada"}</bdi>`),
    );
    expect(greetingOf(whole)).not.toBe(greetingOf(delivery.items));
  },
);

const renewing: Record<Language, RegExp> = {
  en: /renew/i,
  de: /verlänger/i,
  fr: /prolong/i,
  es: /renov|renuev/i,
  ja: /更新/,
};

test("a Japanese page greets with the family name first, as its email does", () => {
  const page = (name: { firstName: string; lastName: string }) =>
    OrderPage({ store, local: localizationFor("ja"), delivery: { ...delivery, ...name }, now }).replaceAll(
      /<[^>]*>/g,
      "",
    );
  expect(page({ firstName: "美咲", lastName: "田中" })).toMatch(/田中 美咲\s様、/);
  expect(page({ firstName: "", lastName: "田中" })).toMatch(/田中\s様、/);
  expect(page({ firstName: "", lastName: "" })).not.toContain("様、");
  expect(fullName("ja", { firstName: "美咲", lastName: "田中" })).toBe("田中 美咲");
  expect(fullName("de", { firstName: "Ada", lastName: "Lovelace" })).toBe("Ada Lovelace");
});

test.each(languages)("the email of an order that does not work says in %s what its page offers", (language) => {
  const keys = { ...deliveryWithKeys, expiresAt: now };
  for (const one of [{ ...delivery, expiresAt: now }, usedUpDelivery, keys]) {
    const begins = (["ask", "renew", "ended"] as const).map((renewal) => {
      const mail = renderDeliveryEmail({ store: { ...store, language }, delivery: { ...one, renewal }, now });
      return [mail.text.slice(0, mail.text.indexOf("http")), mail.html.split("</h1>")[1]?.split("</p>")[0]];
    });
    for (const part of [0, 1]) {
      const [ask, renew, ended] = begins.map((begin) => begin[part]);
      expect([ask, renew]).toEqual([
        expect.stringMatching(renewing[language]),
        expect.stringMatching(renewing[language]),
      ]);
      expect(new Set([ask, renew, ended]).size).toBe(3);
    }
  }
});

const giftWord: Record<Language, RegExp> = { en: /gift/, de: /Geschenk/, fr: /cadeau/, es: /regalo/, ja: /ギフト/ };

test.each(languages)("the email to the recipient of a gift opens a gift in %s, and names its giver", (language) => {
  const mail = (given: typeof gift) =>
    renderDeliveryEmail({ store: { ...store, language }, delivery: { ...delivery, gift: given }, now });
  const { subject, text, html } = mail({ giver, message: "Happy birthday!\nBob" });
  const button = /<td class="button".*?<\/td>/.exec(html)?.[0];
  expect(button?.toLowerCase().replaceAll("<wbr>", "")).toMatch(new RegExp(giftWord[language].source, "i"));
  expect(subject.replace("\u00a0", " ")).toContain(language === "ja" ? "Byron Bob 様からのギフト" : "Bob Byron");
  expect(text).toContain("Happy birthday!\nBob\n\n");
  expect(text).not.toContain("\n\n\n");
  const nameless = mail({ giver: { ...giver, firstName: "", lastName: "" }, message: "" });
  expect(nameless.subject).toContain("bob@example.com");
  if (language === "fr") expect(subject + text + html).not.toContain("de Bob");
});

test("a Japanese text part breaks no line within a store's Latin name", () => {
  const named = { ...store, name: "Field & Fern Nature Guides", language: "ja" as const };
  const texts = [delivery, usedUpDelivery, waiting, { ...delivery, gift }, renewed].map(
    (one) => renderDeliveryEmail({ store: named, delivery: one, now }).text,
  );
  for (const text of texts) {
    expect(text.replaceAll("\n", " ").split("Field & Fern Nature Guides").length).toBe(
      text.split("Field & Fern Nature Guides").length,
    );
  }
});

test("every Japanese email to a customer has the store's name in brackets ahead of its subject", () => {
  const { email, libraryEmail, giftEmail, announcementEmail } = localizationFor("ja").texts;
  const { byState, keys, gift, renewed } = email.template;
  for (const { subject } of [
    ...Object.values(byState),
    keys,
    gift,
    renewed,
    libraryEmail,
    giftEmail,
    announcementEmail,
  ])
    expect(subject).toMatch(/^【\{(\{ store\.name \}|store)\}】./);
});

test.each(languages)("the email about a renewal that the store has granted says so in %s", (language) => {
  for (const one of [renewed, { ...renewed, gift }]) {
    const { subject, text, html } = renderDeliveryEmail({ store: { ...store, language }, delivery: one, now });
    for (const part of [subject, text.slice(0, text.indexOf("http")), html.split("</h1>")[1]?.split("</p>")[0]]) {
      expect(part).toMatch(renewing[language]);
    }
    expect(subject.includes(language === "ja" ? "Byron Bob" : "Bob Byron")).toBe("gift" in one);
  }
});

describe.each(languages)("an order that is used up, in %s,", (language) => {
  const local = localizationFor(language);
  const offer = { orderGuid: "guid", reason: "used_up", allUsedUp: true } as const;
  const [item] = usedUpDelivery.items;
  if (!item) throw new Error("The sample has no item.");

  test("speaks of the renewal that its button offers, on every page and in the email", () => {
    const ask: RenewalOffer = { ...offer, state: { kind: "ask" } };
    const pages = [
      OrderPage({ store, local, delivery: usedUpDelivery, now, renewal: ask }),
      ItemPage({ store, local, item, orderGuid: "guid", expiresAt: null, now, renewal: ask }),
      ProblemPage({ store, local, problem: "used_up", renewal: ask }),
    ];
    for (const page of pages) {
      const [told = "", form = ""] = page.slice(page.indexOf("<main")).split("<form");
      expect(told).toMatch(renewing[language]);
      expect(form).toMatch(renewing[language]);
    }
    const { text } = renderDeliveryEmail({ store: { ...store, language }, delivery: usedUpDelivery, now });
    expect(text.slice(0, text.indexOf("http"))).toMatch(renewing[language]);
    expect(local.texts.problem.used_up.sentence).toMatch(renewing[language]);
  });

  test("says to ask the store only while that can be done, and always how to resume", () => {
    const { resume, used_up } = local.texts.problem;
    const asks = states.map((state) => {
      const page = ProblemPage({ store, local, problem: "used_up", renewal: { ...offer, state } });
      expect(page).toContain(resume);
      return page.includes(used_up.next.replace("{store}", "<bdi>Northlight Press</bdi>"));
    });
    expect(states.map(({ kind }) => kind)).toEqual(["ask", "sent", "declined", "renew"]);
    expect(asks).toEqual([true, false, false, false]);
  });
});

test("sizes, numbers and dates are in the reader's form", () => {
  const at = instant(Date.UTC(2026, 10, 30, 19, 13));
  const written = (language: Language, locale?: string) => {
    const local = localizationFor(language, locale);
    const left = local.counted(local.texts.left.downloads, 1);
    return [local.size(4_200_000), local.number(1_234_567), local.instant(at), left].map((text) =>
      text.replace(/[\u00a0\u202f]/g, " "),
    );
  };
  expect(written("en")).toEqual(["4.2 MB", "1,234,567", "30 November 2026, 19:13 UTC", "1 download left"]);
  expect(written("en", "en-US")[2]).toBe("November 30, 2026, 7:13 PM UTC");
  expect(written("de")).toEqual(["4,2 MB", "1.234.567", "30. November 2026 um 19:13 Uhr (UTC)", "noch 1 Download"]);
  expect(written("de", "de-CH")[1]).toBe("1’234’567".replaceAll("’", written("de", "de-CH")[1]?.[1] ?? ""));
  expect(written("fr")).toEqual(["4,2 Mo", "1 234 567", "30 novembre 2026 à 19:13 UTC", "1 téléchargement restant"]);
  expect(written("es")).toEqual(["4,2 MB", "1.234.567", "30 de noviembre de 2026, 19:13 UTC", "queda 1 descarga"]);
  expect(written("ja")).toEqual(["4.2 MB", "1,234,567", "2026年11月30日 19:13 UTC", "残り 1 回"]);
});

test.each([
  [null, null],
  ["", null],
  ["it, pt-BR;q=0.8, *;q=0.5", null],
  ["de", "de"],
  ["DE-at", "de-AT"],
  ["en-US,en;q=0.9,de;q=0.8", "en-US"],
  ["it;q=0.9, fr-CA;q=0.8, en;q=0.7", "fr-CA"],
  ["en;q=0.2, ja;q=0.7", "ja"],
  ["de;q=0, es", "es"],
  ["de-Latn-DE-1996", "de-DE"],
  ["den, fro, x-de", null],
  [`${"xx,".repeat(400)}de`, null],
  [";;;,,,q=", null],
])("Accept-Language %j is read as %j", (header, locale) => {
  expect(preferred(header)?.locale ?? null).toBe(locale);
});

test("a locale keeps the region of the asked language only", () => {
  expect(preferred("en-US, fr-CH;q=0.5", "fr")?.locale).toBe("fr-CH");
  expect(preferred("en-US", "fr")).toBeNull();
});

test.each([
  ["en", "$9.50", "30 November 2026"],
  ["en-US", "$9.50", "November 30, 2026"],
  ["en-GB", "US$9.50", "30 November 2026"],
  ["en-CA", "US$9.50", "November 30, 2026"],
  ["de", "9,50 $", "30. November 2026"],
])("a page in %s writes US dollars as %s and a day as %s", (header, amount, day) => {
  const preference = preferred(header);
  if (!preference) throw new Error("The language is not ours.");
  const local = localizationFor(preference.language, preference.locale);
  const page = OrderPage({ store, local, delivery: { ...delivery, total: 9.5, currency: "USD" }, now });
  expect(page.replaceAll("\u00a0", " ")).toContain(`<dd>${amount}</dd>`);
  expect(page.replaceAll("\u00a0", " ")).toContain(day);
});

test("a page leads to each other language, unless the store has fixed one", () => {
  const local = localizationFor("de");
  const links = (page: string) => [...page.matchAll(/href="\?lang=(\w+)"/g)].map(([, language]) => language);
  expect(links(HomePage({ store, local }))).toEqual(["en", "fr", "es", "ja"]);
  expect(links(HomePage({ store: { ...store, language: "de" }, local }))).toEqual([]);
});
