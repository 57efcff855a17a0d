import type { Generated } from "kysely";

/** Downloads whose bytes were all sent in one response: all from the first row number to the last. */
export interface SentDownloadsTable {
  first_id: number;
  last_id: number;
}

/** Other downloads of which it is known how far they came. */
export interface PartialDownloadsTable {
  download_id: number;
  /** JSON: the parts of the file that were sent (downloads/coverage.ts). */
  sent_parts: string;
  /** JSON: the parts of which it is not known how much was sent, because their responses broke off. */
  broken_parts: string;
  /** 1 if the counted response broke off so early that its client may ask again for free (downloads/repeats.ts). */
  cut_short: Generated<number>;
  /** 1 once it has asked again. */
  repeated: Generated<number>;
}

/** What became of a file's downloads on one UTC day (statistics/transfers.ts). */
export interface TransferDaysTable {
  account_id: number;
  product_id: number;
  file_id: number;
  /** Days since 1970-01-01 in UTC. */
  day: number;
  ended: number;
  completed: number;
  sent_bytes: number;
  timed_bytes: number;
  timed_milliseconds: number;
}
