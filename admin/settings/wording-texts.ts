import type { WordingName } from "../api/wording.ts";

/** What each text is called, and where customers read it. */
export const texts: Record<WordingName, { label: string; words: string }> = {
  email_subject: { label: "Email: subject", words: "The subject of the delivery email." },
  email_text: {
    label: "Email: plain text",
    words: "For mail readers that show no HTML. It must use {{ order.url }}, the customer's link.",
  },
  email_html: {
    label: "Email: HTML",
    words: "What most customers see. It must use {{ order.url }}, the customer's link.",
  },
  page_greeting: { label: "Order page: greeting", words: "Under the heading of the order's page." },
  page_notice: { label: "Order page: notice", words: "In a box ahead of the downloads; empty for none." },
  page_footer: { label: "Order page: footer", words: "At the end of the order's page; empty for none." },
};

export const names = Object.keys(texts) as WordingName[];

/** What a text can use, in Liquid. */
export const variables: { name: string; words: string }[] = [
  { name: "store.name", words: "your store's name" },
  { name: "store.url", words: "your store's address here" },
  { name: "store.website", words: "your own site, if any" },
  { name: "store.contact", words: "the address customers write to, if any" },
  { name: "customer.firstName", words: "empty when unknown" },
  { name: "customer.lastName", words: "empty when unknown" },
  { name: "order.name", words: "your own order ID, or else the order's number" },
  { name: "order.id", words: "the order's number here" },
  { name: "order.url", words: "the customer's page" },
  { name: "order.contents", words: "such as “downloads and license keys”" },
  { name: "order.expiry", words: "until when links work, a whole sentence" },
  { name: "items", words: "each with name, quantity, url, limit, files (name, facts, limit) and keys; at most 100" },
  { name: "order.moreItems", words: "how many more items the order's page shows" },
];
