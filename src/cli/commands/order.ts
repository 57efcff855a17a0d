import type { Context } from "../../context.ts";
import { resendOrder } from "../../delivery/orders/changing/send-order-email.ts";
import { deliveryAddress } from "../../delivery/orders/delivery-address.ts";
import { requireOrder } from "../../delivery/orders/require-order.ts";
import { presentOrder } from "../../http/v3/orders/present-order.ts";
import { overAllowance } from "../../messages/mail/email-allowance.ts";
import { instantNow } from "../../platform/instants.ts";
import { requireAccount } from "../../store/accounts/accounts.ts";
import { accountUrl } from "../../store/accounts/address.ts";
import { printLines, printObject } from "../print.ts";
import { recordCommand } from "../record-command.ts";

interface OrderOptions {
  account: string;
  json?: boolean;
}

/** Prints an order as v3 shows it; without `json`, its items are below it. Throws `not_found` for a missing account or order. */
export async function orderShow({ config, db }: Context, id: string, options: OrderOptions): Promise<void> {
  const account = await requireAccount(db.read, options.account);
  const order = await requireOrder(db.read, account.id, id);
  const url = accountUrl(config.url, account);
  const shown = await presentOrder(db.read, order, { account, url, now: instantNow() });
  if (options.json) return printObject(shown, options);
  const { order_items, ...fields } = shown;
  printObject(fields, options);
  for (const item of order_items) {
    printLines(["", `order item ${item.id}`]);
    printObject(item, options);
  }
}

/**
 * Queues the delivery email again, which the running server sends. Throws `not_found`, `on_hold` or `revoked` for an order that
 * delivers nothing, `invalid` for one without items, `undeliverable` for an address that gets no emails, and `over_allowance`.
 */
export async function orderResend({ db }: Context, id: string, options: OrderOptions): Promise<void> {
  const account = await requireAccount(db.read, options.account);
  const { order, email } = await db.write(async (tx) => {
    const resent = await resendOrder(tx, account, id, instantNow());
    await recordCommand(tx, account.id, { kind: "order.resent", subject: { type: "order", id }, fields: [] });
    return resent;
  });
  if (email === "over_allowance") throw overAllowance();
  printObject({ email_status: email, recipient: deliveryAddress(account, order) }, options);
}
