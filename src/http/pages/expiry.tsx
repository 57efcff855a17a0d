/** @jsxImportSource hono/jsx */
import { fromNow, Instant } from "./instant.tsx";
import { type PageStore, StoreName } from "./store-mark.tsx";

/** The fact of how long the links work. */
export function AvailableUntil({ expiresAt, now }: { expiresAt: number | null; now: number }) {
  if (expiresAt === null) {
    return (
      <div>
        <dt>Available until</dt>
        <dd>No end date</dd>
      </div>
    );
  }
  return (
    <div>
      <dt>{expiresAt <= now ? "Was available until" : "Available until"}</dt>
      <dd>
        <Instant at={expiresAt} /> <span class="aside">{fromNow(expiresAt, now)}</span>
      </dd>
    </div>
  );
}

/** Says that the links no longer work, and what to do. */
export function ExpiredNotice({ store, orderId }: { store: PageStore; orderId?: string }) {
  return (
    <section class="notice" aria-labelledby="expired">
      <h2 id="expired">These downloads have expired</h2>
      <p>
        To get your files, ask <StoreName store={store} /> to open your order again
        {orderId === undefined ? "" : `, and give the order number ${orderId}`}. This page&rsquo;s address will then
        work as before.
      </p>
    </section>
  );
}

/** What holds for every page with downloads. */
export function FinePrint({ personal, own }: { personal: boolean; own?: string | null | undefined }) {
  return (
    <footer class="fine">
      {own && <p class="own">{own}</p>}
      {personal && <p>Keep the address of this page to yourself: whoever has it can use your downloads.</p>}
      <p>1 kB is 1,000 bytes and 1 MB is 1,000,000 bytes.</p>
    </footer>
  );
}
