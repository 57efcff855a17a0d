import type { Account } from "../../store/accounts/accounts.ts";
import { holderAddress } from "./gifts/gift.ts";
import type { Order } from "./order-columns.ts";

/** The address for the order's emails. Emails of a gift go to its recipient, and those of a test order to the store. */
export const deliveryAddress = (
  account: Pick<Account, "email">,
  order: Pick<Order, "test" | "email" | "recipientEmail">,
) => (order.test === 1 ? account.email : holderAddress(order));
