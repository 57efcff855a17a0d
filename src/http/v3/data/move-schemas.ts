import { z } from "@hono/zod-openapi";
import { comparedThings } from "../../../data/moving/comparison.ts";
import { created } from "../framework/example-store.ts";
import { createdAt, described, shownId, shownInstant, shownText, text } from "../framework/fields.ts";
import { boolean, withDefault } from "../framework/loose-values.ts";

/** Characters of an address, a key or a token. */
const longest = 1_000;

export const newMove = z
  .object({
    from: text(longest, { shortest: 1 }).describe("Address of your account at the old service."),
    api_key: text(longest, { shortest: 1 }).describe(
      "API key of your account at the old service. Kept encrypted until the move ends.",
    ),
    api_token: text(longest, { shortest: 1 }).describe(
      "API token of your account at the old service. Kept encrypted until the move ends.",
    ),
    dry_run: withDefault(boolean, false).describe("Set to true to read and compare only."),
  })
  .openapi("NewMove", {
    example: { from: "https://ann.old.example", api_key: "key", api_token: "token", dry_run: true },
  });

export const moveSchema = z
  .object({
    id: shownId,
    from: z.string().describe("Address of the account at the old service."),
    dry_run: z.boolean().describe("Whether it only reads and compares."),
    state: z
      .enum(["running", "done", "failed", "stopped"])
      .describe("A move that failed or was stopped resumes where it stopped when you start it again."),
    step: shownText.describe("What is being done. Null: nothing yet."),
    step_done: z.number().int().describe("Pages or files of this step that are through."),
    step_total: z.number().int().describe("Pages or files of this step."),
    notice: shownText.describe("What the old service asks for, such as to wait. Null: nothing."),
    problem: shownText.describe("Why it failed. Null: it did not."),
    created_by: z.string().describe("Who began it, as the activity log names them."),
    created_at: createdAt,
    finished_at: shownInstant.nullable().describe("When it ended. Null: it runs."),
  })
  .openapi("Move", {
    example: {
      id: 1,
      from: "https://ann.old.example",
      dry_run: false,
      state: "running",
      step: "reading orders",
      step_done: 3,
      step_total: 12,
      notice: null,
      problem: null,
      created_by: "API",
      created_at: created,
      finished_at: null,
    },
  });

const differenceExample = { what: "order" as const, id: "10000017", reason: "the link of MAP-1 is a new one" };

const countsExample = {
  products: 4,
  files: 3,
  orders: 1200,
  order_items: 2396,
  downloads_remaining: 16763,
  downloads: 5,
};

const reportExample = {
  there: countsExample,
  here: countsExample,
  made: { products: 4, files: 3, orders: 1200, downloads: 5 },
  matches: false,
  differing: [],
  difference_count: 1,
  differences: [differenceExample],
  notes: [],
};

const count = z.number().int();

const counts = z
  .object({
    products: count.describe("Number of products. The old service calls them items."),
    files: count.describe("Number of files."),
    orders: count.describe("Number of orders."),
    order_items: count.describe("Number of products in all orders, added up."),
    downloads_remaining: count.describe("Downloads left in all orders together."),
    downloads: count.describe("Number of counted downloads."),
  })
  .openapi("MoveCounts", { example: countsExample });

const { products, files, orders, downloads } = counts.shape;

export const moveReportSchema = z
  .object({
    there: described(counts, "What the old service has."),
    here: described(counts, "The same counts of the account here, to compare with `there`."),
    made: z.object({ products, files, orders, downloads }).describe("What this move has made."),
    matches: z.boolean().describe("Whether nothing differs."),
    differing: z.array(z.enum(comparedThings)).describe("The counts that differ."),
    difference_count: count.describe("Number of all differences, also of those that `differences` has no room for."),
    differences: z
      .array(
        z
          .object({
            what: z
              .enum(["account", "product", "file", "order", "download"])
              .describe("What kind of thing differs between there and here."),
            id: z.string().describe("What the old service calls it."),
            reason: z.string().describe("How it differs."),
          })
          .openapi("MoveDifference", { example: differenceExample }),
      )
      .describe("What is not here as it is there, up to 1,000 of each kind."),
    notes: z.array(z.string()).describe("Sentences about what was left out."),
  })
  .nullable()
  .openapi({ description: "Null: the move is not done.", example: reportExample });
