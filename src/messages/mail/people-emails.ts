import type { SignInEmailTexts } from "../../platform/i18n/email-texts.ts";
import type { Language } from "../../platform/i18n/languages.ts";
import { fill, localizationFor } from "../../platform/i18n/localization.ts";
import { type Instant, instant } from "../../platform/instants.ts";
import { namesLink, singleLine } from "../../platform/text.ts";
import { renderEmail } from "./email-template.ts";
import type { RenderedEmail } from "./transport/mailer.ts";

/** Writes the email with an invitation. */
export function renderInvitation(account: { name: string; handle: string }, link: string): RenderedEmail {
  const store = strangersName(account);
  return renderEmail({
    subject: `You are invited to ${store}`,
    heading: `You are invited to ${store}`,
    introduction: `Accept the invitation to help run ${store}. Sign in with this email address.`,
    note: "This link works once and expires in seven days. After that, ask for a new invitation. If you did not expect this email, ignore it.",
    store,
    link,
    button: "Accept the invitation",
  });
}

/** Maximum length of a store's name in an email to a stranger, in characters. */
const longestStrangersName = 80;

/** The name of a store for strangers: its own, unless that could contain a message or a link. */
function strangersName({ name, handle }: { name: string; handle: string }): string {
  const line = singleLine(name);
  return line === "" || line.length > longestStrangersName || namesLink(line) ? handle : line;
}

/** Writes an email that one of the store's people has requested, in the language of the request. */
export function renderPersonEmail(
  kind: keyof SignInEmailTexts["signInEmails"],
  account: { name: string },
  { link, language }: { link: string; language: Language },
): RenderedEmail {
  const store = singleLine(account.name);
  const { subject, heading, introduction, note, button } = localizationFor(language).texts.signInEmails[kind];
  const named = (text: string) => fill(text, { store });
  return renderEmail({
    subject: named(subject),
    heading: named(heading),
    introduction: named(introduction),
    note,
    button,
    store,
    link,
    language,
  });
}

/** A customer's request to reopen their order, as reported to its owner. */
export interface RenewalRequestWords {
  /** The customer's name for it. */
  orderName: string;
  /** May be empty. */
  customer: string;
  address: string;
  /** What the order holds, such as `Map, Guide × 2`. */
  products: string;
  /** The order's page in the administration area. */
  orderLink: string;
  reason: "expired" | "used_up";
  /** May be empty. */
  message: string;
  /** Where the owner can grant it. */
  link: string;
}

/** Writes the email that tells the store about a customer's request. */
export function renderRenewalRequest(account: { name: string }, request: RenewalRequestWords): RenderedEmail {
  const { reason, link } = request;
  const order = singleLine(request.orderName);
  const message = singleLine(request.message);
  const customer = singleLine(request.customer);
  const address = singleLine(request.address);
  const because = reason === "expired" ? "has expired" : "has no downloads left";
  return renderEmail({
    subject: `Order ${order}: renewal requested`,
    heading: "A customer asks for a renewal",
    introduction: `${customer || address} asks for a renewal of order ${order}. The order ${because}.`,
    entries: [
      {
        name: `Order ${order}`,
        url: request.orderLink,
        facts: [singleLine(request.products), customer === "" ? address : `${customer} (${address})`].filter(
          (fact) => fact !== "",
        ),
      },
    ],
    note: message === "" ? "The customer left no message." : `Message from the customer: “${message}”`,
    store: singleLine(account.name),
    link,
    button: "View the request",
  });
}

/** A change of a store's domain. */
export interface DomainNotice {
  state: "unverified" | "failing" | "ended" | "taken";
  domain: string;
  /** Until when an unverified domain shows the store; null in other states. */
  servesUntil: Instant | null;
  /** The DNS record that verifies it, in one line. */
  record: string;
  /** Where the records are shown. */
  link: string;
}

/** Writes the email that tells the store about its domain. */
export function renderDomainNotice(account: { name: string }, notice: DomainNotice): RenderedEmail {
  const { state, domain, record, link } = notice;
  const keepsWorking = "Links with your store's default address keep working.";
  const words = {
    unverified: {
      heading: `Verify ${domain}`,
      introduction: `${domain} shows your store until ${day(notice.servesUntil ?? instant(0))}. To keep using it, add this DNS record: ${record}`,
      note: `After that day, links with ${domain} stop working. ${keepsWorking}`,
    },
    failing: {
      heading: `${domain} can no longer be verified`,
      introduction: `For three days, we have not found the DNS record that verifies ${domain}. Add it again: ${record}`,
      note: `${domain} still shows your store, but others can claim it now. After 30 days without the record, links with it stop working. ${keepsWorking}`,
    },
    ended: {
      heading: `${domain} no longer shows your store`,
      introduction: `We could not verify ${domain} in time. Links with this domain no longer work. ${keepsWorking}`,
      note: `To use the domain again, add this DNS record: ${record}`,
    },
    taken: {
      heading: `${domain} no longer shows your store`,
      introduction: `Another store has verified ${domain}, after its DNS record for your store was missing. Links with this domain now lead to that store. ${keepsWorking}`,
      note: `If this is a mistake, ask the operator of this service. Your own record was: ${record}`,
    },
  }[state];
  const store = singleLine(account.name);
  return renderEmail({ ...words, subject: words.heading, store, link, button: "View the domain settings" });
}

/** A webhook endpoint that was disabled. */
export interface WebhookNotice {
  url: string;
  because: "failing" | "gone";
  /** Where it can be enabled again. */
  link: string;
}

/** Writes the email that tells the store that a webhook endpoint was disabled. */
export function renderWebhookNotice(account: { name: string }, { url, because, link }: WebhookNotice): RenderedEmail {
  const store = singleLine(account.name);
  const reason =
    because === "gone"
      ? "It answered 410, which says that it is gone for good."
      : "All attempts to send events to it have failed for three days.";
  return renderEmail({
    subject: `Webhook endpoint of ${store} disabled`,
    heading: "A webhook endpoint was disabled",
    introduction: `We no longer send events to ${singleLine(url)}. ${reason}`,
    note: "Once it works again, enable it in Settings, Webhooks, and send the failed events again. Events in between are not sent.",
    store,
    link,
    button: "View the endpoint",
  });
}

const day = (time: Instant) => new Intl.DateTimeFormat("en", { dateStyle: "long", timeZone: "UTC" }).format(time);

/** A figure for one week, with the screen that shows more. */
export interface DigestFigure {
  name: string;
  url: string;
  facts: string[];
}

/** What happened in a store in one week, from the first to the last day, both included. */
export interface WeeklyDigest {
  figures: DigestFigure[];
  days: { from: Instant; to: Instant };
  /** The overview. */
  link: string;
}

/** Writes the email with a week's figures. */
export function renderWeeklyDigest(account: { name: string }, { figures, days, link }: WeeklyDigest): RenderedEmail {
  const store = singleLine(account.name);
  return renderEmail({
    subject: `Your week at ${store}`,
    heading: `Your week at ${store}`,
    introduction: `From ${day(days.from)} to ${day(days.to)}, in UTC.`,
    note: "You get this email every Monday. You can turn it off in Settings, Store details.",
    entries: figures,
    store,
    link,
    button: "Open the overview",
  });
}

/** Orders that the store's rules have put on hold. */
export interface HeldOrders {
  count: number;
  /** The first of them. */
  orders: DigestFigure[];
  /** The list of orders on hold. */
  link: string;
}

/** Writes the email that tells the store about orders on hold. */
export function renderHeldOrders(account: { name: string }, { count, orders, link }: HeldOrders): RenderedEmail {
  const store = singleLine(account.name);
  const [heading, introduction] =
    count === 1
      ? [
          "An order waits for you",
          "A rule of your store has put this order on hold. It delivers nothing until you release it.",
        ]
      : [
          `${count} orders wait for you`,
          "Rules of your store have put these orders on hold. They deliver nothing until you release them.",
        ];
  return renderEmail({
    subject: `${heading} at ${store}`,
    heading,
    introduction: orders.length < count ? `${introduction} The first ${orders.length} of them:` : introduction,
    note: "You get this email at most once an hour. You can change the rules in Settings, Orders to check.",
    entries: orders.map((order) => ({ ...order, name: singleLine(order.name) })),
    store,
    link,
    button: "View the orders on hold",
  });
}
