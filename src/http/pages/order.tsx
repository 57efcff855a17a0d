/** @jsxImportSource hono/jsx */

import type { Store } from "../../accounts/store.ts";
import { fill, type Localization } from "../../i18n/localization.ts";
import { customerStateOf, type DeliveredItem, type Delivery, orderName } from "../../orders/delivery.ts";
import { AvailableUntil } from "./available-until.tsx";
import { Contact, StoreName } from "./contact.tsx";
import { FinePrint } from "./fine-print.tsx";
import { Instant } from "./instant.tsx";
import { ItemFiles } from "./item-files.tsx";
import { Filled, useLocalization } from "./language.tsx";
import { renderDocument } from "./layout.tsx";
import { isAboutSome, RenewalNotice, type RenewalOffer, RenewedNotice } from "./renewal.tsx";
import { type PageWording, StoreNotice } from "./store-notice.tsx";

interface OrderPageProps {
  store: Store;
  local: Localization;
  delivery: Delivery;
  /** Milliseconds since 1970 in UTC. */
  now: number;
  wording?: PageWording;
  /** Null or left out while every download works. */
  renewal?: RenewalOffer | null;
  /** The customer has just renewed the downloads. */
  renewed?: boolean;
}

/** The order's page (docs/delivery.md, Links) as an HTML document: every item and file, what is left, until when. */
export function OrderPage({ store, local, delivery, now, wording, renewal, renewed }: OrderPageProps): string {
  const { order } = local.texts;
  const state = customerStateOf(delivery, now);
  const isEmpty = delivery.items.length === 0;
  const isWaiting = state === "waiting_for_key" || state === "waiting_for_file";
  const { named, unnamed } = order.greetings[isEmpty || isWaiting ? "empty" : state];
  return renderDocument({
    title: fill(order.documentTitle, { store: store.name }),
    store,
    local,
    children: (
      <>
        <main id="content">
          <div class="lead">
            <h1>{order.title}</h1>
            {wording?.greeting ? (
              <p class="own">{wording.greeting}</p>
            ) : (
              <p>
                <Filled
                  text={delivery.firstName ? named : unnamed}
                  values={{ name: <bdi>{delivery.firstName}</bdi> }}
                />
              </p>
            )}
          </div>
          <OrderFacts delivery={delivery} now={now} />
          {renewed && !renewal && !isEmpty && <RenewedNotice />}
          <StoreNotice wording={wording} />
          {renewal && !isEmpty && !isAboutSome(renewal) && <RenewalNotice store={store} offer={renewal} />}
          {delivery.items.map((item) => (
            <ItemCard store={store} item={item} downloadable={state !== "expired"} key={item.guid} />
          ))}
          {isEmpty && (
            <section class="notice">
              <h2>{order.nothingTitle}</h2>
              <p>
                <Filled text={order.nothing} values={{ store: <StoreName store={store} /> }} />
              </p>
              <Contact store={store} />
            </section>
          )}
          {renewal && isAboutSome(renewal) && <RenewalNotice store={store} offer={renewal} />}
        </main>
        <FinePrint store={store} own={wording?.footer} />
      </>
    ),
  });
}

function OrderFacts({ delivery, now }: { delivery: Delivery; now: number }) {
  const { order } = useLocalization().texts;
  return (
    <dl class="facts">
      <div>
        <dt>{order.order}</dt>
        <dd>
          <bdi>{orderName(delivery)}</bdi>
          {delivery.title && (
            <span class="aside">
              <bdi>{delivery.title}</bdi>
            </span>
          )}
        </dd>
      </div>
      <div>
        <dt>{order.placed}</dt>
        <dd>
          <Instant at={delivery.createdAt} />
        </dd>
      </div>
      <AvailableUntil expiresAt={delivery.expiresAt} now={now} />
    </dl>
  );
}

function ItemCard({ store, item, downloadable }: { store: Store; item: DeliveredItem; downloadable: boolean }) {
  const { texts, number } = useLocalization();
  return (
    <section class="card" aria-labelledby={`item-${item.guid}`}>
      <header>
        <h2 id={`item-${item.guid}`}>
          <bdi>{item.productName}</bdi>
        </h2>
        {item.quantity > 1 && <p>{fill(texts.order.quantityOf, { count: number(item.quantity) })}</p>}
      </header>
      <ItemFiles store={store} item={item} downloadable={downloadable} />
    </section>
  );
}
