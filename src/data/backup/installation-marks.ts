import type { Reader, Tx } from "../../platform/database/database.ts";
import type { InstallationMarksTable } from "../../platform/database/schema.ts";
import { type Instant, writeInstant } from "../../platform/instants.ts";

type MarkName = InstallationMarksTable["name"];

/** Something to know before using a database (`InstallationMarksTable`). */
interface InstallationMark {
  detail: string;
  markedAt: Instant;
}

/** Null without such a mark. The schema must be the latest. */
export async function readMark(reader: Reader, name: MarkName): Promise<InstallationMark | null> {
  const mark = reader.selectFrom("installation_marks").select(["detail", "marked_at as markedAt"]);
  return (await mark.where("name", "=", name).executeTakeFirst()) ?? null;
}

/** Sets a mark, replacing an earlier one with this name. */
export async function setMark(tx: Reader, name: MarkName, detail: string, now: Instant): Promise<void> {
  const row = { detail, marked_at: now };
  await tx
    .insertInto("installation_marks")
    .values({ name, ...row })
    .onConflict((conflict) => conflict.column("name").doUpdateSet(row))
    .execute();
}

/** Removes the mark if it has this detail. */
export async function removeMark(tx: Tx, name: MarkName, detail: string): Promise<void> {
  await tx.deleteFrom("installation_marks").where("name", "=", name).where("detail", "=", detail).execute();
}

/** For a database that is a copy of another one. */
export async function removeAllMarks(tx: Tx): Promise<void> {
  await tx.deleteFrom("installation_marks").execute();
}

/** Whether a restore or move into the database is unfinished. False for an earlier schema without marks. */
export async function isFilling(reader: Reader): Promise<boolean> {
  return (await readMark(reader, "filling").catch(() => null)) !== null;
}

/** Why nobody may use the database now, in full sentences; null if it can be used. The schema must be the latest. */
export async function reasonNotToUse(reader: Reader, { mayBeMoved = false } = {}): Promise<string | null> {
  const [filling, moved] = [await readMark(reader, "filling"), await readMark(reader, "moved")];
  if (filling) {
    const since = `since ${writeInstant(filling.markedAt)}`;
    const next = "If that was interrupted, run `waybill restore` or `waybill migrate-database` again where it ran.";
    return `an installation is being restored or moved into this database, ${since}. Wait until that has ended. ${next}`;
  }
  if (!moved || mayBeMoved) return null;
  const where = `this installation was moved to ${moved.detail} on ${writeInstant(moved.markedAt)}`;
  const undo = "To use this database again, without anything that has happened there since, first run";
  return `${where}. Set WAYBILL_DATABASE to that address. ${undo} \`waybill migrate-database --undo\`.`;
}
