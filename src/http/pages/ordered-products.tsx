/** @jsxImportSource hono/jsx */

import {
  type DeliveredItem,
  type Delivery,
  isBundleItself,
  type WithdrawnItem,
} from "../../delivery/orders/reading/customer-view.ts";
import { fill } from "../../platform/i18n/localization.ts";
import type { Store } from "../../store/accounts/store.ts";
import { Cover } from "./cover.tsx";
import { LongList } from "./in-pieces.tsx";
import { ItemFiles } from "./item-files.tsx";
import { useLocalization } from "./language.tsx";

type Product = DeliveredItem | WithdrawnItem;

interface OrderedProductsProps {
  store: Store;
  delivery: Pick<Delivery, "items" | "withdrawn">;
  downloadable: boolean;
}

/** The products of an order in its sequence, those of a bundle together under its name, withdrawn ones in their places. */
export function OrderedProducts({ store, delivery, downloadable }: OrderedProductsProps) {
  return (
    <LongList of={besideEachOther(delivery)}>
      {(products) => <Bundled store={store} products={products} downloadable={downloadable} />}
    </LongList>
  );
}

/** The products by their bundles; one that stands alone is a group by itself. */
function besideEachOther({ items, withdrawn = [] }: OrderedProductsProps["delivery"]): Product[][] {
  const products = [...items, ...withdrawn].toSorted((a, b) => (a.place ?? 0) - (b.place ?? 0));
  return [...Map.groupBy(products, ({ bundle, guid }) => bundle?.guid ?? guid).values()];
}

function Bundled({ store, products, downloadable }: { store: Store; products: Product[]; downloadable: boolean }) {
  const bundle = products[0]?.bundle;
  const cards = (
    <LongList of={products}>
      {(product) =>
        "files" in product ? (
          <ItemCard store={store} item={product} downloadable={downloadable} />
        ) : (
          // Its bundle's name stands above what the bundle brought.
          !isBundleItself(product) && <WithdrawnCard item={product} />
        )
      }
    </LongList>
  );
  if (!bundle) return cards;
  return (
    <section class="bundle" aria-labelledby={`bundle-${bundle.guid}`}>
      <h2 id={`bundle-${bundle.guid}`}>
        <bdi>{bundle.name}</bdi>
      </h2>
      <Units of={bundle} />
      {cards}
    </section>
  );
}

function Units({ of: { quantity } }: { of: { quantity: number } }) {
  const { texts, number } = useLocalization();
  return quantity > 1 ? <p>{fill(texts.order.quantityOf, { count: number(quantity) })}</p> : null;
}

const headingIn = ({ bundle }: Product) => (bundle ? "h3" : "h2");

function WithdrawnCard({ item }: { item: WithdrawnItem }) {
  const { texts } = useLocalization();
  const Heading = headingIn(item);
  return (
    <section class="card" aria-labelledby={`item-${item.guid}`}>
      <header>
        <Heading id={`item-${item.guid}`}>
          <bdi>{item.productName}</bdi>
        </Heading>
      </header>
      <p class="empty">{texts.problem.item_revoked.title}</p>
    </section>
  );
}

function ItemCard({ store, item, downloadable }: { store: Store; item: DeliveredItem; downloadable: boolean }) {
  const Heading = headingIn(item);
  const isNamedAbove = isBundleItself(item);
  return (
    <section class="card" aria-labelledby={`${isNamedAbove ? "bundle" : "item"}-${item.guid}`}>
      {!isNamedAbove && (
        <header>
          <Cover path={item.coverPath} />
          <div>
            <Heading id={`item-${item.guid}`}>
              <bdi>{item.productName}</bdi>
            </Heading>
            <Units of={item} />
          </div>
        </header>
      )}
      <ItemFiles store={store} item={item} downloadable={downloadable} heading={item.bundle ? "h4" : "h3"} />
    </section>
  );
}
