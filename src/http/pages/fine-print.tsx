/** @jsxImportSource hono/jsx */

import { purchasesPathFrom } from "../../platform/customer-paths.ts";
import type { Store } from "../../store/accounts/store.ts";
import { Contact } from "./contact.tsx";
import { useLocalization } from "./language.tsx";

interface FinePrintProps {
  store: Store;
  own?: string | null | undefined;
  /** The order, on its own pages: they link to all purchases, and from there back. */
  orderGuid?: string;
}

/**
 * The footer of an order's pages: the link to all purchases, the store's own text, how to contact the store, and that the page is
 * personal.
 */
export function FinePrint({ store, own, orderGuid }: FinePrintProps) {
  const { texts } = useLocalization();
  return (
    <footer class="fine">
      {orderGuid !== undefined && <OtherPurchases orderGuid={orderGuid} />}
      {own && <p class="own">{own}</p>}
      <Contact store={store} />
      <p>{texts.fine.personal}</p>
    </footer>
  );
}

/** The link from an order to all purchases, and from there back. */
export function OtherPurchases({ orderGuid }: { orderGuid: string }) {
  const { everything, sendMyLinks } = useLocalization().texts.library;
  return (
    <p>
      {everything} <a href={purchasesPathFrom(orderGuid)}>{sendMyLinks}</a>
    </p>
  );
}
