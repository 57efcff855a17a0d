import { availableParallelism } from "node:os";
import { DomainError } from "../platform/errors.ts";

/** The ID of an email in the mailbox. Throws `invalid`. */
export function emailNumber(text: string): number {
  const problem = `“${text}” is not an email ID. \`waybill mailbox list\` shows the IDs.`;
  return positive(text) ?? refuse(problem);
}

/** A parser for an option's value: a whole number of at least 1. The parser throws `invalid`. */
export function numberFor(option: string): (text: string) => number {
  return (text) => positive(text) ?? refuse(`${option} must be a whole number of at least 1, not “${text}”.`);
}

/**
 * A parser for an option's value: a whole number or `none`. The parser throws `invalid`. It does not return null for
 * none, because commander would treat the option as absent.
 */
export function numberOrNoneFor(option: string): (text: string) => number | "none" {
  return (text) => {
    if (text === "none") return text;
    return /^\d{1,9}$/.test(text) ? Number(text) : refuse(`${option} must be a whole number or none, not “${text}”.`);
  };
}

/** More than the processors of any machine. */
const mostProcesses = 256;

/** How many processes serve: a number, or `cores`. Throws `invalid`. */
export function processCount(text: string): number {
  if (text === "cores") return availableParallelism();
  const count = positive(text);
  if (count !== null && count <= mostProcesses) return count;
  return refuse(`--processes must be a whole number from 1 to ${mostProcesses}, or cores, not “${text}”.`);
}

/** The address of a PostgreSQL database. Throws `invalid`, without repeating a password. */
export function postgresAddress(text: string): string {
  if (/^postgres(ql)?:\/\/./.test(text) && URL.canParse(text)) return text;
  return refuse("--to must be postgres://USER:PASSWORD@HOST/DATABASE.");
}

const positive = (text: string): number | null => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : null);

function refuse(sentence: string): never {
  throw new DomainError("invalid", sentence);
}

/**
 * Commander's messages about wrong arguments, and our sentences for them. Its errors have codes, but only the messages
 * contain the names.
 */
const sentences: [RegExp, string][] = [
  [/^error: missing required argument '(.+)'/, "<$1> is missing."],
  [/^error: required option '(.+)' not specified/, "$1 is missing."],
  [/^error: option '(\S+) (.+)' argument missing/, "$1 needs a value: $1 $2."],
  [/^error: unknown option '(.+)'/, "There is no option $1 here."],
  [/^error: unknown command '(.+)'/, "There is no command “$1”."],
  [
    /^error: too many arguments for '(.+)'\. Expected (\d+) arguments? but got (\d+)\./,
    "Too many values for “$1”: it takes $2 at most, not $3.",
  ],
];

/** Commander's message about wrong arguments, as a sentence. */
export function argumentError(text: string): string {
  const known = sentences.find(([pattern]) => pattern.test(text));
  return known ? text.replace(...known) : text.replace(/^error: /, "");
}
