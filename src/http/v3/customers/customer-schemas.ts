import { z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { type Customer, requireCustomer, totalsOf } from "../../../data/customers/customer.ts";
import type { ListedCustomer } from "../../../data/customers/list.ts";
import type { CustomerSort } from "../../../delivery/order-index/customer-lists.ts";
import { type Instant, writeInstant } from "../../../platform/instants.ts";
import type { V3Env } from "../framework/environment.ts";
import { created } from "../framework/example-store.ts";
import { email, orNull, shownCurrency, shownInstant, shownText, text } from "../framework/fields.ts";

const longestNotes = 10_000;

const summary = {
  email: z
    .string()
    .describe("Email address, as the newest order has it; without orders, as the newest gift to it has it."),
  name: shownText.describe("Name in the newest order; without orders, in the newest gift."),
  orders: z.number().int().describe("Number of orders, without gifts from others. 0 for who only got gifts."),
  first_order_at: shownInstant.nullable().describe("When the first order was created."),
  last_order_at: shownInstant.nullable().describe("When the newest order was created."),
};

const exampleCustomer = {
  email: "ann@example.com",
  name: "Ann Lee",
  orders: 1,
  first_order_at: created,
  last_order_at: created,
};

export const listedSchema = z.object(summary).openapi("ListedCustomer", { example: exampleCustomer });

const sortFields = { last_order_at: "lastOrderAt", orders: "orders", email: "address" } as const;
type SortField = keyof typeof sortFields;

export const customerSorts = Object.keys(sortFields).flatMap((field) => [field, `-${field}`]) as [
  SortField | `-${SortField}`,
  ...(SortField | `-${SortField}`)[],
];

/** Reads one of `customerSorts`. */
export function customerSortOf(sort: (typeof customerSorts)[number]): CustomerSort {
  const descending = sort.startsWith("-");
  return { by: sortFields[sort.slice(descending ? 1 : 0) as SortField], descending };
}

export const customerSchema = z
  .object({
    ...summary,
    totals: z
      .array(
        z.object({
          currency: shownCurrency,
          amount: z.number().describe("Sum of the order totals. Revoked orders and items are left out."),
        }),
      )
      .describe("What the orders are worth, by currency."),
    notes: shownText.describe("Your notes. Customers never see them."),
  })
  .openapi("Customer", {
    example: { ...exampleCustomer, totals: [{ currency: "USD", amount: 9.5 }], notes: "Prefers to be called Annie." },
  });

export const customerChanges = z
  .object({
    email: email
      .optional()
      .describe(
        "New email address for all orders, and for gifts to the customer. If another customer has it, the two become one.",
      ),
    notes: text(longestNotes)
      .nullable()
      .optional()
      .describe("Your notes. Null removes them. Customers never see them."),
  })
  .openapi("CustomerChanges", { example: { email: "ann@example.com", notes: "Prefers to be called Annie." } });

const shownOrNull = (at: Instant | null) => (at === null ? null : writeInstant(at));

export const presentListed = ({ email, name, orders, ...times }: ListedCustomer): z.output<typeof listedSchema> => ({
  email,
  name: orNull(name),
  orders,
  first_order_at: shownOrNull(times.firstOrderAt),
  last_order_at: shownOrNull(times.lastOrderAt),
});

/** A customer as the answers show it. */
export async function presentCustomer(
  { var: { services, account } }: Context<V3Env>,
  customer: Customer,
): Promise<z.output<typeof customerSchema>> {
  const totals = await totalsOf(services.db, account, customer);
  return {
    email: customer.email,
    name: orNull(customer.name),
    orders: customer.orderIds.length,
    first_order_at: shownOrNull(customer.firstOrderAt),
    last_order_at: shownOrNull(customer.lastOrderAt),
    totals: [...totals].map(([currency, amount]) => ({ currency, amount: amount / 10_000 })),
    notes: orNull(customer.notes),
  };
}

/** Throws `not_found`. */
export async function customerAt(c: Context<V3Env>, address: string) {
  return presentCustomer(c, await requireCustomer(c.var.services.db, c.var.account.id, address));
}
