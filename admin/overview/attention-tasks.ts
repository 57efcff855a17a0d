import {
  FileIcon,
  HistoryIcon,
  type Icon,
  KeyIcon,
  MailIcon,
  PencilIcon,
  PlugIcon,
  StopIcon,
} from "@primer/octicons-react";
import type { Attention, ListedConnectionEvent } from "../api/types.ts";
import { isolated, listed, number, quoted } from "../components/format.ts";
import { languageNames } from "../components/languages.ts";
import { orderAddress } from "../components/order-address.ts";
import { nameOfOrder, orderName } from "../components/order-link.tsx";
import { problemWords } from "../connections/event-words.tsx";
import { customerName } from "../orders/customer-name.ts";
import { texts } from "../settings/wording-texts.ts";

/** One task. */
interface Task {
  key: string;
  icon: Icon;
  words: string;
  why: string;
  /** The screen that solves it, and the link's label. */
  to: string;
  linkLabel: string;
}

/** Share of the daily email limit that triggers a warning. */
const nearlyUsed = 0.8;

const named = ({ name, sku }: { name: string; sku: string }) => quoted(name || sku);

const counted = (count: number, one: string, many: string) => (count === 1 ? one : `${number(count)} ${many}`);

/** The most important for customers first. */
export function tasksOf(attention: Attention): Task[] {
  return [
    ...heldOrders(attention),
    ...shopEvents(attention),
    ...failedSubscriptions(attention),
    ...failedEmails(attention),
    ...bouncedEmails(attention),
    ...waitingKeys(attention),
    ...keysRunningOut(attention),
    ...unstampableFiles(attention),
    ...missingFiles(attention),
    ...renewals(attention),
    ...heldBackEmails(attention),
    ...failedWordings(attention),
    ...allowance(attention),
  ];
}

function heldOrders({ held_orders: { total, orders } }: Attention): Task[] {
  const [newest] = orders;
  if (!newest) return [];
  return [
    {
      key: "held-orders",
      icon: StopIcon,
      words: counted(total, `Order ${orderName(newest)} is on hold`, "orders are on hold"),
      why:
        total === 1
          ? "It delivers nothing until you release or revoke it."
          : "They deliver nothing until you release or revoke them.",
      to: total === 1 ? orderAddress(newest.id) : "/admin/orders?state=on_hold",
      linkLabel: total === 1 ? "View order" : "View orders",
    },
  ];
}

const failedSubscriptions = ({ failed_subscriptions: { total } }: Attention): Task[] =>
  total === 0
    ? []
    : [
        {
          key: "failed-subscriptions",
          icon: HistoryIcon,
          words: counted(total, "The last payment of a subscription failed", "subscriptions: the last payment failed"),
          why: "Access goes on until the shop gets its payment, or until the day that the list shows.",
          to: "/admin/orders?subscription_status=payment_failed&sort=access_until",
          linkLabel: total === 1 ? "View order" : "View orders",
        },
      ];

/** An order that is not made yet goes by the shop's own ID. */
function shopOrderOf(event: ListedConnectionEvent): string {
  const name = event.order_id === null ? event.external_id : nameOfOrder(event);
  const shop = isolated(event.connection_name);
  return name === null ? `an order of ${shop}` : `order ${name} of ${shop}`;
}

function shopEvents({ connection_events: { total, connection_events } }: Attention): Task[] {
  const [newest] = connection_events;
  if (!newest) return [];
  const order = shopOrderOf(newest);
  const subject = order.charAt(0).toUpperCase() + order.slice(1);
  return [
    {
      key: "shop-events",
      icon: PlugIcon,
      words: counted(total, `${subject} needs you`, "orders of your shops need you"),
      why: total === 1 ? problemWords(newest) : `The newest is ${order}: ${problemWords(newest)}`,
      to: total === 1 ? `/admin/connections/events/${newest.id}` : "/admin/connections",
      linkLabel: total === 1 ? "View event" : "View events",
    },
  ];
}

function failedEmails({ failed_emails: { total, emails } }: Attention): Task[] {
  const [newest] = emails;
  if (!newest) return [];
  const last = newest.tries.at(-1)?.response;
  return [
    {
      key: "failed-emails",
      icon: MailIcon,
      words: counted(total, `The email to ${newest.recipient ?? "a customer"} failed`, "delivery emails failed"),
      why: total === 1 && last ? `“${last}”` : "These customers do not have their links.",
      to: total === 1 ? `/admin/emails/${newest.id}` : "/admin/emails?status=failed",
      linkLabel: total === 1 ? "View email" : "View emails",
    },
  ];
}

function bouncedEmails({ bounced_emails: { total, emails } }: Attention): Task[] {
  const [newest] = emails;
  if (!newest) return [];
  const last = newest.tries.at(-1)?.response;
  return [
    {
      key: "bounced-emails",
      icon: MailIcon,
      words: counted(total, `The email to ${newest.recipient ?? "a customer"} came back`, "delivery emails came back"),
      why: total === 1 && last ? `“${last}”` : "These customers do not have their links.",
      to: total === 1 ? `/admin/emails/${newest.id}` : "/admin/emails?status=bounced",
      linkLabel: total === 1 ? "View email" : "View emails",
    },
  ];
}

function waitingKeys({ keys_waiting: { total, products } }: Attention): Task[] {
  const tasks = products.map(({ id, orders_waiting, ...product }) => ({
    key: `keys-${id}`,
    icon: KeyIcon,
    words: `${counted(orders_waiting, "1 order is waiting", "orders are waiting")} for a license key of ${named(product)}`,
    why: "New keys go to the oldest orders first. Customers get them by email.",
    to: `/admin/products/${id}?tab=keys`,
    linkLabel: "Add keys",
  }));
  const more = total - products.length;
  if (more <= 0) return tasks;
  return [
    ...tasks,
    {
      key: "keys-more",
      icon: KeyIcon,
      words: `${counted(more, "1 more product needs", "more products need")} license keys`,
      why: "Their orders are waiting too.",
      to: "/admin/products",
      linkLabel: "View products",
    },
  ];
}

function keysRunningOut({ keys_running_out: { products } }: Attention): Task[] {
  return products.map(({ id, available, days_left, ...product }) => ({
    key: `running-out-${id}`,
    icon: KeyIcon,
    words: `License keys of ${named(product)} run out ${days_left === 0 ? "today" : `in about ${counted(days_left, "1 day", "days")}`}`,
    why: `${counted(available, "1 key is", "keys are")} left, at the rate of its newest orders.`,
    to: `/admin/products/${id}?tab=keys`,
    linkLabel: "Add keys",
  }));
}

function unstampableFiles({ unstampable_files: { total, files } }: Attention): Task[] {
  const [first] = files;
  if (!first) return [];
  return [
    {
      key: "unstampable",
      icon: FileIcon,
      words: counted(total, `${quoted(first.filename)} cannot be stamped`, "files cannot be stamped"),
      why: `Customers do not get ${total === 1 ? "it" : "them"}.`,
      to: `/admin/products/${first.id}?tab=files`,
      linkLabel: "View files",
    },
  ];
}

function missingFiles({ products_without_files: { total, products } }: Attention): Task[] {
  const [first] = products;
  if (!first) return [];
  const single = total === 1;
  return [
    {
      key: "files",
      icon: FileIcon,
      words: counted(total, `${named(first)} was ordered but has no files`, "products were ordered but have no files"),
      why: single
        ? "Customers see a page that asks them to come back later."
        : `${listed(products.map(named))}${total > products.length ? " and more" : ""}.`,
      to: `/admin/products/${first.id}?tab=files`,
      linkLabel: single ? "Add files" : `Start with ${named(first)}`,
    },
  ];
}

function renewals({ renewal_requests: { total, requests } }: Attention): Task[] {
  const [newest] = requests;
  if (!newest) return [];
  return [
    {
      key: "renewals",
      icon: HistoryIcon,
      words: counted(
        total,
        `${isolated(customerName(newest) || newest.email)} asks for a new link`,
        "customers ask for new links",
      ),
      why: total === 1 && newest.message ? `“${isolated(newest.message)}”` : "Their links have expired or are used up.",
      to: "/admin/renewals",
      linkLabel: total === 1 ? "View request" : "View requests",
    },
  ];
}

function heldBackEmails({ over_allowance_emails: { total, emails } }: Attention): Task[] {
  const [newest] = emails;
  if (!newest) return [];
  return [
    {
      key: "held-back-emails",
      icon: MailIcon,
      words: counted(
        total,
        `The email to ${newest.recipient ?? "a customer"} was held back`,
        "delivery emails were held back",
      ),
      why: "The daily email limit was reached. Nothing is sent until you resend it.",
      to: total === 1 ? `/admin/emails/${newest.id}` : "/admin/emails?status=over_allowance",
      linkLabel: total === 1 ? "View email" : "View emails",
    },
  ];
}

function failedWordings({ failed_wordings: { wordings } }: Attention): Task[] {
  return wordings.map(({ name, locale }) => ({
    key: `wording-${name}-${locale}`,
    icon: PencilIcon,
    words: `Your text failed: ${texts[name].label}${locale === null ? "" : ` (${languageNames[locale]})`}`,
    why: "Customers got the default text instead.",
    to: `/admin/settings/wording?text=${name}${locale === null ? "" : `&locale=${locale}`}`,
    linkLabel: "View text",
  }));
}

function allowance({ email_allowance: { limit, used } }: Attention): Task[] {
  if (limit === null || used < limit * nearlyUsed) return [];
  return [
    {
      key: "allowance",
      icon: MailIcon,
      words: `${number(used)} of today's ${number(limit)} delivery emails used`,
      why: "Emails over the limit are held back. The limit resets at midnight UTC.",
      to: "/admin/settings/plan",
      linkLabel: "View plan",
    },
  ];
}
