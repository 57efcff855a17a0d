import type { Account } from "../accounts/accounts.ts";
import type { Tx } from "../database/database.ts";
import { prepared } from "../database/prepared.ts";
import { rejectFields } from "../errors.ts";
import { assignKeysToOrder } from "../licenses/pool.ts";
import { queueDeliveryEmail } from "../mail/outbox.ts";
import { countOrder } from "../statistics/count.ts";
import { idConflict, vendorIdConflict } from "./id-conflicts.ts";
import { takeFreeNumber, takeOrderNumber } from "./numbering.ts";
import { type OrderValues, orderColumns, orderValues } from "./order-columns.ts";
import { type OrderInput, orderProblems, type UnknownSku } from "./order-input.ts";
import { currencyOf, holdLines, insertOrderItems } from "./order-items.ts";
import { type Order, orderByGivenVendorId } from "./queries.ts";

/**
 * What happened to the delivery email that an operation requested; null if it requested none, or if the order is empty.
 */
export type EmailOutcome = "queued" | "over_allowance" | null;

/**
 * Creates an order with its items and their license keys and, unless `sendEmail` is false or the order is empty, queues
 * its delivery email, all in the caller's transaction. Throws `invalid` for missing or invalid fields and, unless these
 * are skipped, for unknown SKUs; `taken` if an ID is in use.
 */
export async function createOrder(
  tx: Tx,
  account: Account,
  input: OrderInput & { source: Order["source"]; sendEmail: boolean; unknownSku: UnknownSku },
  now: number,
): Promise<{ order: Order; email: EmailOutcome }> {
  const { items, unmatched, wrong } = await holdLines(tx, account.id, input.lines ?? []);
  const linesRequired = input.unknownSku === "reject";
  rejectFields([
    ...orderProblems(input, { isNew: true, linesRequired }),
    ...wrong,
    ...(linesRequired ? unmatched : []),
  ]);
  const productIds = items.map(({ product }) => product.id);
  const order = await insertOrder(
    tx,
    orderValues(
      account,
      {
        ...input,
        // An ID sent by the caller is also the caller's own order ID.
        vendorId: input.vendorId ?? input.id,
        currency: input.currency ?? currencyOf(items),
        createdAt: now,
      },
      now,
    ),
    input.id,
  );
  await insertOrderItems(tx, order.id, items, now);
  await assignKeysToOrder(tx, order.id, now);
  await countOrder(tx, account.id, productIds, now);
  const email = input.sendEmail && items.length > 0 ? await queueDeliveryEmail(tx, account, order, now) : null;
  return { order, email };
}

/** Inserts nothing if another order has one of the IDs. */
const insertIfFree = prepared<OrderValues & { public_id: string }, Order>((db, values) =>
  db
    .insertInto("orders")
    .values(Object.fromEntries(orderColumns.map((column) => [column, values[column]])) as typeof values)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll(),
);

async function insertOrder(tx: Tx, values: OrderValues, id: string | undefined): Promise<Order> {
  // The number may be in use as a caller's own ID.
  for (let number = takeOrderNumber; ; number = takeFreeNumber) {
    const public_id = id ?? (await number(tx, values.account_id));
    const [order] = await insertIfFree(tx, { ...values, public_id });
    if (order) return order;
    const { account_id, vendor_id } = values;
    const known = vendor_id === null ? null : await orderByGivenVendorId(tx, account_id, vendor_id);
    if (id !== undefined && (known === null || known.public_id === id)) throw idConflict(id);
    if (vendor_id !== null && known) throw vendorIdConflict(vendor_id, known);
  }
}
