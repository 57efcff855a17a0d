import type { Reader } from "../../platform/database/database.ts";
import { countsOfAccountDays, countsOfProductDays, revenueOfAccountDays } from "./counted-days.ts";
import {
  downloadsByDay,
  emailsByDay,
  itemsByDay,
  lastRows,
  ordersByDay,
  paymentsByDay,
  type RowRange,
  worthByDay,
} from "./rows-by-day.ts";

/** A day whose stored count differs from its rows. */
export interface WrongDay {
  /** Row number of a product or an account. */
  of: { productId: number } | { accountId: number };
  what: "orders" | "downloads" | "bytes" | "emails" | "revenue";
  /** Days since 1970-01-01 in UTC. */
  day: number;
  /** Revenue in ten-thousandths, all currencies added up. */
  rows: number;
  counted: number;
}

interface DayComparison {
  /** Whether all rows were counted. If only the newest were, a count that is too large cannot be detected. */
  all: Record<Kind, boolean>;
  days: number;
  wrong: WrongDay[];
}

/**
 * Maximum number of rows to count, newest first, so that it ends in time on any installation. Emails are counted by the attempts
 * to send them.
 */
const most = { orders: 2_000_000, downloads: 6_000_000, emails: 2_000_000 };

/** Milliseconds for each of them, in case a machine is too busy to count all. */
const patience = 30_000;

/** Rows per statement. */
const atOnce = { orders: 5_000, downloads: 20_000, emails: 10_000 };

/**
 * Compares the stored counts of each day with its rows: first orders and revenue, as of one instant, then downloads and emails,
 * each as of another instant, because SQLite's log grows during a snapshot. Reads in small steps. After each step, calls
 * `onProgress` with the numbers of rows read and of all rows.
 */
export async function compareDays(
  reader: Reader,
  onProgress: (done: number, all: number) => void = () => {},
  limits = most,
): Promise<DayComparison> {
  const last = await lastRows(reader);
  const total = kinds.reduce((sum, kind) => sum + Math.min(last[kind], limits[kind]), 0);
  let done = 0;
  const ofKind = (kind: Kind) =>
    // On SQLite, a reading transaction sees one instant anyway.
    reader
      .transaction()
      .setIsolationLevel("repeatable read")
      .execute((tx) =>
        new Comparison(tx, kind).run(limits[kind], (rows) => {
          done += rows;
          onProgress(done, total);
        }),
      );
  const all = { orders: false, downloads: false, emails: false };
  const days = new Set<number>();
  const wrong: WrongDay[] = [];
  for (const kind of kinds) {
    const found = await ofKind(kind);
    all[kind] = found.all;
    for (const day of found.days) days.add(day);
    wrong.push(...found.wrong);
  }
  return { all, days: days.size, wrong };
}

type Kind = keyof typeof most;
const kinds = ["orders", "downloads", "emails"] as const satisfies Kind[];

/** Combines an account or a product with a day. Days are smaller than the factor. */
const keyOf = (id: number, day: number) => id * 10_000_000 + day;

const nothing = { orders: 0, downloads: 0, bytes: 0 };

class Comparison {
  /** Counts from the rows, for days whose stored counts have not been read yet. */
  readonly #products = new Map<number, { id: number; day: number } & typeof nothing>();
  /** Orders or emails. */
  readonly #accounts = new Map<number, { id: number; day: number; counted: number }>();
  readonly #worth = new Map<number, { id: number; day: number; amount: number; orders: number; ended: boolean }>();
  readonly #wrong: WrongDay[] = [];
  readonly #days = new Set<number>();

  constructor(
    private readonly reader: Reader,
    private readonly kind: Kind,
  ) {}

  async run(
    limit: number,
    onRead: (rows: number) => void,
  ): Promise<{ all: boolean; days: Set<number>; wrong: WrongDay[] }> {
    const last = (await lastRows(this.reader))[this.kind];
    const deadline = performance.now() + patience;
    let all = last <= limit;
    for (const range of rangesOf(Math.max(0, last - limit), last, atOnce[this.kind])) {
      if (performance.now() > deadline) {
        all = false;
        break;
      }
      await this.#count[this.kind](range);
      onRead(range.last - range.after);
    }
    if (this.kind !== "emails") await this.#compareProducts(all, this.kind);
    if (this.kind !== "downloads") await this.#compareAccounts(all, this.kind);
    if (this.kind === "orders") await this.#compareRevenue(all);
    return { all, days: this.#days, wrong: this.#wrong };
  }

  readonly #count: Record<Kind, (range: RowRange) => Promise<void>> = {
    orders: (range) => this.#countOrders(range),
    downloads: (range) => this.#countDownloads(range),
    emails: (range) => this.#countEmails(range),
  };

  async #countOrders(range: RowRange): Promise<void> {
    for (const { accountId: id, day, orders } of await ordersByDay(this.reader, range)) {
      sumOf(this.#accounts, { id, day, counted: 0 }).counted += orders;
    }
    for (const { productId: id, day, orders } of await itemsByDay(this.reader, range)) {
      sumOf(this.#products, { id, day, ...nothing }).orders += orders;
    }
    for (const { accountId: id, day, ...worth } of await worthByDay(this.reader, range)) {
      const sum = sumOf(this.#worth, { id, day, amount: 0, orders: 0, ended: false });
      sum.amount += worth.amount;
      sum.orders += worth.orders;
      sum.ended ||= worth.ended === 1;
    }
    for (const { accountId: id, day, ...paid } of await paymentsByDay(this.reader, range)) {
      const sum = sumOf(this.#worth, { id, day, amount: 0, orders: 0, ended: false });
      sum.amount += paid.amount;
      sum.ended ||= paid.ended === 1;
    }
  }

  async #countDownloads(range: RowRange): Promise<void> {
    for (const { productId: id, day, downloads, bytes } of await downloadsByDay(this.reader, range)) {
      const sum = sumOf(this.#products, { id, day, ...nothing });
      sum.downloads += downloads;
      sum.bytes += bytes;
    }
  }

  async #countEmails(range: RowRange): Promise<void> {
    for (const { accountId: id, day, emails } of await emailsByDay(this.reader, range)) {
      sumOf(this.#accounts, { id, day, counted: 0 }).counted += emails;
    }
  }

  async #compareProducts(whole: boolean, kind: "orders" | "downloads"): Promise<void> {
    const counts = kind === "orders" ? (["orders"] as const) : (["downloads", "bytes"] as const);
    const compare = (rows: typeof nothing, counted: typeof nothing, id: number, day: number) => {
      for (const what of counts) {
        this.#note(whole, { of: { productId: id }, what, day, rows: rows[what], counted: counted[what] });
      }
    };
    for await (const some of countsOfProductDays(this.reader)) {
      for (const { productId, day, ...counted } of some) {
        compare(takeOut(this.#products, productId, day) ?? nothing, counted, productId, day);
      }
    }
    for (const { id, day, ...rows } of this.#products.values()) compare(rows, nothing, id, day);
  }

  async #compareAccounts(whole: boolean, what: "orders" | "emails"): Promise<void> {
    for await (const counts of countsOfAccountDays(this.reader)) {
      for (const { accountId, day, [what]: counted } of counts) {
        const rows = takeOut(this.#accounts, accountId, day)?.counted ?? 0;
        this.#note(whole, { of: { accountId }, what, day, rows, counted });
      }
    }
    for (const { id, day, counted: rows } of this.#accounts.values()) {
      this.#note(whole, { of: { accountId: id }, what, day, rows, counted: 0 });
    }
  }

  /** Revenue stays when a customer is erased or a product deleted, so the rows may add up to less. */
  async #compareRevenue(whole: boolean): Promise<void> {
    const what = "revenue";
    for await (const counts of revenueOfAccountDays(this.reader)) {
      for (const { accountId, day, amount: counted } of counts) {
        const worth = takeOut(this.#worth, accountId, day);
        const rows = worth?.amount ?? 0;
        // The databases and the service may round a ten-thousandth differently.
        if (Math.abs(rows - counted) <= (worth?.orders ?? 0)) continue;
        this.#note(whole && !worth?.ended, { of: { accountId }, what, day, rows, counted });
      }
    }
    for (const { id, day, amount: rows, orders, ended } of this.#worth.values()) {
      if (rows > orders) this.#note(whole && !ended, { of: { accountId: id }, what, day, rows, counted: 0 });
    }
  }

  /** If the rows are not `whole`, only a count that is too small is wrong. */
  #note(whole: boolean, day: WrongDay): void {
    this.#days.add(day.day);
    if (whole ? day.rows !== day.counted : day.rows > day.counted) this.#wrong.push(day);
  }
}

/** The newest rows first. */
function* rangesOf(first: number, last: number, width: number): Generator<RowRange> {
  for (let end = last; end > first; end -= width) yield { after: Math.max(first, end - width), last: end };
}

/** The sum for an account or a product and a day; `empty` if there was none. */
function sumOf<Sum extends { id: number; day: number }>(sums: Map<number, Sum>, empty: Sum): Sum {
  const key = keyOf(empty.id, empty.day);
  const known = sums.get(key);
  if (known) return known;
  sums.set(key, empty);
  return empty;
}

/** Removes the sum and returns it. The sums left at the end have no stored count. */
function takeOut<Sum>(sums: Map<number, Sum>, id: number, day: number): Sum | undefined {
  const sum = sums.get(keyOf(id, day));
  sums.delete(keyOf(id, day));
  return sum;
}
