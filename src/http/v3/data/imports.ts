import { z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { mostRows } from "../../../data/csv/csv-read.ts";
import type { ImportRecord } from "../../../data/csv/import-records.ts";
import { mostRefusals } from "../../../data/csv/kind.ts";
import { DomainError } from "../../../platform/errors.ts";
import { writeInstant } from "../../../platform/instants.ts";
import { contentTypeOf } from "../../body.ts";
import { answerOf } from "../framework/answers.ts";
import { noteChange } from "../framework/change.ts";
import { newRoutes, type V3Env } from "../framework/environment.ts";
import { RequestError } from "../framework/errors.ts";
import { created } from "../framework/example-store.ts";
import { createdAt, rowNumber, shownId, shownInstant } from "../framework/fields.ts";
import { boolean, withDefault } from "../framework/loose-values.ts";
import { operation } from "../framework/operation.ts";
import { problems } from "../framework/problem-schemas.ts";
import { streamedBody } from "../uploads/upload-body.ts";

const tags = ["Import and export"];

/** Bytes of a file. */
const longestFile = 50 * 1_048_576;

const kinds = ["products", "orders", "license_keys"] as const;
const flag = (description: string) => withDefault(boolean, false).describe(description);

const importSchema = z
  .object({
    id: shownId,
    kind: z.enum(kinds).describe("What the rows of the file describe."),
    state: z
      .enum(["checking", "applying", "done", "failed"])
      .describe("`checking` the rows, `applying` them, `done`, or `failed`: then nothing was imported."),
    rows: z.number().int().describe("Number of rows, without the header and empty rows."),
    done_rows: z.number().int().describe("Number of rows processed in the current state."),
    accepted: z.number().int().describe("Number of valid rows."),
    refused: z
      .array(
        z
          .object({
            row: z.number().int().describe("Row number as in a spreadsheet: the header is row 1."),
            field: z.string().nullable().describe("Name of the column. Null: the problem concerns the whole row."),
            reason: z.string().describe("Why the row was rejected."),
            value: z
              .string()
              .nullable()
              .describe(
                "Content of the invalid cell, shortened. Null if it is empty or the problem concerns the whole row.",
              ),
          })
          .openapi("RefusedRow", {
            example: {
              row: 7,
              field: "email",
              reason: "must be an email address such as ann@example.com",
              value: "ann@",
            },
          }),
      )
      .describe(
        `The rejected rows, with one entry per invalid cell, up to ${mostRefusals}. Empty until the state is done.`,
      ),
    unknown_columns: z.array(z.string()).describe("Columns that were ignored."),
    notes: z
      .array(z.string())
      .describe("Sentences about values that were interpreted or ignored. Complete once the state is done."),
    dry_run: z.boolean().describe("Whether the file was only checked."),
    skip_refused: z.boolean().describe("Whether valid rows are imported even if others are rejected."),
    applied: z.boolean().describe("Whether the accepted rows were imported. Either all of them are, or none."),
    problem: z
      .string()
      .nullable()
      .describe("Why the import failed. Nothing was imported in that case. Null: it did not fail."),
    created_at: createdAt,
    finished_at: shownInstant.nullable().describe("When the import finished. Null until then."),
  })
  .openapi("Import", {
    example: {
      id: 1,
      kind: "products",
      state: "done",
      rows: 1,
      done_rows: 1,
      accepted: 1,
      refused: [],
      unknown_columns: [],
      notes: [],
      dry_run: false,
      skip_refused: false,
      applied: true,
      problem: null,
      created_at: created,
      finished_at: "2026-11-20T21:37:01+00:00",
    },
  });

const importAnswer = (description: string) => answerOf("import", importSchema, description);

/** A sample file of each kind. They match the examples of the other routes. */
const examples = {
  products: "sku,name,price,item_urls\r\nMAP-9,Map of the east,9.50,https://example.com/maps/east Online map\r\n",
  orders: "id,email,first_name,skus,created_at\r\nM-9001,ann@example.com,Ann,MAP-1*2,2026-01-31T12:00:00+00:00\r\n",
  license_keys: "product_sku,key\r\nMAP-1,AAAA-BBBB-9001\r\nMAP-1,AAAA-BBBB-9002\r\n",
};

const scopes = { products: "products:write", orders: "orders:write", license_keys: "license_keys:manage" } as const;

/** The values of the example's response that differ from the usual ones. */
const answers = {
  products: {},
  orders: { kind: "orders" },
  license_keys: { kind: "license_keys", rows: 2, done_rows: 2, accepted: 2 },
};

const summaries = { products: "Import products", orders: "Import orders", license_keys: "Import license keys" };

const description = [
  `Send a CSV file in UTF-8 with a header row, up to ${longestFile / 1_048_576} MiB and ${mostRows} rows. [Import and export](/docs/store/import-export) describes the columns.`,
  "All rows are checked first. If any row is rejected, nothing is imported, unless `skip_refused` is true. Rows are imported in one transaction: all of them or none.",
  "Check `applied` and `refused` in the response.",
].join(" ");

export const importRoutes = newRoutes();

for (const kind of kinds) {
  importRoutes.openapi(
    operation({
      method: "post",
      path: `/api/v3/imports/${kind}`,
      role: "staff",
      scope: scopes[kind],
      activity: { kind: "import.started", subject: "import" },
      examples: { answer: answers[kind] },
      summary: summaries[kind],
      description,
      tags,
      request: {
        query: z.object({
          dry_run: flag("Set to true to check the file without importing it."),
          skip_refused: flag("Set to true to import the valid rows even if others are rejected."),
          background: flag(
            "Set to true to get a 202 response as soon as the file has been received. Follow the import at `imports/{id}`.",
          ),
        }),
        // Described by hand: with a zod schema here, the framework would read the whole body into memory.
        body: {
          required: true,
          content: { "text/csv": { schema: { type: "string" as const }, example: examples[kind] } },
        },
      },
      responses: {
        200: importAnswer("The result of the import."),
        202: importAnswer("The import has started (with `background`)."),
        ...problems(400, 409, 413, 415, 422),
      },
    }),
    async (c) => {
      const { dry_run: dryRun, skip_refused: skipRefused, background } = c.req.valid("query");
      const { services, account, now } = c.var;
      if (c.var.key?.isTest && kind === "orders" && !dryRun) {
        throw new DomainError("not_allowed", "A test key cannot import orders, because they would not be tests.");
      }
      const bytes = csvBody(c);
      const { id, ended } = await services.imports.start(account, { kind, dryRun, skipRefused }, bytes, now);
      // A check changes nothing.
      if (!dryRun) await noteChange(c, kind);
      if (background) {
        ended.catch((error) => services.log.error({ err: error, import: id }, "import failed"));
        return c.json(await present(c, id), 202, {
          location: `${services.accountUrl(account)}/api/v3/imports/${id}`,
        });
      }
      await ended;
      return c.json(await present(c, id), 200);
    },
  );
}

importRoutes.openapi(
  operation({
    method: "get",
    path: "/api/v3/imports/{id}",
    role: "read_only",
    scope: "orders:read",
    summary: "Retrieve an import",
    description: "Shows the progress or the result. Results are kept for seven days.",
    tags,
    request: { params: z.object({ id: rowNumber("import").openapi({ example: 1 }) }) },
    responses: { 200: importAnswer("The import."), ...problems(404) },
  }),
  async (c) => c.json(await present(c, c.req.valid("param").id), 200),
);

/** Throws `RequestError` 415 for another media type; a missing one counts as CSV. */
function csvBody(c: Context<V3Env>): ReadableStream<Uint8Array> {
  const { mediaType, charset } = contentTypeOf(c.req.raw);
  if (mediaType !== "" && mediaType !== "text/csv") {
    throw new RequestError(415, `Send the file with the content type text/csv, not ${mediaType}.`);
  }
  if (charset !== "" && !/^(utf-?8|us-ascii)$/i.test(charset)) {
    throw new RequestError(415, `Send the file in UTF-8, not ${charset}.`);
  }
  return streamedBody(c.req.raw, longestFile);
}

async function present({ var: { services, account } }: Context<V3Env>, id: number) {
  return { import: presentImport(await services.imports.read(account.id, id)) };
}

function presentImport(record: ImportRecord): z.output<typeof importSchema> {
  return {
    id: record.id,
    kind: record.kind,
    state: record.state,
    rows: record.rows,
    done_rows: record.doneRows,
    accepted: record.accepted,
    refused: record.refused,
    unknown_columns: record.unknownColumns,
    notes: record.notes,
    dry_run: record.dryRun,
    skip_refused: record.skipRefused,
    applied: record.applied,
    problem: record.problem,
    created_at: writeInstant(record.createdAt),
    finished_at: record.finishedAt === null ? null : writeInstant(record.finishedAt),
  };
}
