/** Who made a change: a member of the account, a program with one of its API keys, or another program. */
export type Actor = { type: "person"; email: string } | { type: "api_key"; name: string } | { type: Program };

/** `api` is v3, `xml` the unversioned interface. */
type Program = "api" | "xml" | "command_line";

/** What programs are called where a person's email address would stand. */
export const programNames: Record<Program, string> = { api: "API", xml: "API (XML)", command_line: "Command line" };

const programs = Object.keys(programNames) as Program[];

/** Ahead of a key's name, where an actor is shown. */
const keyWords = "API key ";

/** Ahead of a key's name, where an actor is stored. With a space, it is no email address. */
const keyMark = "key: ";

/** Who acted, as interfaces and files show it. */
export function actorName(actor: Actor): string {
  if (actor.type === "person") return actor.email;
  return actor.type === "api_key" ? `${keyWords}${actor.name}` : programNames[actor.type];
}

/** Who is meant by a name that `actorName` gives, in any case, but for the name of a key. */
export function actorNamed(name: string): Actor {
  if (name.toLowerCase().startsWith(keyWords.toLowerCase())) {
    return { type: "api_key", name: name.slice(keyWords.length) };
  }
  const program = programs.find((one) => programNames[one].toLowerCase() === name.toLowerCase());
  return program ? { type: program } : { type: "person", email: name };
}

/** How the actor is stored. An email address has an at sign, so no program has the name of a person. */
export function storedActor(actor: Actor): string | null {
  if (actor.type === "person") return actor.email.toLowerCase();
  if (actor.type === "api_key") return keyMark + actor.name;
  return actor.type === "api" ? null : actor.type;
}

export function actorOf(stored: string | null): Actor {
  if (stored === null) return { type: "api" };
  if (stored.startsWith(keyMark)) return { type: "api_key", name: stored.slice(keyMark.length) };
  const program = programs.find((one) => one === stored);
  return program ? { type: program } : { type: "person", email: stored };
}
