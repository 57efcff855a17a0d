import type { SearchResult } from "../api/search.ts";
import { quoted } from "../components/format.ts";
import { newOrderAddress, orderAddress } from "../components/order-address.ts";
import { readableText } from "../components/readable-address.ts";
import { sections } from "../layout/sections.ts";
import { pages, type SettingsPage } from "../settings/pages.ts";

/** What can be chosen: an action, or what a search found. */
export interface Choice {
  key: string;
  group: "Actions" | "Orders" | "Products" | "Customers" | "Help";
  title: string;
  subtitle?: string;
  /** The screen, or a page of the docs. Absent for the list of shortcuts. */
  to?: string;
}

/** Words by which the parts of the area are found, for what people do there. */
const sectionWords: Record<string, string> = {
  "/admin": "dashboard home statistics revenue",
  "/admin/orders": "sales purchases refund money back dispute revoke cancel invoice subscription gift resend",
  "/admin/customers": "buyers people erase delete",
  "/admin/renewals": "requests new links expired",
  "/admin/products": "upload files bundle price cover license keys stamp watermark version delete",
  "/admin/downloads": "log ip address",
  "/admin/emails": "mailbox sent bounced came back spam",
  "/admin/activity": "log history audit changes",
  "/admin/connections": "shops store checkout payments shopify woocommerce stripe gumroad paypal paddle lemon squeezy",
  "/admin/transfer": "csv move migrate gumroad",
};

/** Words by which a page of the settings is found, for what is on it. */
const settingsWords: Record<SettingsPage, string> = {
  store: "name website address contact currency time zone",
  domain: "dns https certificate url",
  email: "mail server smtp sender dkim spf spam bounces",
  plan: "limits usage",
  orders: "download limit expiration license",
  customers: "renewals previews links language",
  checks: "hold rules fraud",
  privacy: "gdpr erase delete retention",
  branding: "logo color colour design theme font",
  wording: "texts templates translation language",
  people: "members invite team users roles",
  profile: "password two-factor second factor 2fa authenticator sign-in log in name",
  api: "keys token access",
  webhooks: "events notifications",
  licenses: "signing keys programs",
};

const screens: (Choice & { words?: string; changes?: boolean })[] = [
  { key: "new-order", group: "Actions", title: "New order", words: "create add", to: newOrderAddress, changes: true },
  {
    key: "new-product",
    group: "Actions",
    title: "New product",
    words: "create add",
    to: "/admin/products/new",
    changes: true,
  },
  ...sections.map(({ to, label }) => ({
    key: to,
    group: "Actions" as const,
    title: label,
    words: `go open show ${sectionWords[to] ?? ""}`,
    to,
  })),
  ...pages.map(({ name, label }) => ({
    key: `settings-${name}`,
    group: "Actions" as const,
    title: `Settings: ${label}`,
    words: settingsWords[name],
    to: `/admin/settings/${name}`,
  })),
  { key: "shortcuts", group: "Actions", title: "Keyboard shortcuts", words: "help keys" },
];

/** What can be done with an order, by the word that asks for it, and the dialog on its screen. */
const verbs = [
  { verb: "resend", title: "Resend the email of", dialog: "resend" },
  { verb: "extend", title: "Extend", dialog: "extend" },
  { verb: "edit", title: "Edit", dialog: "edit" },
];

/** What is typed, without a word at its beginning that asks for something to be done with an order. */
export function readTyped(typed: string): { verb: (typeof verbs)[number] | null; text: string } {
  const [, word = "", text = ""] = /^(\p{L}+)\s+(.+)$/u.exec(typed.trim()) ?? [];
  const verb = verbs.find((one) => one.verb === word.toLowerCase());
  return verb ? { verb, text } : { verb: null, text: typed.trim() };
}

const most = 6;

/** The docs' own search, which finds what has no screen. Opened in a new tab. */
export const helpWith = (text: string): Choice => ({
  key: "help",
  group: "Help",
  title: `Search the help for ${quoted(text)}`,
  to: `/docs?${new URLSearchParams({ q: text })}`,
});

/** The actions that what is typed names, and what the search found. */
export function choicesFor(typed: string, results: SearchResult[], { canChange }: { canChange: boolean }): Choice[] {
  const { verb } = readTyped(typed);
  const found = results.map(choiceOf);
  if (verb && canChange) return [...results.filter(isOrder).map((order) => orderAction(order, verb)), ...found];
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const named = screens.filter(({ title, words: more = "", changes = false }) => {
    const text = `${title} ${more}`.toLowerCase();
    return (canChange || !changes) && words.every((word) => text.includes(word));
  });
  return [...named.slice(0, words.length === 0 ? screens.length : most), ...found];
}

const isOrder = ({ type }: SearchResult) => type === "order";

const orderAction = ({ id, title, subtitle }: SearchResult, verb: (typeof verbs)[number]): Choice => ({
  key: `${verb.verb}-${id}`,
  group: "Actions",
  title: `${verb.title} ${title.charAt(0).toLowerCase()}${title.slice(1)}`,
  subtitle: readableText(subtitle),
  to: `${orderAddress(id)}?dialog=${verb.dialog}`,
});

const groups = { order: "Orders", product: "Products", customer: "Customers" } as const;

function choiceOf({ type, id, title, subtitle, url }: SearchResult): Choice {
  const { pathname, search } = new URL(url);
  return {
    key: `${type}-${id}`,
    group: groups[type],
    title: readableText(title),
    subtitle: readableText(subtitle),
    to: pathname + search,
  };
}
