import { z } from "@hono/zod-openapi";
import { countUsage } from "../../delivery/order-index/entry-lists.ts";
import { manyAddresses } from "../../delivery/order-index/usage.ts";
import { dayOf, writeDay } from "../../platform/days.ts";
import { DomainError } from "../../platform/errors.ts";
import type { Instant } from "../../platform/instants.ts";
import { type RevenueOfDay, revenueByDay } from "../../store/statistics/revenue.ts";
import { type DayTotals, type Totals, totalsByDay, totalsByProduct } from "../../store/statistics/totals.ts";
import {
  brokenTransfersByFile,
  type FileTransfers,
  type TransferTotals,
  transferTotals,
} from "../../store/statistics/transfers.ts";
import { rangeDay } from "./day-range.ts";
import { answerOf } from "./framework/answers.ts";
import { newRoutes } from "./framework/environment.ts";
import {
  described,
  shownCurrency,
  shownFilename,
  shownProductId,
  shownProductName,
  shownSku,
} from "./framework/fields.ts";
import { optional } from "./framework/loose-values.ts";
import { operation } from "./framework/operation.ts";
import { problems } from "./framework/problem-schemas.ts";

const defaultDays = 30;

/** Ten years. A response has a row for each day. */
const mostDays = 3660;

const mostProducts = 100;

const mostFiles = 20;

const count = z.number().int();
const totals = {
  orders: count.describe("Number of orders created, also of those deleted later. Test orders are left out."),
  downloads: count.describe("Number of counted downloads, also by permalinks. Those of test orders are left out."),
  bytes: count.describe("Total size of the delivered files, in bytes."),
  emails: count.describe("Delivery emails that a mail server accepted."),
};

const exampleRevenue = { currency: "USD", amount: 9.5 };
const revenueSchema = z
  .array(
    z
      .object({
        currency: shownCurrency,
        amount: z.number().describe("In units of the currency. Rounded to four digits."),
      })
      .openapi("Revenue", { example: exampleRevenue }),
  )
  .describe(
    "What the orders created on these days are worth, by currency. Orders and items that were revoked or deleted since are left out.",
  );

const known = {
  ended: count.describe("Downloads of which it is known how far they came."),
  completed: count.describe("Those of which all bytes were sent."),
  sent_bytes: count.describe("Bytes that were sent, each of a download once."),
  bytes_per_second: z
    .number()
    .nullable()
    .describe("Average of completed responses that took 10 seconds or more. Null: there were none."),
};

const exampleProgress = { ended: 40, completed: 39, sent_bytes: 167_772_160, bytes_per_second: 2_500_000 };
const exampleFileTransfers = { product_id: 1, sku: "MAP-1", filename: "map.pdf", ...exampleProgress };
const exampleTransfers = { ...exampleProgress, files: [exampleFileTransfers] };
const transfersSchema = z
  .object({
    ...known,
    files: z
      .array(
        z
          .object({ product_id: shownProductId, sku: shownSku, filename: shownFilename.nullable(), ...known })
          .openapi("FileTransfers", { example: exampleFileTransfers }),
      )
      .describe(`The ${mostFiles} files with the most downloads that were not completed.`),
  })
  .openapi("Transfers", { example: exampleTransfers });

const shownDay = z.string().openapi({ format: "date", example: "2026-11-20" });

const exampleCounts = { orders: 1, downloads: 1, bytes: 4_194_304 };
const exampleProduct = { product_id: 1, sku: "MAP-1", name: "Map of the south", ...exampleCounts };
const exampleTotals = { ...exampleCounts, emails: 1, revenue: [exampleRevenue] };
const exampleDay = { date: "2026-11-20", ...exampleTotals };
const exampleUsage = { never_downloaded: 0, many_addresses: 0 };

const statsSchema = z
  .object({
    from: shownDay.describe("First day, in UTC."),
    to: shownDay.describe("Last day, in UTC."),
    totals: described(
      z.object({ ...totals, revenue: revenueSchema }).openapi("Totals", { example: exampleTotals }),
      "The figures of all days, added up.",
    ),
    days: z
      .array(
        z
          .object({ date: shownDay.describe("Day in UTC, such as `2026-11-20`."), ...totals, revenue: revenueSchema })
          .openapi("DayTotals", { example: exampleDay }),
      )
      .describe("Every day of the range, including days with no activity."),
    products: z
      .array(
        z
          .object({
            product_id: shownProductId,
            sku: shownSku,
            name: shownProductName,
            orders: count.describe("Number of orders that contain the product."),
            downloads: count.describe(
              "Number of counted downloads, also by permalinks. Those of test orders are left out.",
            ),
            bytes: count.describe("Total size of the delivered files, in bytes."),
          })
          .openapi("ProductTotals", { example: exampleProduct }),
      )
      .describe(`The ${mostProducts} most downloaded products of the range.`),
    transfers: described(
      transfersSchema,
      "How far downloads came, on the day on which that became known. Not known of what others send.",
    ),
    usage: described(
      z
        .object({
          never_downloaded: count.describe("Orders with files of which none was ever downloaded."),
          many_addresses: count.describe(`Orders that were downloaded from ${manyAddresses} or more IP addresses.`),
        })
        .openapi("UsageCounts", { example: exampleUsage }),
      "How many of the orders created on these days are used so, as `orders?usage=` lists them. Test orders are left out.",
    ),
  })
  .openapi("Stats", {
    example: {
      from: "2026-11-20",
      to: "2026-11-20",
      totals: exampleTotals,
      days: [exampleDay],
      products: [exampleProduct],
      transfers: exampleTransfers,
      usage: exampleUsage,
    },
  });

export const statsRoutes = newRoutes().openapi(
  operation({
    method: "get",
    path: "/api/v3/stats",
    role: "read_only",
    scope: "orders:read",
    examples: { parameters: { from: "2026-11-20", to: "2026-11-20" } },
    summary: "Retrieve statistics",
    description: `Counts orders, revenue, downloads, bytes and emails by day (UTC) and by product. The range includes \`from\` and \`to\` and has at most ${mostDays} days. Default: the last ${defaultDays} days.`,
    tags: ["Statistics"],
    request: {
      query: z.object({
        from: optional(rangeDay).describe("First day, in UTC."),
        to: optional(rangeDay).describe("Last day, in UTC."),
      }),
    },
    responses: {
      200: answerOf("stats", statsSchema, "The statistics."),
      ...problems(422),
    },
  }),
  async (c) => {
    const { services, account, now } = c.var;
    const range = rangeOf(c.req.valid("query"), now);
    const days = await totalsByDay(services.db.scan, account.id, range);
    const earned = await revenueByDay(services.db.scan, account.id, range);
    const earnedOn = Map.groupBy(earned, ({ day }) => day);
    const products = await totalsByProduct(services.db.scan, account.id, range, mostProducts);
    const sent = await transferTotals(services.db.scan, account.id, range);
    const broken = await brokenTransfersByFile(services.db.scan, account.id, range, mostFiles);
    const stats = {
      from: writeDay(range.from),
      to: writeDay(range.to),
      totals: { ...sumOf(days), revenue: presentRevenue(earned) },
      days: days.map(({ day, ...counted }) => ({
        date: writeDay(day),
        ...counted,
        revenue: presentRevenue(earnedOn.get(day) ?? []),
      })),
      products: products.map(({ productId, ...counted }) => ({ product_id: productId, ...counted })),
      transfers: { ...presentTransfers(sent), files: broken.map(presentFile) },
      usage: {
        never_downloaded: await countUsage(services.db.scan, account.id, { ...range, usage: "never_downloaded" }),
        many_addresses: await countUsage(services.db.scan, account.id, { ...range, usage: "many_addresses" }),
      },
    };
    return c.json({ stats }, 200);
  },
);

const presentTransfers = ({ ended, completed, sentBytes, timedBytes, timedMilliseconds }: TransferTotals) => ({
  ended,
  completed,
  sent_bytes: sentBytes,
  bytes_per_second: timedMilliseconds === 0 ? null : Math.round((timedBytes * 1000) / timedMilliseconds),
});

const presentFile = ({ productId, sku, filename, ...sums }: FileTransfers) => ({
  product_id: productId,
  sku,
  filename,
  ...presentTransfers(sums),
});

/** Throws `invalid` for a range that ends before it begins, or is too long. */
function rangeOf({ from, to }: { from?: number | undefined; to?: number | undefined }, now: Instant) {
  const last = to ?? (from === undefined ? dayOf(now) : Math.max(from, dayOf(now)));
  const first = from ?? Math.max(0, last - defaultDays + 1);
  const days = last - first + 1;
  const message =
    days < 1 ? "must not be before from" : days > mostDays ? `must be less than ${mostDays} days after from` : null;
  if (message) throw new DomainError("invalid", `to ${message}.`, [{ field: "to", message }]);
  return { from: first, to: last };
}

/** The sum in each currency, the largest first. */
function presentRevenue(revenue: RevenueOfDay[]): { currency: string; amount: number }[] {
  const sums = new Map<string, number>();
  for (const { currency, amount } of revenue) sums.set(currency, (sums.get(currency) ?? 0) + amount);
  return [...sums]
    .map(([currency, amount]) => ({ currency, amount: amount / 10_000 }))
    .toSorted((one, other) => other.amount - one.amount);
}

function sumOf(days: DayTotals[]): Totals {
  const sum = { orders: 0, downloads: 0, bytes: 0, emails: 0 };
  for (const day of days) {
    sum.orders += day.orders;
    sum.downloads += day.downloads;
    sum.bytes += day.bytes;
    sum.emails += day.emails;
  }
  return sum;
}
