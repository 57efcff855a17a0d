import type { Generated } from "kysely";
import type { Instant } from "../../instants.ts";

export interface DownloadsTable {
  id: Generated<number>;
  account_id: number;
  product_id: number;
  order_id: number | null;
  order_item_id: number | null;
  file_id: number;
  filename: string;
  size_bytes: number;
  ip_address: string;
  user_agent: string;
  downloaded_at: Instant;
  /** 1 when a later part was counted and the first one has not come. */
  lacks_first_part: Generated<number>;
  /** Number of the file's version that was sent. */
  file_version: Generated<number>;
}
