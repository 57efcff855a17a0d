/** @jsxImportSource hono/jsx */
import { isExpired } from "../../orders/expiration.ts";
import { fromNow, Instant } from "./instant.tsx";
import { useLocalization } from "./language.tsx";

/** Says how long the links work. */
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
