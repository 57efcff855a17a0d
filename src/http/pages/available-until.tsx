/** @jsxImportSource hono/jsx */

import { type Expiry, hoursWhileWaiting, isExpired } from "../../delivery/orders/expiration.ts";
import { fill } from "../../platform/i18n/localization.ts";
import type { Instant } from "../../platform/instants.ts";
import { fromNow, InstantInWords } from "./instant.tsx";
import { useLocalization } from "./language.tsx";

/** Says how long the links work. */
export function AvailableUntil({ expiry, now }: { expiry: Expiry; now: Instant }) {
  const local = useLocalization();
  const { until, wasUntil, never, fromFirstDownload } = local.texts.expiry;
  const hours = hoursWhileWaiting(expiry);
  if (hours !== null) {
    return (
      <div>
        <dt>{fromFirstDownload.name}</dt>
        <dd>{fill(fromFirstDownload.time, { duration: local.duration(hours) })}</dd>
      </div>
    );
  }
  const { expiresAt } = expiry;
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
