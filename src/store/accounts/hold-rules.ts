import type { Tx } from "../../platform/database/database.ts";
import { hourMilliseconds } from "../../platform/days.ts";
import { type Instant, instant } from "../../platform/instants.ts";

/** More than this many within this many hours. */
export interface Frequency {
  moreThan: number;
  hours: number;
}

/** When a store's orders are put on hold automatically. A rule that is null or an empty list is off. */
export interface HoldRules {
  /** An order was downloaded from many networks. */
  manyAddresses: Frequency | null;
  /** The customer is in one of these countries: codes of ISO 3166 in capitals. */
  countries: string[];
  /** A new order costs more, in this currency. */
  total: { above: number; currency: string } | null;
  /** Many new orders have the same email address. */
  manyOrders: Frequency | null;
  /** A new order's email address is at one of these domains (lowercase), or at a subdomain. */
  emailDomains: string[];
}

export type HoldRule = keyof HoldRules;

/** All rules are off. */
export const noHoldRules: HoldRules = {
  manyAddresses: null,
  countries: [],
  total: null,
  manyOrders: null,
  emailDomains: [],
};

/** The largest numbers of a rule. */
export const largestFrequency: Frequency = { moreThan: 1000, hours: 720 };

/** Reads the account's column; null if all rules are off. */
export const readHoldRules = (stored: string | null): HoldRules | null =>
  stored === null ? null : { ...noHoldRules, ...JSON.parse(stored) };

/** The account's column after some rules changed; null switches all off. */
export function storedHoldRules(before: string | null, changes: Partial<HoldRules> | null): string | null {
  if (changes === null) return null;
  const rules = { ...noHoldRules, ...readHoldRules(before), ...changes };
  const isOn = (Object.keys(rules) as HoldRule[]).some((rule) => isRuleOn(rules, rule));
  return isOn ? JSON.stringify(rules) : null;
}

export function isRuleOn(rules: HoldRules | null, name: HoldRule): boolean {
  const rule = rules?.[name] ?? null;
  return Array.isArray(rule) ? rule.length > 0 : rule !== null;
}

/** A message if the text is not a country code; null otherwise. Proxies write `T1` for Tor. */
export const countryProblem = (code: string): string | null =>
  /^[A-Z][A-Z\d]$/.test(code) ? null : "must be a country code of two letters such as DE";

/** Minimum time, in milliseconds, between two emails to a store about orders on hold. */
const quietFor = hourMilliseconds;

/** Returns false if the store got an email less than an hour ago, or another server is sending one. */
export async function takeTurnToTell(tx: Tx, accountId: number, now: Instant): Promise<boolean> {
  const taken = await tx
    .updateTable("accounts")
    .set({ told_of_holds_at: now })
    .where("id", "=", accountId)
    .where(({ or, eb }) =>
      or([eb("told_of_holds_at", "is", null), eb("told_of_holds_at", "<=", instant(now - quietFor))]),
    )
    .returning("id")
    .executeTakeFirst();
  return taken !== undefined;
}
