/** @jsxImportSource hono/jsx */
import type { Store } from "../../accounts/store.ts";
import { Contact } from "./contact.tsx";
import { useLocalization } from "./language.tsx";

/** The foot of every page of an order: what the store itself says there, where it is reached, and who may see the page. */
export function FinePrint({ store, own }: { store: Store; own?: string | null | undefined }) {
  return (
    <footer class="fine">
      {own && <p class="own">{own}</p>}
      <Contact store={store} />
      <p>{useLocalization().texts.fine.personal}</p>
    </footer>
  );
}
