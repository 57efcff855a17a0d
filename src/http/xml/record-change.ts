import { recordActivity } from "../../store/activity/activities.ts";
import type { ActivityKind } from "../../store/activity/kinds.ts";
import { recordingChange } from "../../store/activity/recording-change.ts";
import type { XmlRequest } from "./request.ts";

type Handler = (request: XmlRequest) => Promise<Response>;

/** Fields that the unversioned interface accepts. Others are ignored, so they are not recorded. */
const inputs = new Set(
  "sku name id title first_name last_name email expiration_date download_limit send_email order_items".split(" "),
);

/** Changes that need at least one field to be recorded. */
const changesFields = new Set<ActivityKind>(["order.changed", "product.changed"]);

/**
 * Handles a change, and records it in the activity log in the same transaction. `names` are the fields that the
 * interface reads.
 */
export function recorded(
  kind: ActivityKind,
  subject: "order" | "product" | null,
  handler: Handler,
  names: ReadonlySet<string> = inputs,
): Handler {
  return (request) => {
    const { services, account, access, parameters, change, now } = request;
    const given = subject === "order" ? parameters.id : parameters.sku;
    const db = recordingChange(services.db, async (tx) => {
      const fields = change.fields.filter((name) => names.has(name));
      if (fields.length === 0 && changesFields.has(kind)) return;
      await recordActivity(tx, account.id, {
        kind,
        actor: access.key ? { type: "api_key", name: access.key.name } : { type: "xml" },
        subject: subject && { type: subject, id: change.subjectId ?? given },
        fields,
        ipAddress: change.ipAddress,
        at: now,
      });
    });
    return handler({ ...request, services: { ...services, db } });
  };
}
