/** @jsxImportSource hono/jsx */
import type { DeliveredItem } from "../../orders/delivery.ts";
import { AvailableUntil, ExpiredNotice, FinePrint } from "./expiry.tsx";
import { FileList, type ListedFile } from "./file-list.tsx";
import { hasExpired } from "./instant.tsx";
import { ItemFiles, NoFileYet } from "./item-files.tsx";
import { renderDocument } from "./layout.tsx";
import { OwnNotice, type OwnWords } from "./own-words.tsx";
import type { PageStore } from "./store-mark.tsx";

interface ItemPageProps {
  store: PageStore;
  item: DeliveredItem;
  orderGuid: string;
  /** Milliseconds since 1970 in UTC; null when the links never expire. */
  expiresAt: number | null;
  /** Milliseconds since 1970 in UTC. */
  now: number;
  words?: OwnWords;
}

/** The page of `/get/ITEM-GUID`, as an HTML document. */
export function ItemPage({ store, item, orderGuid, expiresAt, now, words }: ItemPageProps): string {
  const expired = hasExpired(expiresAt, now);
  return renderDocument({
    title: `${item.productName} from ${store.name}`,
    store,
    children: (
      <>
        <main id="content">
          <div class="lead">
            <h1>
              <bdi>{item.productName}</bdi>
            </h1>
            <p class="back">
              <a href={`/orders/${orderGuid}`}>
                <span aria-hidden="true">←</span> Your whole order
              </a>
            </p>
          </div>
          <dl class="facts">
            <div>
              <dt>Quantity</dt>
              <dd>{item.quantity}</dd>
            </div>
            <AvailableUntil expiresAt={expiresAt} now={now} />
          </dl>
          <OwnNotice words={words} />
          {expired && <ExpiredNotice store={store} />}
          <section class="card" aria-labelledby="files">
            <h2 class="unseen" id="files">
              Files
            </h2>
            <ItemFiles store={store} item={item} downloadable={!expired} />
          </section>
        </main>
        <FinePrint personal own={words?.footer} />
      </>
    ),
  });
}

interface PermalinkPageProps {
  store: PageStore;
  product: { name: string; guid: string };
  files: Omit<ListedFile, "remaining">[];
}

/** The page of `/permalink/GUID`, as an HTML document. */
export function PermalinkPage({ store, product, files }: PermalinkPageProps): string {
  const base = `/permalink/${product.guid}`;
  return renderDocument({
    title: `${product.name} from ${store.name}`,
    store,
    children: (
      <>
        <main id="content">
          <div class="lead">
            <h1>
              <bdi>{product.name}</bdi>
            </h1>
          </div>
          <section class="card" aria-labelledby="files">
            <h2 class="unseen" id="files">
              Files
            </h2>
            {files.length === 0 ? (
              <NoFileYet store={store} />
            ) : (
              <FileList store={store} base={base} files={files} downloadable />
            )}
          </section>
        </main>
        <FinePrint personal={false} />
      </>
    ),
  });
}
