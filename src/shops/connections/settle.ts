import { createOrder } from "../../delivery/orders/create-orders.ts";
import { deliveryAddress } from "../../delivery/orders/delivery-address.ts";
import { restoreOrder, revokeOrder } from "../../delivery/orders/hold.ts";
import { vendorIdProblem } from "../../delivery/orders/order-input.ts";
import {
  type Order,
  ordersByIds,
  requireOrderByVendorId,
  updateOrder,
  withItems,
} from "../../delivery/orders/orders.ts";
import { rejectUndeliverable } from "../../messages/mail/undeliverable.ts";
import type { Tx } from "../../platform/database/database.ts";
import { dayMilliseconds } from "../../platform/days.ts";
import { DomainError } from "../../platform/errors.ts";
import { preferenceFor } from "../../platform/i18n/languages.ts";
import { type Instant, instant } from "../../platform/instants.ts";
import { emailProblem, singleLine } from "../../platform/text.ts";
import type { Account } from "../../store/accounts/accounts.ts";
import { type DeliverableLine, shortfallOf, wrongValuesOf } from "./check-lines.ts";
import type { Connection } from "./connections.ts";
import { type Facts, type Incident, noFacts, type ShopContent, type ShopLine } from "./facts.ts";
import { lineKey, type MatchedLine, matchLines, nameOf, skusOf } from "./match-lines.ts";
import { recordChange, settleRefundedLines } from "./refunded-lines.ts";
import { isDisputed, otherCurrenciesOf, questionsOf, type Withdrawal, withdrawalOf } from "./refunds-and-disputes.ts";
import { numberOfShop } from "./same-shop.ts";
import type { ProblemDetails, Progress, ShopOrder, ShopOrderProblem, ShopOrderState } from "./shop-orders.ts";

interface Context {
  account: Account;
  connection: Connection;
  now: Instant;
}

/** Milliseconds after which an order that matches nothing is looked at again, if neither a mapping nor a product's SKU changes before. */
const lookAgainAfter = dayMilliseconds;

interface Problem {
  problem: ShopOrderProblem;
  problemDetails: ProblemDetails | null;
}

/**
 * Makes of a shop's order what its facts say: the order here once it is paid, and nothing more of it once it is canceled or
 * refunded. What the owner changed meanwhile stays: only what the shop says anew is done.
 */
export async function settle(
  tx: Tx,
  context: Context,
  before: ShopOrder,
  facts: Facts,
): Promise<ShopOrderState & { isFromBefore?: true }> {
  const { progress, orderId } = before;
  const fine = { facts, progress, orderId, problem: null, problemDetails: null, settleAt: null };
  const { content } = facts;
  if (progress.stage === "erased") return { ...fine, facts: noFacts };
  if (content === null && isTakenBack(facts)) return withProblem(fine, [noOrder], context);
  if (!facts.paid || content === null) return fine;
  if (orderId === null) {
    if (isFromBefore(context, facts) && !progress.wanted) return { ...fine, isFromBefore: true };
    const made = await make(tx, context, before, content, facts);
    // Nobody has to mend what the shop no longer stands by.
    if ("problem" in made) return isLeft(facts) ? withProblem(fine, [made], context) : fine;
    const { order, matched, delivered } = made;
    if (order === null) return fine;
    const others = matched.filter(({ line: { id, quantity } }) => quantity !== 0 && !delivered.includes(id));
    const waiting = others.length === 0 ? {} : { waiting: others.map(({ line }) => lineKey(line)) };
    const next = { ...before, orderId: order.id, progress: { stage: "made" as const, delivered, ...waiting } };
    return settleMade(tx, context, next, { facts: withoutCustomer(facts), order, matched });
  }
  const [order] = await ordersByIds(tx, [orderId]);
  // The order was deleted, and with it the customer's data.
  if (!order) return { ...fine, facts: noFacts, progress: { stage: "erased", delivered: [] } };
  const matched = await matchLines(tx, context.account.id, context.connection.id, content.lines);
  return settleMade(tx, context, before, { facts: withoutCustomer(facts), order, matched });
}

/** Whether the shop still stands by an order that is not made yet. */
const isLeft = (facts: Facts) => {
  const withdrawal = withdrawalOf(facts);
  return !withdrawal.whole && (facts.deletedAt === null || questionsOf(facts, withdrawal).length === 0);
};

/** A shop takes back what it has not told of: the order may come, or may be one from before. */
const noOrder: Problem = { problem: "no_order", problemDetails: null };

const asking = new Set<Incident>(["ended", "refund_failed"]);

function isTakenBack(facts: Facts): boolean {
  const { whole, unclear } = withdrawalOf(facts);
  const refunds = Object.values(facts.refunds).some(({ lines }) => lines.length > 0);
  const incidents = isDisputed(facts.incidents) || Object.values(facts.incidents).some((one) => asking.has(one));
  return whole || unclear || refunds || incidents;
}

/** Milliseconds before its connection from which orders of a shop are made. */
const fromBefore = dayMilliseconds;

/** Shops tell of changes to old orders, too. Their customers have had what they bought. */
const isFromBefore = ({ connection }: Context, { paidAt }: Facts) =>
  paidAt !== null && paidAt < connection.createdAt - fromBefore;

/** With the first of the problems that the owner has not dealt with yet. */
function withProblem(state: ShopOrderState, problems: (Problem | null)[], { now }: Context): ShopOrderState {
  const found = problems
    .flatMap((one) => (one === null ? [] : { ...state, ...one }))
    .find((one) => !state.progress.dismissed?.includes(problemKey(one)));
  if (found === undefined) return { ...state, problem: null, problemDetails: null };
  return { ...found, settleAt: found.problem === "unmatched" ? instant(now + lookAgainAfter) : null };
}

/** Changes when the problem does, and with every refund. */
export const problemKey = ({ problem, problemDetails, facts }: Omit<ShopOrderState, "settleAt">): string =>
  JSON.stringify([
    problem,
    problemDetails,
    ...(problem !== null && ofRefunds.has(problem) ? [facts.refunds, facts.refundedTotal] : []),
    ...(problem === "unclear" || problem === "no_order" ? [facts.incidents] : []),
  ]);

const ofRefunds = new Set<ShopOrderProblem>(["partial_refund", "unclear", "no_order"]);

type Made = Problem | { order: Order | null; delivered: string[]; matched: MatchedLine[] };

/** Makes the order; null if there is nothing to deliver. */
async function make(tx: Tx, context: Context, shopOrder: ShopOrder, content: ShopContent, facts: Facts): Promise<Made> {
  const { account, connection, now } = context;
  const email = (shopOrder.progress.email ?? content.email ?? "").trim();
  const matched = await matchLines(tx, account.id, connection.id, content.lines);
  const isIgnored = matched.length > 0 && matched.every(({ product }) => product === "ignored");
  if (isIgnored) return { order: null, delivered: [], matched };
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
  const delivered = lines.map(({ line }) => line.id);
  try {
    const { order } = await createOrder(tx, { account, input, now });
    return { order, delivered, matched };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    // The shop's order came another way before.
    if (error.code === "taken")
      return { order: await requireOrderByVendorId(tx, account.id, vendorId), delivered, matched };
    return { problem: "rejected", problemDetails: { message: error.message } };
  }
}

const isDelivered = (one: MatchedLine): one is DeliverableLine => one.product !== null && one.product !== "ignored";

const unmatchedOf = (matched: MatchedLine[]) =>
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

/** What is wrong with the lines to add, or with what was paid for all. */
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

const shortened = (text: string) => [...singleLine(text)].slice(0, 255).join("");

/** `KIND:ID`, with the number of the shop's first connection after the kind from the second of a kind on. */
export function vendorIdOf({ kind, number }: Pick<Connection, "kind" | "number">, externalId: string): string {
  const id = `${kind}${number > 1 ? number : ""}:${externalId.replaceAll("/", "%2F")}`;
  return vendorIdProblem(id) === null
    ? id
    : `${kind}${number > 1 ? number : ""}:${new Bun.CryptoHasher("sha256").update(externalId).digest("hex")}`;
}

/** The order here has the customer. What stays is needed for refunds. */
function withoutCustomer(facts: Facts): Facts {
  const { content } = facts;
  if (content === null) return facts;
  const { otherEmails: _, ...kept } = content;
  return { ...facts, content: { ...kept, email: null, firstName: "", lastName: "", country: null, locale: null } };
}

/** Takes back, gives again or completes an order that was made. */
async function settleMade(
  tx: Tx,
  context: Context,
  shopOrder: ShopOrder,
  { facts, order, matched }: { facts: Facts; order: Order; matched: MatchedLine[] },
): Promise<ShopOrderState> {
  const withdrawal = withdrawalOf(facts);
  let { progress } = shopOrder;
  const isGone = ({ line }: MatchedLine) => withdrawal.lines.includes(line.id);
  const delivers = matched.filter(isDelivered).filter(({ line }) => progress.delivered.includes(line.id));
  const whole = withdrawal.whole || (delivers.length > 0 && delivers.every(isGone));
  if (whole && progress.stage === "made") {
    progress = { ...progress, stage: "withdrawn", revokedAt: await revoke(tx, context, order) };
  } else if (!whole && progress.stage === "withdrawn") {
    if (progress.revokedAt === undefined || progress.revokedAt === order.revokedAt) await restore(tx, context, order);
    progress = { ...progress, stage: "made" };
  }
  const state = { facts, orderId: order.id, problem: null, problemDetails: null, settleAt: null };
  if (whole) return withProblem({ ...state, progress }, [askedOf(facts, withdrawal, [])], context);
  // First what is taken back, which a line that cannot be added must not keep from happening.
  progress = await settleRefundedLines(tx, context, order, {
    progress,
    lines: delivers.map(({ line: { id, quantity }, product }) => ({ id, quantity, productId: product.id })),
    gone: withdrawal.lines,
  });
  const isMade = ({ line }: MatchedLine) => isOf(progress, line);
  const left = matched.filter((one) => !isGone(one));
  const asked = askedOf(
    facts,
    withdrawal,
    left.filter((one) => one.product !== "ignored" && !isMade(one)),
  );
  const lines = left.filter(isMade);
  // The shop may say that it is not paid.
  const completed: Completed =
    facts.state.question === null
      ? await complete(tx, context, order, { shopOrder: { ...shopOrder, progress, facts }, matched: lines })
      : { delivered: progress.delivered };
  if ("problem" in completed) return withProblem({ ...state, progress }, [completed, asked], context);
  const { delivered } = completed;
  const settled = { ...state, progress: { ...progress, delivered } };
  // The match of a line that was delivered may be gone, or that of the shop's connection before.
  const missing = unmatchedOf(lines.filter(({ line }) => !delivered.includes(line.id)));
  const unmatched: Problem | null =
    missing.length === 0 ? null : { problem: "unmatched", problemDetails: { lines: missing } };
  const problems = facts.state.question === null ? [unmatched, asked] : [asked, unmatched];
  return withProblem(settled, problems, context);
}

/** Whether an order was made with the line, though it may not match yet. */
const isOf = ({ delivered, waiting = [] }: Progress, line: ShopLine) =>
  delivered.includes(line.id) || waiting.includes(lineKey(line));

/** What only the owner can decide; null for nothing. */
function askedOf(facts: Facts, withdrawal: Withdrawal, added: MatchedLine[]): Problem | null {
  const questions = [...questionsOf(facts, withdrawal), ...questionOnLines(added)];
  const inOther = withdrawal.unclear ? otherCurrenciesOf(facts) : null;
  if (questions.length > 0) {
    const partly = withdrawal.partly ? [inOther ?? "Part of the amount was refunded."] : [];
    return { problem: "unclear", problemDetails: { message: [...questions, ...partly].join(" ") } };
  }
  if (!withdrawal.unclear) return null;
  return { problem: "partial_refund", problemDetails: inOther === null ? null : { message: inOther } };
}

/** Lines that one message names. */
const mostNamed = 5;

/** About lines that the shop's order got after it was made here. */
function questionOnLines(added: MatchedLine[]): string[] {
  if (added.length === 0) return [];
  const names = added
    .slice(0, mostNamed)
    .map(({ line }) => `${line.quantity} × ${nameOf(line) || line.sku || "a line"}`);
  const all = [...names, ...(added.length > mostNamed ? ["more"] : [])].join(", ");
  return [
    `The shop's order has lines that it did not have when it was made here: ${all}. Add to the order what is missing.`,
  ];
}

/** Since when the order is revoked by this; null if its owner revoked it before. */
async function revoke(tx: Tx, context: Context, order: Order): Promise<Instant | null> {
  if (order.revokedAt !== null) return null;
  await revokeOrder(tx, context.account, order.publicId, context.now);
  await recordChange(tx, context, "order.revoked", order);
  return context.now;
}

async function restore(tx: Tx, context: Context, order: Order): Promise<void> {
  if (order.revokedAt === null) return;
  await restoreOrder(tx, context.account, order.publicId, context.now);
  await recordChange(tx, context, "order.restored", order);
}

type Completed = Problem | { delivered: string[] };

/** Adds the lines that match a product now and did not before, and tells the IDs of all lines that the order has then. */
async function complete(
  tx: Tx,
  context: Context,
  order: Order,
  { shopOrder, matched }: { shopOrder: ShopOrder; matched: MatchedLine[] },
): Promise<Completed> {
  const { account, now } = context;
  const { progress, facts } = shopOrder;
  const delivers = matched.filter(isDelivered);
  const added = delivers.filter(({ line }) => !progress.delivered.includes(line.id));
  if (added.length === 0 || facts.content === null) return { delivered: progress.delivered };
  const wrong = problemOf(context, shopOrder, facts.content, { lines: delivers, added });
  if (wrong !== null) return wrong;
  const [{ items = [] } = {}] = await withItems(tx, [order]);
  const kept = items.map(({ productId, quantity, price }) => ({ productId, quantity, price }));
  const lines = added.map(({ line, product }) => ({
    productId: product.id,
    quantity: line.quantity,
    price: line.price ?? undefined,
  }));
  const sendEmail = order.revokedAt === null;
  const input = { lines: [...kept, ...lines], wrong: [], sendEmail, unknownSku: "skip" as const };
  try {
    // Before the first write, of which nothing may stay if the order cannot be changed.
    if (sendEmail) await rejectUndeliverable(tx, account.id, deliveryAddress(account, order));
    await updateOrder(tx, account, order.publicId, input, now);
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { problem: "rejected", problemDetails: { message: error.message } };
  }
  return { delivered: [...progress.delivered, ...added.map(({ line }) => line.id)] };
}
