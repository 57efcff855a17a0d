import type { WordingName } from "../api/wording.ts";

/** Label of each text, and where customers see it. */
export const texts: Record<WordingName, { label: string; words: string }> = {
  email_subject: { label: "Email: subject", words: "The subject of the delivery email." },
  email_text: {
    label: "Email: plain text",
    words: "For email apps that show no HTML. Must contain {{ order.url }}, the customer's link.",
  },
  email_html: {
    label: "Email: HTML",
    words: "What most customers see. Must contain {{ order.url }}, the customer's link.",
  },
  update_subject: { label: "Update email: subject", words: "The subject of the email about a new version of a file." },
  update_text: {
    label: "Update email: plain text",
    words: "Must contain {{ order.url }} and {{ update.stopUrl }}, where customers stop these emails.",
  },
  update_html: {
    label: "Update email: HTML",
    words: "Must contain {{ order.url }} and {{ update.stopUrl }}, where customers stop these emails.",
  },
  page_greeting: { label: "Order page: greeting", words: "Shown below the heading of the order page." },
  page_notice: { label: "Order page: notice", words: "Shown in a box above the downloads. Leave empty to hide it." },
  page_footer: { label: "Order page: footer", words: "Shown at the end of the order page. Leave empty to hide it." },
};

export const names = Object.keys(texts) as WordingName[];

/** Short texts, which most stores write without code: what they begin with in place of the default text. */
export const plainStarts: Partial<Record<WordingName, string>> = {
  email_subject: "Your order {{ order.name }} from {{ store.name }}",
  update_subject: "{{ update.product }} has been updated",
  page_greeting: "Thank you for your order. Here is everything it includes.",
  page_notice: "",
  page_footer: "",
};

/** Values that a button inserts into a short text. */
export const placeholders = [
  { label: "Store name", code: "{{ store.name }}" },
  { label: "First name", code: "{{ customer.firstName }}" },
  { label: "Order number", code: "{{ order.name }}" },
  { label: "Expiry", code: "{{ order.expiry }}" },
];

/** Liquid variables that texts can use. */
export const variables: { name: string; words: string }[] = [
  { name: "store.name", words: "your store's name" },
  { name: "store.url", words: "your store's Waybill address" },
  { name: "store.website", words: "your website, if set" },
  { name: "store.contact", words: "your contact email, if set" },
  { name: "customer.firstName", words: "empty when unknown" },
  { name: "customer.lastName", words: "empty when unknown" },
  { name: "order.name", words: "your order ID, or Waybill's if there is none" },
  { name: "order.id", words: "Waybill's order ID" },
  { name: "order.url", words: "the link to the order page" },
  { name: "order.contents", words: "for example “downloads and license keys”" },
  { name: "order.expiry", words: "when the links expire, as a full sentence" },
  {
    name: "items",
    words: "up to 100 products, each with name, quantity, url, limit, files (name, facts, limit) and keys",
  },
  { name: "update.product", words: "only in emails about updates, like the next four" },
  { name: "update.filename", words: "the new version's file name" },
  { name: "update.notes", words: "your note, line by line" },
  { name: "update.version", words: "the number of the new version" },
  { name: "update.stopUrl", words: "where customers stop these emails" },
  { name: "order.moreItems", words: "how many more products the order page shows" },
];
