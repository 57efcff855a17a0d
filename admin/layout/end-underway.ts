import { useLayoutEffect } from "react";
import { uploaderCode } from "../components/upload/lazy-uploader.ts";
import { underwayNow } from "../components/upload/underway.ts";
import { forgetBulk } from "../orders/bulk-run.ts";

/** Stops bulk actions and uploads, so that they do not continue for another person. */
export async function endUnderway(): Promise<void> {
  forgetBulk();
  // Avoids loading the uploader when nothing is uploading.
  if (underwayNow().files.length > 0) await (await uploaderCode()).cancelAll();
}

/** Who was last signed in in this window. */
let last: string | undefined;

/** Stops bulk actions and uploads once another person signs in. They continue when the same person returns. */
export function useOwnUnderway(person: string | undefined): void {
  useLayoutEffect(() => {
    if (person === undefined) return;
    if (last !== undefined && last !== person) void endUnderway();
    last = person;
  }, [person]);
}
