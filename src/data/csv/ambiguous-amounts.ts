import { giveWay } from "../../platform/give-way.ts";
import { currencyShape, fractionDigits } from "../../platform/money.ts";
import type { CsvRow } from "./csv-read.ts";

/** Three digits behind the only sign: `1.234` is 1234 to one reader, and little more than 1 to another. */
const eitherWay = /^([1-9]\d{0,2})([.,])(\d{3})$/;

/** Of a cell that can be read in two ways; null for any other. */
export const ambiguityOf = (amount: string): string | null =>
  eitherWay.test(amount)
    ? `can be read in two ways: write ${amount.replace(/[.,]/, "")}.00, or ${amount.replace(",", ".")}0 for the smaller amount`
    : null;

/** An amount in an export, with a fourth decimal where three could be read as thousands. */
export const writtenAmount = (amount: number | null): number | string | null =>
  eitherWay.test(String(amount)) ? `${amount}0` : amount;

/** The amount of a cell, with what stands before and after it: maybe a currency. */
const parts = /^\s*((?:[A-Za-z]{3}\s*)?)(\d[^A-Za-z]*?)((?:\s*[A-Za-z]{3})?)\s*$/;

/** Characters of a cell that are looked at. */
const longest = 80;

const partsOf = (cell: string | undefined) => (cell && cell.length <= longest ? parts.exec(cell) : null);

/**
 * The rows with amounts that one reader takes for thousands, and another for decimals, rewritten to what is meant: decimals in
 * a currency that has three, or else as the other amounts in this column of the file are written, if they all agree. What
 * nothing decides stays, and is refused. `currency` is the account's.
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

/** The sign before the decimals of an amount that can be read in one way only; null if it does not say. */
function decimalSignOf(amount: string): string | null {
  const [, decimals] =
    /^(?:\d+|\d{1,3}(?:\.\d{3})+|\d{1,3}(?:['’ \u00a0\u202f]\d{3})+)(,)(?:\d{1,2}|\d{4,20})$/.exec(amount) ??
    /^(?:\d+|\d{1,3}(?:,\d{3})+|\d{1,3}(?:['’ \u00a0\u202f]\d{3})+)(\.)(?:\d{1,2}|\d{4,20})$/.exec(amount) ??
    [];
  if (decimals) return decimals;
  const [, thousands] = /^\d{1,3}([.,])\d{3}(?:\1\d{3})+$/.exec(amount) ?? [];
  return thousands ? (thousands === "." ? "," : ".") : null;
}
