import type { Delivery } from "../../delivery/orders/reading/customer-view.ts";
import type { Reader } from "../../platform/database/database.ts";
import { giveWay } from "../../platform/give-way.ts";
import type { Language } from "../../platform/i18n/languages.ts";
import { localizationFor } from "../../platform/i18n/localization.ts";
import type { Instant } from "../../platform/instants.ts";
import type { Account } from "../../store/accounts/accounts.ts";
import { OrderPage } from "../pages/order.tsx";
import type { PageWording } from "../pages/store-notice.tsx";
import { renewalOf } from "./renewal.ts";
import { customersStore } from "./respond.ts";

interface PreviewedOrder {
  /** The account with the settings to show, saved or not. */
  account: Account;
  delivery: Delivery;
  language: Language;
  wording: PageWording;
  now: Instant;
}

/**
 * Returns a function that renders an order's page for its store, as HTML without its script. In a frame that may not
 * open windows, its links do nothing.
 */
export function orderPagePreview({
  db,
  accountUrl,
}: {
  db: { read: Reader };
  accountUrl(account: Account): string;
}): (order: PreviewedOrder) => Promise<string> {
  return async ({ account, delivery, language, wording, now }) => {
    const store = customersStore(account, accountUrl, delivery);
    const renewal = await renewalOf(db.read, account, delivery, now);
    let html = "";
    for (const piece of OrderPage({ store, local: localizationFor(language), delivery, now, wording, renewal })) {
      html += piece;
      await giveWay();
    }
    return html.replace(/<script>[\s\S]*?<\/script>/, "").replace("<head>", '<head><base target="_blank">');
  };
}
