/** @jsxImportSource hono/jsx */
import type { Instant } from "../../instants.ts";
import { isExpired } from "../../orders/expiration.ts";
import { fromNow, InstantInWords } from "./instant.tsx";
import { useLocalization } from "./language.tsx";

/** Says how long the links work. */
export function AvailableUntil({ expiresAt, now }: { expiresAt: Instant | null; now: Instant }) {
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
        <InstantInWords at={expiresAt} /> <span class="aside">{fromNow(expiresAt, now, local)}</span>
      </dd>
    </div>
  );
}
