import { forgetUnfinishedUploads } from "../../delivery/catalog/uploads.ts";
import type { Tx } from "../../platform/database/database.ts";
import { forgetRemovals } from "../../platform/files/byte-removal.ts";
import { endAllPauses } from "../../platform/files/removal-pauses.ts";
import { forgetFailure } from "./failures.ts";
import { removeAllMarks } from "./installation-marks.ts";

/** Removes from a copied database what is true only for the original, whose stored bytes and backups are elsewhere. */
export async function forgetTransient(tx: Tx): Promise<void> {
  await forgetUnfinishedUploads(tx);
  await forgetRemovals(tx);
  await endAllPauses(tx);
  await removeAllMarks(tx);
  await forgetFailure(tx);
}
