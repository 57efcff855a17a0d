/** @jsxImportSource hono/jsx */

import { isExpired } from "../../delivery/orders/expiration.ts";
import type { DeliveredItem } from "../../delivery/orders/reading/customer-view.ts";
import { orderPath, permalinkPath } from "../../platform/customer-paths.ts";
import { fill, type Localization } from "../../platform/i18n/localization.ts";
import type { Instant } from "../../platform/instants.ts";
import type { Store } from "../../store/accounts/store.ts";
import { AvailableUntil } from "./available-until.tsx";
import { Cover } from "./cover.tsx";
import { FileList, type ListedFile } from "./file-list.tsx";
import { FinePrint } from "./fine-print.tsx";
import type { Pieces } from "./in-pieces.tsx";
import { ItemFiles, NoFileYet } from "./item-files.tsx";
import { LargeFilesHelp } from "./large-files.tsx";
import { documentInPieces } from "./layout.tsx";
import { comesLast, RenewalNotice, type RenewalOffer } from "./renewal.tsx";
import { type PageWording, StoreNotice } from "./store-notice.tsx";

interface ItemPageProps {
  store: Store;
  local: Localization;
  item: DeliveredItem;
  orderGuid: string;
  /** Null if the links never expire, or if the first download sets the date. */
  expiresAt: Instant | null;
  /** Null or left out unless the order waits for its first download. */
  hoursFromFirstDownload?: number | null;
  now: Instant;
  wording?: PageWording;
  /** Null or left out while every download works. */
  renewal?: RenewalOffer | null;
}

/** The page of `/get/ITEM-GUID`, as an HTML document. */
export function ItemPage({ store, local, item, orderGuid, now, wording, renewal, ...expiry }: ItemPageProps): Pieces {
  const { expiresAt, hoursFromFirstDownload = null } = expiry;
  const texts = local.texts.item;
  const expired = isExpired(expiresAt, now);
  return documentInPieces({
    title: fill(texts.documentTitle, { product: item.productName, store: store.name }),
    store,
    local,
    children: (
      <>
        <main id="content">
          <div class="lead covered">
            <Cover path={item.coverPath} />
            <div>
              <h1>
                <bdi>{item.productName}</bdi>
              </h1>
              <p class="back">
                <a href={orderPath(orderGuid)}>
                  <span aria-hidden="true">←</span> {texts.wholeOrder}
                </a>
              </p>
            </div>
          </div>
          <dl class="facts">
            {item.quantity > 1 && (
              <div>
                <dt>{texts.quantity}</dt>
                <dd>{local.number(item.quantity)}</dd>
              </div>
            )}
            <AvailableUntil expiry={{ expiresAt, hoursFromFirstDownload }} now={now} />
          </dl>
          <StoreNotice wording={wording} />
          {renewal && !comesLast(renewal) && <RenewalNotice store={store} offer={renewal} />}
          <section class="card" aria-labelledby="files">
            <h2 class="unseen" id="files">
              {item.files.length > 0 ? texts.files : item.productName}
            </h2>
            <ItemFiles store={store} item={item} downloadable={!expired} />
          </section>
          {!expired && <LargeFilesHelp items={[item]} />}
          {renewal && comesLast(renewal) && <RenewalNotice store={store} offer={renewal} />}
        </main>
        <FinePrint store={store} own={wording?.footer} orderGuid={orderGuid} />
      </>
    ),
  });
}

interface PermalinkPageProps {
  store: Store;
  local: Localization;
  product: { name: string; guid: string; coverPath?: string | null };
  files: Omit<ListedFile, "remaining">[];
}

/** The page of `/permalink/GUID`, as an HTML document. */
export function PermalinkPage({ store, local, product, files }: PermalinkPageProps): Pieces {
  const texts = local.texts.item;
  const base = permalinkPath(product.guid);
  return documentInPieces({
    title: fill(texts.documentTitle, { product: product.name, store: store.name }),
    store,
    local,
    children: (
      <main id="content">
        <div class="lead covered">
          <Cover path={product.coverPath} />
          <h1>
            <bdi>{product.name}</bdi>
          </h1>
        </div>
        <section class="card" aria-labelledby="files">
          <h2 class="unseen" id="files">
            {texts.files}
          </h2>
          {files.length === 0 ? <NoFileYet store={store} /> : <FileList base={base} files={files} downloadable />}
        </section>
      </main>
    ),
  });
}
