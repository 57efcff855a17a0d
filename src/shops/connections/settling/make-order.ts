import { updateOrder } from "../../../delivery/orders/changing/update-order.ts";
import { createOrder } from "../../../delivery/orders/creating/create-orders.ts";
import { deliveryAddress } from "../../../delivery/orders/delivery-address.ts";
import type { Order } from "../../../delivery/orders/order-columns.ts";
import { vendorIdProblem } from "../../../delivery/orders/order-input.ts";
import { withItems } from "../../../delivery/orders/queries.ts";
import { requireOrderByVendorId } from "../../../delivery/orders/require-order.ts";
import { rejectUndeliverable } from "../../../messages/mail/undeliverable-addresses.ts";
import type { Tx } from "../../../platform/database/database.ts";
import { DomainError } from "../../../platform/errors.ts";
import { preferenceFor } from "../../../platform/i18n/languages.ts";
import type { Instant } from "../../../platform/instants.ts";
import { emailProblem, singleLine } from "../../../platform/text.ts";
import type { Account } from "../../../store/accounts/accounts.ts";
import type { Connection } from "../connections.ts";
import type { Facts, ShopContent } from "../known/facts.ts";
import { numberOfShop } from "../known/same-shop.ts";
import type { ProblemDetails, Progress, ShopOrder, ShopOrderProblem } from "../known/shop-orders.ts";
import { withLines } from "./changed-in-shop.ts";
import { type DeliverableLine, shortfallOf, wrongValuesOf } from "./check-lines.ts";
import { type MatchedLine, matchLines, nameOf, skusOf } from "./match-lines.ts";

/** The account and connection for which an order of a shop is created, and the time. */
export interface Context {
  account: Account;
  connection: Connection;
  now: Instant;
}

/** Why the owner has to look at an order. */
export interface Problem {
  problem: ShopOrderProblem;
  problemDetails: ProblemDetails | null;
}

type Made =
  | Problem
  | {
      order: Order | null;
      /** False if the order existed before. */
      isNew: boolean;
      delivered: DeliverableLine[];
      matched: MatchedLine[];
    };

/** Creates the order; null if there is nothing to deliver. */
export async function makeOrder(
  tx: Tx,
  context: Context,
  shopOrder: ShopOrder,
  content: ShopContent,
  facts: Facts,
): Promise<Made> {
  const { account, connection, now } = context;
  const email = (shopOrder.progress.email ?? content.email ?? "").trim();
  const matched = await matchLines(tx, account.id, connection.id, content.lines);
  const isIgnored = matched.length > 0 && matched.every(({ product }) => product === "ignored");
  if (isIgnored) return { order: null, isNew: false, delivered: [], matched };
  const wrongEmail = emailProblem(email);
  if (wrongEmail !== null) {
    return { problem: "no_email", problemDetails: { message: email === "" ? "" : `${email}: ${wrongEmail}` } };
  }
  const lines = matched.filter(isDelivered);
  if (lines.length === 0) return { problem: "unmatched", problemDetails: { lines: unmatchedOf(matched) } };
  const wrong = problemOf(context, shopOrder, content, { lines, added: lines });
  if (wrong !== null) return wrong;
  const { kind } = connection;
  const vendorId = vendorIdOf({ kind, number: await numberOfShop(tx, connection) }, shopOrder.externalId);
  const input = {
    vendorId,
    subscriptionId: facts.subscription === null ? undefined : shortened(facts.subscription),
    title: facts.number === null ? undefined : shortened(facts.number),
    firstName: shortened(content.firstName),
    lastName: shortened(content.lastName),
    email,
    currency: content.currency?.toUpperCase(),
    country: /^[a-z]{2}$/i.test(content.country ?? "") ? content.country?.toUpperCase() : undefined,
    language: preferenceFor((content.locale ?? "").replaceAll("_", "-"))?.language,
    lines: lines.map(({ line, product }) => ({
      productId: product.id,
      quantity: line.quantity,
      price: line.price ?? undefined,
    })),
    wrong: [],
    source: "api" as const,
    sendEmail: true,
    test: facts.test || connection.test,
    checksRules: true,
    unknownSku: "skip" as const,
  };
  try {
    const { order } = await createOrder(tx, { account, input, now });
    return { order, isNew: true, delivered: lines, matched };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    // The shop's order arrived before in another way.
    if (error.code === "taken") {
      const order = await requireOrderByVendorId(tx, account.id, vendorId);
      return { order, isNew: false, delivered: lines, matched };
    }
    return { problem: "rejected", problemDetails: { message: error.message } };
  }
}

export const isDelivered = (one: MatchedLine): one is DeliverableLine =>
  one.product !== null && one.product !== "ignored";

/** What the owner is told about lines that match nothing. */
export const unmatchedOf = (matched: MatchedLine[]) =>
  matched
    .filter(({ product }) => product === null)
    .map(({ line }) => {
      const [sku = null, ...otherSkus] = skusOf(line);
      return {
        sku,
        ...(otherSkus.length === 0 ? {} : { otherSkus }),
        externalIds: line.productIds,
        name: nameOf(line),
      };
    });

/** The problem with the lines to add, or with the amount paid for everything. */
function problemOf(
  { account }: Context,
  { progress }: ShopOrder,
  content: ShopContent,
  { lines, added }: { lines: DeliverableLine[]; added: DeliverableLine[] },
): Problem | null {
  const wrong = wrongValuesOf(
    content,
    added.map(({ line }) => line),
  );
  if (wrong !== null) return { problem: "rejected", problemDetails: { message: wrong } };
  const shortfall = progress.wanted ? null : shortfallOf(account, content, lines);
  return shortfall === null ? null : { problem: "underpaid", problemDetails: { message: shortfall } };
}

/** A text from a shop, shortened to fit the fields of an order. */
export const shortened = (text: string) => [...singleLine(text)].slice(0, 255).join("");

/** `KIND:ID`. From the second shop of a kind on, the number of the shop's first connection follows the kind. */
export function vendorIdOf({ kind, number }: Pick<Connection, "kind" | "number">, externalId: string): string {
  const id = `${kind}${number > 1 ? number : ""}:${externalId.replaceAll(/%(?=(25)*2F)/g, "%25").replaceAll("/", "%2F")}`;
  return vendorIdProblem(id) === null
    ? id
    : `${kind}${number > 1 ? number : ""}:${new Bun.CryptoHasher("sha256").update(externalId).digest("hex")}`;
}

/** Records the lines as delivered. */
export const withDelivered = (progress: Progress, lines: DeliverableLine[]): Progress => ({
  ...progress,
  delivered: [...progress.delivered, ...lines.map(({ line }) => line.id)],
  ...(progress.made && {
    made: withLines(
      progress.made,
      lines.map(({ line }) => line),
    ),
  }),
});

export type Completed = Problem | { progress: Progress };

/** Adds the lines that match a product now and did not before. */
export async function completeOrder(
  tx: Tx,
  context: Context,
  order: Order,
  { shopOrder, matched }: { shopOrder: ShopOrder; matched: MatchedLine[] },
): Promise<Completed> {
  const { account, now } = context;
  const { progress, facts } = shopOrder;
  const delivers = matched.filter(isDelivered);
  const added = delivers.filter(({ line }) => !progress.delivered.includes(line.id));
  if (added.length === 0 || facts.content === null) return { progress };
  const wrong = problemOf(context, shopOrder, facts.content, { lines: delivers, added });
  if (wrong !== null) return wrong;
  const [{ items = [] } = {}] = await withItems(tx, [order]);
  // Items that bundles added stay with their bundles.
  const own = items.filter(({ bundleItemId }) => bundleItemId === null);
  const kept = own.map(({ productId, quantity, price }) => ({ productId, quantity, price, byItself: true }));
  const lines = added.map(({ line, product }) => ({
    productId: product.id,
    quantity: line.quantity,
    price: line.price ?? undefined,
    byItself: true,
  }));
  const sendEmail = order.revokedAt === null;
  const input = { lines: [...kept, ...lines], wrong: [], sendEmail, unknownSku: "skip" as const };
  try {
    // Checked before the first write: if the order cannot be changed, nothing may remain of the change.
    if (sendEmail) await rejectUndeliverable(tx, account.id, deliveryAddress(account, order));
    await updateOrder(tx, account, order.publicId, input, now);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { problem: "rejected", problemDetails: { message: error.message } };
  }
  return { progress: withDelivered(progress, added) };
}
