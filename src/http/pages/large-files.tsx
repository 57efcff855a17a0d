/** @jsxImportSource hono/jsx */
import type { DeliveredItem } from "../../delivery/orders/reading/customer-view.ts";
import { useLocalization } from "./language.tsx";

/** Size in bytes from which an interruption is costly for a customer. */
export const large = 500_000_000;

/** Says how to continue an interrupted download, if there is a large file to download. */
export function LargeFilesHelp({ items }: { items: Pick<DeliveredItem, "files">[] }) {
  const { texts } = useLocalization();
  const isLarge = items.some(({ files }) => files.some((file) => file.sizeBytes >= large && file.remaining !== 0));
  return isLarge ? <p class="hint">{texts.problem.resume}</p> : null;
}
