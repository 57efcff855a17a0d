import { z } from "@hono/zod-openapi";
import { orderNames } from "../../../delivery/orders/reading/order-names.ts";
import { writeInstant } from "../../../platform/instants.ts";
import { type Activity, listActivities } from "../../../store/activity/activities.ts";
import { actorName, actorNamed, programNames } from "../../../store/activity/actors.ts";
import { activityKindNames, ordersIn, summaryOf } from "../../../store/activity/kinds.ts";
import { rangeDay } from "../day-range.ts";
import { pageOf } from "../framework/answers.ts";
import { newRoutes } from "../framework/environment.ts";
import { orNull, pageQuery, rowsOf, shownId, shownInstant, shownText, text } from "../framework/fields.ts";
import { optional } from "../framework/loose-values.ts";
import { operation } from "../framework/operation.ts";
import { problems } from "../framework/problem-schemas.ts";

/** The actor of changes that are made with the API key. */
export const programs = programNames.api;

const { xml, command_line } = programNames;

const activitySchema = z
  .object({
    id: shownId,
    at: shownInstant.describe("When it was changed."),
    kind: z.string().describe("What kind of change it was."),
    actor: z
      .string()
      .describe(
        `Email address of the member, \`API key NAME\`, \`Shop NAME\` of a connection, or for other programs \`${programs}\` (v3), \`${xml}\` (the unversioned interface) or \`${command_line}\`.`,
      ),
    summary: z
      .string()
      .describe(
        "The change in a short English sentence. An order goes by the shop's number or your order ID, if it has one.",
      ),
    details: z
      .object({
        subject: z
          .object({
            type: z
              .string()
              .describe(
                "`order`, `product`, `file`, `import`, `member`, `customer`, `connection`, `webhook`, `api_key` or `wording`.",
              ),
            id: z.string().describe("Its ID, or what it is known by, such as the SKU of a product."),
          })
          .nullable()
          .describe("What was changed. Null: the account."),
        fields: z.array(z.string()).describe("Names of the fields that were sent."),
        ip_address: shownText.describe("Where the change came from."),
      })
      .describe("More about the change."),
  })
  .openapi("Activity", {
    example: {
      id: 1,
      at: "2026-11-20T21:37:00+00:00",
      kind: "account.changed",
      actor: "API",
      summary: "Settings changed",
      details: { subject: null, fields: ["name", "website"], ip_address: "127.0.0.1" },
    },
  });

/** `names` has the displayed names of orders among the subjects (`orderNames`). */
export const presentActivity = (
  activity: Activity,
  names: ReadonlyMap<string, string>,
): z.output<typeof activitySchema> => ({
  id: activity.id,
  at: writeInstant(activity.at),
  kind: activity.kind,
  actor: actorName(activity.actor),
  summary: summaryOf(activity, names),
  details: { subject: activity.subject, fields: activity.fields, ip_address: orNull(activity.ipAddress) },
});

export const activityFilters = {
  actor: text(255)
    .optional()
    .openapi({
      description: `Only changes by the member with this email address, or by \`API key NAME\`, \`${programs}\`, \`${xml}\` or \`${command_line}\`.`,
      example: programs,
    }),
  kind: optional(z.enum(activityKindNames, { error: `must be one of ${activityKindNames.join(", ")}` })).openapi({
    description: "Only changes of this kind, such as `order.changed`.",
    example: "product.created",
  }),
  from: optional(rangeDay).openapi({ description: "First day, in UTC.", example: "2026-01-01" }),
  to: optional(rangeDay).openapi({ description: "Last day, in UTC.", example: "2099-12-31" }),
};

/** The filter of a query. */
export const activityFilter = <Query extends { actor?: string | undefined }>({ actor, ...others }: Query) => ({
  ...others,
  actor: actor ? actorNamed(actor) : undefined,
});

export const activityRoutes = newRoutes().openapi(
  operation({
    method: "get",
    path: "/api/v3/activity",
    role: "read_only",
    scope: "account:manage",
    summary: "List changes",
    description:
      "Who changed what and from where, newest first. Orders that programs create are not listed. Results match all filters.",
    tags: ["Activity"],
    request: { query: pageQuery.extend(activityFilters) },
    responses: {
      200: pageOf("activity", activitySchema, "changes"),
      ...problems(422),
    },
  }),
  async (c) => {
    const { page, page_size, ...filters } = c.req.valid("query");
    const { services, account } = c.var;
    const rows = rowsOf({ page, page_size });
    const { activities, total } = await listActivities(services.db.scan, account.id, activityFilter(filters), rows);
    const names = await orderNames(services.db.scan, account.id, ordersIn(activities));
    const shown = activities.map((activity) => presentActivity(activity, names));
    return c.json({ activity: shown, page, page_size, total }, 200);
  },
);
