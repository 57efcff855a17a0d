import type { Attention } from "../api/types.ts";
import { number } from "../components/format.ts";
import { customerName } from "../orders/customer-name.ts";
import { texts } from "../settings/wording-texts.ts";

/** One thing to look after. */
interface Task {
  key: string;
  words: string;
  why: string;
  /** The place that mends it, and what is done there. */
  to: string;
  act: string;
}

/** Part of the day's emails from which on the allowance is nearly used. */
const nearlyUsed = 0.8;

const counted = (count: number, one: string, many: string) => (count === 1 ? one : `${number(count)} ${many}`);

/** In the order of how much a customer misses. */
export function tasksOf(attention: Attention): Task[] {
  return [
    ...failedEmails(attention),
    ...waitingKeys(attention),
    ...missingFiles(attention),
    ...renewals(attention),
    ...heldBackEmails(attention),
    ...failedWordings(attention),
    ...allowance(attention),
  ];
}

function failedEmails({ failed_emails: { total, emails } }: Attention): Task[] {
  const [newest] = emails;
  if (!newest) return [];
  const last = newest.tries.at(-1)?.response;
  return [
    {
      key: "failed-emails",
      words: counted(total, `The email to ${newest.recipient ?? "a customer"} failed`, "delivery emails failed"),
      why: total === 1 && last ? `“${last}”` : "These customers do not have their links.",
      to: total === 1 ? `/admin/emails/${newest.id}` : "/admin/emails?status=failed",
      act: total === 1 ? "See the email" : "See the emails",
    },
  ];
}

function waitingKeys({ keys_waiting: { total, products } }: Attention): Task[] {
  const tasks = products.map(({ id, sku, name, orders_waiting }) => ({
    key: `keys-${id}`,
    words: `${counted(orders_waiting, "1 order waits", "orders wait")} for a license key of ${name || sku}`,
    why: "Keys that you add go to the oldest orders first, with an email.",
    to: `/admin/products/${id}?tab=keys`,
    act: "Add keys",
  }));
  const more = total - products.length;
  if (more <= 0) return tasks;
  return [
    ...tasks,
    {
      key: "keys-more",
      words: `${counted(more, "1 more product lacks", "more products lack")} license keys`,
      why: "Their orders wait too.",
      to: "/admin/products",
      act: "See the products",
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
      words: counted(
        total,
        `${first.name || first.sku} was ordered and has no file`,
        "products were ordered and have no file",
      ),
      why: single
        ? "Its customers see a page that asks them to come back."
        : `${products.map(({ name, sku }) => name || sku).join(", ")}${total > products.length ? " and more" : ""}.`,
      to: `/admin/products/${first.id}?tab=files`,
      act: single ? "Add a file" : `Begin with ${first.name || first.sku}`,
    },
  ];
}

function renewals({ renewal_requests: { total, requests } }: Attention): Task[] {
  const [newest] = requests;
  if (!newest) return [];
  return [
    {
      key: "renewals",
      words: counted(
        total,
        `${customerName(newest) || newest.email} asks for a new link`,
        "customers ask for new links",
      ),
      why: total === 1 && newest.message ? `“${newest.message}”` : "Their links have expired or are used up.",
      to: "/admin/renewals",
      act: total === 1 ? "See the request" : "See the requests",
    },
  ];
}

function heldBackEmails({ over_allowance_emails: { total, emails } }: Attention): Task[] {
  const [newest] = emails;
  if (!newest) return [];
  return [
    {
      key: "held-back-emails",
      words: counted(
        total,
        `The email to ${newest.recipient ?? "a customer"} was held back`,
        "delivery emails were held back",
      ),
      why: "The day's allowance was used up. Nothing is sent until you send it again.",
      to: total === 1 ? `/admin/emails/${newest.id}` : "/admin/emails?status=over_allowance",
      act: total === 1 ? "See the email" : "See the emails",
    },
  ];
}

function failedWordings({ failed_wordings: { wordings } }: Attention): Task[] {
  return wordings.map(({ name }) => ({
    key: `wording-${name}`,
    words: `Your own text failed: ${texts[name].label}`,
    why: "Customers got the built-in text instead.",
    to: `/admin/settings/wording?text=${name}`,
    act: "See the text",
  }));
}

function allowance({ email_allowance: { limit, used } }: Attention): Task[] {
  if (limit === null || used < limit * nearlyUsed) return [];
  return [
    {
      key: "allowance",
      words: `${number(used)} of today's ${number(limit)} delivery emails are used`,
      why: "Emails above that are kept and not sent by themselves. The next day begins at midnight UTC.",
      to: "/admin/settings/plan",
      act: "See the plan",
    },
  ];
}
