import { waitingEndpoints } from "../../messages/webhooks/waiting.ts";
import type { Reader } from "../../platform/database/database.ts";
import { hourMilliseconds } from "../../platform/days.ts";
import { type Instant, instant, writeInstant } from "../../platform/instants.ts";
import { type Finding, findingsOf } from "./finding.ts";

const { ok, warning } = findingsOf("webhooks");

/** Milliseconds for which a delivery may wait before it is a finding. */
const patience = hourMilliseconds;

/** Most endpoints to name. The others are counted. */
const mostNamed = 10;

/** Whether webhook messages reach the endpoints of stores. */
export async function examineWebhooks(read: Reader, now: Instant): Promise<Finding[]> {
  const waiting = await waitingEndpoints(read, instant(now - patience));
  if (waiting.length === 0) return [ok("No webhook message has waited for more than an hour.")];
  const named = waiting.slice(0, mostNamed).map(({ id, accountId, url, count, since }) => {
    const messages = count === 1 ? "1 message has" : `${count} messages have`;
    const summary = `${messages} waited for the webhook endpoint ${id} of account ${accountId}, ${new URL(url).host}, since ${writeInstant(since)}.`;
    return warning(
      summary,
      "Its log in the administration area says what it answered. If it is never answered, this server may be kept from it.",
    );
  });
  const more = waiting.length - named.length;
  const advice = "Look at those that are named, then run this again.";
  return more === 0 ? named : [...named, warning(`Messages wait for ${more} more endpoints.`, advice)];
}
