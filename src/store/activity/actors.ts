/** Who made a change: a member of the account, a program with one of its API keys, a connected shop, or another program. */
export type Actor =
  | { type: "person"; email: string }
  | { type: "api_key"; name: string }
  | { type: "shop"; name: string }
  | { type: Program };

/** `api` is v3, `xml` the unversioned interface. */
type Program = "api" | "xml" | "command_line";

/** Names of programs, shown instead of a person's email address. */
export const programNames: Record<Program, string> = { api: "API", xml: "API (XML)", command_line: "Command line" };

const programs = Object.keys(programNames) as Program[];

/** Prefix of an API key's name where an actor is shown. */
const keyWords = "API key ";

/** Prefix of a connection's name where an actor is shown. */
const shopWords = "Shop ";

/** Prefix of an API key's name where an actor is stored. With its space, it cannot be part of an email address. */
const keyMark = "key: ";

/** The same for a connection's name. */
const shopMark = "shop: ";

/** The actor's name, as shown in interfaces and files. */
export function actorName(actor: Actor): string {
  if (actor.type === "person") return actor.email;
  if (actor.type === "api_key") return `${keyWords}${actor.name}`;
  return actor.type === "shop" ? `${shopWords}${actor.name}` : programNames[actor.type];
}

/** The actor with this name from `actorName`, ignoring case except in names of keys and shops. */
export function actorNamed(name: string): Actor {
  if (name.toLowerCase().startsWith(keyWords.toLowerCase())) {
    return { type: "api_key", name: name.slice(keyWords.length) };
  }
  if (name.toLowerCase().startsWith(shopWords.toLowerCase())) {
    return { type: "shop", name: name.slice(shopWords.length) };
  }
  const program = programs.find((one) => programNames[one].toLowerCase() === name.toLowerCase());
  return program ? { type: program } : { type: "person", email: name };
}

/** The stored form of an actor. Email addresses contain an at sign, so no person is mistaken for a program. */
export function storedActor(actor: Actor): string | null {
  if (actor.type === "person") return actor.email.toLowerCase();
  if (actor.type === "api_key") return keyMark + actor.name;
  if (actor.type === "shop") return shopMark + actor.name;
  return actor.type === "api" ? null : actor.type;
}

export function actorOf(stored: string | null): Actor {
  if (stored === null) return { type: "api" };
  if (stored.startsWith(keyMark)) return { type: "api_key", name: stored.slice(keyMark.length) };
  if (stored.startsWith(shopMark)) return { type: "shop", name: stored.slice(shopMark.length) };
  const program = programs.find((one) => one === stored);
  return program ? { type: program } : { type: "person", email: stored };
}
