/** @jsxImportSource hono/jsx */

import type { RenewalReason } from "../../delivery/orders/renewals/renewal-grant.ts";
import { longestMessage, type RenewalState } from "../../delivery/orders/renewals/renewals.ts";
import { orderPath } from "../../platform/customer-paths.ts";
import type { Store } from "../../store/accounts/store.ts";
import { Contact, StoreName } from "./contact.tsx";
import { InstantInWords } from "./instant.tsx";
import { Filled, useLocalization } from "./language.tsx";

/** What a customer can do about an order whose downloads have expired or are used up. */
export interface RenewalOffer {
  orderGuid: string;
  reason: RenewalReason;
  /** No download is left, of any file. */
  allUsedUp: boolean;
  /** License keys are still to come. Left out: false. */
  waitsForKeys?: boolean;
  state: RenewalState;
}

/** Whether the notice comes after the products: other downloads still work, or license keys are to come. */
export const comesLast = ({ reason, allUsedUp, waitsForKeys }: RenewalOffer) =>
  reason === "used_up" && (!allUsedUp || waitsForKeys === true);

/** The id of the notice's heading. Customers who used a form below the files are sent back to it. */
export const renewalAnchor = "renewal";

/** The id of the message that the downloads work again, and the query parameter that shows it. */
export const renewedAnchor = "renewed";

/** Tells a customer who has just renewed the order that it worked. Screen readers start there. */
export function RenewedNotice() {
  return (
    <section class="notice" id={renewedAnchor} role="status" tabindex={-1}>
      <p>{useLocalization().texts.renewal.renewed}</p>
    </section>
  );
}

/** Says on a page with downloads that some or all no longer work, and what the customer can do. */
export function RenewalNotice({ store, offer }: { store: Store; offer: RenewalOffer }) {
  const { expiry, renewal } = useLocalization().texts;
  const expired = offer.reason === "expired";
  const usedUpTitle = offer.allUsedUp ? renewal.allUsedUpTitle : renewal.usedUpTitle;
  if (offer.state.kind === "ended") {
    return (
      <section class="notice" aria-labelledby={renewalAnchor}>
        <h2 id={renewalAnchor}>{renewal.endedTitle}</h2>
        <Renewal store={store} offer={offer} />
      </section>
    );
  }
  return (
    <section class="notice" aria-labelledby={renewalAnchor}>
      <h2 id={renewalAnchor}>{expired ? expiry.title : usedUpTitle}</h2>
      {offer.state.kind !== "renew" && (
        <p>
          {expired ? expiry.help : <Filled text={renewal.usedUpHelp} values={{ store: <StoreName store={store} /> }} />}
        </p>
      )}
      <Renewal store={store} offer={offer} />
    </section>
  );
}

/** The form to ask the store, or the state of the request. */
export function Renewal({ store, offer: { orderGuid, state } }: { store: Store; offer: RenewalOffer }) {
  const { texts, counted } = useLocalization();
  const { renewal } = texts;
  const name = <bdi>{store.name}</bdi>;
  if (state.kind === "ended") {
    return (
      <p>
        <Filled
          text={renewal.ended}
          values={{ store: <StoreName store={store} />, date: <InstantInWords at={state.at} /> }}
        />
      </p>
    );
  }
  if (state.kind === "sent" || state.kind === "declined") {
    return (
      <div class="renewal">
        <p role="status">
          <Filled text={renewal[state.kind]} values={{ store: name, date: <InstantInWords at={state.at} /> }} />
        </p>
        {state.kind === "declined" && <Contact store={store} />}
      </div>
    );
  }
  return (
    <form class="renewal" method="post" action={`${orderPath(orderGuid)}/renewal`}>
      {state.kind === "renew" ? (
        <>
          <p>{renewal.renewHelp}</p>
          <button type="submit" class="button">
            {renewal.renew}
          </button>
          <p class="aside">{counted(renewal.renewalsLeft, state.left)}</p>
        </>
      ) : (
        <>
          <p class="aside">
            <Filled text={renewal.askHelp} values={{ store: name }} />
          </p>
          <label for="message">{renewal.message}</label>
          <textarea id="message" name="message" rows={3} maxlength={longestMessage} />
          <button type="submit" class="button">
            <span>
              <Filled text={renewal.ask} values={{ store: name }} />
            </span>
          </button>
        </>
      )}
    </form>
  );
}
