/** The changes that members and programs make, in words for the owner. `it` is the subject, such as "Order 10000001". */
const activityKinds = {
  "account.changed": () => "Settings changed",
  "account.token_replaced": () => "API token replaced",
  "account.domain_checked": () => "Custom domain checked",
  "account.logo_changed": () => "Logo replaced",
  "account.logo_removed": () => "Logo removed",
  "account.setup_changed": () => "Set-up steps dismissed or shown again",
  "account.signing_key_added": () => "Key that signs answers about licenses added",
  "account.signing_key_removed": () => "Key that signs answers about licenses removed",
  "api_key.changed": (it) => `${it} changed`,
  "api_key.created": (it) => `${it} created`,
  "api_key.replaced": (it) => `${it} replaced`,
  "api_key.revoked": (it) => `${it} revoked`,
  "connection.changed": (it) => `${it} changed`,
  "connection.created": (it) => `${it} added`,
  "connection.event_processed": (it) => `${it}: an event processed again`,
  "connection.removed": (it) => `${it} removed`,
  "customer.changed": () => "A customer's address or notes changed",
  "customer.emails_allowed": () => "Emails to a customer allowed again",
  "customer.erased": () => "A customer's data erased",
  "customer.resent": () => "All links sent to a customer again",
  "email.retried": (it) => `${it}: email sent again`,
  "file.deleted": (it) => `${it} deleted`,
  "file.renamed": (it) => `${it} renamed`,
  "file.uploaded": (it) => `${it} uploaded`,
  "import.started": (it) => `${it} started`,
  "item.restored": (it) => `${it}: a product restored`,
  "item.revoked": (it) => `${it}: a product revoked`,
  "mail_hook.changed": () => "Secret of a mail service replaced",
  "mail_hook.created": () => "Address for reports of a mail service created",
  "mail_hook.removed": () => "Address for reports of a mail service removed",
  "mail_server.changed": () => "Mail server of the store changed",
  "mail_server.removed": () => "Mail server of the store removed",
  "member.invited": (it) => `${it} invited`,
  "member.removed": (it) => `${it} removed`,
  "member.role_changed": (it) => `${it}: role changed`,
  "move.started": () => "Move from another service started",
  "move.stopped": () => "Move from another service stopped",
  "order.changed": (it) => `${it} changed`,
  "order.created": (it) => `${it} created by hand`,
  "order.deleted": (it) => `${it} deleted`,
  "order.device_removed": (it) => `${it}: device of a license removed`,
  "order.expired": (it) => `${it} expired`,
  "order.held": (it) => `${it} put on hold`,
  "order.item_changed": (it) => `${it}: a product changed`,
  "order.key_handed_out": (it) => `${it}: license key handed out by hand`,
  "order.key_replaced": (it) => `${it}: license key replaced`,
  "order.payment_failed": (it) => `${it}: a payment for its subscription failed`,
  "order.plan_changed": (it) => `${it}: its subscription pays for other products now`,
  "order.released": (it) => `${it} released`,
  "order.renewal_declined": (it) => `${it}: renewal declined`,
  "order.renewal_granted": (it) => `${it}: renewal approved`,
  "order.renewed": (it) => `${it} renewed by a payment`,
  "order.reopened": (it) => `${it} reopened`,
  "order.resent": (it) => `${it}: email sent again`,
  "order.restored": (it) => `${it} restored`,
  "order.revoked": (it) => `${it} revoked`,
  "order.subscription_canceled": (it) => `${it}: its subscription was canceled`,
  "orders.created": () => "Orders created together",
  "product.announced": (it) => `${it}: customers told of an update`,
  "product.announcement_resumed": (it) => `${it}: emails about an update continued`,
  "product.announcement_stopped": (it) => `${it}: emails about an update stopped`,
  "product.changed": (it) => `${it} changed`,
  "product.contents_given": (it) => `${it}: earlier orders got what was added to it`,
  "product.cover_changed": (it) => `${it}: cover replaced`,
  "product.cover_removed": (it) => `${it}: cover removed`,
  "product.created": (it) => `${it} created`,
  "product.deleted": (it) => `${it} deleted`,
  "product.file_added": (it) => `${it}: file added or replaced`,
  "product.file_moved": (it) => `${it}: file moved`,
  "product.file_removed": (it) => `${it}: file removed`,
  "product.keys_added": (it) => `${it}: license keys added`,
  "product.keys_removed": (it) => `${it}: license keys removed`,
  "product.link_added": (it) => `${it}: external link added`,
  "product.link_removed": (it) => `${it}: external link removed`,
  "product.link_replaced": (it) => `${it}: external link replaced`,
  "product.permalink_replaced": (it) => `${it}: permalink replaced`,
  "product.version_added": (it) => `${it}: new version of a file`,
  "product.version_changed": (it) => `${it}: version of a file changed`,
  "product.version_removed": (it) => `${it}: content of an earlier version removed`,
  "webhook.changed": (it) => `${it} changed`,
  "webhook.created": (it) => `${it} created`,
  "webhook.deleted": (it) => `${it} deleted`,
  "webhook.replayed": (it) => `${it}: recorded events sent again`,
  "webhook.resent": (it) => `${it}: failed events sent again`,
  "webhook.secret_replaced": (it) => `${it}: secret replaced`,
  "wording.changed": (it) => `${it} changed`,
  "wording.undone": (it) => `${it}: last change undone`,
} satisfies Record<string, (it: string) => string>;

export type ActivityKind = keyof typeof activityKinds;

export const activityKindNames = Object.keys(activityKinds) as [ActivityKind, ...ActivityKind[]];

const subjects: Record<string, string> = {
  api_key: "API key",
  connection: "Connection",
  customer: "Customer",
  file: "File",
  import: "Import of",
  member: "Member",
  order: "Order",
  product: "Product",
  webhook: "Webhook endpoint",
  wording: "Text",
};

/** Subjects whose IDs are Waybill's own words, such as `license_keys`. */
const ourWords = new Set(["import", "wording"]);

/**
 * A short English sentence, such as "Order 5001 revoked". For a kind from a newer version, the kind itself. `orderNames` has the
 * names of orders by id; an order that is not in it is shown by its id.
 */
export function summaryOf(
  { kind, subject }: { kind: ActivityKind; subject: { type: string; id: string } | null },
  orderNames: ReadonlyMap<string, string>,
): string {
  const words: ((it: string) => string) | undefined = activityKinds[kind];
  const it = subject?.type === "order" ? { ...subject, id: orderNames.get(subject.id) ?? subject.id } : subject;
  return words?.(it ? named(it) : "It") ?? kind;
}

/** The ids of the changed orders, without duplicates. */
export const ordersIn = (activities: { subject: { type: string; id: string } | null }[]): string[] => [
  ...new Set(activities.flatMap(({ subject }) => (subject?.type === "order" ? [subject.id] : []))),
];

function named({ type, id }: { type: string; id: string }): string {
  return `${subjects[type] ?? type} ${ourWords.has(type) ? id.replaceAll("_", " ") : id}`;
}
