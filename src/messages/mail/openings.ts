import { sql } from "kysely";
import type { Reader, Tx } from "../../platform/database/database.ts";
import { prepared } from "../../platform/database/prepared.ts";
import { rowSet, valueSet } from "../../platform/database/row-set.ts";
import type { Instant } from "../../platform/instants.ts";

/** An email's picture was fetched. */
export interface EmailOpening {
  accountId: number;
  emailId: number;
  at: Instant;
}

/** Records that emails of these accounts were opened. Leaves out emails of other accounts. */
export async function recordOpenings(tx: Tx, openings: EmailOpening[]): Promise<void> {
  // Always in the same order, so that two transactions never wait for each other.
  const rows = openings.toSorted((one, other) => one.emailId - other.emailId);
  const sums = [...Map.groupBy(rows, ({ emailId }) => emailId).values()].map((ofOne) => ({
    emailId: ofOne[0]?.emailId,
    accountId: ofOne[0]?.accountId,
    opened: ofOne.length,
    firstAt: Math.min(...ofOne.map(({ at }) => at)),
    lastAt: Math.max(...ofOne.map(({ at }) => at)),
  }));
  await addOpenings(tx, { rows: JSON.stringify(sums) });
}

const columns = {
  email_id: ["emailId", "integer"],
  account_id: ["accountId", "integer"],
  opened: "integer",
  first_at: ["firstAt", "integer"],
  last_at: ["lastAt", "integer"],
} as const;

const addOpenings = prepared<{ rows: string }, never>((db, { rows }) =>
  db
    .insertInto("email_openings")
    .columns(["email_id", "opened", "first_at", "last_at"])
    .expression((eb) =>
      eb
        .selectFrom(rowSet(db, "opening", columns, rows))
        .innerJoin("emails", (join) =>
          join.onRef("emails.id", "=", "opening.email_id").onRef("emails.account_id", "=", "opening.account_id"),
        )
        .select(["opening.email_id", "opening.opened"])
        .select((its) => [
          its.ref("opening.first_at").$castTo<Instant>().as("first_at"),
          its.ref("opening.last_at").$castTo<Instant>().as("last_at"),
        ])
        // Without this, SQLite would read the `on` of `on conflict` as part of a join. It also leaves out erased emails.
        .where("emails.recipient", "<>", ""),
    )
    .onConflict((conflict) =>
      conflict.column("email_id").doUpdateSet({
        opened: sql<number>`email_openings.opened + excluded.opened`,
        last_at: sql<Instant>`excluded.last_at`,
      }),
    ),
);

export interface Openings {
  emailId: number;
  opened: number;
  firstAt: Instant;
  lastAt: Instant;
}

/** How often these emails were opened, and when. Leaves out emails that never were. */
export async function openingsOf(reader: Reader, emailIds: number[]): Promise<Openings[]> {
  return emailIds.length === 0 ? [] : openingsOfAll(reader, { ids: JSON.stringify(emailIds) });
}

const openingsOfAll = prepared<{ ids: string }, Openings>((db, { ids }) =>
  db
    .selectFrom("email_openings")
    .select(["email_id as emailId", "opened", "first_at as firstAt", "last_at as lastAt"])
    .where("email_id", "in", valueSet(db, "integer", ids)),
);

/** Deletes the record that these emails were opened. */
export async function forgetOpenings(tx: Tx, emailIds: number[]): Promise<void> {
  await forgetAll(tx, { ids: JSON.stringify(emailIds) });
}

const forgetAll = prepared<{ ids: string }, never>((db, { ids }) =>
  db.deleteFrom("email_openings").where("email_id", "in", valueSet(db, "integer", ids)),
);
