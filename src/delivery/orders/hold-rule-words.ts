import type { HoldRule } from "../../store/accounts/hold-rules.ts";

/** Why a rule holds an order, for its store. */
const words: Record<HoldRule, string> = {
  manyAddresses: "downloads from many addresses",
  countries: "a country on your list",
  total: "a total above your amount",
  manyOrders: "many orders with this email address",
  emailDomains: "an email domain on your list",
};

/** Such as "a total above your amount, a country on your list". */
export const inWords = (rules: HoldRule[]): string => rules.map((rule) => words[rule] ?? rule).join(", ");
