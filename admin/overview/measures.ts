import type { Totals } from "../api/types.ts";
import { bytes, number } from "../components/format.ts";

export interface Measure {
  name: keyof Totals;
  label: string;
  words(value: number): string;
}

/** What the overview counts. */
export const measures: Measure[] = [
  { name: "orders", label: "Orders", words: number },
  { name: "downloads", label: "Downloads", words: number },
  { name: "bytes", label: "Delivered", words: bytes },
  { name: "emails", label: "Emails sent", words: number },
];
