import { useLayoutEffect } from "react";
import { uploaderCode } from "../components/upload/lazy-uploader.ts";
import { underwayNow } from "../components/upload/underway.ts";
import { forgetBulk } from "../orders/bulk-run.ts";

/** Ends what goes on above all screens: it goes on for nobody else. */
export async function endUnderway(): Promise<void> {
  forgetBulk();
  // Uploads are loaded with the first one.
  if (underwayNow().files.length > 0) await (await uploaderCode()).cancelAll();
}

/** Who was signed in last in this window. */
let last: string | undefined;

/** Ends what is under way once somebody else signs in; whoever comes back to their own session finds it as it was. */
export function useOwnUnderway(person: string | undefined): void {
  useLayoutEffect(() => {
    if (person === undefined) return;
    if (last !== undefined && last !== person) void endUnderway();
    last = person;
  }, [person]);
}
