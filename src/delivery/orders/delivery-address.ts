import type { Account } from "../../store/accounts/accounts.ts";
import type { Order } from "./queries.ts";

/** The address for the order's emails. Emails of a test order go to the store. */
export const deliveryAddress = (account: Pick<Account, "email">, { test, email }: Pick<Order, "test" | "email">) =>
  test === 1 ? account.email : email;
