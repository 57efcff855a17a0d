import { beforeAll, describe, expect, test } from "bun:test";
import type { Page } from "playwright-core";
import { renderLibraryEmail } from "../../../src/delivery/customer-emails/library-email.ts";
import { renderDeliveryEmail } from "../../../src/delivery/customer-emails/templates.ts";
import type { OrderWithItems } from "../../../src/delivery/orders/queries.ts";
import type { Delivery } from "../../../src/delivery/orders/reading/customer-view.ts";
import { HomePage } from "../../../src/http/pages/home.tsx";
import { LibraryEndedPage, LibraryPage } from "../../../src/http/pages/library.tsx";
import { LinksPage } from "../../../src/http/pages/links-form.tsx";
import { ProblemPage } from "../../../src/http/pages/problem.tsx";
import type { Problem } from "../../../src/http/pages/problem-statuses.ts";
import { renderPersonEmail } from "../../../src/messages/mail/people-emails.ts";
import { type Language, languages } from "../../../src/platform/i18n/languages.ts";
import { localizationFor } from "../../../src/platform/i18n/localization.ts";
import { instant } from "../../../src/platform/instants.ts";
import { type BrokenLine, brokenLines } from "../../support/broken-lines.ts";
import { launchBrowser } from "../../support/browser.ts";
import { deliveredFile, delivery, now, store, usedUpDelivery } from "../../support/page-samples.ts";
import { ItemPage, OrderPage } from "../../support/pages.ts";

const widths = [320, 390, 1280];
const [firstItem] = delivery.items;
if (!firstItem) throw new Error("The sample has no item.");

/** Names with underscores and hyphens, a key and keys to come. */
const item = {
  ...firstItem,
  productName: "The Quiet Cartographer 地図製作者のための静かな入門書",
  files: [
    ...firstItem.files,
    deliveredFile({ id: 9, filename: "user_manual_of_the_cartographer_2026-11-30_final.pdf" }),
  ],
  licenseKeys: ["QX7F-2K9D-11AB"],
  keysDue: 2,
  updatesUntil: instant(now + 86_400_000),
};
const open: Delivery = { ...delivery, items: [item, ...delivery.items.slice(1)] };
const expiredAt = instant(now - 86_400_000);
const rich: Delivery = {
  ...{ ...open, total: 29.5, currency: "EUR", invoiceUrl: "https://northlight.example/invoice" },
  items: [
    {
      ...item,
      licenseKeys: ["QX7F-2K9D-11AB", "QX7F-2K9D-11AC"],
      files: [
        ...item.files,
        deliveredFile({ id: 10, filename: "film.mp4", contentType: "video/mp4", sizeBytes: 2_000_000_000 }),
      ],
    },
    { ...firstItem, files: [] },
  ],
};
const expired: Delivery = { ...open, expiresAt: expiredAt };
const undownloaded: Delivery = { ...open, expiresAt: null, hoursFromFirstDownload: 36 };
const waiting: Delivery = { ...delivery, items: [{ ...firstItem, files: [], keysDue: 1 }] };
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

const bought = {
  ...{
    guid: "o",
    publicId: "10000001",
    vendorId: null,
    createdAt: now,
    expiresAt: null,
    hoursFromFirstDownload: null,
    heldAt: null,
    revokedAt: null,
    recipientEmail: null,
  },
  items: open.items.map(({ guid, productName }) => ({ guid, productName, productId: 1, coverSha256: "0".repeat(64) })),
} as unknown as OrderWithItems;
const gone = { ...bought, expiresAt: expiredAt };
const library = {
  supply: { withFiles: new Set<number>(), withKeys: new Map<number, number>(), partlyLeft: new Set<number>() },
  ...{ address: "ada@northlight.example", search: "", pageNumber: 2, hasMore: true, now },
  expiresAt: instant(now + 1_000),
  orders: [bought, gone, { ...bought, heldAt: now }, { ...bought, revokedAt: now }],
};

/** Pages and HTML emails in a language, by name. */
function documentsIn(language: Language): Record<string, string> {
  const local = localizationFor(language);
  const offer = { orderGuid: "o", reason: "expired", allUsedUp: false } as const;
  const contact = { address: "customer.service@northlight.example" };
  const sender = { ...store, language, website: "https://northlight.example", contact };
  const linked = { address: "ann@example.com", link: "https://northlight.example/library/abc" };
  const mail = (delivery: Delivery) => renderDeliveryEmail({ store: sender, delivery, now }).html;
  const person = { link: "https://northlight.example/admin/reset#abc", language };
  return {
    home: HomePage({ store, local }),
    order: OrderPage({ store, local, delivery: open, now }),
    "order with everything": OrderPage({ store: { ...store, allowsPreviews: true }, local, delivery: rich, now }),
    "complete order": OrderPage({ store, local, delivery: { ...open, items: [{ ...item, keysDue: 0 }] }, now }),
    expired: OrderPage({ store, local, delivery: expired, now, renewal: { ...offer, state: { kind: "ask" } } }),
    "used up": OrderPage({
      ...{ store, local, delivery: usedUpDelivery, now },
      renewal: { ...offer, reason: "used_up", allUsedUp: true, state: { kind: "declined", at: now } },
    }),
    "partly used up": OrderPage({
      ...{ store, local, delivery: open, now },
      renewal: { ...offer, reason: "used_up", state: { kind: "sent", at: now } },
    }),
    renewal: OrderPage({
      store,
      local,
      delivery: expired,
      now,
      renewal: { ...offer, state: { kind: "renew", left: 2 } },
    }),
    "before the first download": OrderPage({ store, local, delivery: undownloaded, now }),
    item: ItemPage({ store, local, item, orderGuid: "o", expiresAt: delivery.expiresAt, now }),
    ...Object.fromEntries(
      problems.map((problem) => [problem, ProblemPage({ store, local, problem, emailFollows: true })]),
    ),
    "email, open": mail(open),
    "email, before the first download": mail(undownloaded),
    "email, expired": mail(expired),
    "email, used up": mail(usedUpDelivery),
    "email, waiting": mail(waiting),
    links: LinksPage({ store, local, state: "wrong" }),
    "links sent": LinksPage({ store, local, state: "sent" }),
    "too many links": LinksPage({ store, local, state: "tooMany" }),
    library: LibraryPage({ ...library, store, local }),
    "library, kept": LibraryPage({ ...library, store, local, expiresAt: instant(now + 30 * 24 * 3_600_000) }),
    "library, nothing found": LibraryPage({ ...library, store, local, search: "x", orders: [] }),
    "library, ended": LibraryEndedPage({ store, local }),
    "email, library": renderLibraryEmail(sender, [bought], linked, now).html,
    "email, library, nothing": renderLibraryEmail(sender, [gone], linked, now).html,
    "password reset": renderPersonEmail("password_reset", store, person).html,
    "sign-in link": renderPersonEmail("sign_in_link", store, person).html,
  };
}

let page: Page;

beforeAll(async () => {
  page = await (await launchBrowser()).newPage();
});

/** Where browsers that find Japanese phrases themselves would, as Safari and Firefox do not. */
const withoutAutoPhrase = ":lang(ja) :is(bdi, .own, textarea, .name) { word-break: normal !important; }";

/** About as wide as Japanese letters are, on a machine without a font for them, which draws narrow boxes. */
async function wideLetters(): Promise<string> {
  const width = await page.evaluate<number>(
    `(() => {
      const context = document.createElement("canvas").getContext("2d");
      context.font = "100px sans-serif";
      return context.measureText("漢").width;
    })()`,
  );
  return width === 100 ? "" : ":lang(ja) :is(p, td, h1) { letter-spacing: 0.4em !important; }";
}

/** Every broken line of every document at every width that `isWrong`. */
async function findWrong(
  documents: Record<string, string>,
  isWrong: (line: BrokenLine) => boolean,
  styles: string,
): Promise<string[]> {
  const wrong: string[] = [];
  for (const [name, html] of Object.entries(documents)) {
    // Documents follow each other in one window, so each script has names of its own in a block.
    const own = html.replace("<script>", "<script>{").replace("</script>", "}</script>");
    await page.setContent(`${own}<style>${styles}</style>`, { waitUntil: "domcontentloaded" });
    for (const width of widths) {
      await page.setViewportSize({ width, height: 1 });
      for (const line of await brokenLines(page)) {
        if (isWrong(line)) wrong.push(`${name}, ${width}: ${line.before} ⏎ ${line.after}`);
      }
    }
  }
  return wrong;
}

/** With the sign between two things, of which one is on another line. */
const endsWithSeparator = ({ before, after }: BrokenLine) => /·$/.test(before) || /^·/.test(after);

const onlyPunctuation = (line: BrokenLine) => !/[\p{L}\p{N}]/u.test(line.after) || !/[\p{L}\p{N}]/u.test(line.before);

/** At a space, at a mark, behind a hyphen or a slash, between the letters of a Japanese name, or for want of room. */
function isBrokenElsewhere({ before, after, between, inName, hasNoRoom }: BrokenLine): boolean {
  if (/[ \n\u200b]/.test(between) || hasNoRoom || /[-/?]$/.test(before)) return false;
  return !(inName && /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(before.slice(-1) + after[0]));
}

/** Within a date or a time of day: that of a `<time>`, or one of `dates` as it stands in emails. */
const isWithin = (dates: string[]) => (line: BrokenLine) => {
  const [before, after, ...bare] = [line.before, line.after, ...dates].map((text) => text.replace(/\s/g, ""));
  const start = (date: string) => `${before}${after}`.indexOf(date);
  const { length = 0 } = before ?? "";
  return (
    line.inTime || bare.some((date) => start(date) !== -1 && start(date) < length && start(date) + date.length > length)
  );
};

/** With a particle, a small letter or what closes; some words begin as a particle does. */
const beginsBadly = ({ after, inName }: BrokenLine) =>
  !inName &&
  (/^[ぁぃぅぇぉっゃゅょァィゥェォッャュョー、。）」！？]/u.test(after) ||
    /^(?!もう|でき|とおり|ところ|はじめ|にち|のち)[はがをにでとのもへや]/u.test(after) ||
    /^(から|まで|です|ます)/u.test(after));

describe.each(languages)("in %s", (language) => {
  test("a line breaks between words and phrases, never within a date, and never holds punctuation alone", async () => {
    const { instantParts } = localizationFor(language);
    const dates = [now, delivery.expiresAt ?? instant(0), expiredAt].flatMap((at) => Object.values(instantParts(at)));
    const isWrong = (line: BrokenLine) =>
      [onlyPunctuation, endsWithSeparator, isBrokenElsewhere, isWithin(dates)].some((finds) => finds(line)) ||
      (language === "ja" && beginsBadly(line));
    expect(await findWrong(documentsIn(language), isWrong, withoutAutoPhrase + (await wideLetters()))).toEqual([]);
  });
});

test("without the style that keeps phrases whole, Japanese lines would break within them", async () => {
  const { expired = "" } = documentsIn("ja");
  const styles = "* { word-break: normal !important; }";
  expect(await findWrong({ expired }, isBrokenElsewhere, styles)).not.toEqual([]);
});

test("a date with plain spaces would break within, and a sign behind a space would stand alone", async () => {
  const narrow = "p { width: 8ch; font: 16px monospace; }";
  const found = (html: string, isWrong: (line: BrokenLine) => boolean) => findWrong({ html }, isWrong, narrow);
  expect(await found("<p>12345678 .</p>", onlyPunctuation)).toHaveLength(widths.length);
  expect(await found("<p><time><span>1 May 2026</span></time></p>", isWithin([]))).toHaveLength(widths.length);
  expect(await found("<p>until 1 May 2026</p>", isWithin(["1 May 2026"]))).toHaveLength(widths.length);
});
