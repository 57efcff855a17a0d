import { orderNames } from "../../delivery/orders/reading/order-names.ts";
import { writeInstant } from "../../platform/instants.ts";
import { type Activity, type ActivityFilter, nextActivities } from "../../store/activity/activities.ts";
import { actorName } from "../../store/activity/actors.ts";
import { ordersIn, summaryOf } from "../../store/activity/kinds.ts";
import type { Cell } from "./csv-write.ts";
import type { ExportScope } from "./export-scope.ts";

const rowsPerQuery = 500;

/** Oldest first. */
export async function* activityRows(
  { reader, account }: ExportScope,
  filter: ActivityFilter,
): AsyncGenerator<Cell[][]> {
  for (let after = 0; ; ) {
    const rows = await nextActivities(reader, account.id, filter, { after, limit: rowsPerQuery });
    const names = await orderNames(reader, account.id, ordersIn(rows));
    yield rows.map((activity) => activityCells(activity, names));
    if (rows.length < rowsPerQuery) return;
    after = rows.at(-1)?.id ?? after;
  }
}

export const activityColumns = ["at", "kind", "actor", "summary", "subject", "fields", "ip_address"] as const;

function activityCells(activity: Activity, names: ReadonlyMap<string, string>): Cell[] {
  const { at, kind, actor, subject, fields, ipAddress } = activity;
  return [
    writeInstant(at),
    kind,
    actorName(actor),
    summaryOf(activity, names),
    subject?.id ?? null,
    fields.join(";"),
    ipAddress,
  ];
}
