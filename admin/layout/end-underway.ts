import { useLayoutEffect } from "react";
import { cancelAll } from "../components/upload/uploads.ts";
import { forgetBulk } from "../orders/bulk-run.ts";

/** Ends what goes on above all screens: it goes on for nobody else. */
export async function endUnderway(): Promise<void> {
  forgetBulk();
  await cancelAll();
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
