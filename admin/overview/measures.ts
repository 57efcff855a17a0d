import type { Totals } from "../api/types.ts";
import { bytes, money, number } from "../components/format.ts";

export interface Measure {
  name: string;
  label: string;
  of(totals: Totals): number;
  words(value: number): string;
  /** What the chart's axis counts. */
  ticks: "count" | "size" | { currency: string };
}

const counts: Measure[] = [
  { name: "orders", label: "Orders", of: ({ orders }) => orders, words: number, ticks: "count" },
  { name: "downloads", label: "Downloads", of: ({ downloads }) => downloads, words: number, ticks: "count" },
  { name: "bytes", label: "Delivered", of: (totals) => totals.bytes, words: bytes, ticks: "size" },
  { name: "emails", label: "Emails sent", of: ({ emails }) => emails, words: number, ticks: "count" },
];

/** What the overview counts: revenue in each currency that there is, the largest first, and the rest. */
export function measuresOf(totals: Totals | undefined): Measure[] {
  const currencies = totals?.revenue.map(({ currency }) => currency) ?? [];
  const revenue = currencies.map((currency) => ({
    name: `revenue-${currency}`,
    label: currencies.length > 1 ? `Revenue in ${currency}` : "Revenue",
    of: (some: Totals) => some.revenue.find((one) => one.currency === currency)?.amount ?? 0,
    words: (value: number) => money(value, currency),
    ticks: { currency },
  }));
  return [...revenue, ...counts];
}

/** The sum of days. */
export function sumOf(days: Totals[]): Totals {
  const sum: Totals = { orders: 0, downloads: 0, bytes: 0, emails: 0, revenue: [] };
  const revenue = new Map<string, number>();
  for (const day of days) {
    sum.orders += day.orders;
    sum.downloads += day.downloads;
    sum.bytes += day.bytes;
    sum.emails += day.emails;
    for (const { currency, amount } of day.revenue) revenue.set(currency, (revenue.get(currency) ?? 0) + amount);
  }
  sum.revenue = [...revenue].map(([currency, amount]) => ({ currency, amount }));
  return sum;
}
