import { Context, Liquid, LiquidError } from "liquidjs";
import type { Instant } from "../../../platform/instants.ts";
import { startStopwatch } from "../../../platform/process-limits/stopwatch.ts";
import {
  builtInMemory,
  builtInTime,
  engineMemory,
  engineTime,
  longestBuiltInResult,
  longestResults,
} from "../limits.ts";
import { tooMuch } from "../wording-error.ts";
import type { Outcome, Text } from "./job.ts";

type Limiter = Context["memoryLimit"];

/** Templates cannot include files or other templates. */
const filesOfNobody = { templates: {} };
const fileTags = ["include", "render", "layout", "block"];

/** A misspelled name must be an error, or a customer's email would have a gap. */
const strict = { strictVariables: true, strictFilters: true, ownPropertyOnly: true };

/** Filters whose result depends on the clock for these values. */
const dateFilters = ["date", "date_to_xmlschema", "date_to_rfc822", "date_to_string", "date_to_long_string"];
const clockWords = ["now", "today"];

/** Filters whose result is random. */
const randomFilters = ["sample"];

class LimitReached extends Error {}

/** Contexts in which a filter has noted that the result depends on the time of rendering or on chance. */
const changing = new WeakSet<Context>();

const plain = createEngine({});
const escaping = createEngine({ outputEscape: "escape" });

/** Renders a text. If the text is the cause of an error, returns that as its problem and never throws it. */
export function renderText({ source, format, values, isBuiltIn }: Text): Outcome {
  const engine = format === "html" ? escaping : plain;
  try {
    const context = limitedContext(engine, JSON.parse(values), isBuiltIn);
    const text: string = engine.renderSync(engine.parse(source), context);
    const longest = isBuiltIn ? longestBuiltInResult : longestResults[format];
    if (text.length > longest) return problem(`is longer than ${longest} characters when rendered`, null);
    return { text, changes: changing.has(context) };
  } catch (error) {
    return problemOf(error);
  }
}

function createEngine(options: { outputEscape?: "escape" }): Liquid {
  const engine = new Liquid({ ...strict, ...filesOfNobody, ...options });
  for (const tag of fileTags) delete engine.tags[tag];
  // `raw` would put a customer's name into the HTML without escaping.
  delete engine.filters.raw;
  for (const name of dateFilters) noteChange(engine, name, ([value]) => clockWords.includes(String(value)));
  for (const name of randomFilters) noteChange(engine, name, () => true);
  chargeOutput(engine);
  return engine;
}

function noteChange(engine: Liquid, name: string, depends: (values: unknown[]) => boolean): void {
  const filter = engine.filters[name];
  if (typeof filter !== "function") throw new Error(`The engine has no filter ${name}.`);
  engine.registerFilter(name, function (...values) {
    if (depends(values)) changing.add(this.context);
    return filter.apply(this, values);
  });
}

/** The package counts only filters and loops. Output uses memory too, also inside `capture`. */
function chargeOutput({ renderer }: Liquid): void {
  const renderTemplates = renderer.renderTemplates;
  renderer.renderTemplates = function (templates, context, emitter) {
    return renderTemplates.call(this, templates, context, emitter ?? chargingEmitter(context.memoryLimit));
  };
}

function chargingEmitter(memory: Limiter) {
  return {
    buffer: "",
    write(value: unknown) {
      const text = written(value);
      memory.use(text.length);
      this.buffer += text;
    },
  };
}

/** Formats a value as the package's own emitter does. */
function written(value: unknown): string {
  if (typeof value === "string") return value;
  if (value === null || value === undefined) return "";
  return Array.isArray(value) ? value.map(written).join("") : String(value);
}

function limitedContext(engine: Liquid, values: object, isBuiltIn: boolean): Context {
  const memory = isBuiltIn ? builtInMemory : engineMemory;
  return new Context(
    values,
    engine.options,
    { sync: true },
    {
      memoryLimit: limiter(memory),
      renderLimit: timeLimiter(isBuiltIn ? builtInTime : engineTime),
      liquid: engine,
    },
  );
}

/** The engine passes the real time before each tag. Processor time costs more to read, so it is checked later. */
function timeLimiter(milliseconds: number): Limiter {
  const until = performance.now() + milliseconds;
  const elapsed = startStopwatch();
  const check = (now: Instant | string) => {
    if (Number(now) > until && elapsed() > milliseconds) throw new LimitReached();
  };
  return { check } as unknown as Limiter;
}

/** Like the package's own, but its error can be told apart. */
function limiter(limit: number): Limiter {
  let used = 0;
  const check = (value: number | string) => {
    if (Number(value) > limit) throw new LimitReached();
  };
  const use = (count: number | string) => {
    if (!(Number(count) > 0)) return;
    used += Number(count);
    check(used);
  };
  // The package exports neither the class nor its interface.
  return { use, check } as unknown as Limiter;
}

/** A text too deep for the stack or too long for a string fails with a `RangeError`. */
function problemOf(error: unknown): Outcome {
  const cause = innermost(error);
  const line = lineOf(error);
  if (cause instanceof LimitReached || cause instanceof RangeError) return problem(tooMuch, line);
  if (!LiquidError.is(error)) throw error;
  return problem(withoutPlace(cause), line);
}

function problem(message: string, line: number | null): Outcome {
  // Some messages quote the template. Messages are stored and shown.
  return { problem: { message: message.slice(0, 300), line } };
}

function innermost(error: unknown): Error {
  const cause = (error as { originalError?: unknown }).originalError;
  return cause instanceof Error ? innermost(cause) : (error as Error);
}

function placeOf(error: unknown): [line: number, column: number] | null {
  const { token } = error as { token?: { getPosition?(): [number, number] } };
  return token?.getPosition?.() ?? null;
}

const lineOf = (error: unknown) => placeOf(error)?.[0] ?? null;

/** The package adds the position to its messages, and offers no message without it. */
function withoutPlace(error: Error): string {
  const place = placeOf(error);
  const ending = place ? `, line:${place[0]}, col:${place[1]}` : "";
  return ending !== "" && error.message.endsWith(ending) ? error.message.slice(0, -ending.length) : error.message;
}
