/** @jsxImportSource hono/jsx */
import { fill } from "../../i18n/localization.ts";
import { isExpired } from "../../orders/expiration.ts";
import { fromNow, Instant } from "./instant.tsx";
import { useLocalization } from "./language.tsx";

/** The fact of how long the links work. */
export function AvailableUntil({ expiresAt, now }: { expiresAt: number | null; now: number }) {
  const local = useLocalization();
  const { until, wasUntil, never } = local.texts.expiry;
  if (expiresAt === null) {
    return (
      <div>
        <dt>{until}</dt>
        <dd>{never}</dd>
      </div>
    );
  }
  return (
    <div>
      <dt>{isExpired(expiresAt, now) ? wasUntil : until}</dt>
      <dd>
        <Instant at={expiresAt} /> <span class="aside">{fromNow(expiresAt, now, local)}</span>
      </dd>
    </div>
  );
}

/** What holds for every page with downloads. */
export function FinePrint({ personal, own }: { personal: boolean; own?: string | null | undefined }) {
  const { texts, size, bytes } = useLocalization();
  const units = {
    kilobyte: size(1000),
    thousandBytes: bytes(1000),
    megabyte: size(1_000_000),
    millionBytes: bytes(1_000_000),
  };
  return (
    <footer class="fine">
      {own && <p class="own">{own}</p>}
      {personal && <p>{texts.fine.personal}</p>}
      <p>{fill(texts.fine.units, units)}</p>
    </footer>
  );
}
