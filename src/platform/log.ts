import pino from "pino";

export const logLevels = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;
export type LogLevel = (typeof logLevels)[number];
export type Log = pino.Logger;

/**
 * One JSON line per event on standard error, or to what `write` does with it, with the time as ISO 8601 in UTC. No line
 * contains a whole email address.
 */
export function createLog(level: LogLevel, write: (line: string) => void = toStandardError()): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: describeError },
    },
    maskingAddresses(write),
  );
}

function toStandardError(): (line: string) => void {
  const destination = pino.destination({ dest: 2, sync: true });
  return (line) => void destination.write(line);
}

/** Anything logged may quote input, such as an error's message, so each line is masked as a whole. */
const maskingAddresses = (write: (line: string) => void): pino.DestinationStream => ({
  write: (line) => write(line.includes("@") || line.includes("%40") ? withoutAddresses(line) : line),
});

/**
 * Text that may be part of an address in a line of JSON, also in a URL. An escape such as `\n` is not: its letter
 * belongs to no address.
 */
const wordShape = /\\(?:u[\da-f]{4}|.)|[^\s\p{Cc}"<>()[\]\\,;:/?&]+/giu;

/** The beginning of a domain, but not a package version such as `hono@4.1.0`. */
const domainShape = /^(?:[\p{L}\p{N}][\p{L}\p{M}\p{N}-]{0,62}\.){1,10}\p{L}[\p{L}\p{M}\p{N}-]/u;

/**
 * Most characters of a line that is masked unchanged, and of each text in a longer line. Masking takes about 0.3 ms for
 * 1,000 characters.
 */
const longestLine = 4_096;
const longestText = 2_000;

/** Takes time proportional to the line's length, and little for any line: in long lines, texts are shortened first. */
const withoutAddresses = (line: string): string => maskWords(line.length > longestLine ? shortened(line) : line);

function shortened(line: string): string {
  const beginning = (_: string, value: unknown) => (typeof value === "string" ? beginningOf(value) : value);
  const short = JSON.stringify(JSON.parse(line, beginning));
  // A line with so many texts that shortening does not help. Nothing writes such a line.
  return `${short.length > 4 * longestLine ? JSON.stringify({ msg: "a line that was too long to log" }) : short}\n`;
}

/** Ends at the end of a word, so that no part of an address is left. */
function beginningOf(text: string): string {
  if (text.length <= longestText) return text;
  let end = longestText;
  while (end > 0 && !/[\s"<>,;:/?&]/.test(text.charAt(end - 1))) end--;
  return `${text.slice(0, end)}…`;
}

const maskWords = (text: string): string =>
  text.replace(wordShape, (word) => (word.includes("@") || word.includes("%40") ? masked(word) : word));

function masked(word: string): string {
  const parts = word.split(/(@|%40)/);
  return parts
    .map((part, at) => (at % 2 === 0 && part !== "" && domainShape.test(parts[at + 2] ?? "") ? "***" : part))
    .join("");
}

/** Without the details that a database adds about values, which may be a link or an address. */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, stack, cause } = error;
  const { code } = error as { code?: unknown };
  return { name, message, code, stack, ...(cause === undefined ? {} : { cause: describeError(cause) }) };
}
