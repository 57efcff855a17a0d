import type { Account } from "../../store/accounts/accounts.ts";
import type { Order } from "./queries.ts";

/** Where the order's emails go: a test's go to the store. */
export const deliveryAddress = (account: Pick<Account, "email">, { test, email }: Pick<Order, "test" | "email">) =>
  test === 1 ? account.email : email;
