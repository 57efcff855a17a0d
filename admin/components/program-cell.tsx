import { programName } from "./program.ts";
import { Shortened } from "./shortened.tsx";

/** The browser or app that downloaded. The tooltip shows its whole user agent. */
export function ProgramCell({ userAgent }: { userAgent: string | null }) {
  return <Shortened value={programName(userAgent)} title={userAgent ?? undefined} width="narrow" />;
}
