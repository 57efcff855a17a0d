import pino from "pino";

export const logLevels = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;
export type LogLevel = (typeof logLevels)[number];
export type Log = pino.Logger;

/** One JSON line per event on standard error, with the time as ISO 8601 in UTC. */
export function createLog(level: LogLevel): Log {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: describeError },
    },
    pino.destination({ dest: 2, sync: true }),
  );
}

/** Not what a database adds about the values at hand, which may be a link or an address. */
function describeError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, stack, cause } = error;
  const { code } = error as { code?: unknown };
  return { name, message, code, stack, ...(cause === undefined ? {} : { cause: describeError(cause) }) };
}
