import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { expiryInWords } from "../../../src/delivery/customer-emails/delivery-context.ts";
import { renderDeliveryEmail } from "../../../src/delivery/customer-emails/templates.ts";
import type { DeliveredFile, DeliveredItem, Delivery } from "../../../src/delivery/orders/reading/customer-view.ts";
import { nextAttemptAt, usualTiming } from "../../../src/messages/mail/sending/timing.ts";
import { maskAddresses, storedWords } from "../../../src/messages/mail/transport/server-words.ts";
import { wrapLines } from "../../../src/messages/mail/transport/wrap-lines.ts";
import { localizationFor } from "../../../src/platform/i18n/localization.ts";
import { type Instant, instant } from "../../../src/platform/instants.ts";
import type { Store } from "../../../src/store/accounts/store.ts";

const english = localizationFor("en");
const hour = 60 * 60 * 1000;
const now = instant(Date.UTC(2026, 10, 20, 21, 37, 5));
const store = { name: "Nordlicht", url: "https://nordlicht.example.com" };

function file(values: Partial<DeliveredFile> = {}): DeliveredFile {
  return {
    id: 1,
    filename: "guide.pdf",
    sizeBytes: 4_213_000,
    contentType: "application/pdf",
    opensAt: null,
    remaining: 5,
    ...values,
  };
}

function item(values: Partial<DeliveredItem> = {}): DeliveredItem {
  const sample = { guid: "item-guid", sku: "A", productName: "Field Guide", quantity: 1 };
  return { ...sample, files: [file()], licenseKeys: [], keysDue: 0, ...values };
}

function order(values: Partial<Delivery> = {}): Delivery {
  return {
    guid: "order-guid",
    publicId: "M-1001",
    vendorId: null,
    title: "",
    firstName: "Ada",
    lastName: "Lovelace",
    email: "ada@example.com",
    createdAt: now,
    language: null,
    total: null,
    currency: null,
    invoiceUrl: null,
    expiresAt: instant(Date.UTC(2026, 10, 30, 21, 37)),
    hoursFromFirstDownload: null,
    stop: null,
    emailWaits: false,
    items: [item()],
    ...values,
  };
}

const render = (values?: Partial<Delivery>, from: Store = store) =>
  renderDeliveryEmail({ store: from, delivery: order(values), now });

/** With every space written as a plain one. */
const withPlainSpaces = (text: string) => text.replace(/[\u00a0\u202f]/g, " ");

describe("the delivery email", () => {
  test("names the store, greets, and carries the order's link first", () => {
    const { subject, text, html } = render();
    expect(subject).toBe("Your downloads from Nordlicht (order M-1001)");
    expect(text).toStartWith("Hello Ada,\n");
    expect(text.match(/^https:.*$/gm)).toEqual([
      "https://nordlicht.example.com/orders/order-guid",
      "https://nordlicht.example.com/get/item-guid?page",
    ]);
    const links = [...html.matchAll(/href="([^"]+)"/g)].map(([, link]) => link);
    expect(links.slice(0, 2)).toEqual([
      "https://nordlicht.example.com/orders/order-guid",
      "https://nordlicht.example.com/get/item-guid?page",
    ]);
    for (const body of [text, html]) {
      expect(body).toContain("Nordlicht");
      expect(withPlainSpaces(body)).toContain("These links work until 30 November 2026, 21:37 UTC (in 10 days).");
    }
    expect(html).not.toMatch(/<img|src=|url\(/);
    expect(render({ firstName: " " }).text).toStartWith("Hello,\n");
  });

  test("greets Japanese customers with the family name first", () => {
    const greeting = (firstName: string, lastName: string) =>
      withPlainSpaces(render({ firstName, lastName }, { ...store, language: "ja" }).text).split("\n")[0];
    expect(greeting("太郎", "山田")).toBe("山田 太郎 様");
    expect(greeting("太郎", "")).toBe("太郎 様");
    expect(greeting("", "山田")).toBe("山田 様");
    expect(greeting("", "")).toBe("お客様");
  });

  test("shows the covers of products beside their names", () => {
    const { text, html } = render({ items: [item({ coverPath: "/covers/1/ab" }), item()] });
    expect(html.match(/<img[^>]*>/g)).toEqual([
      expect.stringContaining('src="https://nordlicht.example.com/covers/1/ab" alt=""'),
    ]);
    expect(text).not.toContain("covers");
  });

  test("gives quantity, files, sizes and limits in words", () => {
    const two = [file(), file({ filename: "maps.zip", sizeBytes: 1_900_000_000 })];
    expect(render({ items: [item({ quantity: 3 })] }).text).toContain("Field Guide (quantity: 3)");
    expect(render().text).toContain("- guide.pdf (4.2\u00a0MB)\n  5 downloads left\n");
    expect(render({ items: [item({ files: [file({ remaining: 1 })] })] }).text).toContain("1 download left");
    expect(render({ items: [item({ files: [file({ remaining: null })] })] }).text).toContain("unlimited downloads");
    expect(render({ items: [item({ files: two })] }).text).toContain(
      "- guide.pdf (4.2\u00a0MB)\n- maps.zip (1.9\u00a0GB)\n  5 downloads left per file\n",
    );
    const differing = [file({ remaining: 0 }), file({ filename: "maps.zip", remaining: 2 })];
    expect(render({ items: [item({ files: differing })] }).text).toContain(
      "- guide.pdf (4.2\u00a0MB, no\u00a0downloads\u00a0left)\n- maps.zip (4.2\u00a0MB, 2\u00a0downloads\u00a0left)\n",
    );
    for (const body of Object.values(render({ items: [item({ files: [] })] })).slice(1)) {
      expect(body.replace(/\s+/g, " ")).toContain("This file is not available yet.");
    }
  });

  test("names the product whose license key is still to come, and says where to write", () => {
    const waiting = item({ productName: "Compass", keysDue: 1 });
    const { text, html } = render({ items: [item(), waiting] });
    for (const part of [text, html]) {
      expect(part.replace(/<[^>]*>/g, "")).toContain("Compass: You will get your license key by email.");
      expect(part.replaceAll("\n", " ")).toContain("reply to this email");
    }
  });

  test("says until when each product gets updates, and nothing where that has no end", () => {
    const items = [item({ updatesUntil: instant(Date.UTC(2027, 10, 20, 12, 30)) }), item()];
    for (const [language, words] of [
      ["en", "Updates included until 20 November 2027, 12:30 UTC."],
      ["de", "Updates inbegriffen bis 20. November 2027 um 12:30 Uhr (UTC)."],
      ["ja", "アップデートの提供期限は2027年11月20日"],
    ] as const) {
      const { text, html } = render({ items }, { ...store, language });
      for (const part of [text, html.replace(/<[^>]*>/g, "")])
        expect(
          part
            .replace(/\u2060|\u200b/g, "")
            .replace(/\s+/g, " ")
            .split(words),
          part,
        ).toHaveLength(2);
    }
  });

  test("carries license keys as they are, the first hundred of a product, and says so", () => {
    const keys = Array.from({ length: 102 }, (_, index) => `K  <${index}>`);
    const { subject, text, html } = render({ items: [item({ licenseKeys: keys })] });
    expect(subject).toBe("Your downloads and license keys from Nordlicht (order M-1001)");
    expect(text).toContain("\nLicense keys:\n    K  <0>\n    K  <1>\n");
    expect(text).toContain("\n    K  <99>\n2 more on your order page.\n- guide.pdf");
    expect(html).toContain(">K  &lt;99&gt;</p>");
    expect(text + html).not.toMatch(/K {2}(<|&lt;)100/);
    for (const [language, words] of [
      ["de", "Lizenzschlüssel:"],
      ["fr", "Clé de licence\u202f:"],
      ["es", "Clave de licencia:"],
      ["ja", "ライセンスキー："],
    ] as const) {
      const { text } = render({ items: [item({ licenseKeys: ["ONE"] })] }, { ...store, language });
      expect(text).toContain(`\n${words}\n    ONE\n`);
    }
    const alone = render({ items: [item({ files: [], licenseKeys: ["ONE"] })] });
    expect(alone.subject).toBe("Your license key from Nordlicht (order M-1001)");
    expect(alone.text).toContain("\nLicense key:\n    ONE\n");
    expect(alone.text + alone.html).not.toContain("not available yet");
  });

  test("says where an address elsewhere opens, in place of a size", () => {
    const files = [file({ opensAt: "video.example", sizeBytes: 0, remaining: 1 }), file({ remaining: 2 })];
    expect(render({ items: [item({ files })] }).text).toContain(
      "- guide.pdf (Opens on video.example, can\u00a0be\u00a0opened\u00a01\u00a0more\u00a0time)\n- guide.pdf (4.2\u00a0MB, 2\u00a0downloads\u00a0left)\n",
    );
  });

  test("of an order that has expired says so and where to ask for new links, never that it is ready", () => {
    const past = instant(now - hour);
    const { subject, text, html } = render({ expiresAt: past });
    expect(subject).toBe("The links for your order M-1001 from Nordlicht have expired");
    expect(text.replace(/\s+/g, " ")).toStartWith(
      "Hello Ada, The links for your order M-1001 from Nordlicht have expired. You can ask the store to renew them on your order page: https://nordlicht.example.com/orders/order-guid These links expired on 20 November 2026, 20:37 UTC.",
    );
    expect(html).toContain(">Your links have expired</h1>");
    expect(html).toContain("You can ask the store to renew them on your order page.</p>");
    const keys = [item({ licenseKeys: ["KEY-1"] })];
    const withKeys = render({ expiresAt: past, items: keys });
    expect(withKeys.text).toContain("KEY-1");
    for (const words of [subject, text, html, withKeys.subject, withKeys.text, withKeys.html]) {
      expect(words).not.toMatch(/ready|waiting for you|are here|work until/);
    }
  });

  test("of an order that is used up says so and where to ask for a renewal, and promises no working link", () => {
    const items = [item({ files: [file({ remaining: 0 })] })];
    for (const expiresAt of [null, instant(now + hour)]) {
      const { subject, text, html } = render({ items, expiresAt });
      expect(subject).toBe("No downloads left in your order M-1001 from Nordlicht");
      expect(text.replace(/\s+/g, " ")).toContain("You can ask the store to renew it on your order page:");
      expect(html).toContain(">You have no downloads left</h1>");
      for (const words of [subject, text, html]) {
        expect(words).not.toMatch(/ready|waiting for you|are here|work until|do not expire/);
      }
    }
    const some = [item({ files: [file({ remaining: 0 }), file()] })];
    expect(render({ items: some }).subject).toBe("Your downloads from Nordlicht (order M-1001)");
  });

  test("shows any name as text, on one line, whatever is in it", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (name) => {
        const evil = `${name}</p><script>\r\nBcc: thief@example.com\u2028\u202e${name}`;
        const { subject, html } = render(
          { firstName: evil, publicId: evil, items: [item({ productName: evil, files: [file({ filename: evil })] })] },
          { ...store, name: evil },
        );
        // biome-ignore lint/suspicious/noControlCharactersInRegex: those are what must not be there.
        expect(subject).not.toMatch(/[\x00-\x1f\x7f\u2028\u2029\u202e]/);
        expect(html).not.toContain("<script");
        expect(html.match(/<a /g)).toHaveLength(3);
      }),
      { numRuns: 50 },
    );
  });
});

const at = (expiresAt: Instant | null) => ({ expiresAt, hoursFromFirstDownload: null });

test("the end of links in words", () => {
  const inWords = (distance: number) =>
    withPlainSpaces(expiryInWords(at(instant(now + distance)), now, english)).match(/\((.*)\)/)?.[1];
  expect(expiryInWords(at(null), now, english)).toBe("These links do not expire.");
  for (const [hours, words] of [
    [1, "1 hour"],
    [36, "36 hours"],
    [48, "2 days"],
  ] as const) {
    const waiting = { expiresAt: null, hoursFromFirstDownload: hours };
    const sentence = `These links work for ${words} after the first download.`;
    expect(withPlainSpaces(expiryInWords(waiting, now, english))).toBe(sentence);
    expect(expiryInWords({ ...waiting, expiresAt: instant(now + hour) }, now, english)).toContain("until");
  }
  expect(withPlainSpaces(expiryInWords(at(now), now, english))).toBe(
    "These links expired on 20 November 2026, 21:37 UTC.",
  );
  expect(inWords(1)).toBe("in 1 minute");
  expect(inWords(hour)).toBe("in 60 minutes");
  expect(inWords(47 * hour)).toBe("in 47 hours");
  expect(inWords(48 * hour)).toBe("in 2 days");
  expect(inWords(240 * hour - 5000)).toBe("in 10 days");
});

test("sizes in words", () => {
  const sizes: [number, string][] = [
    [0, "0 bytes"],
    [1, "1 byte"],
    [999, "999 bytes"],
    [1000, "1 kB"],
    [1550, "1.6 kB"],
    [9_949, "9.9 kB"],
    [9_951, "10 kB"],
    [999_499, "999 kB"],
    [999_960, "1 MB"],
    [4_213_000, "4.2 MB"],
    [100_000_000_000, "100 GB"],
  ];
  for (const [bytes, words] of sizes) expect(withPlainSpaces(english.size(bytes))).toBe(words);
});

test("long lines break at spaces, links never", () => {
  const link = `https://example.com/${"x".repeat(90)}`;
  const wrapped = wrapLines(`- ${"word ".repeat(30).trim()}\n${link}\n-- `).split("\n");
  expect(wrapped.slice(0, 2).every((line) => line.length <= 75)).toBe(true);
  expect(wrapped[1]).toStartWith("  word");
  expect(wrapped.slice(-2)).toEqual([link, "-- "]);
});

test("pauses grow, and the last attempt is 24 hours after the first", () => {
  const tries = [0];
  for (let at: Instant | null = instant(0); at !== null; ) {
    at = nextAttemptAt(usualTiming, { firstTriedAt: instant(0), attempts: tries.length }, at);
    if (at !== null) tries.push(at);
  }
  expect(tries.map((at) => at / 60_000)).toEqual([0, 1, 6, 21, 51, 111, 231, 471, 711, 951, 1191, 1431, 1440]);
});

test("a server's words are kept on one line, and without addresses where they are logged", () => {
  expect(storedWords("250-first\r\n250 second\0")).toBe("250-first 250 second");
  expect(storedWords("x".repeat(5000))).toHaveLength(1000);
  expect(maskAddresses("550 <ada.l+x@example.com>: no such user; ask <mailto:post@example.org>")).toBe(
    "550 <***@example.com>: no such user; ask <mailto:***@example.org>",
  );
});
