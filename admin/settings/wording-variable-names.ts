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
  { name: "order.isRenewed", words: "true in the email about a renewal that you approved" },
  {
    name: "order.renewal",
    words: "what the customer of an expired order can do: “ask” you, “renew” or, after paid access, “ended”",
  },
  {
    name: "items",
    words:
      "up to 100 products, each with name, bundle, inBundle, quantity, url, limit, updates, files (name, facts, limit) and keys",
  },
  { name: "gift.giver", words: "who gave the order; empty unless it is a gift" },
  { name: "gift.message", words: "the giver's words, line by line" },
  { name: "update.product", words: "only in emails about updates, like the next four" },
  { name: "update.filename", words: "the new version's file name" },
  { name: "update.notes", words: "your note, line by line" },
  { name: "update.version", words: "the number of the new version" },
  { name: "update.stopUrl", words: "where customers stop these emails" },
  { name: "order.moreItems", words: "how many more products the order page shows" },
];
