import { newOrderAddress } from "../components/order-address.ts";
import { sections } from "../layout/sections.ts";
import { emailWords, stateWords, subscriptionWords, usageWords } from "../orders/order-states.ts";
import { pages, type SettingsPage } from "../settings/pages.ts";
import type { Choice } from "./choice.ts";

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
  wording: "texts email templates translation language",
  people: "members invite team users roles",
  profile: "password two-factor second factor 2fa authenticator sign-in log in name account",
  api: "keys token access",
  webhooks: "events notifications secret signature endpoint",
  licenses: "signing keys programs",
};

/** Further words by which a list is found. */
const listWords: Record<string, string> = {
  on_hold: "held checks fraud",
  waiting_for_key: "license keys missing",
  waiting_for_file: "files missing",
  used_up: "download limit",
  failed: "errors rejected undelivered",
  bounced: "undelivered",
  over_allowance: "limit",
};

/** The words of the filter do not say that they are of subscriptions. */
const subscriptionLabels = Object.fromEntries(
  Object.entries(subscriptionWords).map(([value, label]) => [value, `Subscription ${label.toLowerCase()}`]),
);

/** Lists with a filter, by what their filters call it. */
const lists = (name: string, section: string, labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => ({
    key: `${section}-${name}-${value}`,
    group: "Actions" as const,
    title: `${section}: ${label}`,
    words: listWords[value] ?? "",
    to: `/admin/${section.toLowerCase()}?${name}=${value}`,
    isExtra: true,
  }));

export interface Screen extends Choice {
  words?: string;
  /** Only for who may change orders and products. */
  changes?: boolean;
  /** Not among what is listed before something is typed. */
  isExtra?: boolean;
}

/** Everything that an owner may ask for by words. */
export const screens: Screen[] = [
  {
    key: "new-order",
    group: "Actions",
    title: "New order",
    words: "create add test",
    to: newOrderAddress,
    changes: true,
  },
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
  { key: "shortcuts", group: "Actions", title: "Keyboard shortcuts", words: "help keys", does: "shortcuts" },
  { key: "sign-out", group: "Actions", title: "Sign out", words: "log out logout leave", does: "sign-out" },
  {
    key: "dark-mode",
    group: "Actions",
    title: "Dark mode",
    subtitle: "This area and your customers' pages follow the setting of each device",
    words: "light theme night",
    to: "/admin/settings/branding",
    isExtra: true,
  },
  ...lists("state", "Orders", stateWords),
  ...lists("usage", "Orders", usageWords),
  ...lists("email_status", "Orders", emailWords),
  ...lists("subscription_status", "Orders", subscriptionLabels),
  ...lists("status", "Emails", { failed: "Failed", bounced: "Came back", over_allowance: "Held back" }),
];
