import type { Totals } from "../api/stats.ts";
import { bytes, number } from "../components/format.ts";

export interface Measure {
  name: keyof Totals;
  label: string;
  words(value: number): string;
  color: string;
}

/** What the overview counts. */
export const measures: Measure[] = [
  { name: "orders", label: "Orders", words: number, color: "indigo.6" },
  { name: "downloads", label: "Downloads", words: number, color: "teal.6" },
  { name: "bytes", label: "Delivered", words: bytes, color: "cyan.6" },
  { name: "emails", label: "Emails sent", words: number, color: "grape.6" },
];
