/** @jsxImportSource hono/jsx */

import { coverUrl } from "../../delivery/catalog/covers.ts";
import { emailedLife } from "../../delivery/library/library-links.ts";
import { accessEnded } from "../../delivery/orders/expiration.ts";
import { giftFor, isForOther, isToCome } from "../../delivery/orders/gifts/gift.ts";
import type { OrderWithItems } from "../../delivery/orders/queries.ts";
import { orderName } from "../../delivery/orders/reading/customer-view.ts";
import { namedProducts } from "../../delivery/orders/reading/named-products.ts";
import { orderStateOf, type Supply } from "../../delivery/orders/state.ts";
import { keptLibraryPath, linksPath, orderPath } from "../../platform/customer-paths.ts";
import { timesInWords } from "../../platform/i18n/in-words.ts";
import { fill, type Localization } from "../../platform/i18n/localization.ts";
import type { Instant } from "../../platform/instants.ts";
import type { Store } from "../../store/accounts/store.ts";
import { StoreAddress } from "./contact.tsx";
import { Cover, NoCover } from "./cover.tsx";
import { FinePrint } from "./fine-print.tsx";
import { InstantInWords } from "./instant.tsx";
import { Filled, useLocalization } from "./language.tsx";
import { renderDocument } from "./layout.tsx";
import { renewalAnchor } from "./renewal.tsx";

/** Product names of one order. */
const mostNames = 5;

interface LibraryPageProps {
  store: Store;
  local: Localization;
  address: string;
  /** Empty for none. */
  search: string;
  /** From 1. */
  pageNumber: number;
  hasMore: boolean;
  orders: OrderWithItems[];
  /** Includes their items. */
  supply: Supply;
  /** When the link ends. */
  expiresAt: Instant;
  now: Instant;
}

/** The page of `/library/TOKEN`, as an HTML document: every order of an address. */
export function LibraryPage({ store, local, ...about }: LibraryPageProps): string {
  const { page } = local.texts.library;
  const { address, search, pageNumber, hasMore, orders, supply, expiresAt, now } = about;
  const hasCovers = orders.some((order) => coversOf(order).length > 0);
  const isAll = search === "" && pageNumber === 1;
  return renderDocument({
    title: `${page.title} – ${store.name}`,
    store,
    local,
    children: (
      <>
        <main id="content">
          <div class="lead">
            <h1>{page.title}</h1>
            <p>
              <Filled text={page.words} values={{ email: <bdi>{address}</bdi> }} />
            </p>
          </div>
          <search>
            <form class="ask search">
              <label for="q">{page.search}</label>
              <div>
                <input id="q" name="q" type="search" value={search} maxlength={200} />
                <button type="submit" class="button">
                  {page.find}
                </button>
              </div>
            </form>
          </search>
          {orders.length === 0 ? (
            <p class="notice" role="status">
              {isAll ? page.nothing : page.nothingFound}
            </p>
          ) : (
            <ul class="orders">
              {orders.map((order) => (
                <li class="card" key={order.guid}>
                  <OrderRow
                    order={order}
                    // What was searched for may be in a bundle.
                    products={search === "" ? namedProducts(order.items) : order.items}
                    closedGift={isForOther(order, address) || isToCome(order, now) ? giftFor(order, local, now) : null}
                    state={orderStateOf(order, undefined, supply, now)}
                    canBeRenewed={!accessEnded(order, now)}
                    hasCovers={hasCovers}
                  />
                </li>
              ))}
            </ul>
          )}
          {(pageNumber > 1 || hasMore) && (
            <nav class="back pages">
              {pageNumber > 1 && <a href={partOf(search, pageNumber - 1)}>{page.newer}</a>}
              {hasMore && <a href={partOf(search, pageNumber + 1)}>{page.older}</a>}
            </nav>
          )}
        </main>
        <form class="forget" method="post" action={keptLibraryPath}>
          {expiresAt > now + emailedLife ? (
            <p>
              <Filled text={page.keptUntil} values={{ date: <InstantInWords at={expiresAt} /> }} />
            </p>
          ) : (
            <>
              <p>{page.kept}</p>
              <button type="submit" name="keep" value="">
                {page.keep}
              </button>
            </>
          )}
          <button type="submit" name="forget" value="">
            {page.forget}
          </button>
        </form>
        <FinePrint store={store} />
      </>
    ),
  });
}

const partOf = (search: string, page: number) => `?${new URLSearchParams({ q: search, page: String(page) })}`;

const coversOf = ({ items }: OrderWithItems) =>
  items.flatMap((item) => coverUrl("", { id: item.productId, coverSha256: item.coverSha256 }) ?? []);

interface OrderRowProps {
  order: OrderWithItems;
  /** Those that name it. */
  products: OrderWithItems["items"];
  /** For a gift whose links belong to the recipient or do not work yet. */
  closedGift: ReturnType<typeof giftFor> | null;
  state: ReturnType<typeof orderStateOf>;
  /** The customer can renew it, or ask the store to. */
  canBeRenewed: boolean;
  /** At least one order in the list has a cover. */
  hasCovers: boolean;
}

function OrderRow({ order, products, closedGift, state, canBeRenewed, hasCovers }: OrderRowProps) {
  const local = useLocalization();
  const { texts, counted } = local;
  const { page } = texts.library;
  const canRenew = canBeRenewed && (state === "expired" || state === "used_up");
  const names = products.slice(0, mostNames);
  const more = products.length - names.length;
  const [cover] = coversOf(order);
  const name = orderName(order);
  return (
    <>
      <div class="covered">
        {cover === undefined && hasCovers ? <NoCover /> : <Cover path={cover} />}
        <div>
          <h2>
            {names.map(({ productName, guid, quantity }, index) => (
              <>
                {index > 0 && ", "}
                <bdi key={guid}>{productName}</bdi>
                {timesInWords(quantity, local)}
              </>
            ))}
            {more > 0 && ` ${counted(page.moreProducts, more)}`}
            {names.length === 0 && <bdi>{name}</bdi>}
          </h2>
          <p class="about">
            <span>
              {texts.order.order} <bdi>{name}</bdi>
            </span>
            <span>
              <InstantInWords at={order.createdAt} />
            </span>
            {closedGift && (
              <span>
                <Filled
                  text={closedGift.text}
                  values={{
                    recipient: <bdi>{closedGift.recipient}</bdi>,
                    date: <InstantInWords at={closedGift.date} />,
                  }}
                />
              </span>
            )}
            {isNamed(state, page.states) && <span class="gone">{page.states[state]}</span>}
          </p>
        </div>
      </div>
      {!closedGift && (
        <a class="button" href={orderPath(order.guid) + (canRenew ? `#${renewalAnchor}` : "")}>
          <span>
            {canRenew ? page.renew : page.open}
            <span class="unseen"> {fill(texts.libraryEmail.order, { order: name })}</span>
          </span>
        </a>
      )}
    </>
  );
}

/** Other states are not the customer's concern. */
const isNamed = <Names extends object>(state: string, names: Names): state is keyof Names & string => state in names;

/** For a link to a library that does not work, or no longer works. */
export function LibraryEndedPage({ store, local }: { store: Store; local: Localization }): string {
  const { page, sendMyLinks } = local.texts.library;
  return renderDocument({
    title: `${page.ended.title} – ${store.name}`,
    store,
    local,
    children: (
      <main id="content" class="problem">
        <h1>{page.ended.title}</h1>
        <p>{page.ended.words}</p>
        <p>
          <a class="button" href={linksPath}>
            {sendMyLinks}
          </a>
        </p>
        <StoreAddress store={store} />
      </main>
    ),
  });
}
