import { z } from "@hono/zod-openapi";
import { canonicalDomain } from "../../../platform/email-address.ts";
import { withCheck } from "../../../platform/zod-check.ts";
import { hostNameProblem } from "../../../store/accounts/accounts.ts";
import {
  countryProblem,
  type HoldRule,
  type HoldRules,
  largestFrequency,
  noHoldRules,
} from "../../../store/accounts/hold-rules.ts";
import { currency, shownCurrency } from "../framework/fields.ts";
import { amount, integer, required } from "../framework/loose-values.ts";

/** Countries or domains of one rule. */
const mostListed = 1000;

const names = {
  manyAddresses: "many_addresses",
  countries: "countries",
  total: "total",
  manyOrders: "many_orders",
  emailDomains: "email_domains",
} as const satisfies Record<HoldRule, string>;

const shownNames = Object.values(names) as [(typeof names)[HoldRule], ...(typeof names)[HoldRule][]];

/** The rules that hold an order. */
export const heldBySchema = z
  .array(z.enum(shownNames))
  .describe("Rules of the account (`hold_rules`) that have put the order on hold. Empty: none.");

export const presentHeldBy = (rules: HoldRule[]) => rules.map((rule) => names[rule]);

const frequency = (description: string) =>
  z
    .object({
      more_than: z.number().int().describe(description),
      hours: z.number().int().describe("Within so many hours."),
    })
    .nullable();

const totalAbove = "Orders with a higher total are held.";

export const exampleRules = {
  many_addresses: { more_than: 10, hours: 24 },
  countries: [],
  total: null,
  many_orders: null,
  email_domains: [],
};

export const holdRulesSchema = z
  .object({
    many_addresses: frequency("IP addresses from which one order was downloaded.").describe(
      "Holds an order that was downloaded from more IP addresses. All of an IPv6 /64 network count as one. Null: off.",
    ),
    countries: z
      .array(z.string())
      .describe(
        "Holds an order whose `country` is one of these, or whose page or files are opened from one of them. Empty: off.",
      ),
    total: z
      .object({ above: z.number().describe(totalAbove), currency: shownCurrency })
      .nullable()
      .describe("Holds a new order with a higher total in this currency. Null: off."),
    many_orders: frequency("Orders with the same email address.").describe(
      "Holds a new order if there are more orders with its email address. Null: off.",
    ),
    email_domains: z
      .array(z.string())
      .describe("Holds a new order with an email address at one of these domains, or at one below them. Empty: off."),
  })
  .openapi("HoldRules", { example: exampleRules });

export function presentHoldRules(rules: HoldRules | null): z.output<typeof holdRulesSchema> {
  const { manyAddresses, countries, total, manyOrders, emailDomains } = rules ?? noHoldRules;
  const shown = (rule: HoldRules["manyOrders"]) => rule && { more_than: rule.moreThan, hours: rule.hours };
  return {
    many_addresses: shown(manyAddresses),
    countries,
    total,
    many_orders: shown(manyOrders),
    email_domains: emailDomains,
  };
}

const frequencyInput = (moreThan: string) =>
  z
    .object({
      more_than: integer(1, largestFrequency.moreThan).openapi({ type: "integer", description: moreThan }),
      hours: integer(1, largestFrequency.hours).openapi({ type: "integer", description: "Within so many hours." }),
    })
    .transform(({ more_than, hours }) => ({ moreThan: more_than, hours }))
    .nullish();

const listed = (problem: (text: string) => string | null, read: (text: string) => string) =>
  z
    .array(
      withCheck(
        z.string({ error: required("must be text") }).transform((text) => read(text.trim())),
        problem,
      ),
      {
        error: "must be a list",
      },
    )
    .max(mostListed, `must contain at most ${mostListed} entries`)
    .transform((texts) => [...new Set(texts)])
    .nullish();

/** Rules that are left out stay as they are; null or an empty list switches one off. */
export const holdRulesInput = z.strictObject({
  many_addresses: frequencyInput("IP addresses from which one order was downloaded, 1 to 1000.").describe(
    "Downloads of one order from many IP addresses.",
  ),
  countries: listed(countryProblem, (text) => text.toUpperCase()).describe(
    "Country codes of two letters. `T1` is what proxies send for Tor.",
  ),
  total: z
    .object({
      above: amount.describe(totalAbove),
      currency: currency.describe("Orders in other currencies are not held."),
    })
    .nullish()
    .describe("Holds a new order with a higher total. Null: off."),
  many_orders: frequencyInput("Orders with the same email address, 1 to 1000.").describe(
    "Many new orders with the same email address.",
  ),
  email_domains: listed(hostNameProblem, (text) => canonicalDomain(text.replace(/^@/, ""))).describe(
    "Host names, such as `example.com`, which stands for those below it too.",
  ),
});

/** Translates v3's field names. */
export function holdRuleChanges(
  sent: z.output<typeof holdRulesInput> | null | undefined,
): Partial<HoldRules> | null | undefined {
  if (!sent) return sent;
  const { many_addresses, countries, total, many_orders, email_domains } = sent;
  const all: { [Name in HoldRule]: HoldRules[Name] | undefined } = {
    manyAddresses: many_addresses,
    countries: countries === null ? [] : countries,
    total,
    manyOrders: many_orders,
    emailDomains: email_domains === null ? [] : email_domains,
  };
  return Object.fromEntries(Object.entries(all).filter(([, rule]) => rule !== undefined));
}
