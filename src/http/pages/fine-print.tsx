/** @jsxImportSource hono/jsx */
import { useLocalization } from "./language.tsx";

/** What holds for every page of an order, and what the store itself says there. */
export function FinePrint({ own }: { own?: string | null | undefined }) {
  return (
    <footer class="fine">
      {own && <p class="own">{own}</p>}
      <p>{useLocalization().texts.fine.personal}</p>
    </footer>
  );
}
