/** @jsxImportSource hono/jsx */
import type { DeliveredItem, Delivery } from "../../orders/delivery.ts";
import { AvailableUntil, ExpiredNotice, FinePrint } from "./expiry.tsx";
import { hasExpired, Instant } from "./instant.tsx";
import { ItemFiles } from "./item-files.tsx";
import { renderDocument } from "./layout.tsx";
import { OwnNotice, type OwnWords } from "./own-words.tsx";
import { type PageStore, StoreName } from "./store-mark.tsx";

interface OrderPageProps {
  store: PageStore;
  delivery: Delivery;
  /** Milliseconds since 1970 in UTC. */
  now: number;
  words?: OwnWords;
}

/** The order's page of contract.md section 7, as an HTML document: every item and file, what is left, until when. */
export function OrderPage({ store, delivery, now, words }: OrderPageProps): string {
  const expired = hasExpired(delivery.expiresAt, now);
  return renderDocument({
    title: `Your downloads from ${store.name}`,
    store,
    children: (
      <>
        <main id="content">
          <div class="lead">
            <h1>Your downloads</h1>
            {words?.greeting ? (
              <p>{words.greeting}</p>
            ) : (
              <p>
                Hello{delivery.firstName && " "}
                <bdi>{delivery.firstName}</bdi>, thank you for your order. Here is everything in it.
              </p>
            )}
          </div>
          <OrderFacts delivery={delivery} now={now} />
          <OwnNotice words={words} />
          {expired && <ExpiredNotice store={store} orderId={delivery.orderId} />}
          {delivery.items.map((item) => (
            <ItemCard store={store} item={item} downloadable={!expired} key={item.guid} />
          ))}
          {delivery.items.length === 0 && (
            <section class="notice">
              <h2>There is nothing to download yet</h2>
              <p>
                No product of this order has a download. Ask <StoreName store={store} /> if you expected one.
              </p>
            </section>
          )}
        </main>
        <FinePrint personal own={words?.footer} />
      </>
    ),
  });
}

function OrderFacts({ delivery, now }: { delivery: Delivery; now: number }) {
  return (
    <dl class="facts">
      <div>
        <dt>Order</dt>
        <dd>
          <bdi>{delivery.orderId}</bdi>
          {delivery.title && (
            <span class="aside">
              <bdi>{delivery.title}</bdi>
            </span>
          )}
        </dd>
      </div>
      <div>
        <dt>Placed</dt>
        <dd>
          <Instant at={delivery.createdAt} />
        </dd>
      </div>
      <AvailableUntil expiresAt={delivery.expiresAt} now={now} />
    </dl>
  );
}

function ItemCard({ store, item, downloadable }: { store: PageStore; item: DeliveredItem; downloadable: boolean }) {
  return (
    <section class="card" aria-labelledby={`item-${item.guid}`}>
      <header>
        <h2 id={`item-${item.guid}`}>
          <bdi>{item.productName}</bdi>
        </h2>
        <p>Quantity: {item.quantity}</p>
      </header>
      <ItemFiles store={store} item={item} downloadable={downloadable} />
    </section>
  );
}
