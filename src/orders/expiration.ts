import type { Account } from "../accounts/accounts.ts";

/** The expiration date that the account's settings give from `now`; null when links never expire. */
export function defaultExpiration(account: Account, now: number): number | null {
  const hours = account.order_expiration_in_hours;
  return hours === null ? null : now + hours * 3_600_000;
}
