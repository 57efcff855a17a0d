import type { Connection } from "../api/types.ts";
import { shops } from "./shops.ts";

/** What the owner has not entered yet and without which no event is taken, as the form calls it. Only owners are shown secrets. */
export function missingFields(connection: Connection): string[] {
  if (connection.first_event_at !== null) return [];
  const entered = {
    secret: connection.secret,
    seller_id: connection.seller_id,
    webhook_id: connection.webhook_id,
    api_url: connection.api_url,
    api_key: connection.api_key_last_four,
    // It is entered together with the key, and never shown.
    api_secret: connection.api_key_last_four,
  };
  return shops[connection.kind].fields
    .filter(({ name, isNeeded }) => isNeeded && !entered[name])
    .map(({ label }) => label.replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase()));
}
