import { stopAnnouncementsPath } from "../../platform/customer-paths.ts";
import { singleLine } from "../../platform/text.ts";
import type { Store } from "../../store/accounts/store.ts";
import type { Delivery } from "../orders/reading/customer-view.ts";

/** A new version of a file, for an email about it. */
export interface FileUpdate {
  productName: string;
  filename: string;
  version: number;
  /** What is new, in the store's words; may be empty. */
  note: string;
}

/** Values that only emails about updates can use. All texts are single lines, not escaped for HTML. */
interface AnnouncementContext {
  product: string;
  filename: string;
  version: number;
  /** What is new, in one line; may be empty. */
  note: string;
  /** The same text, line by line. */
  notes: string[];
  /** Where the customer stops these emails. */
  stopUrl: string;
}

export function announcementContext(store: Store, delivery: Delivery, update: FileUpdate): AnnouncementContext {
  const { productName, filename, version, note } = update;
  return {
    product: singleLine(productName),
    filename: singleLine(filename),
    version,
    note: singleLine(note),
    notes: note
      .split(/\r?\n/)
      .map(singleLine)
      .filter((line) => line !== ""),
    stopUrl: stopUrl(store, delivery),
  };
}

/** Where the customer of an order stops emails about updates. */
export const stopUrl = (store: Store, { guid }: Pick<Delivery, "guid">): string =>
  store.url + stopAnnouncementsPath(guid);

/** A sample for trying a template before there is an update. */
export function sampleUpdate({ items }: Delivery): FileUpdate {
  const item = items.find(({ files }) => files.length > 0);
  return {
    productName: item?.productName ?? "Map of the south",
    filename: item?.files[0]?.filename ?? "map.pdf",
    version: 2,
    note: "With the new bridge.\nSome paths were corrected.",
  };
}
