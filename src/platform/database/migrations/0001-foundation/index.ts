import type { SchemaMigration } from "../../column-types.ts";
import { createAccounts } from "./accounts.ts";
import { createCatalog } from "./catalog.ts";
import { createDownloads } from "./downloads.ts";
import { createIdempotency } from "./idempotency.ts";
import { createImports } from "./imports.ts";
import { createLicenses } from "./licenses.ts";
import { createMail } from "./mail.ts";
import { createOrders } from "./orders.ts";
import { createPeople } from "./people.ts";
import { createRenewals } from "./renewals.ts";
import { createStatistics } from "./statistics.ts";
import { createUploads } from "./uploads.ts";
import { createWordings } from "./wordings.ts";

/** All tables of the first release, each after the tables it refers to. */
export const foundation: SchemaMigration = async ({ schema }, types) => {
  await createAccounts(schema, types);
  await createPeople(schema, types);
  await createWordings(schema, types);
  await createCatalog(schema, types);
  await createOrders(schema, types);
  await createRenewals(schema, types);
  await createLicenses(schema, types);
  await createDownloads(schema, types);
  await createMail(schema, types);
  await createStatistics(schema, types);
  await createIdempotency(schema, types);
  await createUploads(schema, types);
  await createImports(schema, types);
};
