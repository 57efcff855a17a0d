import type { Instant } from "../instants.ts";
import { de } from "./de/index.ts";
import { en } from "./en/index.ts";
import { es } from "./es/index.ts";
import { fr } from "./fr/index.ts";
import { ja } from "./ja/index.ts";
import { type Language, localeOfDates, type Preference } from "./languages.ts";
import { unbroken } from "./line-breaks.ts";
import type { Plural } from "./text-types.ts";
import type { Texts } from "./texts.ts";

const catalogs: Record<Language, Texts> = { en, de, fr, es, ja };

/** A language's texts, and how numbers, sizes and instants are written where the reader lives. */
export interface Localization {
  language: Language;
  texts: Texts;
  /** With thousands separators. */
  number(value: number): string;
  /** A number of bytes in decimal units: `512 bytes`, `4.2 MB`, `120 GB`; in French `4,2 Mo`. Contains no line break. */
  size(bytes: number): string;
  /** An amount in an ISO 4217 currency: `€9.50`. Contains no line break. */
  money(amount: number, currency: string): string;
  /** An instant in UTC: `30 November 2026, 21:37 UTC`. A line breaks only before the time. */
  instant(at: Instant): string;
  /** The same in two parts. */
  instantParts(at: Instant): { date: string; time: string };
  /** Its date alone: `30 November 2026`. */
  day(at: Instant): string;
  /** A distance in time, such as `in 9 days`; negative for the past. Contains no line break. */
  distance(count: number, unit: "minute" | "hour" | "day"): string;
  /** A number of hours in words: `36 hours`, `2 days`. Contains no line break. */
  duration(hours: number): string;
  /** The form of a text for a number, with the number in it. */
  counted(forms: Plural, count: number): string;
}

/** By locale. */
const kept = new Map<string, Localization>();
const mostKept = 50;

/** The localization for a reader. Without a region, as most readers of the language write. */
export function localizationFor(language: Language, locale: string = language): Localization {
  const before = kept.get(locale);
  if (before) return before;
  if (kept.size >= mostKept) kept.clear();
  const made = createLocalization({ language, locale });
  kept.set(locale, made);
  return made;
}

/** The text with each `{name}` replaced by its value. */
export function fill(text: string, values: Record<string, string>): string {
  return text.replace(/\{(\w+)\}/g, (place, name: string) => values[name] ?? place);
}

const largeUnits = ["kilobyte", "megabyte", "gigabyte", "terabyte", "petabyte"];

function createLocalization({ language, locale }: Preference): Localization {
  const texts = catalogs[language];
  const number = new Intl.NumberFormat(locale);
  const plural = new Intl.PluralRules(locale);
  // Made when a date is first written: the first one of a process takes 12 ms.
  let dates: { date: Intl.DateTimeFormat; time: Intl.DateTimeFormat } | undefined;
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: "always" });
  const units = new Map<string, Intl.NumberFormat>();
  const unit = (value: number, unit: string, unitDisplay: "long" | "short", maximumFractionDigits: number) => {
    const name = `${unit} ${maximumFractionDigits}`;
    const options = { style: "unit", unit, unitDisplay, maximumFractionDigits } as const;
    const format = units.get(name) ?? new Intl.NumberFormat(locale, options);
    units.set(name, format);
    return unbroken(format.format(value));
  };
  const formats = () => {
    dates ??= {
      date: new Intl.DateTimeFormat(localeOfDates(locale), { dateStyle: "long", timeZone: "UTC" }),
      time: new Intl.DateTimeFormat(localeOfDates(locale), { timeStyle: "short", timeZone: "UTC" }),
    };
    return dates;
  };
  const instantParts = (at: Instant) => ({
    date: unbroken(fill(texts.instant.date, { date: formats().date.format(at) })),
    time: unbroken(fill(texts.instant.time, { time: formats().time.format(at) })),
  });
  return {
    language,
    texts,
    number: (value) => number.format(value),
    size(value) {
      if (value < 1000) return unit(value, "byte", "long", 0);
      let [rest, power] = [value / 1000, 0];
      // From here on rounding gives 1000, which is one of the next unit.
      while (rest >= 999.5 && power < largeUnits.length - 1) [rest, power] = [rest / 1000, power + 1];
      return unit(rest, largeUnits[power] ?? "", "short", rest < 9.95 ? 1 : 0);
    },
    money: (amount, currency) =>
      unbroken(new Intl.NumberFormat(locale, { style: "currency", currency }).format(amount)),
    instant(at) {
      const { date, time } = instantParts(at);
      return `${date} ${time}`;
    },
    instantParts,
    day: (at) => unbroken(formats().date.format(at)),
    distance: (count, unit) => unbroken(relative.format(count, unit)),
    duration(hours) {
      return hours >= 48 && hours % 24 === 0 ? unit(hours / 24, "day", "long", 0) : unit(hours, "hour", "long", 0);
    },
    counted(forms, count) {
      return fill(forms[plural.select(count)] ?? forms.other, { count: number.format(count) });
    },
  };
}
