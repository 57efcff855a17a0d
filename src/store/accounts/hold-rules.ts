/** More than so many within so many hours. */
export interface Frequency {
  moreThan: number;
  hours: number;
}

/** When a store puts orders on hold by itself. A rule that is null or an empty list is off. */
export interface HoldRules {
  /** An order was downloaded from many networks. */
  manyAddresses: Frequency | null;
  /** The customer is in one of these countries: codes of ISO 3166 in capitals. */
  countries: string[];
  /** A new order costs more, in this currency. */
  total: { above: number; currency: string } | null;
  /** Many new orders have the same email address. */
  manyOrders: Frequency | null;
  /** A new order's email address belongs to one of these domains, in small letters, or to one below them. */
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

/** From the account's column; null if all rules are off. */
export const readHoldRules = (stored: string | null): HoldRules | null =>
  stored === null ? null : { ...noHoldRules, ...JSON.parse(stored) };

/** The account's column after a change of some rules; null switches all off. */
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

/** A message if the text is no country code; otherwise null. `T1` is what proxies write for Tor. */
export const countryProblem = (code: string): string | null =>
  /^[A-Z][A-Z\d]$/.test(code) ? null : "must be a country code of two letters such as DE";
