import type { Bought, ShopContent, ShopLine } from "../known/facts.ts";
import { knownAddress } from "../known/shop-orders-of-customer.ts";
import { amountInWords, smallestAmount } from "../reading/shop-json.ts";
import { nameOf, skusOf } from "./match-lines.ts";

/** The shop's order as it was when the order here was created. The owner decides about later changes in the shop. */
export interface Made {
  /** The address from the shop, in the form for comparing; the owner's if the shop sent none. */
  email: string | null;
  currency: string | null;
  total: number | null;
  /** The delivered lines, by their IDs. */
  lines: Record<string, MadeLine>;
}

interface MadeLine {
  name: string;
  quantity: number;
  price: number | null;
  productIds: string[];
  skus: string[];
}

export const madeOf = ({ email, currency, total }: ShopContent, entered: string | undefined): Made => ({
  email: knownAddress(email) ?? knownAddress(entered),
  currency,
  total,
  lines: {},
});

export const withLines = (made: Made, lines: ShopLine[]): Made => ({
  ...made,
  lines: { ...made.lines, ...Object.fromEntries(lines.map((line) => [line.id, madeLine(line)])) },
});

const madeLine = (line: ShopLine): MadeLine => ({
  name: nameOf(line) || line.sku || "a line",
  quantity: line.quantity,
  price: line.price,
  productIds: line.productIds,
  skus: skusOf(line),
});

/** Maximum number of changes in a message. */
const mostNamed = 5;

/**
 * A question, as a sentence, about changes in the shop since the order here was created; none if nothing has changed. `refunded`
 * has the IDs of lines that are settled, `address` the customer's new address.
 */
export function questionOnChanges(
  content: ShopContent | null,
  made: Made | undefined,
  { refunded, address }: { refunded: string[]; address: string | null },
): string[] {
  if (content === null || made === undefined) return [];
  const told = content.told?.filter(({ lines }) => lines.some(namesSomething)) ?? [content];
  const changes = new Set([
    ...told.flatMap((bought) => changesOf(bought, made, refunded)),
    ...(address === null ? [] : [`the customer's new address is ${address}`]),
  ]);
  if (changes.size === 0) return [];
  const named = [...[...changes].slice(0, mostNamed), ...(changes.size > mostNamed ? ["more"] : [])].join(", ");
  return [`The shop's order has changed since it was made here: ${named}. Change the order here as it should be.`];
}

function changesOf(bought: Bought, made: Made, refunded: string[]): string[] {
  const byId = new Map(bought.lines.map((line) => [line.id, line]));
  const left = Object.entries(made.lines).filter(([id]) => !refunded.includes(id));
  const pairs = left.map(([id, before]) => ({ before, line: byId.get(id) }));
  const changes = [unitsChange, productChange, priceChange(bought, made)].flatMap((change) => pairs.flatMap(change));
  return changes.length > 0 ? changes : totalChange(bought, made);
}

/** If a shop sends an order in several forms, one of them may not say what its lines are. */
const namesSomething = (line: ShopLine) => line.productIds.length > 0 || skusOf(line).length > 0 || nameOf(line) !== "";

interface Pair {
  before: MadeLine;
  /** Absent if the shop's order no longer has it. */
  line: ShopLine | undefined;
}

const unitsChange = ({ before, line }: Pair): string[] =>
  line?.quantity === before.quantity ? [] : [`${line?.quantity ?? 0} × ${before.name} in place of ${before.quantity}`];

/** Compares the most specific ID, or otherwise the SKU. A shop may leave them out for a product that it no longer has. */
function productChange({ before, line }: Pair): string[] {
  if (line === undefined) return [];
  const isById = before.productIds.length > 0;
  const [known, [now]] = isById ? [before.productIds, line.productIds] : [before.skus, skusOf(line)];
  const isOther = known.length > 0 && now !== undefined && !known.includes(now);
  return isOther ? [`${before.name} is ${nameOf(line) || now} now`] : [];
}

const priceChange =
  ({ currency }: Bought, made: Made) =>
  ({ before, line }: Pair): string[] => {
    const isSame = currency === made.currency && line?.quantity === before.quantity;
    if (!isSame || line.price === null || before.price === null) return [];
    if (Math.abs(line.price - before.price) <= smallestAmount) return [];
    return [
      `${before.name} costs ${amountInWords(line.price, currency)} in place of ${amountInWords(before.price, currency)}`,
    ];
  };

/** Only if everything in the order is delivered here. Otherwise the difference may come from the rest. */
function totalChange({ currency, total, lines }: Bought, made: Made): string[] {
  if (lines.some(({ id, quantity }) => quantity > 0 && !Object.hasOwn(made.lines, id))) return [];
  const isOther = currency !== null && made.currency !== null && currency !== made.currency;
  if (total === null || made.total === null) {
    return isOther ? [`the currency is ${currency.slice(0, 100)} in place of ${made.currency}`] : [];
  }
  if (!isOther && Math.abs(total - made.total) <= smallestAmount) return [];
  return [`the total is ${amountInWords(total, currency)} in place of ${amountInWords(made.total, made.currency)}`];
}

/** The address from the shop, if it is neither the earlier one nor the present one of the order here; otherwise null. */
export function newAddress(
  { email, otherEmails = [], toldEmails = [] }: ShopContent,
  before: string | null,
  own: string,
): string | null {
  const isAmong = otherEmails.map(knownAddress).includes(before);
  if (before === null || isAmong) return null;
  const told = [email, ...toldEmails].map(knownAddress);
  return told.find((one) => one !== null && one !== before && one !== knownAddress(own) && !isNobody(one)) ?? null;
}

/** A shop writes such an address in place of an erased one (RFC 2606). */
const isNobody = (address: string) => address.endsWith(".invalid");
