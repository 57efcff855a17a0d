import { giveWay } from "../../platform/give-way.ts";
import { currencyShape, fractionDigits } from "../../platform/money.ts";
import type { CsvRow } from "./csv-read.ts";

/** Three digits after a single separator: `1.234` can mean 1234, or a little more than 1. */
const eitherWay = /^([1-9]\d{0,2})([.,])(\d{3})$/;

/** The error for a cell that can be read in two ways; null for any other. */
export const ambiguityOf = (amount: string): string | null =>
  eitherWay.test(amount)
    ? `can be read in two ways: write ${amount.replace(/[.,]/, "")}.00, or ${amount.replace(",", ".")}0 for the smaller amount`
    : null;

/** An amount for an export. Gets a fourth decimal if three could be read as thousands. */
export const writtenAmount = (amount: number | null): number | string | null =>
  eitherWay.test(String(amount)) ? `${amount}0` : amount;

/** An amount with what may come before and after it, such as a currency. */
const parts = /^\s*((?:[A-Za-z]{3}\s*)?)(\d[^A-Za-z]*?)((?:\s*[A-Za-z]{3})?)\s*$/;

/** Longest cell to examine, in characters. */
const longest = 80;

const partsOf = (cell: string | undefined) => (cell && cell.length <= longest ? parts.exec(cell) : null);

/**
 * Rewrites amounts such as `1.234`, which can mean thousands or decimals. In a currency with three decimals they are
 * decimals; otherwise the other amounts of the column decide, if they all agree. What stays ambiguous is rejected
 * later. `currency` is the account's.
 */
export async function withMeantAmounts(rows: CsvRow[], field: string, currency: string): Promise<CsvRow[]> {
  const signs = new Set<string>();
  for (const { cells } of rows) {
    await giveWay();
    const sign = decimalSignOf(partsOf(cells[field])?.[2] ?? "");
    if (sign) signs.add(sign);
  }
  const [fileSign = null] = signs.size === 1 ? signs : [];
  const meant: CsvRow[] = [];
  for (const one of rows) {
    await giveWay();
    const [, before = "", amount = "", after = ""] = partsOf(one.cells[field]) ?? [];
    const [, whole, sign, three] = eitherWay.exec(amount) ?? [];
    const code = (before || after).trim() || one.cells.currency?.trim() || currency;
    const decimalSign = hasThreeDecimals(code) ? sign : fileSign;
    if (!whole || decimalSign === null) meant.push(one);
    else {
      const written = sign === decimalSign ? `${whole}.${three}0` : `${whole}${three}`;
      meant.push({ ...one, cells: { ...one.cells, [field]: `${before}${written}${after}` } });
    }
  }
  return meant;
}

const hasThreeDecimals = (code: string) => currencyShape.test(code) && fractionDigits(code.toUpperCase()) === 3;

/** The decimal separator of an amount that can be read in only one way; null if it shows none. */
function decimalSignOf(amount: string): string | null {
  const [, decimals] =
    /^(?:\d+|\d{1,3}(?:\.\d{3})+|\d{1,3}(?:['’ \u00a0\u202f]\d{3})+)(,)(?:\d{1,2}|\d{4,20})$/.exec(amount) ??
    /^(?:\d+|\d{1,3}(?:,\d{3})+|\d{1,3}(?:['’ \u00a0\u202f]\d{3})+)(\.)(?:\d{1,2}|\d{4,20})$/.exec(amount) ??
    [];
  if (decimals) return decimals;
  const [, thousands] = /^\d{1,3}([.,])\d{3}(?:\1\d{3})+$/.exec(amount) ?? [];
  return thousands ? (thousands === "." ? "," : ".") : null;
}
