import type { DayTotals, Totals } from "../api/types.ts";
import { dayMilliseconds } from "../components/format.ts";
import { sumOf } from "./measures.ts";

/** The period filter in the URL, in days including today. */
export const periodFilter = {
  name: "days",
  options: [
    { value: "7", label: "7 days" },
    { value: "30", label: "30 days" },
    { value: "90", label: "90 days" },
    { value: "365", label: "12 months" },
  ],
  defaultValue: "30",
};

interface Range {
  from: string;
  to: string;
}

/** The last `days` UTC days, and the same number before them. */
export function rangeOf(days: number, now = Date.now()): { range: Range; before: Range } {
  const day = (ago: number) => new Date(now - ago * dayMilliseconds).toISOString().slice(0, 10);
  return {
    range: { from: day(days - 1), to: day(0) },
    before: { from: day(2 * days - 1), to: day(days) },
  };
}

export interface Period extends Totals {
  /** The first day. */
  date: string;
  /** How many days it has. */
  length: number;
}

/** Days, or weeks for long ranges. The last period is complete. */
export function periodsOf(days: DayTotals[]): Period[] {
  const length = days.length > 120 ? 7 : 1;
  const periods: Period[] = [];
  for (let end = days.length; end > 0; end -= length) {
    const some = days.slice(Math.max(0, end - length), end);
    periods.unshift({ date: some[0]?.date ?? "", length: some.length, ...sumOf(some) });
  }
  return periods;
}

/** A UTC day in words of the reader's language: "Nov 20". */
function shortDay(date: string): string {
  return new Date(date).toLocaleDateString(undefined, { day: "numeric", month: "short", timeZone: "UTC" });
}

/** Axis labels of a chart: months for a year of weeks, else days. */
export function axisLabels(periods: Period[]): Map<string, string> {
  const shown = periods.length <= maxDaysNamed || !isByWeek(periods) ? daysNamed(periods) : monthsNamed(periods);
  return new Map(shown);
}

/** Up to this many days, the chart itself drops labels that do not fit. */
const maxDaysNamed = 31;

/** Every day of a short range; the 1st and 15th of each month of a longer one. */
function daysNamed(periods: Period[]): [string, string][] {
  const named = periods.length <= maxDaysNamed ? periods : periods.filter(({ date }) => /-(01|15)$/.test(date));
  return named.map(({ date }) => [date, shortDay(date)]);
}

/** The weeks in which every second month begins: "Mar", and the year in place of January. */
function monthsNamed(periods: Period[]): [string, string][] {
  return periods.flatMap(({ date, length }): [string, string][] => {
    const last = new Date(Date.parse(date) + (length - 1) * dayMilliseconds);
    const month = last.getUTCMonth();
    if (last.getUTCDate() > length || month % 2 === 1) return [];
    return [[date, month === 0 ? String(last.getUTCFullYear()) : monthName(last)]];
  });
}

const monthName = (date: Date) => date.toLocaleDateString(undefined, { month: "short", timeZone: "UTC" });

export function isByWeek(periods: Period[]): boolean {
  return periods.some(({ length }) => length > 1);
}

/** "Nov 20", or "Nov 14 – 20". */
export function periodWords({ date, length }: Pick<Period, "date" | "length">): string {
  const format = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short", timeZone: "UTC" });
  const first = new Date(date);
  return format.formatRange(first, new Date(first.getTime() + (length - 1) * dayMilliseconds));
}
