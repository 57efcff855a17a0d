/** @jsxImportSource hono/jsx */

import type { OrderDevice } from "../../delivery/license-checks/order-devices.ts";
import {
  customerStateOf,
  type Delivery,
  giverName,
  hasFiles,
  isPartial,
  orderName,
} from "../../delivery/orders/reading/customer-view.ts";
import { filesTogether } from "../../delivery/orders/reading/files-together.ts";
import { fill, type Localization } from "../../platform/i18n/localization.ts";
import { greetedName } from "../../platform/i18n/names.ts";
import type { CustomerState } from "../../platform/i18n/text-types.ts";
import type { Instant } from "../../platform/instants.ts";
import type { Store } from "../../store/accounts/store.ts";
import { AllFiles } from "./all-files.tsx";
import { AvailableUntil } from "./available-until.tsx";
import { Contact, StoreName } from "./contact.tsx";
import { type DeviceRemoval, Devices } from "./devices.tsx";
import { FinePrint } from "./fine-print.tsx";
import type { Pieces } from "./in-pieces.tsx";
import { InstantInWords } from "./instant.tsx";
import { Filled, useLocalization } from "./language.tsx";
import { LargeFilesHelp } from "./large-files.tsx";
import { documentInPieces } from "./layout.tsx";
import { OrderedProducts } from "./ordered-products.tsx";
import { comesLast, RenewalNotice, type RenewalOffer, RenewedNotice } from "./renewal.tsx";
import { type PageWording, StoreNotice } from "./store-notice.tsx";

interface OrderPageProps {
  store: Store;
  local: Localization;
  delivery: Delivery;
  now: Instant;
  wording?: PageWording;
  /** Null or left out while every download works. */
  renewal?: RenewalOffer | null;
  /** The devices of its licenses; if empty or left out, nothing is shown. */
  devices?: OrderDevice[];
  /** The customer has just tried to remove one device too many. */
  removal?: DeviceRemoval | null;
  /** The customer has just renewed the downloads. */
  renewed?: boolean;
}

/** The order's page (docs/reference/delivery.md, Links) as an HTML document: every item and file, what is left, until when. */
export function OrderPage({ store, local, delivery, now, wording, renewal, renewed, ...more }: OrderPageProps): Pieces {
  const { devices = [], removal = null } = more;
  const { order } = local.texts;
  const state = customerStateOf(delivery, now);
  const isEmpty = delivery.items.length === 0;
  const titles = hasFiles(delivery) ? order : order.withoutFiles;
  const together = state === "expired" ? null : filesTogether(delivery.items);
  const greetings = delivery.gift ? { ...order.greetings, ...order.giftGreetings } : order.greetings;
  const name = greetedName(local.language, delivery);
  const { named, unnamed } = greetings[greetedState(delivery, state)];
  return documentInPieces({
    title: fill(titles.documentTitle, { store: store.name }),
    store,
    local,
    children: (
      <>
        <main id="content" class="order">
          <div class="lead">
            <h1>{titles.title}</h1>
            {wording?.greeting ? (
              <p class="own">{wording.greeting}</p>
            ) : (
              <p>
                <Filled text={name ? named : unnamed} values={{ name: <bdi>{name}</bdi> }} />
              </p>
            )}
          </div>
          {delivery.gift && (
            <section class="notice gift">
              <h2>
                <Filled text={order.gift} values={{ giver: <bdi>{giverName(local.language, delivery.gift)}</bdi> }} />
              </h2>
              {delivery.gift.message !== "" && <p class="words">{delivery.gift.message}</p>}
            </section>
          )}
          {renewed && !renewal && !isEmpty && <RenewedNotice />}
          <StoreNotice wording={wording} />
          {renewal && !isEmpty && !comesLast(renewal) && <RenewalNotice store={store} offer={renewal} />}
          {together && <AllFiles orderGuid={delivery.guid} together={together} />}
          <OrderedProducts store={store} delivery={delivery} downloadable={state !== "expired"} />
          {(devices.length > 0 || removal === "done") && (
            <Devices store={store} orderGuid={delivery.guid} devices={devices} removal={removal} />
          )}
          {state !== "expired" && <LargeFilesHelp items={delivery.items} />}
          {isEmpty && (
            <section class="notice">
              <h2>{order.nothingTitle}</h2>
              <p>
                <Filled text={order.nothing} values={{ store: <StoreName store={store} /> }} />
              </p>
              <Contact store={store} />
            </section>
          )}
          {renewal && comesLast(renewal) && <RenewalNotice store={store} offer={renewal} />}
          <OrderFacts store={store} delivery={delivery} now={now} />
        </main>
        <FinePrint store={store} own={wording?.footer} orderGuid={delivery.guid} />
      </>
    ),
  });
}

function greetedState(delivery: Delivery, state: CustomerState) {
  const isWaiting = state === "waiting_for_key" || state === "waiting_for_file";
  if (delivery.items.length === 0 || isWaiting) return "empty";
  return state === "open" && isPartial(delivery) ? "partial" : state;
}

function OrderFacts({ store, delivery, now }: { store: Store; delivery: Delivery; now: Instant }) {
  const { texts, money } = useLocalization();
  const { order } = texts;
  const { total, invoiceUrl } = delivery;
  const currency = delivery.currency ?? store.currency;
  return (
    <dl class="facts">
      <div>
        <dt>{order.order}</dt>
        <dd>
          <bdi>{orderName(delivery)}</bdi>
          {delivery.title && delivery.title !== orderName(delivery) && (
            <span class="aside">
              <bdi>{delivery.title}</bdi>
            </span>
          )}
        </dd>
      </div>
      <div>
        <dt>{order.placed}</dt>
        <dd>
          <InstantInWords at={delivery.createdAt} />
        </dd>
      </div>
      {total !== null && currency && (
        <div>
          <dt>{order.total}</dt>
          <dd>{money(total, currency)}</dd>
        </div>
      )}
      {invoiceUrl !== null && (
        <div>
          <dt>{order.invoice}</dt>
          <dd>
            <a href={invoiceUrl} target="_blank" rel="noopener">
              {order.viewInvoice}
            </a>
          </dd>
        </div>
      )}
      <AvailableUntil expiry={delivery} now={now} />
    </dl>
  );
}
