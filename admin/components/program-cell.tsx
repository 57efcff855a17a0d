import { programName } from "./program.ts";
import { Shortened } from "./shortened.tsx";

/** The program that downloaded, in a table; when it is pointed at, all that it says of itself. */
export function ProgramCell({ userAgent }: { userAgent: string | null }) {
  return <Shortened value={programName(userAgent)} title={userAgent ?? undefined} width="narrow" />;
}
