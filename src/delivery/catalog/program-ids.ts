import { isUniqueViolation, type Reader, type Tx } from "../../platform/database/database.ts";
import { prepared } from "../../platform/database/prepared.ts";
import { valueSet } from "../../platform/database/row-set.ts";
import { InvalidFields, rejectFields } from "../../platform/errors.ts";
import { textProblem, visibleText } from "../../platform/text.ts";

/** Maximum number of ids by which programs know one product. */
export const mostProgramIds = 20;

/** Maximum length of such an id, in characters. */
export const longestProgramId = 255;

/** Another product of the account is already known by this id. */
export class ProgramIdTaken extends InvalidFields {
  constructor(id: string) {
    super([{ field: "programIds", message: `must not contain ${id}, by which programs know another product` }]);
  }
}

/** Why these ids cannot identify a product to programs; null if they can. */
export function programIdsProblem(ids: string[]): string | null {
  if (ids.length > mostProgramIds) return `must contain at most ${mostProgramIds} IDs`;
  const problems = ids.map((id) => textProblem(visibleText(id), { shortest: 1, longest: longestProgramId }));
  const problem = problems.find((one) => one !== null);
  return problem ? `must contain IDs of which each ${problem}` : null;
}

/** For each of these products (row numbers), the ids by which programs know it, in the owner's order. */
export async function programIdsOfProducts(reader: Reader, productIds: number[]): Promise<Map<number, string[]>> {
  const rows = await idRows(reader, { ids: JSON.stringify(productIds) });
  const byProduct = Map.groupBy(rows, ({ productId }) => productId);
  return new Map([...byProduct].map(([id, its]) => [id, its.map(({ programId }) => programId)]));
}

const idRows = prepared<{ ids: string }, { productId: number; programId: string }>((db, { ids }) =>
  db
    .selectFrom("product_program_ids")
    .select(["product_id as productId", "program_id as programId"])
    .where("product_id", "in", valueSet(db, "integer", ids))
    .orderBy("position"),
);

/** The row numbers of the account's products that programs know by these ids. */
export async function productIdsOfPrograms(
  reader: Reader,
  accountId: number,
  programIds: string[],
): Promise<Map<string, number>> {
  const rows = await productRows(reader, { accountId, ids: JSON.stringify(programIds) });
  return new Map(rows.map(({ programId, productId }) => [programId, productId]));
}

type ProgramRow = { productId: number; programId: string };

const productRows = prepared<{ accountId: number; ids: string }, ProgramRow>((db, { accountId, ids }) =>
  db
    .selectFrom("product_program_ids")
    .select(["product_id as productId", "program_id as programId"])
    .where("account_id", "=", accountId)
    .where("program_id", "in", valueSet(db, "text", ids)),
);

/** The SKU of the account's product that programs know by this id; null if there is none. */
export async function skuOfProgram(reader: Reader, accountId: number, programId: string): Promise<string | null> {
  const [row] = await skuRow(reader, { accountId, programId: visibleText(programId) });
  return row?.sku ?? null;
}

const skuRow = prepared<{ accountId: number; programId: string }, { sku: string }>((db, { accountId, programId }) =>
  db
    .selectFrom("product_program_ids as known")
    .innerJoin("products as product", "product.id", "known.product_id")
    .select("product.sku")
    .where("known.account_id", "=", accountId)
    .where("known.program_id", "=", programId),
);

/**
 * Replaces the ids by which programs know the product; absent ids do not change. The caller has locked the product. Throws
 * `invalid`, as `ProgramIdTaken` if another product of the account has one of them.
 */
export async function setProgramIds(
  tx: Tx,
  { id, accountId }: { id: number; accountId: number },
  programIds: string[] | undefined,
): Promise<void> {
  if (programIds === undefined) return;
  rejectFields([{ field: "programIds", message: programIdsProblem(programIds) }]);
  await tx.deleteFrom("product_program_ids").where("product_id", "=", id).execute();
  // Inserts one id at a time, so that the error names the one that is taken.
  for (const [index, programId] of [...new Set(programIds.map(visibleText))].entries()) {
    try {
      await tx
        .insertInto("product_program_ids")
        .values({ account_id: accountId, product_id: id, program_id: programId, position: index + 1 })
        .execute();
    } catch (error) {
      throw isUniqueViolation(error) ? new ProgramIdTaken(programId) : error;
    }
  }
}
