/** @jsxImportSource hono/jsx */
import type { Store } from "../../accounts/store.ts";
import { Contact } from "./contact.tsx";
import { useLocalization } from "./language.tsx";

/** The footer of an order's pages: the store's own text, how to contact the store, and that the page is personal. */
export function FinePrint({ store, own }: { store: Store; own?: string | null | undefined }) {
  return (
    <footer class="fine">
      {own && <p class="own">{own}</p>}
      <Contact store={store} />
      <p>{useLocalization().texts.fine.personal}</p>
    </footer>
  );
}
