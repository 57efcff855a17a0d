/** Who made a change: a member of the account, or a program. */
export type Actor = { type: "person"; email: string } | { type: Program };

/** `api` is v3, `xml` the unversioned interface. */
type Program = "api" | "xml" | "command_line";

/** What programs are called where a person's email address would stand. */
export const programNames: Record<Program, string> = { api: "API", xml: "API (XML)", command_line: "Command line" };

const programs = Object.keys(programNames) as Program[];

/** Who acted, as interfaces and files show it. */
export const actorName = (actor: Actor): string => (actor.type === "person" ? actor.email : programNames[actor.type]);

/** Who is meant by a name that `actorName` gives, in any case. */
export function actorNamed(name: string): Actor {
  const program = programs.find((one) => programNames[one].toLowerCase() === name.toLowerCase());
  return program ? { type: program } : { type: "person", email: name };
}

/** How the actor is stored. An email address has an at sign, so no program has the name of a person. */
export function storedActor(actor: Actor): string | null {
  if (actor.type === "person") return actor.email.toLowerCase();
  return actor.type === "api" ? null : actor.type;
}

export function actorOf(stored: string | null): Actor {
  if (stored === null) return { type: "api" };
  const program = programs.find((one) => one === stored);
  return program ? { type: program } : { type: "person", email: stored };
}
