/** @jsxImportSource hono/jsx */
import { useLocalization } from "./language.tsx";

/** The store's own texts on the pages of an order, or null for none. Plain text with its line breaks. */
export interface PageWording {
  /** Replaces the built-in greeting. */
  greeting: string | null;
  notice: string | null;
  footer: string | null;
}

/** The store's notice to every customer, shown above the downloads. */
export function StoreNotice({ wording }: { wording: PageWording | undefined }) {
  const { texts } = useLocalization();
  if (!wording?.notice) return null;
  return (
    <section class="notice" aria-label={texts.order.fromTheStore}>
      <p class="own">{wording.notice}</p>
    </section>
  );
}
